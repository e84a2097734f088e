"""What a person sees: colours, pager and progress on a real pseudo-terminal, nothing of it in a pipe."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from gitbox import GitBox

ROOT = Path(__file__).resolve().parents[2]
WHY = [str(ROOT / "git-commands" / "git-why")]
YELLOW = "\x1b[33m"


@pytest.fixture
def asked(box: GitBox) -> GitBox:
    box.git("remote", "add", "origin", "https://user:secret@github.com/example/shop.git")
    box.commit("Say hello (#7)\n\nBecause a greeting is polite.\n", {"hello.py": "print('hello')\n"})
    for number in range(30):
        box.commit(f"Replace greeting {number} instead of nothing", {"many.py": f"x = {number}\n"})
    box.env = box.env | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "KONTEXT_SKIP": "1"}
    del box.env["COLUMNS"]
    return box


def seen(box: GitBox, *argv: str, rows: int = 60, columns: int = 90, **env: str) -> str:
    """Everything a terminal of this size is sent by `git why`."""
    child = pexpect.spawn(
        sys.executable,
        [*WHY, *argv],
        cwd=str(box.path),
        env=box.env | env,
        dimensions=(rows, columns),
        encoding="utf-8",
        timeout=30,
    )
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0, child.before
    return (child.before or "").replace("\r\n", "\n")


def piped(box: GitBox, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *WHY, *argv], cwd=box.path, env=box.env | env, capture_output=True, text=True, check=False
    )


def test_a_terminal_gets_colours_and_links_a_pipe_does_not(asked: GitBox) -> None:
    shown = seen(asked, "hello.py:1")
    assert YELLOW in shown
    first = asked.git("rev-list", "--max-parents=0", "HEAD")
    assert f"\x1b]8;;https://github.com/example/shop/commit/{first}\x1b\\" in shown
    assert "secret" not in shown
    plain = piped(asked, "hello.py:1")
    assert plain.stderr == ""
    assert "\x1b" not in plain.stdout


def test_who_decides_about_colours(asked: GitBox) -> None:
    assert "\x1b[" not in seen(asked, "hello.py:1", NO_COLOR="1")
    assert "\x1b" not in seen(asked, "hello.py:1", TERM="dumb")
    assert YELLOW in seen(asked, "hello.py:1", "--color", NO_COLOR="1")
    assert YELLOW in piped(asked, "hello.py:1", "--color=always").stdout
    assert YELLOW in piped(asked, "hello.py:1", GIT_PAGER_IN_USE="true").stdout
    asked.git("config", "color.ui", "false")
    assert YELLOW not in seen(asked, "hello.py:1")
    asked.git("config", "color.kontext", "always")
    assert YELLOW in piped(asked, "hello.py:1").stdout
    assert YELLOW not in piped(asked, "hello.py:1", "--porcelain").stdout


def test_a_tall_answer_goes_through_the_pager(asked: GitBox) -> None:
    pager = "sed 's/^/PAGED /'"
    assert "PAGED" in seen(asked, "many.py", rows=8, GIT_PAGER=pager)
    assert "PAGED" not in seen(asked, "many.py", rows=80, GIT_PAGER=pager)
    assert "PAGED" not in seen(asked, "many.py", "--no-pager", rows=8, GIT_PAGER=pager)
    assert "PAGED" not in piped(asked, "many.py", GIT_PAGER=pager).stdout
    asked.git("config", "pager.why", "false")
    assert "PAGED" not in seen(asked, "many.py", rows=8, GIT_PAGER=pager)
    asked.git("config", "pager.why", "sed 's/^/OWN /'")
    assert "OWN" in seen(asked, "many.py", rows=8, GIT_PAGER=pager)


def test_a_pager_that_is_missing_loses_nothing_and_one_that_leaves_early_is_no_error(asked: GitBox) -> None:
    assert "Replace greeting 29" in seen(asked, "many.py", rows=8, GIT_PAGER="no-such-pager")
    assert seen(asked, "many.py", rows=8, GIT_PAGER="true") == ""


def test_rows_fit_the_terminal(asked: GitBox) -> None:
    asked.commit("Replace " + "very " * 40 + "long subjects", {"many.py": "x = 99\n"})
    shown = seen(asked, "many.py", columns=70, TERM="dumb")
    assert "…" in shown
    assert max(map(len, shown.splitlines())) <= 70


def test_a_reader_that_leaves_early_is_quiet(asked: GitBox) -> None:
    script = f'"{sys.executable}" "{WHY[0]}" many.py --json | true; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", script], cwd=asked.path, env=asked.env, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.strip() in ("0", "141")
