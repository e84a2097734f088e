"""The shims, run by Git itself: silent, detached, harmless."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.hooks.shims import ALL

ROOT = Path(__file__).resolve().parents[2]
EVENTS = ("post-commit", "post-merge", "post-checkout", "post-rewrite")


@pytest.fixture
def hooked(box: GitBox, tmp_path: Path) -> GitBox:
    """A repository with our shims installed, which run a stand-in that writes down how it was called."""
    log = tmp_path / "calls"
    fake = tmp_path / "python"
    fake.write_text(f'#!/bin/sh\necho "$4 $*" >>"{log}"\n')
    fake.chmod(0o755)
    for event in EVENTS:
        shim = (ROOT / "hooks" / event).read_text().replace("@PYTHON@", str(fake))
        file = box.path / ".git" / "hooks" / event
        file.parent.mkdir(exist_ok=True)
        file.write_text(shim)
        file.chmod(0o755)
    return box


def calls(box: GitBox, expected: int) -> list[str]:
    """The events the stand-in was called for; waits until `expected` came, as they come in the background."""
    log = box.path.parent / "calls"
    for _ in range(200):
        lines = log.read_text().splitlines() if log.exists() else []
        if len(lines) >= expected:
            break
        time.sleep(0.02)
    return [line.split()[0] for line in lines]


def run_git(box: GitBox, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *argv], cwd=box.path, env=box.env | env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("event", ALL)
def test_a_shim_is_short_plain_sh_with_an_id_line(event: str) -> None:
    lines = (ROOT / "hooks" / event).read_text().splitlines()
    assert len(lines) <= 20
    assert lines[:2] == ["#!/bin/sh", f"# kontext-hook: {event} 3"]
    assert lines[-1] == "exit 0"
    assert os.access(ROOT / "hooks" / event, os.X_OK)
    subprocess.run(["sh", "-n", ROOT / "hooks" / event], check=True)


def test_a_commit_calls_once_and_prints_nothing(hooked: GitBox) -> None:
    done = run_git(hooked, "commit", "-q", "--allow-empty", "-m", "one")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert calls(hooked, 1) == ["post-commit"]


def test_a_rebase_calls_for_the_whole_at_its_end(hooked: GitBox) -> None:
    hooked.commit("base", {"a": "1"})
    hooked.git("checkout", "-q", "-b", "side")
    for name in "bcd":
        hooked.commit(name, {name: "1"})
    hooked.git("checkout", "-q", "main")
    hooked.commit("more", {"e": "1"})
    before = calls(hooked, 7)
    assert sorted(before) == ["post-checkout"] * 2 + ["post-commit"] * 5
    hooked.git("rebase", "-q", "main", "side")
    after = calls(hooked, 8)[7:]
    assert "post-rewrite" in after
    assert "post-commit" not in after


def test_checking_out_files_calls_nothing(hooked: GitBox) -> None:
    hooked.commit("base", {"a": "1"})
    assert calls(hooked, 1) == ["post-commit"]
    hooked.write("a", "2")
    run_git(hooked, "checkout", "a")
    run_git(hooked, "commit", "-q", "--allow-empty", "-m", "one")
    assert calls(hooked, 2) == ["post-commit", "post-commit"]


def test_a_merge_and_an_amend_call(hooked: GitBox) -> None:
    hooked.commit("base", {"a": "1"})
    hooked.git("branch", "side")
    hooked.commit("more", {"b": "1"})
    hooked.git("checkout", "-q", "side")
    hooked.git("merge", "-q", "--ff-only", "main")
    assert sorted(calls(hooked, 4)) == ["post-checkout", "post-commit", "post-commit", "post-merge"]
    hooked.git("commit", "-q", "--amend", "-m", "better")
    assert sorted(calls(hooked, 6)[4:]) == ["post-commit", "post-rewrite"]


def test_a_linked_worktree_calls_from_its_own_folder(hooked: GitBox) -> None:
    hooked.commit("base", {"a": "1"})
    hooked.git("worktree", "add", "-q", "../second")
    calls(hooked, 2)
    second = GitBox(hooked.path.parent / "second", hooked.env)
    second.git("commit", "-q", "--allow-empty", "-m", "there")
    assert calls(hooked, 3)[2:] == ["post-commit"]


def test_skip_and_a_missing_kontext_are_silent(hooked: GitBox, tmp_path: Path) -> None:
    assert run_git(hooked, "commit", "-q", "--allow-empty", "-m", "one", KONTEXT_SKIP="1").stderr == ""
    (tmp_path / "python").unlink()
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("git", "sh"):
        found = next(Path(place) / name for place in os.environ["PATH"].split(":") if (Path(place) / name).exists())
        (tools / name).symlink_to(found.resolve())
    done = run_git(hooked, "commit", "-q", "--allow-empty", "-m", "two", PATH=str(tools))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert calls(hooked, 0) == []


def test_a_slow_refresh_holds_nobody_up(hooked: GitBox, tmp_path: Path) -> None:
    """A child that kept our pipes would make whoever reads Git's output wait for it."""
    fifo = tmp_path / "go"
    os.mkfifo(fifo)
    (tmp_path / "python").write_text(f'#!/bin/sh\nread line <"{fifo}"\necho done >>"{tmp_path / "calls"}"\n')
    done = run_git(hooked, "commit", "--allow-empty", "-m", "one")  # both streams are pipes, read to their end
    assert done.returncode == 0
    assert calls(hooked, 0) == []
    fifo.write_text("go\n")
    assert calls(hooked, 1) == ["done"]


def test_the_real_refresh_follows_head(box: GitBox) -> None:
    box.commit("first", {"a": "1"})
    env = box.env | {"PYTHONPATH": str(ROOT)}
    refresh = [sys.executable, "-m", "kontext.hooks", "post-commit"]
    subprocess.run(refresh, cwd=box.path, env=env, check=True)
    box.commit("second", {"b": "1"})
    done = subprocess.run(refresh, cwd=box.path, env=env, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
    code = "import sys; from kontext.cli.app import main; sys.argv = ['kontext', 'status', '--json']; sys.exit(main())"
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=box.path, env=env, capture_output=True, text=True, check=True
    )
    assert '"state": "current"' in told.stdout
    assert f'"indexed": "{box.head}"' in told.stdout


def refresh(box: GitBox, event: str = "post-commit", **env: str) -> bool:
    """Do the work of a hook in the foreground; True when there is an index afterwards."""
    argv = [sys.executable, "-m", "kontext.hooks", event]
    subprocess.run(argv, cwd=box.path, env=box.env | {"PYTHONPATH": str(ROOT)} | env, check=True)
    return (box.path / ".git" / "kontext" / "index").exists()


def test_of_many_hooks_one_does_the_work(box: GitBox) -> None:
    box.commit("first", {"a": "1"})
    lock = box.path / ".git" / "kontext" / "hook.lock"
    lock.parent.mkdir()
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert not refresh(box)
        assert lock.with_name("told").exists()  # so that the one at work looks once more
    assert refresh(box)
    assert not lock.with_name("told").exists()


def test_a_setting_switches_one_event_off(box: GitBox) -> None:
    box.commit("first", {"a": "1"})
    box.git("config", "kontext.hooks.postCommit", "false")
    assert not refresh(box)
    assert not refresh(box, KONTEXT_SKIP="1", event="post-merge")
    assert not refresh(box, event="post-merge", KONTEXT_HOOKS_BACKGROUND="false")
    assert refresh(box, "post-merge")


def test_the_environment_of_a_hook_leads_to_the_repository_and_nothing_else_of_it_is_kept(box: GitBox) -> None:
    box.commit("first", {"a": "1"})
    (box.path / "deep").mkdir()
    inside = GitBox(box.path / "deep", box.env)
    refresh(
        inside, GIT_DIR="../.git", GIT_WORK_TREE="..", GIT_INDEX_FILE="/nonexistent/next-index.lock", GIT_PREFIX="x"
    )
    assert (box.path / ".git" / "kontext" / "index").exists()
    assert not (box.path / "deep" / ".git").exists()


@pytest.mark.parametrize("argv", [[], ["nonsense"], ["post-commit"]])
def test_the_real_refresh_never_fails(tmp_path: Path, git_env: dict[str, str], argv: list[str]) -> None:
    env = git_env | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-m", "kontext.hooks", *argv], cwd=tmp_path, env=env, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert list(tmp_path.iterdir()) == []  # no repository, nothing to keep there
