"""No answer in any form shows what a file of secrets holds, in the tree or in history; its history is told."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox

BIN = Path(sys.executable).parent
OLD, NEW, MOVED = "OLDTOKENAAAA1111", "NEWTOKENBBBB2222", "MOVEDTOKENCC3333"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, git_env: dict[str, str]) -> GitBox:
    """A tracked `.env` that changed, and settings that were one once."""
    box = GitBox.init(tmp_path_factory.mktemp("secret") / "repo", git_env)
    box.commit(
        "Begin", {".env": f"TOKEN={OLD}\nA=1\n", "env/.env.local": f"KEY={MOVED}\nB=1\nC=1\n", "a.py": "a = 1\n"}
    )
    box.commit("Change the token\n\nThe old one was revoked because it leaked.\n", {".env": f"TOKEN={NEW}\nA=1\n"})
    box.git("mv", "env/.env.local", "settings.txt")
    box.commit("Move the settings", {})
    box.commit("Leave the key out", {"settings.txt": "KEY=\nB=1\nC=1\n", "a.py": "a = 2\n"})
    return box


def ask(box: GitBox, *argv: str) -> tuple[int, str]:
    env = box.env | {"PATH": f"{BIN}:{box.env['PATH']}", "KONTEXT_INDEX_BACKGROUND": "false"}
    env |= {"KONTEXT_WHY_LINEAGE_MS": "0", "KONTEXT_WHY_SEE_THROUGH_MS": "0"}
    done = subprocess.run(argv, cwd=box.path, env=env, capture_output=True, check=False)
    return done.returncode, (done.stdout + done.stderr).decode()


@pytest.mark.parametrize(
    "form", [(), ("--json",), ("--porcelain",), ("--explain",), ("--patch",), ("--patch", "--json")]
)
@pytest.mark.parametrize("target", [".env:1", "settings.txt:1", ".env", ":(top).env:1-2"])
def test_lines_are_told_without_what_they_say(shop: GitBox, target: str, form: tuple[str, ...]) -> None:
    status, said = ask(shop, "git", "why", *form, target)
    assert status == 0
    for token in (OLD, NEW, MOVED):
        assert token not in said
    if target.startswith(".env:"):
        assert "The old one was revoked because it leaked." in said
        assert "content of .env is not shown" in said


def test_lines_of_other_files_are_shown(shop: GitBox) -> None:
    assert "    a = 2\n" in ask(shop, "git", "why", "a.py:1")[1]


@pytest.mark.parametrize("revision", ["HEAD", "HEAD~1", "HEAD~2", "HEAD~3"])
def test_patches_leave_such_files_out(shop: GitBox, revision: str) -> None:
    status, said = ask(shop, "kontext", "read", "--level", "2", f"git:{revision}")
    assert status == 0
    for token in (OLD, NEW):
        assert token not in said
    if revision == "HEAD~2":
        assert "content of .env is not shown: it looks like a file of secrets" in said
    if revision == "HEAD~1":
        assert MOVED not in said
        assert "content of settings.txt is not shown" in said
    if revision == "HEAD":
        assert "+a = 2" in said


@pytest.mark.parametrize("token", [OLD, NEW])
def test_no_commit_is_found_by_them(shop: GitBox, token: str) -> None:
    assert token not in ask(shop, "git", "kx-search", "--json", token)[1].replace(f'"query": "{token}"', "")
    assert json.loads(ask(shop, "git", "kx-search", "--json", token)[1])["hits"] == []
