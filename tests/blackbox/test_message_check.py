"""`kontext check --message` and `--range` as hooks, people and CI run them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox

ROOT = Path(__file__).resolve().parents[2]
CENTS = "2026-09-28-prices-are-integer-cents"
MAIN = "import sys; from kontext.cli.app import main; sys.exit(main())"

STOPPED = f"""\
kontext: this commit names a decision that Git will not see

  Decision: prices-are-integer-cents
  Fixes #42

  "Fixes #42" is not a trailer, so Git does not read this paragraph as trailers.
  Write it so (saved to .git/COMMIT_EDITMSG.kontext):

    Fixes #42

    Decision: {CENTS}

  git commit -eF .git/COMMIT_EDITMSG.kontext          to use it
  git commit --amend -eF .git/COMMIT_EDITMSG.kontext  where you amended
  git commit --no-verify                              to commit as it is
"""

SUPERSEDED = f"""\
kontext: decision prices-are-decimal is superseded by {CENTS} (accepted)
  name the live one, or record a new decision that replaces it:
    kontext capture --supersedes {CENTS}

  git commit -eF .git/COMMIT_EDITMSG.kontext          to edit your message
  git commit --amend -eF .git/COMMIT_EDITMSG.kontext  where you amended
  git commit --no-verify                              to commit as it is
"""


@pytest.fixture(params=["sha1", "sha256"])
def shop(make_box, request: pytest.FixtureRequest) -> GitBox:
    """Two records, and a commit-msg hook that runs the check of this checkout."""
    box = make_box("shop", f"--object-format={request.param}")
    box.env["PYTHONPATH"] = str(ROOT)
    front = "---\nstatus: {}\ndate: 2026-01-01\n{}---\n# {}\n\nText.\n"
    box.commit(
        "Decide",
        {
            f"docs/decisions/{CENTS}.md": front.format("accepted", "supersedes: [prices-are-decimal]\n", "Cents"),
            "docs/decisions/prices-are-decimal.md": front.format("superseded", "", "Decimal"),
        },
    )
    hook = box.path / ".git" / "hooks" / "commit-msg"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{MAIN}' check --message \"$1\"\n")
    hook.chmod(0o755)
    return box


def commit(box: GitBox, message: str, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "commit", "--allow-empty", *(["-m", message] if message else []), *argv]
    return subprocess.run(command, cwd=box.path, env=box.env | env, capture_output=True, text=True, check=False)


def kontext(box: GitBox, *argv: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", MAIN, *argv]
    return subprocess.run(command, cwd=box.path, env=box.env, input=data, capture_output=True, check=False)


def test_a_commit_is_stopped_and_its_message_put_right(shop: GitBox) -> None:
    done = commit(shop, "Round totals up\n\nDecision: prices-are-integer-cents\nFixes #42")
    assert (done.returncode, done.stderr) == (1, STOPPED)
    assert commit(shop, "", "-eF", ".git/COMMIT_EDITMSG.kontext").returncode == 0
    trailers = shop.git("log", "-1", "--format=%(trailers:only,unfold)")
    assert trailers.strip() == f"Decision: {CENTS}"
    done = commit(shop, "Round totals up\n\nDecision: prices-are-decimal")
    assert (done.returncode, done.stderr) == (1, SUPERSEDED)


def test_several_lines_are_explained_one_by_one(shop: GitBox) -> None:
    done = commit(shop, "S\nIncident: prices-are-integer-cents\n\nDecision=prices-are-integer-cents")
    assert done.stderr.startswith("kontext: this commit names records that Git will not see\n")
    assert "  No blank line stands between it and the subject" in done.stderr
    assert "  A colon stands between token and value" in done.stderr
    assert (shop.path / ".git" / "COMMIT_EDITMSG.kontext").read_text() == (
        f"S\n\nIncident: {CENTS}\nDecision: {CENTS}\n"
    )
    done = commit(shop, "S\nIncident: prices-are-integer-cents")
    assert done.stderr.startswith("kontext: this commit names an incident that Git will not see\n")


def test_a_comment_is_only_warned_about(shop: GitBox) -> None:
    done = commit(shop, "S\n\n# Decision: prices-are-integer-cents", "-q")
    assert done.returncode == 0
    assert done.stderr.startswith('kontext: warning: Git will not read "# Decision: prices-are-integer-cents"')


def test_a_good_commit_is_made_in_silence(shop: GitBox) -> None:
    done = commit(shop, "Round totals up\n\nDecision: prices-are-integer-cents", "-q")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert commit(shop, "S\n\nDecision: nope", "-q", "--no-verify").returncode == 0
    assert commit(shop, "S\n\nDecision: nope", "-q", KONTEXT_SKIP="1").returncode == 0


def test_a_message_written_in_an_editor(shop: GitBox, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "S\\n\\nDecision: nope\\n" | cat - "$1" >"$1.new" && mv "$1.new" "$1"\n')
    editor.chmod(0o755)
    done = commit(shop, "", "-v", GIT_EDITOR=str(editor))
    assert done.returncode == 1
    assert "kontext: no record is named 'nope'" in done.stderr
    assert "git commit -eF .git/COMMIT_EDITMSG.kontext          to edit your message" in done.stderr
    assert (shop.path / ".git" / "COMMIT_EDITMSG.kontext").read_text() == "S\n\nDecision: nope\n"


def test_a_record_is_found_once_it_is_staged(shop: GitBox) -> None:
    shop.write("docs/decisions/2026-10-01-rates.md", "---\nstatus: accepted\n---\n# Rates\n\nText.\n")
    done = commit(shop, "S\n\nDecision: rates")
    assert (done.returncode, "git add docs/decisions/2026-10-01-rates.md" in done.stderr) == (1, True)
    shop.git("add", ".")
    assert commit(shop, "S\n\nDecision: rates", "-q").returncode == 0


def test_a_partial_commit_and_a_linked_worktree(shop: GitBox, tmp_path: Path) -> None:
    shop.write("docs/decisions/prices-are-decimal.md", "---\nstatus: accepted\ndate: 2026-01-01\n---\n# Decimal\n")
    shop.write("docs/decisions/other.md", "---\nstatus: accepted\ndate: 2026-01-01\n---\n# Other\n")
    shop.git("add", ".")
    done = commit(shop, "S\n\nDecision: other", "docs/decisions/prices-are-decimal.md")
    assert (done.returncode, "'other'" in done.stderr) == (1, True)
    assert commit(shop, "S\n\nDecision: other", "-a", "-q").returncode == 0
    linked = GitBox(tmp_path / "linked", shop.env)
    shop.git("worktree", "add", "-q", str(linked.path))
    done = commit(linked, "S\n\nDecision: prices-are-integer-cents\nFixes #1")
    kept = shop.path / ".git" / "worktrees" / "linked" / "COMMIT_EDITMSG.kontext"
    assert done.returncode == 1
    assert f"git commit -eF {kept}" in done.stderr
    assert kept.read_text() == f"S\n\nFixes #1\n\nDecision: {CENTS}\n"
    assert (shop.path / ".git" / "COMMIT_EDITMSG.kontext").read_text() == "S\n\nDecision: other\n"


def test_what_an_editor_would_strip_is_protected(shop: GitBox) -> None:
    done = commit(shop, "S\n\n#1 is done\nprose\nDecision: prices-are-integer-cents")
    assert "git commit --cleanup=whitespace -eF .git/COMMIT_EDITMSG.kontext" in done.stderr
    command = ("--cleanup=whitespace", "-eF", ".git/COMMIT_EDITMSG.kontext")
    assert commit(shop, "", *command).returncode == 0
    assert "#1 is done" in shop.git("log", "-1", "--format=%B")


def test_bytes_and_control_characters_never_reach_the_terminal(shop: GitBox) -> None:
    message = b"caf\xe9\n\n\x1b[31mred\nDecision: prices-are-integer-cents\n"
    (shop.path / ".git" / "COMMIT_EDITMSG").write_bytes(message)
    done = kontext(shop, "check", "--message", ".git/COMMIT_EDITMSG")
    assert done.returncode == 1
    assert b"\x1b" not in done.stdout
    done.stdout.decode()
    kept = (shop.path / ".git" / "COMMIT_EDITMSG.kontext").read_bytes()
    assert kept == b"caf\xe9\n\n\x1b[31mred\n\nDecision: " + CENTS.encode() + b"\n"


def test_the_text_of_a_pull_request(shop: GitBox) -> None:
    text = b"Title\n\nDecision: prices-are-integer-cents\n\nCloses #3\n"
    done = kontext(shop, "check", "--message", "-", data=text)
    assert done.returncode == 1
    assert b"It is in the body; not a Git trailer." in done.stdout
    assert b"git commit" not in done.stdout
    (shop.path / "body.txt").write_bytes(text)
    assert kontext(shop, "check", "--message=body.txt").stdout == done.stdout
    found = json.loads(kontext(shop, "check", "--message", "-", "--format", "json", data=text).stdout)
    assert [(one["rule"], one["line"]) for one in found["findings"]] == [("trailer-unread", 3)]
    assert kontext(shop, "check", "--message", "-", data=b"Title\n").stdout == b""


@pytest.mark.parametrize(
    ("argv", "status", "words"),
    [
        (("--message", "missing.txt"), 2, b"cannot read 'missing.txt'"),
        (("--message", "."), 2, b"cannot read '.'"),
        (("--message", "binary"), 2, b"is no commit message"),
        (("--message", "-", "--format", "xml"), 2, b"xml"),
        (("--message", "-", "extra"), 2, b"a message is judged alone"),
        (("--range", "HEAD"), 2, b"'HEAD' is no range"),
        (("--range", "nope/main.."), 128, b"git fetch nope main brings it"),
    ],
)
def test_what_cannot_be_judged(shop: GitBox, argv: tuple[str, ...], status: int, words: bytes) -> None:
    (shop.path / "binary").write_bytes(b"a\0b")
    done = kontext(shop, "check", *argv)
    assert (done.returncode, words in done.stderr) == (status, True), done.stderr


def test_a_range_for_ci(shop: GitBox) -> None:
    shop.git("tag", "base")
    assert kontext(shop, "check", "--range", "base..").stdout == b"0 commits judged\n"
    commit(shop, "S\n\nDecision: prices-are-integer-cents", "-q")
    assert kontext(shop, "check", "--range", "base..").stdout == b"1 commit judged\n"
    commit(shop, "S\n\nDecision: nope", "-q", "--no-verify")
    done = kontext(shop, "check", "--range", "base..")
    assert done.returncode == 1
    assert done.stdout.startswith(f"{shop.head[:10]}: error: no record is named 'nope'  [trailer-unknown]\n".encode())
    done = kontext(shop, "check", "--range", "base..", "--format", "github")
    assert done.stdout.startswith(b"::error ")


def test_a_broken_configuration_stops_no_commit(shop: GitBox) -> None:
    (shop.path / ".kontext.yaml").write_text("trailers: [")
    assert commit(shop, "S\n\nDecision: prices-are-integer-cents", "-q").returncode == 0
    (shop.path / ".kontext.yaml").write_text("hooks:\n  commit_msg: false\n")
    assert commit(shop, "S\n\nDecision: nope", "-q").returncode == 0


def edited(tmp_path: Path, name: str, script: str) -> str:
    """An editor that does `script` to the file "$1"."""
    editor = tmp_path / name
    editor.write_text(f"#!/bin/sh\n{script}\n")
    editor.chmod(0o755)
    return str(editor)


def test_what_goes_on_from_a_stopped_reword(shop: GitBox, tmp_path: Path) -> None:
    shop.write("a", "a\n")
    shop.git("add", "a")
    assert commit(shop, "Second", "-q").returncode == 0
    words = edited(tmp_path, "words", "printf 'Reworded\\n\\nDecision: nope\\n' >\"$1\"")
    todo = "sed -i.old -e s/^pick/reword/ "
    env = shop.env | {"GIT_SEQUENCE_EDITOR": todo, "GIT_EDITOR": words}
    rebase = ["git", "rebase", "-q", "-i", "HEAD~1"]
    done = subprocess.run(rebase, cwd=shop.path, env=env, capture_output=True, text=True, check=False)
    assert "  git commit --amend -eF .git/COMMIT_EDITMSG.kontext  to edit your message\n" in done.stderr
    assert "  git commit -eF" not in done.stderr
    assert "  git rebase --continue" in done.stderr
    right = edited(tmp_path, "right", "printf 'Reworded\\n\\nDecision: none (a test)\\n' >\"$1\"")
    assert commit(shop, "", "--amend", "-eF", ".git/COMMIT_EDITMSG.kontext", GIT_EDITOR=right).returncode == 0
    shop.git("rebase", "--continue")
    assert shop.git("log", "--format=%s").split() == ["Reworded", "Decide"]


def test_thousands_of_lines_take_little_and_are_told_in_few(shop: GitBox) -> None:
    for tail in ("Fixes #1\n", ""):
        message = "S\n\n" + "Decision: ok\n" * 10_000 + tail
        done = kontext(shop, "check", "--message", "-", data=message.encode())
        assert done.returncode == 1
        assert len(done.stdout) < 30_000
    assert b"and 9,900 more findings of trailer-unknown" in done.stdout


def test_thousands_of_names_are_looked_up_at_once(shop: GitBox, tmp_path: Path) -> None:
    names = ", ".join(f"x{number}" for number in range(3000))
    path = shop.path / ".git" / "COMMIT_EDITMSG"
    path.write_text(f"S\n\nDecision: {names}\n")
    shop.env["GIT_TRACE"] = str(tmp_path / "trace")
    done = kontext(shop, "check", "--message", ".git/COMMIT_EDITMSG")
    assert done.returncode == 1
    assert b"and 2,900 more findings of trailer-unknown" in done.stdout
    assert (tmp_path / "trace").read_text().count("built-in: git") < 20


def test_a_remedy_keeps_within_eighty_columns(shop: GitBox) -> None:
    shop.write(".kontext.yaml", "trailers:\n  require:\n    - keys: [Decision]\n")
    shop.git("add", ".")
    done = commit(shop, "Add")
    assert "add a last paragraph: Decision: <id of the record>" in done.stderr
    assert max(map(len, done.stderr.splitlines())) <= 80


def test_a_message_that_is_too_large_is_called_so(shop: GitBox) -> None:
    (shop.path / "large").write_bytes(b"x" * ((32 << 20) + 1))
    done = kontext(shop, "check", "--message", "large")
    assert done.returncode == 2
    assert b"'large' is larger than 32 MB" in done.stderr
