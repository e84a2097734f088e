"""`hooks.report: line`: a commit is answered with one line, where somebody asked for it and nowhere else."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import record

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    """A repository with a record and our post-commit."""
    box.env["PYTHONPATH"] = str(ROOT)
    box.commit("Begin", {".kontext/decisions/cents.md": record("cents", "Prices are cents"), "a": "1\n"})
    hook(box, sys.executable)
    return box


def hook(box: GitBox, python: str) -> None:
    file = box.path / ".git" / "hooks" / "post-commit"
    file.parent.mkdir(exist_ok=True)
    file.write_text((ROOT / "hooks" / "post-commit").read_text().replace("@PYTHON@", python))
    file.chmod(0o755)


def said(box: GitBox, *argv: str, **env: str) -> str:
    """What `git commit` and its hooks print."""
    done = subprocess.run(
        ["git", *(argv or ("commit", "-q", "--allow-empty", "-m", "S"))],
        cwd=box.path,
        env=box.env | env,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout + done.stderr


def commit(box: GitBox, message: str, **env: str) -> str:
    return said(box, "commit", "-q", "--allow-empty", "--no-verify", "-m", message, **env)


def refresh(box: GitBox) -> None:
    """What the hook does in the background, at once."""
    argv = [sys.executable, "-P", "-m", "kontext.hooks", "refresh"]
    subprocess.run(argv, cwd=box.path, env=box.env, check=True)


def settle(box: GitBox) -> None:
    """Wait for what the hook of the last commit does in the background."""
    told = box.path / ".git" / "kontext" / "told"
    for _ in range(500):
        if not told.exists():
            return
        time.sleep(0.02)
    raise AssertionError("no refresh came")


@pytest.fixture
def asked(shop: GitBox) -> GitBox:
    shop.git("config", "kontext.hooks.report", "line")
    refresh(shop)
    return shop


def test_nothing_is_said_by_default(shop: GitBox) -> None:
    refresh(shop)
    assert commit(shop, "S\n\nDecision: nope") == ""
    settle(shop)
    assert not (shop.path / ".git" / "kontext" / "report").exists()


def test_the_line_says_how_a_commit_was_judged(asked: GitBox) -> None:
    assert commit(asked, "S\n\nDecision: cents") == f"kontext: {asked.head[:7]} names cents\n"
    assert commit(asked, "S") == f"kontext: {asked.head[:7]} names no record, and needs none\n"
    fault = "has a fault: no record is named 'nope' (and 1 more)"
    assert commit(asked, "S\n\nDecision: nope, no\x1bpe") == f"kontext: {asked.head[:7]} {fault}\n"
    asked.write("a", "2\n")
    answer = said(asked, "commit", "-q", "-a", "--amend", "-m", "S\n\nDecision: cents\nFixes #1")
    assert answer.startswith(f'kontext: {asked.head[:7]} has a fault: Git will not read "Decision: cents"')
    assert answer.count("\n") == 1


def test_what_is_required_counts(asked: GitBox) -> None:
    asked.write(".kontext.yaml", "trailers:\n  require:\n    - paths: [a]\n      keys: [Decision]\n")
    asked.write("a", "2\n")
    answer = said(asked, "commit", "-q", "-a", "-m", "S")
    assert answer == f"kontext: {asked.head[:7]} has a fault: a change of a needs a Decision trailer\n"


def test_a_committed_file_asks_for_it_from_the_next_commit_on(shop: GitBox) -> None:
    shop.write(".kontext.yaml", "hooks:\n  report: line\n")
    shop.git("add", "-A")
    assert commit(shop, "Ask") == ""
    settle(shop)
    for _ in range(500):
        if (shop.path / ".git" / "kontext" / "report").exists():
            break
        time.sleep(0.02)
    assert commit(shop, "S") == f"kontext: {shop.head[:7]} names no record, and needs none\n"


def test_taking_it_back_counts_at_once(asked: GitBox) -> None:
    asked.git("config", "kontext.hooks.report", "off")
    assert commit(asked, "S") == ""
    refresh(asked)
    assert not (asked.path / ".git" / "kontext" / "report").exists()


def test_the_environment_asks_for_one_commit(shop: GitBox) -> None:
    assert (
        commit(shop, "S", KONTEXT_HOOKS_REPORT="line") == f"kontext: {shop.head[:7]} names no record, and needs none\n"
    )
    assert commit(shop, "S") == ""


def test_rebases_and_skipped_hooks_say_nothing(asked: GitBox) -> None:
    assert commit(asked, "S", KONTEXT_SKIP="1") == ""
    asked.git("checkout", "-q", "-b", "side", "HEAD~1")
    asked.commit("Side", {"b": "1\n"})
    assert said(asked, "rebase", "-q", "main") == ""


def test_nothing_is_said_once_kontext_is_gone(asked: GitBox, tmp_path: Path) -> None:
    hook(asked, str(tmp_path / "gone"))
    bare = tmp_path / "bin"
    bare.mkdir()
    for name in ("git", "sh", "nice"):
        found = subprocess.run(["sh", "-c", f"command -v {name}"], capture_output=True, text=True, check=True).stdout
        (bare / name).symlink_to(found.strip())
    assert commit(asked, "S", PATH=str(bare)) == ""


def test_without_a_file_no_interpreter_is_waited_for(shop: GitBox, tmp_path: Path) -> None:
    log = tmp_path / "calls"
    fake = tmp_path / "python"
    fake.write_text(f'#!/bin/sh\necho "$4 $5" >>"{log}"\n')
    fake.chmod(0o755)
    hook(shop, str(fake))
    commit(shop, "S")
    (shop.path / ".git" / "kontext").mkdir(exist_ok=True)
    (shop.path / ".git" / "kontext" / "report").touch()
    commit(shop, "S")
    assert log.read_text().splitlines().count("report ") == 1
