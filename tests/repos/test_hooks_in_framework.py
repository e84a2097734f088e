"""The edit of `.pre-commit-config.yaml`."""

from __future__ import annotations

import pytest

from gitbox import GitBox
from inside import kontext
from kontext import __version__

URL = "https://example.org/kontext.git"
BEFORE = """\
# what we check
default_install_hook_types: [commit-msg]   # and more
repos:
- repo: https://example.org/other
  rev: "1.0"   # keep
  hooks:
  - id: other
# the end
fail_fast: true
"""
AFTER = f"""\
# what we check
default_install_hook_types: [commit-msg, post-commit]   # and more
repos:
- repo: https://example.org/other
  rev: "1.0"   # keep
  hooks:
  - id: other
- repo: {URL}
  rev: v{__version__}
  hooks:
    - id: kontext-trailers
    - id: kontext-refresh
# the end
fail_fast: true
"""


def test_our_entry_is_added_and_nothing_else_changes(box: GitBox) -> None:
    file = box.write(".pre-commit-config.yaml", BEFORE)
    argv = ("hooks", "install", "--pre-commit", URL, "--only", "commit-msg,post-commit")
    kontext(box, *argv, "--dry-run")
    assert file.read_text() == BEFORE
    assert kontext(box, *argv).endswith("note: pre-commit install makes Git run them\n")
    assert file.read_text() == AFTER
    assert kontext(box, *argv).startswith("nothing to do\n")
    assert file.read_text() == AFTER
    kontext(box, "hooks", "install", "--pre-commit", URL, "--only", "pre-push")
    assert "    - id: kontext-refresh\n    - id: kontext-range\n# the end\n" in file.read_text()
    assert "[commit-msg, post-commit, pre-push]   # and more" in file.read_text()


def releases(box: GitBox, *tags: str) -> str:
    box.commit("Begin", {"a": "1"})
    for tag in tags:
        box.git("tag", tag)
    return str(box.path)


def rev(box: GitBox) -> str:
    text = (box.path / ".pre-commit-config.yaml").read_text()
    return next(line.split("rev:")[1].strip() for line in text.splitlines() if "rev:" in line)


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_the_release_of_ours_is_taken_where_it_is_one(box: GitBox, make_box, scheme: str) -> None:  # type: ignore[no-untyped-def]
    url = scheme + releases(make_box("ours"), "v0.0.1", f"v{__version__}", "v99.0")
    assert f"no tag v{__version__}" not in kontext(box, "hooks", "install", "--pre-commit", url)
    assert rev(box) == f"v{__version__}"


def test_the_newest_release_stands_in_and_is_named(box: GitBox, make_box) -> None:  # type: ignore[no-untyped-def]
    url = releases(make_box("ours"), "v0.0.9", "v0.0.10", "zeta")
    said = kontext(box, "hooks", "install", "--pre-commit", url)
    assert f"note: {url} has no tag v{__version__}: v0.0.10 is its newest release\n" in said
    assert rev(box) == "v0.0.10"


def test_a_repository_without_releases_is_refused(box: GitBox, make_box) -> None:  # type: ignore[no-untyped-def]
    url = releases(make_box("ours"), "zeta")
    said = kontext(box, "hooks", "install", "--pre-commit", url, status=1)
    assert said.startswith(f"kontext: {url} has no tag v{__version__}")
    assert not (box.path / ".pre-commit-config.yaml").exists()


def test_what_cannot_be_asked_is_said_once_and_what_stays_is_named(box: GitBox) -> None:
    unasked = f"note: {URL} could not be asked: make sure that it has the tag v{__version__}\n"
    assert unasked in kontext(box, "hooks", "install", "--pre-commit", URL)
    assert unasked not in kontext(box, "hooks", "install", "--pre-commit", URL, "--checks")
    said = kontext(box, "hooks", "uninstall", "--only", "commit-msg")
    stay = (
        "note: .pre-commit-config.yaml still has kontext-trailers: take them out there, where pre-commit finds them\n"
    )
    assert said == f"nothing to do\n{stay}"


def test_a_file_is_made_where_there_is_none(box: GitBox) -> None:
    kontext(box, "hooks", "install", "--pre-commit", URL, "--checks")
    text = (box.path / ".pre-commit-config.yaml").read_text()
    assert text.startswith(
        f"repos:\n  - repo: {URL}\n    rev: v{__version__}\n    hooks:\n      - id: kontext-refresh\n"
    )
    assert text.count("- id: kontext-") == 5
    assert "default_install_hook_types: [pre-commit, post-commit," in text


@pytest.mark.parametrize("text", ["repos: [{repo: a, hooks: [{id: b}]}]\n", "repos: x\n", "- a\n", "repos: [\n"])
def test_what_only_a_person_can_edit_is_left_alone(box: GitBox, text: str) -> None:
    file = box.write(".pre-commit-config.yaml", text)
    said = kontext(box, "hooks", "install", "--pre-commit", URL, status=2)
    assert said.startswith("kontext: .pre-commit-config.yaml:")
    assert file.read_text() == text
