from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kontext.errors import IndexLocked
from kontext.files import Lock, read_bytes, stamp, write_atomic


def test_content_replaces_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "file"
    write_atomic(str(target), b"one")
    write_atomic(str(target), b"two" * 100_000)
    assert target.read_bytes() == b"two" * 100_000
    assert os.listdir(tmp_path) == ["file"]


def test_an_existing_mode_is_kept_and_a_new_one_is_the_usual(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"")
    target.chmod(0o750)
    write_atomic(str(target), b"x")
    assert stat.S_IMODE(target.stat().st_mode) == 0o750
    mask = os.umask(0o027)
    try:
        write_atomic(str(tmp_path / "new"), b"x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomic(str(tmp_path / "link"), b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"new"


def test_a_failed_write_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "kept").write_bytes(b"")
    with pytest.raises(OSError):
        write_atomic(str(tmp_path / "folder"), b"x")  # a folder cannot be replaced by a file
    with pytest.raises(OSError):
        write_atomic(str(tmp_path / "missing" / "file"), b"x")
    assert os.listdir(tmp_path) == ["folder"]


def test_a_lock_keeps_others_out_until_it_is_left(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with Lock(path), pytest.raises(IndexLocked), Lock(path, 0.03):
        pass
    with Lock(path):
        assert os.path.exists(path)
    assert os.path.exists(path), "the file stays: removing it would let two holders in"


def test_a_killed_holder_holds_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    code = "import sys; from kontext.files import Lock\nwith Lock(sys.argv[1]): print('held', flush=1); input()"
    root = str(Path(__file__).parents[2])
    holder = subprocess.Popen(
        [sys.executable, "-c", code, path], env={"PYTHONPATH": root}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout and holder.stdin
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(IndexLocked), Lock(path):
        pass
    holder.kill()
    holder.communicate()
    with Lock(path, 5):
        pass


def test_a_lock_is_left_when_its_block_raises(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with pytest.raises(ZeroDivisionError), Lock(path):
        raise ZeroDivisionError
    with Lock(path):
        pass


def test_reading_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_bytes(str(tmp_path / "file"), 5) == b"12345"
    assert read_bytes(str(tmp_path / "file"), 4) is None
    with pytest.raises(FileNotFoundError):
        read_bytes(str(tmp_path / "missing"), 5)


def test_pipes_and_folders_are_refused_rather_than_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        with pytest.raises(OSError):
            read_bytes(str(tmp_path / name), 5)


def test_a_stamp_changes_with_the_file(tmp_path: Path) -> None:
    target = tmp_path / "file"
    assert stamp(str(target)) is None and stamp("a\0b") is None
    write_atomic(str(target), b"one")
    first = stamp(str(target))
    write_atomic(str(target), b"two")
    assert first and first[1] == 3 and stamp(str(target)) != first
