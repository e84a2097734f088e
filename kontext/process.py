"""The one door to other programs.

Owns starting, feeding, reading, time-limiting and detaching processes with `os.posix_spawn`, which is several times
cheaper than importing `subprocess` (docs/decisions/2026-11-30-programs-are-started-with-posix-spawn.md).
Must not know Git or any other program: argv in, status and bytes out.
"""

from __future__ import annotations

import errno
import os
import select
import signal
import time

from kontext import stopping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

CHUNK = 1 << 16
_detached: list[int] = []  # programs started by `detach` that may still run


class Finished:
    """What a program left: exit `status` (negative = the signal that ended it), `stdout`, `stderr`, `timed_out`."""

    __slots__ = ("status", "stderr", "stdout", "timed_out")

    def __init__(self, status: int, stdout: bytes, stderr: bytes, timed_out: bool = False) -> None:
        self.status = status
        self.stdout = stdout
        self.stderr = stderr
        self.timed_out = timed_out


class Running:
    """A started program whose stdout and stderr are pipes; call `finish()` once."""

    __slots__ = ("_deadline", "_err", "_out", "pid")

    def __init__(self, pid: int, out: int, err: int, deadline: float | None) -> None:
        self.pid = pid
        self._out = out
        self._err = err
        self._deadline = deadline

    def finish(self) -> Finished:
        """Read what is left, wait, and return it; past the deadline the program is killed."""
        parts: dict[int, list[bytes]] = {self._out: [], self._err: []}
        timed_out = not _drain(parts, self._deadline)
        if timed_out:
            self.kill()
        for end in parts:
            os.close(end)
        _, status = _wait(self.pid)
        code = os.waitstatus_to_exitcode(status)
        return Finished(code, b"".join(parts[self._out]), b"".join(parts[self._err]), timed_out)

    def kill(self) -> None:
        """End the program now; `finish()` still has to be called."""
        _kill(self.pid)


class Stream:
    """A program's stdout in chunks, while it runs: iterate over it once, to its end or until you have enough.

    Leaving the loop early (or dropping the iterator) ends the program. Afterwards `status` is its exit status (negative
    = the signal that ended it), `stderr` the first 64 KiB of what it said, and `timed_out` tells that the deadline
    came first.
    """

    __slots__ = ("_deadline", "_err", "_out", "pid", "status", "stderr", "timed_out")

    def __init__(self, pid: int, out: int, err: int, deadline: float | None) -> None:
        self.pid = pid
        self._out = out
        self._err = err
        self._deadline = deadline
        self.status = 0
        self.stderr = b""
        self.timed_out = False

    def __iter__(self) -> Iterator[bytes]:
        ended = False
        try:
            while self._in_time() and (chunk := os.read(self._out, CHUNK)):
                yield chunk
            ended = not self.timed_out
        finally:
            if not ended:
                _kill(self.pid)
            self._wait()

    def _in_time(self) -> bool:
        if self._deadline is None:
            return True
        poll = select.poll()
        poll.register(self._out, select.POLLIN)
        left = self._deadline - time.monotonic()
        self.timed_out = left <= 0 or not poll.poll(left * 1000)
        return not self.timed_out

    def _wait(self) -> None:
        os.close(self._out)
        _, status = _wait(self.pid)
        self.status = os.waitstatus_to_exitcode(status)
        os.lseek(self._err, 0, os.SEEK_SET)
        self.stderr = os.read(self._err, CHUNK)
        os.close(self._err)


class Child:
    """A program that is asked again and again: bytes in on `stdin`, bytes out from `stdout` (stderr is dropped)."""

    __slots__ = ("_buffer", "_in", "_out", "pid")

    def __init__(self, argv: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        theirs_in, self._in = os.pipe()
        self._out, theirs_out = os.pipe()
        actions: list[tuple[int | str, ...]] = [
            (os.POSIX_SPAWN_DUP2, theirs_in, 0),
            (os.POSIX_SPAWN_DUP2, theirs_out, 1),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        try:
            self.pid = _spawn(argv, env, actions)
        except BaseException:
            os.close(self._in)
            os.close(self._out)
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self._buffer = b""

    def ask(self, question: bytes) -> None:
        """Send a question whole. Raises BrokenPipeError when the program is gone."""
        view = memoryview(question)
        while view:
            view = view[os.write(self._in, view) :]

    def read_line(self) -> bytes:
        """Return one line without its newline; b"" with the program gone."""
        while b"\n" not in self._buffer:
            if not self._fill():
                break
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def read_exactly(self, count: int) -> bytes:
        """Return `count` bytes, fewer only when the program is gone."""
        parts = [self._buffer]
        held = len(self._buffer)
        while held < count and (more := os.read(self._out, max(CHUNK, count - held))):
            parts.append(more)
            held += len(more)
        data = b"".join(parts)
        self._buffer = data[count:]
        return data[:count]

    def close(self) -> None:
        """Close its stdin and wait for it to end."""
        os.close(self._in)
        os.close(self._out)
        _wait(self.pid)

    def _fill(self) -> bool:
        more = os.read(self._out, CHUNK)
        self._buffer += more
        return bool(more)


def start(
    argv: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    data: bytes | None = None,
    timeout: float | None = None,
) -> Running:
    """Start a program; several may run at once. `env` replaces the environment, `timeout` is in seconds from now.

    `data` is fed to its stdin. Raises FileNotFoundError when there is no such program.
    """
    out, theirs_out = os.pipe()
    err, theirs_err = os.pipe()
    spool = None if data is None else _spool(data)
    actions: list[tuple[int | str, ...]] = [
        _feed(spool),
        (os.POSIX_SPAWN_DUP2, theirs_out, 1),
        (os.POSIX_SPAWN_DUP2, theirs_err, 2),
    ]
    try:
        pid = _spawn(argv, env, actions)
    except BaseException:
        os.close(out)
        os.close(err)
        raise
    finally:
        os.close(theirs_out)
        os.close(theirs_err)
        if spool is not None:
            os.close(spool)
    return Running(pid, out, err, None if timeout is None else time.monotonic() + timeout)


def run(
    argv: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    data: bytes | None = None,
    timeout: float | None = None,
) -> Finished:
    """Run a program to its end; `data` is fed to its stdin."""
    return start(argv, env=env, data=data, timeout=timeout).finish()


def stream(
    argv: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    data: bytes | None = None,
    timeout: float | None = None,
) -> Stream:
    """Start a program whose stdout is read in chunks while it runs; `data` is fed to its stdin.

    Memory stays bounded: stdout is a pipe read on demand, stderr a file.
    """
    # The pipe first: where the caller closed stdout, a file opened before it would take number 1, which the child's
    # stdout then takes from it.
    out, theirs_out = os.pipe()
    err = _spool(b"")
    spool = _spool(data) if data is not None else None
    actions: list[tuple[int | str, ...]] = [
        _feed(spool),
        (os.POSIX_SPAWN_DUP2, theirs_out, 1),
        (os.POSIX_SPAWN_DUP2, err, 2),
    ]
    try:
        pid = _spawn(argv, env, actions)
    except BaseException:
        os.close(out)
        os.close(err)
        raise
    finally:
        os.close(theirs_out)
        if spool is not None:
            os.close(spool)
    return Stream(pid, out, err, None if timeout is None else time.monotonic() + timeout)


def present(argv: Sequence[str], data: bytes, *, env: Mapping[str, str] | None = None) -> int:
    """Run a program on our own terminal with `data` as its input, a pager for instance; return its exit status.

    Ctrl-C belongs to the program while it runs, as under Git's pager. Raises FileNotFoundError without such a program.
    """
    spool = _spool(data)
    try:
        return _attend(_spawn(argv, env, [(os.POSIX_SPAWN_DUP2, spool, 0)]))
    finally:
        os.close(spool)


def converse(argv: Sequence[str], *, env: Mapping[str, str] | None = None) -> int:
    """Run a program that talks to the user on our own terminal, an editor for instance; return its exit status.

    Raises FileNotFoundError without such a program.
    """
    return _attend(_spawn(argv, env, []))


def _attend(pid: int) -> int:
    """Wait for a program that has the terminal, Ctrl-C included; return its exit status."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return os.waitstatus_to_exitcode(_wait(pid)[1])
    finally:
        signal.signal(signal.SIGINT, before)


def detach(argv: Sequence[str], *, env: Mapping[str, str] | None = None) -> bool:
    """Start a program in a session of its own that outlives us and holds none of our pipes; False when it cannot start.

    Nobody waits for it here, init does once we are gone. A process that stays takes in those that ended meanwhile.
    """
    _detached[:] = [pid for pid in _detached if not _has_ended(pid)]
    null = [(os.POSIX_SPAWN_OPEN, end, os.devnull, os.O_RDWR, 0) for end in (0, 1, 2)]
    try:
        pid = os.posix_spawnp(
            argv[0], list(argv), dict(env) if env is not None else os.environ, file_actions=null, setsid=True
        )
    except OSError:
        return False
    _detached.append(pid)
    return True


def _has_ended(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True  # another thread was quicker


def _spawn(argv: Sequence[str], env: Mapping[str, str] | None, actions: Sequence[tuple[int | str, ...]]) -> int:
    """posix_spawnp with our pipes; descriptors made by os.pipe() are not inherited otherwise."""
    if not argv[0]:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), argv[0])
    stopping.check()
    # Python ignores SIGPIPE and a child would inherit that: it would go on writing to a reader that has left.
    pid = os.posix_spawnp(
        argv[0],
        list(argv),
        env if env is not None else os.environ,
        file_actions=actions,
        setsigdef=(signal.SIGPIPE,),
    )
    if work := stopping.current():
        work.started(pid)
    return pid


def _wait(pid: int) -> tuple[int, int]:
    """Wait for a program; return what os.waitpid does."""
    if work := stopping.current():
        work.ended(pid)
    return os.waitpid(pid, 0)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _feed(spool: int | None) -> tuple[int | str, ...]:
    """What a program's stdin is: a spool, or nothing to read."""
    return (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0) if spool is None else (os.POSIX_SPAWN_DUP2, spool, 0)


def _spool(data: bytes) -> int:
    """Return a descriptor from which `data` can be read: a file, so that a large question cannot block a pipe."""
    if hasattr(os, "memfd_create"):
        spool = os.memfd_create("kontext")
    else:
        import tempfile

        spool, name = tempfile.mkstemp()
        os.unlink(name)
    view = memoryview(data)
    while view:
        view = view[os.write(spool, view) :]
    os.lseek(spool, 0, os.SEEK_SET)
    return spool


def _drain(parts: dict[int, list[bytes]], deadline: float | None) -> bool:
    """Read every pipe to its end; False when the deadline came first."""
    poll = select.poll()
    for end in parts:
        poll.register(end, select.POLLIN | select.POLLHUP)
    open_ends = len(parts)
    while open_ends:
        left = None if deadline is None else max(0.0, deadline - time.monotonic()) * 1000
        ready = poll.poll(left)
        if not ready:
            return False
        for end, _ in ready:
            chunk = os.read(end, CHUNK)
            if chunk:
                parts[end].append(chunk)
            else:
                poll.unregister(end)
                open_ends -= 1
    return True
