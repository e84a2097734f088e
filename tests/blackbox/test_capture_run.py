"""Writing records with the installed command: what is printed, what is asked, and how it fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from gitbox import GitBox

KONTEXT = str(Path(sys.executable).parent / "kontext")


def run(box: GitBox, *args: str, data: bytes = b"", **env: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [KONTEXT, *args], cwd=box.path, env=box.env | env, input=data, capture_output=True, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def ask(box: GitBox, editor: str, *args: str) -> tuple[int, str]:
    """Run it on a terminal with an editor."""
    env = box.env | {"GIT_EDITOR": editor}
    child = pexpect.spawn(KONTEXT, list(args), cwd=str(box.path), env=env, encoding="utf-8", timeout=20)  # type: ignore[arg-type]
    said = child.read()
    child.close()
    return child.exitstatus or 0, said.replace("\r\n", "\n")


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    adr = "# {n}. {title}\n\nDate: 2025-05-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n"
    box.commit("Begin", {"adr/0001-first.md": adr.format(n=1, title="First"), "src/a.py": "1\n", "src/b.py": "1\n"})
    return box


def test_the_path_the_trailer_and_what_it_replaced_are_printed(shop: GitBox) -> None:
    shop.write("src/a.py", "2\n")
    shop.git("add", "src/a.py")
    args = ("capture", "-t", "Second", "--body", "Because.", "--supersedes", "1", "--date", "2026-01-02")
    lines = "adr/0002-second.md\nDecision: 0002-second\nsuperseded: adr/0001-first.md\n"
    assert run(shop, *args) == (0, lines, "")
    note = "note: it is there already, word for word: nothing was written\n"
    again = run(shop, *args[:-4], *args[-2:], "--supersedes", "1")
    assert again == (0, f"adr/0002-second.md\nDecision: 0002-second\n{note}", "")
    assert shop.git("status", "--short").split("\n") == ["M  adr/0001-first.md", "A  adr/0002-second.md", "M  src/a.py"]
    assert "Paths: src/a.py" in (shop.path / "adr/0002-second.md").read_text()
    shop.git("commit", "-qm", "Do it\n\nDecision: 0002-second")
    assert run(shop, "check", "--range", "HEAD~1..")[0] == 0
    assert run(shop, "check") == (0, "", "")


def test_it_works_from_a_folder_below(shop: GitBox) -> None:
    status, said, _ = run(shop, "-C", "src", "capture", "-t", "Second", "--body", "x", "--json")
    assert (status, json.loads(said)["path"]) == (0, "adr/0002-second.md")
    assert json.loads(said)["staged"] == ["adr/0002-second.md"]


def test_an_absolute_path_governs_what_it_names(shop: GitBox) -> None:
    args = ("capture", "-t", "Second", "--body", "x", "--paths", str(shop.path / "src/a.py"))
    assert run(shop, *args)[0] == 0
    assert "Paths: src/a.py" in (shop.path / "adr/0002-second.md").read_text()
    assert "Second" in run(shop, "why", "src/a.py")[1]
    status, said, error = run(shop, *args[:-1], str(shop.path.parent))
    assert (status, said) == (2, "")
    assert "lies outside of" in error


def test_the_text_comes_from_stdin_or_a_file(shop: GitBox) -> None:
    run(shop, "capture", "-t", "Second", data=b"Weil es so ist.\n")
    assert "Weil es so ist.\n" in (shop.path / "adr/0002-second.md").read_text()
    shop.write("why.md", b"na\xefve\r\n\r\n## Decision\r\n\r\nx\r\n")
    assert run(shop, "capture", "-t", "Third", "-F", "why.md")[0] == 0
    assert b"na\xefve\n\n## Decision\n\nx\n" in (shop.path / "adr/0003-third.md").read_bytes()


def test_no_stdin_is_no_text(shop: GitBox) -> None:
    argv = ["sh", "-c", '"$0" capture -t Second <&-', KONTEXT]
    assert subprocess.run(argv, cwd=shop.path, env=shop.env, capture_output=True, check=True).stderr == b""
    assert (shop.path / "adr/0002-second.md").exists()


def test_an_editor_is_opened_on_a_terminal(shop: GitBox) -> None:
    editor = """f() { sed -i 's/^## Context$/&\\n\\nBecause of carts./' "$1"; }; f"""
    status, said = ask(shop, editor, "capture", "-t", "Second")
    assert (status, said) == (0, "adr/0002-second.md\nDecision: 0002-second\n")
    text = (shop.path / "adr/0002-second.md").read_text()
    assert text.endswith("## Context\n\nBecause of carts.\n")
    assert "kontext:" not in text
    assert kept_texts(shop) == []  # it is where it belongs


def test_the_command_that_a_remedy_names_asks_for_the_title_too(shop: GitBox) -> None:
    editor = """f() { sed -i -e '1s/.*/# Second thoughts/' -e 's/^## Decision$/&\\n\\nBecause./' "$1"; }; f"""
    status, said = ask(shop, editor, "capture", "--supersedes", "0001-first")
    lines = ("adr/0002-second-thoughts.md", "Decision: 0002-second-thoughts", "superseded: adr/0001-first.md", "")
    assert (status, said) == (0, "\n".join(lines))
    assert (shop.path / "adr/0002-second-thoughts.md").read_text().endswith("\n\n## Decision\n\nBecause.\n")
    status, said = ask(shop, "f() { sed -i '/^## Decision/aBecause.' \"$1\"; }; f", "capture")
    assert status == 1 and "a record needs a title" in said
    assert [(file.name, file.stat().st_mode & 0o777) for file in kept_texts(shop)] == [("CAPTURE_EDITMSG.md", 0o600)]
    assert f"what you wrote is in {kept_texts(shop)[0]}" in said


def kept_texts(shop: GitBox) -> list[Path]:
    return sorted((shop.path / ".git/kontext").glob("CAPTURE_EDITMSG*"))


def test_two_editors_have_a_file_each(shop: GitBox, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    first = shop.env | {"GIT_EDITOR": f"f() {{ printf '# One\n\nOne.\n' >\"$1\"; read x <{fifo}; }}; f"}
    child = pexpect.spawn(KONTEXT, ["capture"], cwd=str(shop.path), env=first, encoding="utf-8", timeout=20)  # type: ignore[arg-type]
    with open(fifo, "w") as done:  # waits for the editor to be open
        assert [file.stat().st_mode & 0o777 for file in kept_texts(shop)] == [0o600]
        status, said = ask(shop, "f() { printf '# Two\n\nTwo.\n' >\"$1\"; }; f", "capture")
        assert (status, said.split("\n")[0]) == (0, "adr/0002-two.md")
        done.write("\n")
    child.read()
    child.close()
    assert child.exitstatus == 0
    assert "One." in (shop.path / "adr/0003-one.md").read_text()
    assert kept_texts(shop) == []


@pytest.mark.parametrize("editor", ["rm -f", 'f() { rm "$1"; mkdir "$1"; }; f'])
def test_an_editor_that_leaves_no_file(shop: GitBox, editor: str) -> None:
    status, said = ask(shop, editor, "capture", "-t", "Second")
    assert status == 1
    assert "left no file: nothing was written" in said and "unexpected" not in said
    assert shop.git("status", "--short") == ""


def test_a_file_where_our_folder_should_be(shop: GitBox) -> None:
    (shop.path / ".git/kontext").write_text("")
    status, said = ask(shop, ":", "capture", "-t", "Second")
    assert status == 2
    assert ".git/kontext cannot be written" in said and "--body" in said


@pytest.mark.parametrize("editor", [":", "false", 'f() { :> "$1"; }; f'])
def test_a_template_left_as_it_was_writes_nothing(shop: GitBox, editor: str) -> None:
    status, said = ask(shop, editor, "capture", "-t", "Second")
    assert status == 1
    assert "nothing was written" in said
    assert kept_texts(shop) == []
    assert shop.git("status", "--short") == ""


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (("capture", "--body", "x"), 2, "a record needs a title"),
        (("capture", "-t", "x", "--kind", "decison", "--body", "x"), 2, "unknown kind 'decison'"),
        (("capture", "-t", "x", "--status", "ok", "--body", "x"), 2, "unknown status 'ok'"),
        (("capture", "-t", "x", "--date", "today", "--body", "x"), 2, "'today' is no day"),
        (("capture", "-t", "x", "--body", "x", "--file", "y"), 2, "exclude each other"),
        (("capture", "-t", "x", "--file", "nope.md"), 2, "nope.md cannot be read"),
        (("capture", "-t", "x", "--body", "x", "--supersedes", "9"), 1, "no decision record is named '9'"),
        (("supersede", "1"), 2, "NEW is missing\n  usage: kontext supersede [OPTIONS] OLD NEW\n"),
        (("capture", "--from", "nosuch"), 128, "no commit is named 'nosuch'\n  git log --oneline lists the commits"),
        (("supersede", "1", "1"), 2, "cannot replace itself"),
        (("promote", "x"), 1, "no draft is named 'x'\n  kontext inbox lists the drafts\n"),
        (("review", "HEAD"), 2, "'HEAD' is no range"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_written(
    shop: GitBox, args: tuple[str, ...], status: int, said: str
) -> None:
    found = run(shop, *args)
    assert (found[0], found[1]) == (status, "")
    assert found[2].startswith("kontext: ") and said in found[2]
    assert "Traceback" not in found[2]
    assert shop.git("status", "--short") == ""


def test_a_list_of_records_is_staged_and_says_so(shop: GitBox) -> None:
    assert run(shop, "store", "index") == (0, "adr/README.md: 1 record, staged\n", "")
    assert shop.git("status", "--short") == "A  adr/README.md"
    assert run(shop, "store", "index")[1] == "adr/README.md: 1 record, nothing to change\n"
    (shop.path / "adr/README.md").write_text("Ours.\n")
    said = run(shop, "store", "index")[1]
    assert said.startswith("adr/README.md: 1 record, not staged\nnote: adr/README.md is left unstaged")
    assert (shop.path / "adr/README.md").read_text().startswith("Ours.\n")


def test_a_review_before_the_first_commit(box: GitBox) -> None:
    said = "kontext: no commit is named 'HEAD'\n  there is no commit yet\n"
    assert run(box, "review", "HEAD..") == (128, "", said)


def test_a_bare_repository_is_told_of(shop: GitBox, tmp_path: Path) -> None:
    subprocess.run(
        ["git", "clone", "-q", "--bare", ".", str(tmp_path / "bare")], cwd=shop.path, env=shop.env, check=True
    )
    status, _, said = run(GitBox(tmp_path / "bare", shop.env), "capture", "-t", "x", "--body", "x")
    assert status == 2
    assert "a bare repository has no files" in said


def test_from_a_commit_to_a_record_that_explains_it(shop: GitBox) -> None:
    shop.commit("Use cents instead of floats\n\nFloats broke VAT, because lines were rounded.", {"src/a.py": "3\n"})
    status, said, _ = run(shop, "suggest")
    assert status == 0 and "Use cents instead of floats" in said and "kontext capture --from" in said
    assert run(shop, "capture", "--from", "HEAD")[1].startswith("adr/0002-use-cents-instead-of-floats.md\n")
    shop.git("commit", "-qm", "Record it")
    assert "no commit looks like a decision" in run(shop, "suggest")[1]
    assert "use-cents-instead-of-floats" in run(shop, "why", "src/a.py:1")[1]


def test_a_line_that_nothing_explains_says_how_to_record_it(shop: GitBox) -> None:
    (shop.path / "adr/0001-first.md").unlink()
    shop.commit("Begin with a odd name", {"a b.txt": "x\n"})
    assert "\nTo record one: kontext capture --paths 'a b.txt'\n" in run(shop, "why", "a b.txt:1")[1]
    assert "To record one" not in run(shop, "why", "--json", "a b.txt:1")[1]


def test_drafts_are_listed_and_promoted(shop: GitBox) -> None:
    status, said, _ = run(shop, "capture", "-t", "Later", "--body", "x", "--draft", "--date", "2026-01-02")
    assert (status, said.split("\n")[1]) == (0, "kontext promote 2026-01-02-later")
    assert run(shop, "inbox") == (0, "2026-01-02  decision      2026-01-02-later  Later\n", "")
    assert json.loads(run(shop, "inbox", "--json")[1])["drafts"][0]["id"] == "2026-01-02-later"
    assert run(shop, "promote", "2026-01-02-later")[1] == "adr/0002-later.md\nDecision: 0002-later\n"
    assert run(shop, "inbox")[1] == "the inbox is empty\n"
    assert not os.listdir(shop.path / ".git/kontext/inbox")
