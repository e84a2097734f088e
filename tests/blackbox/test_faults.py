"""Killed, crowded, out of space, read-only, damaged: the next question is answered, and right."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import assert_as_if_built_now, sit, take_away, uris

BIN = Path(sys.executable).parent
QUERY = (str(BIN / "git-kx-search"), "--json", "kind:commit")
LIMIT = "100"


def env_of(box: GitBox, **more: str) -> dict[str, str]:
    return box.env | {"KONTEXT_INDEX_BACKGROUND": "false", "KONTEXT_SEARCH_LIMIT": LIMIT} | more


def start(box: GitBox, *argv: str, **options: object) -> subprocess.Popen[str]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(argv or QUERY, cwd=box.path, env=env_of(box), **pipes, **options)


def answer(process: subprocess.Popen[str]) -> dict[str, object]:
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    return json.loads(out)


def newest(box: GitBox, rev: str = "HEAD") -> list[str]:
    return [f"git:{oid}" for oid in box.git("rev-list", f"-n{LIMIT}", rev).split()]


def found(result: dict[str, object]) -> list[str]:
    return [hit["uri"] for hit in result["hits"]]


def assert_right(box: GitBox) -> None:
    result = answer(start(box))
    assert (found(result), result["notes"]) == (newest(box), [])
    assert result["snapshot"] == {"head": box.head, "indexed": box.head}


@pytest.fixture
def long(box: GitBox) -> GitBox:
    """A history long enough to be interrupted, with a few docs."""
    box.commit("Begin", {f"docs/{n}.md": f"# Doc {n}\n\n{'words ' * 200}\n" for n in range(8)})
    box.import_commits(150)
    return box


def kill_within(process: subprocess.Popen[str], seconds: float) -> None:
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_a_kill_at_any_moment_of_a_build_or_a_publish_harms_nothing(long: GitBox) -> None:
    chance = random.Random(20231114)
    began = time.monotonic()
    assert_right(long)
    whole = time.monotonic() - began
    for _ in range(8):
        take_away(long.path / ".git/kontext")
        kill_within(start(long), chance.uniform(0.2, 1) * whole)
        assert uris(sit(long), "kind:commit", limit=int(LIMIT)) == newest(long)
    for _ in range(12):
        long.import_commits(3)
        kill_within(start(long), chance.uniform(0.1, 0.9) * whole)
        assert uris(sit(long), "kind:commit", limit=int(LIMIT)) == newest(long)
    assert_right(long)
    session = sit(long)
    assert_as_if_built_now(session)
    # What the killed builds had begun was swept by the ones after them.
    parts = {name for name in os.listdir(session.folder) if not name.endswith(".lock")}
    assert {name.partition(".")[0] for name in parts} == {"text", "paths"}
    assert len(parts) <= 4


def test_builds_at_the_same_time_give_the_same_answer(long: GitBox) -> None:
    running = [start(long) for _ in range(3)]
    answers = [answer(process) for process in running]
    assert all(found(one) == newest(long) for one in answers)
    assert all(one["notes"] == [] for one in answers)
    assert_as_if_built_now(sit(long))


def test_ten_readers_beside_a_refresh_see_one_state_or_the_other(long: GitBox) -> None:
    assert_right(long)
    for _ in range(2):
        before = newest(long)
        long.import_commits(5)
        running = [start(long) for _ in range(11)]
        for result in map(answer, running):
            assert found(result) in (before, newest(long))
            if found(result) == before:
                assert result["snapshot"]["indexed"] == before[0].removeprefix("git:")
                assert result["notes"][0].startswith("the index is being updated by another process")
    assert_right(long)


def test_a_worktree_added_while_an_index_is_built(long: GitBox) -> None:
    assert_right(long)
    building = start(long, str(BIN / "kontext"), "reindex")
    long.git("worktree", "add", "-q", "../linked", "HEAD~3")
    linked = GitBox(long.path.parent / "linked", long.env)
    assert found(answer(start(linked))) == newest(linked)
    _, err = building.communicate(timeout=60)
    assert building.returncode == 0, err
    assert_as_if_built_now(sit(linked))
    assert_as_if_built_now(sit(long))


def test_head_moved_in_every_way_between_two_questions(long: GitBox) -> None:
    assert_right(long)
    for move in (
        ("reset", "-q", "--hard", "HEAD~2"),
        ("update-ref", "refs/heads/main", "HEAD~1"),
        ("commit", "-q", "--amend", "--allow-empty", "-m", "Said better"),
        ("checkout", "-q", "-B", "side", "HEAD~4"),
        ("commit", "-q", "--allow-empty", "-m", "On the side"),
        ("rebase", "-q", "main"),
        ("checkout", "-q", "main"),
    ):
        long.git(*move)
        assert_right(long)


# Nowhere to write


def assert_answers_from_memory(box: GitBox, done: subprocess.CompletedProcess[str]) -> None:
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert found(result) == newest(box)
    assert result["notes"][0].startswith("answered from memory: ")


def run(box: GitBox, *argv: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        argv or QUERY, cwd=box.path, env=env_of(box), capture_output=True, text=True, check=False, timeout=60, **options
    )


def test_no_file_can_grow(long: GitBox) -> None:
    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    assert_answers_from_memory(long, run(long, preexec_fn=small_files))
    assert_right(long)
    # Now a refresh that cannot be written: the last publish answers, and that is said.
    before = newest(long)
    long.import_commits(60)
    done = run(long, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
    assert (done.returncode, done.stderr) == (0, "")
    assert found(json.loads(done.stdout)) in (before, newest(long))
    assert json.loads(done.stdout)["notes"]
    assert_right(long)


def mounted(box: GitBox, how: str, *argv: str) -> subprocess.CompletedProcess[str]:
    """Run a question in a mount namespace of its own, after `how` (sh)."""
    if not shutil.which("unshare"):
        pytest.skip("needs unshare(1) to mount something for one process")
    probe = run(box, "unshare", "-m", "sh", "-c", how)
    if probe.returncode:
        pytest.skip(f"this machine does not let us mount: {probe.stderr.strip()}")
    return run(box, "unshare", "-m", "sh", "-c", f'{how} && exec "$@"', "sh", *(argv or QUERY))


def test_a_full_disk(long: GitBox) -> None:
    (long.path / ".git/kontext").mkdir()
    assert_answers_from_memory(long, mounted(long, "mount -t tmpfs -o size=64k kontext .git/kontext"))
    assert_right(long)


READ_ONLY = "mount --bind .git .git && mount -o remount,ro,bind .git"


def test_a_read_only_git_folder_without_an_index(long: GitBox) -> None:
    assert_answers_from_memory(long, mounted(long, READ_ONLY))
    assert not (long.path / ".git/kontext").exists()


def test_reindex_says_that_nothing_can_be_written(long: GitBox) -> None:
    done = mounted(long, READ_ONLY, str(BIN / "kontext"), "reindex")
    assert done.returncode == 3
    first, remedy = done.stderr.splitlines()
    assert first == f"kontext: no index can be written below {long.path}/.git: Read-only file system"
    assert remedy == "  make it writable; until then questions are answered from memory"


def test_a_read_only_git_folder_with_an_index(long: GitBox) -> None:
    assert_right(long)
    done = mounted(long, READ_ONLY)
    assert (done.returncode, done.stderr) == (0, "")
    assert (found(json.loads(done.stdout)), json.loads(done.stdout)["notes"]) == (newest(long), [])
    why = mounted(long, READ_ONLY, str(BIN / "git-why"), "log.txt:1", "--json")
    assert (why.returncode, why.stderr) == (0, "")
    assert json.loads(why.stdout)["lines"][0]["oid"] == long.head
    before = newest(long)
    long.import_commits(1)
    late = mounted(long, READ_ONLY)
    assert (late.returncode, late.stderr) == (0, "")
    assert found(json.loads(late.stdout)) == before
    assert json.loads(late.stdout)["notes"][0].startswith("the index could not be refreshed")


# Damage


def truncate(raw: bytes) -> bytes:
    return raw[: len(raw) // 2]


def garble(raw: bytes) -> bytes:
    return b"\xa5 garbage " * (len(raw) // 10)


def empty(raw: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [truncate, garble, empty])
def test_damaged_files_of_an_index(long: GitBox, damage: Callable[[bytes], bytes]) -> None:
    assert_right(long)
    session = sit(long)
    other = Path(session.folder).parent / "0-of-another-version"
    shutil.copytree(session.folder, other)
    content = {file: file.read_bytes() for file in other.rglob("*") if file.is_file()}
    for part in (session.text_folder(), session.paths_folder()):
        for suffix in ("meta.json", ".store", ".idx", ".term"):
            for file in Path(part).glob(f"*{suffix}"):
                raw = file.read_bytes()
                file.unlink()
                file.write_bytes(damage(raw))
            if suffix == "meta.json":
                assert_right(long)
    assert_right(long)
    why = answer(start(long, str(BIN / "git-why"), "log.txt", "--json"))
    assert why["history"][0]["oid"] == long.head
    assert {file: file.read_bytes() for file in content} == content


def test_the_folder_removed_while_questions_are_asked(long: GitBox) -> None:
    assert_right(long)
    running = [start(long) for _ in range(4)]
    take_away(long.path / ".git/kontext")
    for process in running:
        assert found(answer(process)) == newest(long)
    assert_right(long)
