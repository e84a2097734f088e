"""Files of ours: written whole or not at all, locked by the kernel, read within bounds.

Owns how bytes reach the disk. Must not know what any file means.
"""

from __future__ import annotations

import os
import time

from kontext import stopping
from kontext.errors import IndexLocked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from types import TracebackType

POLL = 0.01  # seconds between two tries for a lock


class Lock:
    """A kernel lock on a file of its own, held while the `with` block runs; a killed process holds nothing.

    The file is made when missing and never removed: removing it would let two holders in. `timeout` is in seconds
    (0 = one try); past it IndexLocked is raised. OSError when the file cannot be made (a read-only folder).
    """

    __slots__ = ("_handle", "path", "timeout")

    def __init__(self, path: str, timeout: float = 0.0) -> None:
        self.path = path
        self.timeout = timeout
        self._handle = -1

    def __enter__(self) -> Lock:
        import fcntl

        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        deadline = time.monotonic() + self.timeout
        while True:
            try:
                stopping.check()
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    os.close(handle)
                    raise IndexLocked from None
                time.sleep(POLL)
            except BaseException:
                os.close(handle)
                raise
            else:
                self._handle = handle
                return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)
        self._handle = -1


def write_atomic(path: str, content: bytes) -> None:
    """Put `content` at `path` whole or not at all; the folder has to exist.

    A symbolic link is written through, an existing file keeps its mode, a new one gets the usual one. The bytes are
    on disk before the name points at them. Raises OSError and then leaves nothing behind.
    """
    path = os.path.realpath(path)
    temporary = _write_beside(path, content)
    try:
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def write_together(contents: Sequence[tuple[str, bytes]], new: Collection[str] = ()) -> None:
    """Put several files in place, all of them or none; their folders have to exist.

    All bytes are on disk before the first name points at them; when a later file cannot be put in place, the earlier
    ones are put back. A kill in between leaves every file whole, old or new. Paths in `new` never replace anything:
    FileExistsError where one has come to be there, whoever made it. Raises OSError.
    """
    waiting: list[tuple[str, str]] = []
    before: list[tuple[str, bytes | None]] = []
    try:
        for path, content in contents:
            folder, name = os.path.split(path)
            real = os.path.join(os.path.realpath(folder), name) if path in new else os.path.realpath(path)
            _sweep(real)
            waiting.append((_write_beside(real, content), real))
        for (path, _), (temporary, real) in zip(contents, list(waiting), strict=True):
            before.append((real, None if path in new else _content_of(real)))
            (_name_new if path in new else os.replace)(temporary, real)
            waiting.pop(0)
    except BaseException:
        if waiting and before and before[-1][0] == waiting[0][1]:
            before.pop()  # the one that failed was not replaced
        for real, old in before:
            if old is None:
                os.unlink(real)
            else:
                write_atomic(real, old)
        for temporary, _ in waiting:
            os.unlink(temporary)
        raise


def read_bytes(path: str, limit: int) -> bytes | None:
    """Return the content of a regular file, None when it is larger than `limit` bytes. Raises OSError.

    A pipe or a device is refused with OSError rather than waited for.
    """
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        if not os.path.isfile(path):
            raise OSError(f"{path} is not a regular file")
        parts, size = [], 0
        while part := os.read(handle, min(limit + 1 - size, 1 << 20)):
            parts.append(part)
            size += len(part)
            if size > limit:
                return None
        return b"".join(parts)
    finally:
        os.close(handle)


def first_link(top: str, path: str) -> str:
    """Return the first part of `path`, relative to the folder `top`, that is a symbolic link; "" where none is.

    What lies beyond such a link is not in `top`, whatever its path says: Git tracks nothing there either.
    """
    parts = path.split("/")
    found = ("/".join(parts[:count]) for count in range(1, len(parts) + 1))
    return next((one for one in found if os.path.islink(os.path.join(top, one))), "")


def leads_out(top: str, path: str) -> bool:
    """Tell whether `path`, relative to the folder `top`, ends outside of it once links are followed."""
    root = os.path.realpath(top)
    return os.path.commonpath([root, os.path.realpath(os.path.join(root, path))]) != root


def stamp(path: str) -> tuple[int, int, int] | None:
    """Return (mtime in ns, size, inode) of a file, links followed; None when there is none that can be seen."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _write_beside(path: str, content: bytes) -> str:
    """Write a temporary file next to `path`, to be renamed to it; return its name."""
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name[:100]}.{os.getpid()}.{time.monotonic_ns():x}.tmp")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        try:
            _keep_mode(handle, path)  # first: nobody else may read what the old file kept from them
            _write_all(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
    except BaseException:
        os.unlink(temporary)
        raise
    return temporary


def _name_new(temporary: str, path: str) -> None:
    """Give a file its name unless something has it: FileExistsError."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links: claim the name, then take it
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666))
        try:
            os.replace(temporary, path)
        except BaseException:
            os.unlink(path)
            raise
    else:
        os.unlink(temporary)


def _content_of(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _sweep(path: str) -> None:
    """Remove what a killed process left beside a file that is written again."""
    folder, name = os.path.split(path)
    start = f".{name[:100]}."
    for found in os.listdir(folder):
        parts = found.removeprefix(start).split(".")
        if found.startswith(start) and len(parts) == 3 and parts[2] == "tmp" and parts[0].isdecimal():
            try:
                os.kill(int(parts[0]), 0)
            except ProcessLookupError:
                os.unlink(os.path.join(folder, found))
            except OSError:
                pass  # it lives, as another user's


def _write_all(handle: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(handle, view) :]


def _keep_mode(handle: int, path: str) -> None:
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return
    os.fchmod(handle, mode & 0o7777)
