"""Shared fixtures: a pinned environment, and repositories named after the situations they are in."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from gitbox import GitBox, pinned_env


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty home with a Git configuration of our own."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "gitconfig").write_text(
        "[user]\n\tname = Jane Doe\n\temail = jane@example.org\n[init]\n\tdefaultBranch = main\n"
        "[commit]\n\tgpgSign = false\n[core]\n\tautocrlf = false\n[gc]\n\tauto = 0\n"
    )
    return folder


@pytest.fixture(scope="session")
def git_env(home: Path) -> dict[str, str]:
    return pinned_env(home)


@pytest.fixture(autouse=True)
def _own_environment(git_env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees, or touches, the machine's own configuration."""
    for name in list(os.environ):
        if name not in git_env and not name.startswith("PYTEST"):
            monkeypatch.delenv(name)
    for name, value in git_env.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def make_box(tmp_path: Path, git_env: dict[str, str]) -> Iterator[Callable[..., GitBox]]:
    """Make repositories: `make_box("name", "--object-format=sha256")`."""
    yield lambda name="repo", *options: GitBox.init(tmp_path / name, git_env, *options)


@pytest.fixture
def box(make_box: Callable[..., GitBox]) -> GitBox:
    """An empty repository on an unborn branch."""
    return make_box()
