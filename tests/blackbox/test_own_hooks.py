"""This project's own hooks, as `make hooks` sets them up in a clone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from checkout import copy_project
from gitbox import GitBox
from operations import is_settled

GOVERNED = "Start with a word\n\nDecision: 2026-11-30-programs-are-started-with-posix-spawn"


def test_make_hooks_has_git_check_commits(tmp_path: Path, git_env: dict[str, str]) -> None:
    copy_project(tmp_path / "clone")
    box = GitBox.init(tmp_path / "clone", git_env | {"MARK": str(tmp_path)})
    box.commit("Everything")
    (box.path / ".venv").symlink_to(sys.prefix)  # -o: what is installed there stays

    def attempt(*argv: str) -> tuple[int, str]:
        done = subprocess.run(
            argv, cwd=box.path, env=box.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        return done.returncode, done.stdout.decode()

    status, said = attempt("make", "-o", ".venv/.dev", "hooks")
    assert status == 0, said
    status, said = attempt("git", "commit", "--allow-empty", "-m", "S\n\nDecision: nope")
    assert (status, "no record is named 'nope'" in said) == (1, True), said
    box.write("kontext/unused.py", "import os\n")
    box.git("add", "kontext")
    status, said = attempt("git", "commit", "-m", GOVERNED)
    assert (status, "F401" in said) == (1, True), said
    box.git("rm", "-q", "-f", "kontext/unused.py")
    status, said = attempt("git", "commit", "--allow-empty", "-m", GOVERNED)
    assert status == 0, said
    assert box.git("log", "-1", "--format=%(trailers)").startswith("Decision: ")
    assert "kontext-hook: post-commit" in (box.path / ".git" / "hooks" / "post-commit").read_text()
    assert is_settled(str(tmp_path))
