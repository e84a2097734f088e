"""What the Git commands and hooks must never import: each of these costs more than a whole answer may."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox

ROOT = Path(__file__).resolve().parents[2]
NEVER = {
    *("typer", "click", "pydantic", "rich", "mcp", "asyncio", "importlib.metadata", "numpy", "dataclasses", "typing"),
    *("pathlib", "subprocess", "logging", "tempfile", "shutil", "inspect", "tomllib", "urllib", "http", "email"),
    *("pygit2", "ruamel", "ruamel.yaml", "markdown_it", "kontext.secrets.rules"),
}


def modules(box: GitBox, *argv: str) -> set[str]:
    """Names of all modules that a Python program imports beyond a bare interpreter's."""
    env = box.env | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *argv], cwd=box.path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


@pytest.fixture
def asked(box: GitBox) -> GitBox:
    """A repository whose index is there already, with a doc and a record."""
    box.commit(
        "Say hello\n\nBecause a greeting is polite.\n", {"hello.py": "print('hello')\n", "README.md": "# Hello\n"}
    )
    box.commit("Decide", {"docs/decisions/0001-greet.md": "# Greet\n\n## Status\n\nAccepted\n\nWe greet.\n"})
    modules(box, str(ROOT / "git-commands" / "git-why"), "hello.py:1")
    return box


@pytest.mark.parametrize(
    "argv",
    [
        ("git-why", "hello.py:1"),
        ("git-why", "hello.py"),
        ("git-why", "--oneline", "HEAD"),
        ("git-why", "greeting"),
        ("git-kx-search", "greet"),
        ("git-kx-log",),
        ("git-kx-log", "--all", "--graph", "--", "hello.py"),
    ],
)
def test_a_warm_answer_imports_nothing_heavy(asked: GitBox, argv: tuple[str, ...]) -> None:
    bare = modules(asked, "-c", "pass")
    mine = modules(asked, str(ROOT / "git-commands" / argv[0]), *argv[1:]) - bare
    assert "kontext.cli.app" in mine
    assert mine & NEVER == set()


@pytest.mark.parametrize("event", ["post-commit", "post-checkout", "post-merge", "post-rewrite"])
def test_a_hook_imports_nothing_heavy(asked: GitBox, event: str) -> None:
    bare = modules(asked, "-c", "pass")
    asked.commit("Say goodbye", {"bye.py": "print('bye')\n"})
    mine = modules(asked, "-m", "kontext.hooks", event) - bare
    assert "kontext.hooks.handlers" in mine
    # Running a module by name costs the interpreter importlib.util and with it typing in no version we support.
    assert mine & (NEVER - {"shutil"}) == set()


def test_handing_over_a_hook_imports_no_service(asked: GitBox) -> None:
    mine = modules(asked, "-m", "kontext.hooks")
    assert "kontext.refresh" not in mine
    code = "import sys; sys.argv = ['kontext', 'hook', 'deepen']; from kontext.cli.app import main; sys.exit(main())"
    assert not {"kontext.refresh", "typer"} & modules(asked, "-c", code)


def test_the_check_of_a_message_imports_nothing_heavy(asked: GitBox) -> None:
    code = "import sys; from kontext.cli.app import main; sys.exit(main())"
    (asked.path / ".git" / "COMMIT_EDITMSG").write_text("S\n\nDecision: 0001-greet\n")
    argv = ("-c", code, "check", "--message", ".git/COMMIT_EDITMSG")
    first = modules(asked, *argv)
    again = modules(asked, *argv) - modules(asked, "-c", "pass")
    assert "kontext.checks.messages" in again
    assert again & {*NEVER, "tantivy", "tempfile", "difflib", "unicodedata"} == set()
    # Records are read by the first check alone; the next ones find them kept.
    assert "kontext.store.words" in first
    assert "kontext.store.words" not in again


def test_a_check_in_a_hook_imports_nothing_heavy(asked: GitBox) -> None:
    asked.write(".git/COMMIT_EDITMSG", "S\n\nDecision: 0001-greet\n")
    argv = ("-P", "-m", "kontext.hooks", "commit-msg", ".git/COMMIT_EDITMSG")
    modules(asked, *argv)
    mine = modules(asked, *argv) - modules(asked, "-c", "pass")
    assert "kontext.checks.messages" in mine
    assert mine & {*NEVER - {"shutil"}, "tantivy", "difflib"} == set()


def test_only_the_server_loads_the_protocol(asked: GitBox) -> None:
    code = "import sys; from kontext.cli.app import main; sys.exit(main())"
    for command in (("status",), ("brief", "hello.py"), ("check",), ("mcp", "-h")):
        mine = modules(asked, "-c", code, *command)
        # Typer itself imports pydantic where that is installed; the Git commands and hooks do without Typer.
        assert {"mcp", "mcp_types", "anyio", "starlette", "kontext.mcp_server"} & mine == set(), command
