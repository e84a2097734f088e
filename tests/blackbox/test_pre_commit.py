"""Our hooks as the README shows them, in the frameworks that read `.pre-commit-hooks.yaml` (peers)."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import ruamel.yaml

from checkout import ROOT
from frameworks import NAMES, REFRESH, Framework, get_framework
from gitbox import GitBox
from indexes import sit
from inside import kontext
from kontext import __version__
from kontext.index.folder import open_engine
from operations import is_settled

IDS = ("kontext-trailers", "kontext-add-trailers", "kontext-check", "kontext-range", "kontext-refresh")
RECORD = "---\nstatus: {}\ndate: 2026-01-01\n{}---\n# {}\n\nText.\n"


def test_the_manifest_is_valid(box: GitBox) -> None:
    argv = [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")]
    done = subprocess.run(argv, cwd=box.path, env=box.env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_manifest_has_every_hook() -> None:
    hooks = ruamel.yaml.YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert {hook["id"] for hook in hooks} == set(IDS)
    for hook in hooks:
        # Without stages a hook runs at each; without files of their own these need to be told to run.
        assert hook["stages"]
        assert hook.get("always_run") or hook["id"] in ("kontext-trailers", "kontext-add-trailers")
        assert hook["minimum_pre_commit_version"] == "3.2.0"


def test_the_readme_names_this_version() -> None:
    assert f"\n    rev: v{__version__}\n" in Framework("", Path("/")).snippet()


@pytest.fixture(scope="module", params=NAMES)
def framework(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Framework:
    return get_framework(request.param, tmp_path_factory)


@pytest.fixture
def shop(framework: Framework, tmp_path: Path, git_env: dict[str, str]) -> Iterator[GitBox]:
    """Two records, the README's configuration, and the refresh in files, as the README advises."""
    box = GitBox.init(tmp_path / "shop", git_env | framework.env | {"MARK": str(tmp_path)})
    box.commit(
        "Decide",
        {
            ".pre-commit-config.yaml": framework.snippet(),
            "docs/decisions/cents.md": RECORD.format("accepted", "supersedes: [floats]\n", "Cents"),
            "docs/decisions/floats.md": RECORD.format("superseded", "", "Floats"),
        },
    )
    framework.install(box)
    kontext(box, "hooks", "install", "--only", ",".join(REFRESH))
    yield box
    assert is_settled(str(tmp_path))


def attempt(box: GitBox, *argv: str) -> tuple[int, str]:
    done = subprocess.run(
        ["git", *argv], cwd=box.path, env=box.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode, done.stdout.decode()


@pytest.mark.peers
def test_a_message_is_judged_also_in_a_linked_worktree(shop: GitBox) -> None:
    shop.git("worktree", "add", "-q", "../linked")
    for box in (shop, GitBox(shop.path.parent / "linked", shop.env)):
        status, said = attempt(box, "commit", "--allow-empty", "-m", "S\n\nDecision: floats")
        assert (status, "decision floats is superseded by cents" in said) == (1, True)
        status, said = attempt(box, "commit", "--allow-empty", "-m", "S\n\nDecision: cents")
        assert status == 0, said


@pytest.mark.peers
def test_what_a_commit_adds_is_named_in_its_message(shop: GitBox) -> None:
    shop.write("docs/decisions/rates.md", RECORD.format("accepted", "", "Rates"))
    shop.git("add", ".")
    shop.write("docs/decisions/cents.md", "unstaged\n")
    status, said = attempt(shop, "commit", "-m", "Decide on rates")
    assert status == 0, said
    assert shop.git("log", "-1", "--format=%B").strip() == "Decide on rates\n\nDecision: rates"
    assert (shop.path / "docs/decisions/cents.md").read_text() == "unstaged\n"


@pytest.mark.peers
def test_records_are_judged_as_staged_and_all_of_them_by_hand(shop: GitBox, framework: Framework) -> None:
    for name in ("one", "two"):
        shop.write(f"docs/decisions/{name}.md", RECORD.format("accepted", "id: same\n", name))
    shop.git("add", ".")
    status, said = attempt(shop, "commit", "-m", "S")
    assert (status, "[duplicate-id]" in said) == (1, True)
    shop.git("commit", "-q", "--no-verify", "-m", "S")
    assert "[duplicate-id]" in framework.run(shop, "run", "kontext-check", "--all-files", status=1)


@pytest.mark.peers
def test_a_push_is_judged(shop: GitBox, framework: Framework) -> None:
    shop.git("init", "-q", "--bare", "../remote.git")
    shop.git("remote", "add", "origin", "../remote.git")
    status, said = attempt(shop, "push", "origin", "main")
    assert status == 0, said
    shop.git("commit", "-q", "--allow-empty", "--no-verify", "-m", "S\n\nDecision: nope")
    for target in ("main", "main:new"):
        status, said = attempt(shop, "push", "origin", target)
        assert (status, "no record is named 'nope'" in said) == (1, True)
    argv = ("run", "kontext-range", "--hook-stage", "manual", "--all-files")
    assert "no record is named 'nope'" in framework.run(shop, *argv, status=1)


@pytest.mark.peers
def test_the_refresh_in_files_goes_beside_it(shop: GitBox) -> None:
    status, said = attempt(shop, "commit", "--allow-empty", "-m", "S")
    assert status == 0, said
    for _ in range(600):
        session = sit(shop)
        engine = open_engine(session.text_folder(), session.language)
        if not isinstance(engine, str) and engine.manifest.head == shop.head:
            return
        time.sleep(0.05)
    raise AssertionError("the index has not followed")


@pytest.mark.peers
def test_our_command_adds_what_the_readme_leaves_out(framework: Framework, box: GitBox) -> None:
    made = framework.all_hooks(box)
    wanted = framework.snippet().replace("pre-push]", "pre-push, post-commit, post-merge, post-checkout, post-rewrite]")
    assert made == wanted + "      - id: kontext-refresh\n"
    argv = ("hooks", "install", "--checks", "--pre-commit", framework.url)
    assert kontext(box, *argv).startswith("nothing to do\n")
    framework.run(box, "validate-config", ".pre-commit-config.yaml")


@pytest.fixture
def tried(framework: Framework, tmp_path: Path, git_env: dict[str, str]) -> GitBox:
    """A repository that does not know of us."""
    box = GitBox.init(tmp_path / "tried", git_env | framework.env)
    box.commit("Decide", {"docs/decisions/cents.md": RECORD.format("accepted", "", "Cents")})
    return box


@pytest.mark.peers
def test_each_hook_can_be_tried(tried: GitBox, framework: Framework) -> None:
    """`try-repo`, which installs us from nothing: what passes, and what does not."""

    def attempt(name: str, stage: str, *argv: str, status: int = 0) -> str:
        return framework.run(
            tried, "try-repo", framework.url, name, "--hook-stage", stage, "--verbose", *argv, status=status
        )

    message = tried.path / ".git" / "MESSAGE"
    to_message = ("--commit-msg-filename", ".git/MESSAGE")
    message.write_text("S\n\nDecision: nope\n")
    assert "no record is named 'nope'" in attempt("kontext-trailers", "commit-msg", *to_message, status=1)
    tried.write("docs/decisions/rates.md", RECORD.format("accepted", "", "Rates"))
    tried.git("add", ".")
    message.write_text("S\n")
    assert "Passed" in attempt("kontext-add-trailers", "prepare-commit-msg", *to_message)
    assert message.read_text() == "S\n\nDecision: rates\n"
    twins = {f"docs/decisions/{name}.md": RECORD.format("accepted", "id: same\n", name) for name in ("one", "two")}
    tried.commit("S\n\nDecision: nope", twins)
    assert "[duplicate-id]" in attempt("kontext-check", "pre-commit", "--all-files", status=1)
    assert "no record is named 'nope'" in attempt("kontext-range", "manual", status=1)
    assert "Passed" in attempt("kontext-refresh", "post-commit")
