"""kontext/process.py: starting, feeding, limiting and streaming programs."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from kontext import process

PYTHON = sys.executable


def sh(script: str) -> list[str]:
    return ["sh", "-c", script]


def test_run_returns_status_and_both_streams() -> None:
    done = process.run(sh("echo out; echo err >&2; exit 3"))
    assert (done.status, done.stdout, done.stderr, done.timed_out) == (3, b"out\n", b"err\n", False)


def test_run_feeds_more_than_a_pipe_holds() -> None:
    data = b"x" * 1_000_000
    assert process.run(["cat"], data=data).stdout == data


def test_run_reads_both_streams_without_blocking() -> None:
    done = process.run(sh("head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"))
    assert (len(done.stdout), len(done.stderr)) == (300_000, 300_000)


def test_without_data_stdin_is_empty() -> None:
    assert process.run(["cat"]).stdout == b""


def test_env_replaces_the_environment() -> None:
    assert process.run(sh("echo $ONLY"), env={"ONLY": "this", "PATH": os.environ["PATH"]}).stdout == b"this\n"


def test_a_program_that_does_not_exist() -> None:
    with pytest.raises(FileNotFoundError):
        process.run(["kontext-no-such-program"])
    with pytest.raises(FileNotFoundError):
        process.stream([""])


def test_timeout_kills_and_keeps_what_came() -> None:
    done = process.run(sh("echo early; exec sleep 60"), timeout=0.3)
    assert (done.timed_out, done.stdout, done.status) == (True, b"early\n", -9)


def test_a_grandchild_that_holds_the_pipe_does_not_hold_us() -> None:
    done = process.run(sh("sleep 60 & echo out"), timeout=0.3)
    assert done.timed_out
    assert done.stdout == b"out\n"


def test_stream_yields_everything_and_tells_the_status() -> None:
    stream = process.stream(sh("head -c 500000 /dev/zero; echo bad >&2; exit 4"))
    assert sum(map(len, stream)) == 500_000
    assert (stream.status, stream.stderr, stream.timed_out) == (4, b"bad\n", False)


def test_stream_feeds_stdin() -> None:
    assert b"".join(process.stream(["cat"], data=b"question")) == b"question"


def test_leaving_a_stream_ends_the_program() -> None:
    stream = process.stream(sh("while :; do echo y; done"))
    chunks = iter(stream)
    assert next(chunks).startswith(b"y\n")
    chunks.close()  # type: ignore[attr-defined]
    assert stream.status < 0
    with pytest.raises(ProcessLookupError):
        os.kill(stream.pid, 0)


def test_stream_stops_at_its_deadline() -> None:
    stream = process.stream(sh("echo early; exec sleep 60"), timeout=0.3)
    assert b"".join(stream) == b"early\n"
    assert stream.timed_out
    assert stream.status == -9


def test_a_steady_flow_does_not_put_the_deadline_off() -> None:
    stream = process.stream(sh("while :; do echo y; done"), timeout=0.2)
    assert sum(map(len, stream)) > 0
    assert stream.timed_out


def test_a_writer_whose_reader_left_gets_sigpipe() -> None:
    """Python ignores SIGPIPE; a child that inherited that would run on, or complain."""
    done = process.run(sh("(while :; do echo y; done; echo survived >&2) | head -n 1"))
    assert (done.stdout, done.stderr) == (b"y\n", b"")


def test_child_answers_again_and_again() -> None:
    child = process.Child(["cat"])
    for size in (0, 1, 50_000):
        child.ask(b"head\n" + b"b" * size)
        assert child.read_line() == b"head"
        assert child.read_exactly(size) == b"b" * size
    child.close()


def test_child_that_is_gone() -> None:
    child = process.Child(["true"])
    assert child.read_line() == b""
    assert child.read_exactly(3) == b""
    with pytest.raises(BrokenPipeError):
        for _ in range(100):
            child.ask(b"x" * 4096)
    child.close()


def test_no_descriptor_is_left_open() -> None:
    before = os.listdir("/dev/fd")
    process.run(["cat"], data=b"x")
    list(process.stream(["cat"], data=b"x"))
    with pytest.raises(FileNotFoundError):
        process.run(["kontext-no-such-program"], data=b"x")
    with pytest.raises(FileNotFoundError):
        process.stream(["kontext-no-such-program"], data=b"x")
    with pytest.raises(FileNotFoundError):
        process.Child(["kontext-no-such-program"])
    process.Child(["cat"]).close()
    assert len(os.listdir("/dev/fd")) == len(before)


def test_detach_returns_at_once_and_runs_in_a_session_of_its_own(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    code = (
        "import os, time; time.sleep(0.2)\n"
        f"open('{mark}.new', 'w').write(str(os.getsid(0)))\n"
        f"os.rename('{mark}.new', '{mark}')\n"
    )
    assert process.detach([PYTHON, "-c", code])
    assert not mark.exists()
    for _ in range(200):
        if mark.exists():
            break
        time.sleep(0.05)
    assert int(mark.read_text()) != os.getsid(0)
    assert not process.detach(["kontext-no-such-program"])


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_works_with_closed_standard_streams(closed: str, tmp_path: Path) -> None:
    """A hook may be started so; the pipes then get the numbers 0 to 2."""
    answer = tmp_path / "answer"
    code = (
        "from kontext import process\n"
        "done = process.run(['sh', '-c', 'cat; echo err >&2'], data=b'fed')\n"
        "text = b'|'.join(process.stream(['sh', '-c', 'cat; echo err >&2'], data=b'fed'))\n"
        f"open({str(answer)!r}, 'wb').write(done.stdout + b' ' + done.stderr + text)\n"
    )
    root = str(Path(process.__file__).parents[1])
    os.system(f"PYTHONPATH='{root}' '{PYTHON}' -c \"{code}\" {closed}")
    assert answer.read_bytes() == b"fed err\nfed"
