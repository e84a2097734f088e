"""Hooks in Git's configuration. Where Git is older than 2.54 it is stood in for, and the last test is skipped."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gitbox import GIT, PLAIN_PATH, GitBox, pinned_env
from inside import kontext
from kontext.git.version import git_version
from kontext.hooks.git_config import FIRST
from kontext.hooks.shims import DEFAULT

IS_NEW = git_version(pinned_env(Path("/")), GIT) >= FIRST


@pytest.fixture
def newer(box: GitBox, tmp_path: Path) -> GitBox:
    """A repository whose Git says that it is new enough."""
    tools = tmp_path / "tools"
    tools.mkdir()
    program = tools / "git"
    program.write_text(f'#!/bin/sh\n[ "$1" = version ] && echo "git version 2.55.1" && exit\nexec {GIT} "$@"\n')
    program.chmod(0o755)
    return GitBox(box.path, box.env | {"PATH": f"{tools}:{box.env['PATH']}"})


def commands(box: GitBox) -> dict[str, str]:
    listed = box.git("config", "--local", "--get-regexp", r"^hook\..*\.command$", check=False)
    return {line.split(".")[1].removeprefix("kontext-"): line.partition(" ")[2] for line in listed.splitlines()}


def run_as_git_does(box: GitBox, command: str, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
    argv = ("sh", "-c", f'{command} "$@"', "sh", *argv)
    return subprocess.run(argv, cwd=box.path, env=box.env | env, capture_output=True, text=True, check=False)


def status(box: GitBox) -> dict[str, object]:
    return json.loads(kontext(box, "hooks", "status", "--json"))


def test_hooks_move_between_files_and_configuration(newer: GitBox) -> None:
    place = newer.path / ".git" / "hooks"
    kontext(newer, "hooks", "install")
    config = (newer.path / ".git" / "config").read_bytes()
    kontext(newer, "hooks", "install", "--config", "--dry-run")
    assert (newer.path / ".git" / "config").read_bytes() == config
    said = kontext(newer, "hooks", "install", "--config")
    assert (said.count("added to the configuration"), said.count("  removed\n")) == (len(DEFAULT), len(DEFAULT))
    assert set(commands(newer)) == set(DEFAULT)
    assert newer.git("config", "hook.kontext-post-commit.event") == "post-commit"
    assert not (place / "post-commit").exists()
    assert kontext(newer, "hooks", "install", "--config") == "nothing to do\n"
    told = status(newer)
    assert [one["event"] for one in told["hooks"] if one["state"] == "ours"] == [*DEFAULT]
    if not IS_NEW:
        assert any("runs none of them: that began with Git 2.54" in note for note in told["notes"])
    kontext(newer, "hooks", "install")
    assert commands(newer) == {}
    kontext(newer, "hooks", "install", "--config")
    kontext(newer, "hooks", "uninstall")
    assert (commands(newer), (place / "post-commit").exists()) == ({}, False)


def test_the_command_passes_arguments_on_and_survives_all_that_may_go(newer: GitBox) -> None:
    newer.git("config", "core.hooksPath", "/nowhere")  # does not matter
    kontext(newer, "hooks", "install", "--config", "--only", "commit-msg")
    (newer.path / "message").write_text("S\n\nDecision: nope\n")
    (newer.path / ".git" / "COMMIT_EDITMSG").write_text("S\n\nDecision: nope\n")
    command = commands(newer)["commit-msg"]
    root = str(Path(__file__).resolve().parents[2])
    done = run_as_git_does(newer, command, ".git/COMMIT_EDITMSG", PYTHONPATH=root)
    assert (done.returncode, "no record is named 'nope'" in done.stderr) == (1, True)
    shims = newer.path / ".git" / "kontext" / "hooks"
    (shims / "commit-msg").unlink()
    assert run_as_git_does(newer, command, ".git/COMMIT_EDITMSG").returncode == 0
    assert next(one for one in status(newer)["hooks"] if one["event"] == "commit-msg")["state"] == "outdated"
    shutil.rmtree(newer.path / ".git" / "kontext")
    done = run_as_git_does(newer, command, ".git/COMMIT_EDITMSG")
    assert (done.returncode, done.stderr) == (0, "")
    assert "renewed in the configuration" in kontext(newer, "hooks", "install", "--config", "--only", "commit-msg")


def test_a_folder_with_a_quote_in_its_name(newer: GitBox, tmp_path: Path) -> None:
    odd = GitBox.init(tmp_path / "Jane's shop", newer.env)
    kontext(odd, "hooks", "install", "--config", "--only", "post-commit")
    assert run_as_git_does(odd, commands(odd)["post-commit"], KONTEXT_SKIP="1").returncode == 0


@pytest.mark.skipif(IS_NEW, reason="this Git is new enough")
def test_an_older_git_is_refused(box: GitBox) -> None:
    said = kontext(box, "hooks", "install", "--config", status=1)
    assert "runs no hooks from its configuration: that began with 2.54" in said
    assert commands(box) == {}


def test_every_older_git_that_could_be_used_here_is_named(newer: GitBox, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "git").write_text("#!/bin/sh\necho git version 2.39.5\n")
        (tmp_path / name / "git").chmod(0o755)
        newer.env["PATH"] += f":{tmp_path / name}"
    kontext(newer, "hooks", "install", "--config")
    notes = " ".join(status(newer)["notes"])
    assert all(f"{tmp_path / name}/git 2.39.5" in notes for name in ("one", "two"))


@pytest.mark.skipif(not IS_NEW, reason="NOT TESTED: this Git is older than 2.54 (make test GIT=/path/to/a/newer/git)")
def test_git_itself_runs_them_and_goes_on_when_parts_are_gone(box: GitBox) -> None:
    kontext(box, "hooks", "install", "--config", "--checks")
    root = str(Path(__file__).resolve().parents[2])

    def attempt(**env: str) -> tuple[int, str]:
        argv = ["git", "commit", "--allow-empty", "-m", "S\n\nDecision: nope"]
        done = subprocess.run(argv, cwd=box.path, env=box.env | env, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    code, said = attempt(PYTHONPATH=root)
    assert (code, "no record is named 'nope'" in said) == (1, True)
    shims = box.path / ".git" / "kontext" / "hooks"
    for shim in shims.iterdir():  # as after a removal of the package: neither its interpreter nor the command is there
        shim.write_text(re.sub(r"(?m)^python=.*", "python=/nowhere/python", shim.read_text()))
    assert attempt(PATH=PLAIN_PATH) == (0, "kontext: not found, commit-msg checks nothing\n")
    shutil.rmtree(shims.parent)
    assert attempt() == (0, "")
