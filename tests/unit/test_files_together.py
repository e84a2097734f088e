"""Several files written at once: all of them or none, whatever goes wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kontext.files import write_together


def test_all_are_written_and_keep_their_modes(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"1")
    (tmp_path / "old").chmod(0o640)
    write_together([(str(tmp_path / "old"), b"2"), (str(tmp_path / "new"), b"3")])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"old": b"2", "new": b"3"}
    assert (tmp_path / "old").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_a_failure_puts_every_file_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int) -> None:
    (tmp_path / "a").write_bytes(b"1")
    (tmp_path / "c").write_bytes(b"1")
    names = ["a", "b", "c"]
    real, calls = os.replace, []

    def replace(source: str, target: str) -> None:
        calls.append(target)
        if len(calls) == failing + 1:
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(OSError, match="No space"):
        write_together([(str(tmp_path / name), b"2") for name in names])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"a": b"1", "c": b"1"}


def test_a_kill_between_two_files_leaves_both_whole_and_the_next_try_tidies_up(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1")
    (tmp_path / "b").write_bytes(b"1")
    pid = os.fork()
    if pid == 0:
        real, calls = os.replace, []

        def replace(source: str, target: str) -> None:
            if calls:
                os.kill(os.getpid(), 9)
            calls.append(target)
            real(source, target)

        os.replace = replace  # type: ignore[assignment]
        write_together([(str(tmp_path / "a"), b"2"), (str(tmp_path / "b"), b"2")])
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -9
    assert ((tmp_path / "a").read_bytes(), (tmp_path / "b").read_bytes()) == (b"2", b"1")
    assert len(list(tmp_path.iterdir())) == 3
    write_together([(str(tmp_path / "a"), b"2"), (str(tmp_path / "b"), b"2")])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"a": b"2", "b": b"2"}
