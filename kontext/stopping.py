"""Work that another thread may stop.

Owns the one flag that a working thread looks at before it starts a program, waits or builds on, and the programs it
has running. Outside of a resident process nothing is ever stopped so, and looking costs an attribute.
Must not know what the work is.
"""

from __future__ import annotations

import os
import signal
from _thread import _local, allocate_lock

_here = _local()


class Stopped(BaseException):
    """Nobody waits for the answer any more. No Exception, so that no handler of failures takes it for one."""


class Work:
    """What one thread does for one question. `with work:` puts it to work; `stop` is for the other threads."""

    __slots__ = ("_lock", "_running", "is_stopped")

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._running: set[int] = set()
        self.is_stopped = False

    def __enter__(self) -> Work:
        _here.work = self
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        _here.work = None

    def stop(self) -> None:
        """End the programs that run, and the thread as soon as it looks."""
        with self._lock:
            self.is_stopped = True
            for pid in self._running:
                _kill(pid)

    def started(self, pid: int) -> None:
        """A program was started."""
        with self._lock:
            self._running.add(pid)
            if self.is_stopped:
                _kill(pid)

    def ended(self, pid: int) -> None:
        """A program is about to be waited for: once it was, its number may be another's."""
        with self._lock:
            self._running.discard(pid)


def current() -> Work | None:
    """Return the work of this thread, None where nobody may stop it."""
    return getattr(_here, "work", None)


def check() -> None:
    """Raise Stopped in a thread whose work was stopped."""
    work = current()
    if work is not None and work.is_stopped:
        raise Stopped


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
