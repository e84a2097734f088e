"""The shims in every shell and kind of repository: what they start, what they do not, and that nobody is stopped."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gitbox import PLAIN_PATH, GitBox
from kontext.hooks.shims import ALL, CHECKS, EVENTS

ROOT = Path(__file__).resolve().parents[2]
SHELLS = [shell for shell in (["dash"], ["bash"], ["bash", "--posix"], ["busybox", "sh"]) if shutil.which(shell[0])]
SHELLS += [["sh"], ["sh", "-eu"]]
shells = pytest.mark.parametrize("shell", SHELLS, ids=" ".join)


def install(folder: Path, python: Path | str) -> Path:
    """Put every shim into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for event in ALL:
        (folder / event).write_text((ROOT / "hooks" / event).read_text().replace("@PYTHON@", str(python)))
        (folder / event).chmod(0o755)
    return folder


def recorder(file: Path, log: Path) -> Path:
    """A program that notes its own name and its last argument, and does nothing else."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'#!/bin/sh\nfor last; do :; done\necho "${{0##*/}} $last" >>"{log}"\n')
    file.chmod(0o755)
    return file


def lines(log: Path, expected: int) -> list[str]:
    """What was noted; waits until `expected` lines came, as they come in the background."""
    for _ in range(200):
        found = log.read_text().splitlines() if log.exists() else []
        if len(found) >= expected:
            break
        time.sleep(0.02)
    return found


def ask(box: GitBox, *argv: str) -> dict[str, Any]:
    """The answer of a command in a process of its own."""
    code = "import sys; from kontext.cli.app import main; sys.exit(main())"
    argv = (sys.executable, "-c", code, *argv, "--json")
    done = subprocess.run(argv, cwd=box.path, env=box.env, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def is_locked(file: Path) -> bool:
    with file.open("r+") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def run(shell: list[str], shim: Path, box: GitBox, *argv: str, **env: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [*shell, str(shim), *argv], cwd=box.path, env=box.env | env, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@shells
@pytest.mark.parametrize("kind", ["plain", "linked"])
def test_during_a_rebase_the_shim_starts_no_program_at_all(
    box: GitBox, tmp_path: Path, shell: list[str], kind: str
) -> None:
    log = tmp_path / "log"
    tools = [recorder(tmp_path / "tools" / name, log) for name in ("git", "kontext", "nice", "python", "cat", "grep")]
    hooks = install(tmp_path / "hooks", tools[3])
    box.commit("base", {"a": "1"})
    git_dir, env = box.path / ".git", {}
    if kind == "linked":
        box.git("worktree", "add", "-q", "../second")
        git_dir = git_dir / "worktrees" / "second"
        box = GitBox(tmp_path / "second", box.env)
        env = {"GIT_DIR": str(git_dir)}  # as Git exports it there
    program = [str(shutil.which(shell[0])), *shell[1:]]
    only = env | {"PATH": str(tmp_path / "tools")}
    (git_dir / "rebase-merge").mkdir()
    assert run(program, hooks / "post-commit", box, **only) == (0, "", "")
    assert run(program, hooks / "post-checkout", box, "0", "1", "1", **only) == (0, "", "")
    assert run(program, hooks / "post-rewrite", box, "amend", **only) == (0, "", "")
    assert run(program, hooks / "prepare-commit-msg", box, "m", "message", **only) == (0, "", "")
    (git_dir / "rebase-merge").rename(git_dir / "rebase-apply")
    assert run(program, hooks / "post-commit", box, **only) == (0, "", "")
    (git_dir / "rebase-apply").rmdir()
    assert run(program, hooks / "post-commit", box, **only) == (0, "", "")
    assert lines(log, 1) == ["nice post-commit"]


@shells
def test_many_commits_start_one_process_until_one_has_looked(box: GitBox, tmp_path: Path, shell: list[str]) -> None:
    log, told = tmp_path / "log", box.path / ".git" / "kontext" / "told"
    hooks = install(tmp_path / "hooks", recorder(tmp_path / "python", log))
    told.parent.mkdir()
    for _ in range(8):
        assert run(shell, hooks / "post-commit", box) == (0, "", "")
    assert lines(log, 1) == ["python post-commit"]
    for _ in range(8):  # the one that was started seems to be gone for good
        assert run(shell, hooks / "post-commit", box) == (0, "", "")
    assert len(lines(log, 9)) == 9
    told.unlink()  # it was not: this is what it does first
    for event in (*EVENTS, "post-commit"):
        assert run(shell, hooks / event, box) == (0, "", "")
    assert len(lines(log, 10)) == 10
    told.unlink()
    assert run(shell, hooks / "post-merge", box, "0") == (0, "", "")
    assert lines(log, 11)[9:] == ["python post-commit", "python 0"]


@shells
def test_nothing_is_said_where_nothing_can_be_written_or_found(box: GitBox, tmp_path: Path, shell: list[str]) -> None:
    box.commit("base", {"a": "1"})
    hooks = install(tmp_path / "hooks of Müller", "/nowhere/python")
    (box.path / ".git" / "kontext").write_text("not a folder")
    program = [str(shutil.which(shell[0])), *shell[1:]]
    for event in EVENTS:
        assert run(program, hooks / event, box, PATH="/nowhere") == (0, "", "")
    message = box.path / ".git" / "COMMIT_EDITMSG"
    message.write_text("S\n\nDecision: nope\n")
    tools = PLAIN_PATH  # a plain machine, without kontext
    for event in CHECKS:
        status, out, said = run(program, hooks / event, box, str(message), PATH=tools)
        assert (status, out, said.count("\n") <= 1) == (0, "", True), said
        assert "Traceback" not in said
    assert run(program, hooks / "commit-msg", box, str(message), PATH=tools)[2] == (
        "kontext: not found, commit-msg checks nothing\n"
    )


@pytest.mark.parametrize("place", ["plain", "relative", "outside", "linked", "submodule", "git-dir", "no-home"])
def test_hooks_are_run_by_git_wherever_it_looks_for_them(box: GitBox, tmp_path: Path, place: str) -> None:
    log = tmp_path / "log"
    box.commit("base", {"a": "1"})
    where, env = box.path, dict(box.env)
    folder = box.path / ".git" / "hooks"
    if place == "relative":
        folder = box.path / "tööls and hooks"
        box.git("config", "core.hooksPath", folder.name)
    elif place == "outside":
        folder = tmp_path / "häuser and hooks"
        box.git("config", "core.hooksPath", str(folder))
    elif place == "linked":
        box.git("worktree", "add", "-q", "-b", "second", "../second tree")
        where = tmp_path / "second tree"
    elif place == "submodule":
        top = GitBox.init(tmp_path / "top", box.env)
        top.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(box.path), "inner")
        where, folder = top.path / "inner", top.path / ".git" / "modules" / "inner" / "hooks"
    elif place == "git-dir":
        where, env = tmp_path, env | {"GIT_DIR": str(box.path / ".git"), "GIT_WORK_TREE": str(box.path)}
    elif place == "no-home":
        env = {name: value for name, value in env.items() if name not in ("HOME", "XDG_CONFIG_HOME")}
        env["PATH"] = PLAIN_PATH  # what a desktop gives to its programs
    install(folder, recorder(tmp_path / "python", log))
    argv = ["git", "commit", "--allow-empty", "-m", "Say: a thing, with one incident"]
    for close in ("", " <&-"):  # a window may have no input at all
        line = "exec " + " ".join(["'" + word + "'" for word in argv]) + close
        done = subprocess.run(["sh", "-c", line], cwd=where, env=env, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    noted = {tuple(line.rsplit("/")[-1].split()) for line in lines(log, 4)}
    assert noted == {("COMMIT_EDITMSG",), ("python", "post-commit")}


def test_forty_quick_commits_are_all_found(box: GitBox, tmp_path: Path) -> None:
    """By a question that comes at once, while hooks are still at work; and without one, once they have ended."""
    install(box.path / ".git" / "hooks", sys.executable)
    box.env["PYTHONPATH"] = str(ROOT)
    box.commit("base", {"a": "1"})
    for number in range(40):
        box.git("commit", "-q", "--allow-empty", "-m", f"Lose needle number {number}")
    hits = ask(box, "search", "needle", "--kind", "commit", "-n", "80")["hits"]
    assert sum("needle" in hit["title"] for hit in hits) == 40
    for number in range(8):
        box.git("commit", "-q", "--allow-empty", "-m", f"Lose thimble number {number}")
    ours = box.path / ".git" / "kontext"
    for _ in range(400):
        if not (ours / "told").exists() and not is_locked(ours / "hook.lock"):
            break
        time.sleep(0.05)
    assert ask(box, "status")["index"]["indexed"] == box.head
