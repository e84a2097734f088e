"""The manifest of the pre-commit framework, and the framework itself (a peer: it installs us anew)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox

ROOT = Path(__file__).resolve().parents[2]


def pre_commit(box: GitBox, *argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *argv],
        cwd=box.path,
        env=box.env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_manifest_is_valid(box: GitBox) -> None:
    done = pre_commit(box, "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"))
    assert done.returncode == 0, done.stdout


@pytest.mark.peers
def test_the_framework_runs_our_refresh(box: GitBox) -> None:
    box.commit("first", {"a": "1"})
    done = pre_commit(box, "try-repo", str(ROOT), "kontext-refresh", "--hook-stage", "post-commit", "--verbose")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stdout
