"""kontext/stopping.py: a question that nobody waits for any more leaves no program behind."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from kontext import process, stopping
from kontext.files import Lock
from kontext.stopping import Stopped, Work


def in_thread(work: Work, call: object, started: threading.Event) -> tuple[threading.Thread, list[BaseException]]:
    said: list[BaseException] = []

    def run() -> None:
        try:
            with work:
                started.set()
                call()
        except BaseException as error:
            said.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, said


def wait_until(is_so: object) -> None:
    deadline = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_program_is_ended_and_no_other_is_started(tmp_path: Path) -> None:
    work, started = Work(), threading.Event()
    after = tmp_path / "after"

    def two_programs() -> None:
        process.run(["sleep", "600"])
        process.run(["touch", str(after)])

    thread, said = in_thread(work, two_programs, started)
    wait_until(lambda: work._running)
    work.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert [type(one) for one in said] == [Stopped]
    assert not after.exists()
    assert not work._running


def test_a_stream_and_a_child_are_ended() -> None:
    for call in (
        lambda: list(process.stream(["sleep", "600"])),
        lambda: process.Child(["sleep", "600"]).read_line(),
    ):
        work, started = Work(), threading.Event()
        thread, _ = in_thread(work, call, started)
        wait_until(lambda held=work: held._running)
        work.stop()
        thread.join(20)
        assert not thread.is_alive()


def test_waiting_for_a_lock_ends(tmp_path: Path) -> None:
    work, started = Work(), threading.Event()

    def wait() -> None:
        with Lock(str(tmp_path / "lock"), 600):
            pass

    with Lock(str(tmp_path / "lock")):
        thread, said = in_thread(work, wait, started)
        started.wait(20)
        work.stop()
        thread.join(20)
        assert [type(one) for one in said] == [Stopped]
    with Lock(str(tmp_path / "lock")):
        pass  # the one that was stopped holds nothing


def test_other_threads_go_on() -> None:
    work = Work()
    work.stop()
    stopping.check()
    assert process.run(["echo", "on"]).stdout == b"on\n"
    with pytest.raises(Stopped), work:
        process.run(["echo", "on"])
    assert stopping.current() is None
    stopping.check()


def test_a_program_started_while_it_is_stopped_is_ended() -> None:
    work = Work()
    running = process.start(["sleep", "600"])
    work.stop()
    work.started(running.pid)
    assert running.finish().status == -9


def test_detached_programs_leave_nothing_behind() -> None:
    pids = []
    for _ in range(3):
        assert process.detach(["true"])
        pids.append(process._detached[-1])
    wait_until(lambda: process.detach(["true"]) and not set(pids) & set(process._detached))
