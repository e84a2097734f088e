"""The one door to Git's objects, with two back-ends that give the same answers.

Owns `git cat-file --batch` (commands and hooks) and `pygit2` (resident processes, where nothing should be spawned
per question). Must not know what the bytes mean. libgit2 is asked only what it answers exactly as Git does (HEAD and
full oids, with or without a path); everything else, and every error of its, goes to Git.
"""

from __future__ import annotations

import re

from kontext.git.repo import Repo, decode
from kontext.process import Child

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    import pygit2

    from kontext.model import Oid

    Found = tuple[Oid, str, bytes]

    class Objects(Protocol):
        """Reads objects by name; close it when done."""

        def read(self, spec: str) -> Found | None:
            """Return (oid, type, contents) of "HEAD", an oid, "REV:path", ":path" …; None when there is none."""

        def head(self) -> Oid:
            """Return the oid of HEAD's commit as it is now, "" on an unborn branch."""

        def start(self) -> None:
            """Start the program that answers, where there is one: else the first question waits for it."""

        def close(self) -> None:
            """Let go of processes and files. Reading again afterwards opens them anew."""


# What is missing is said in one of these words where the size would stand.
_ABSENT = (b" missing", b" ambiguous", b" submodule")
_PLAIN = re.compile(r"(?:HEAD|[0-9a-f]{40}(?:[0-9a-f]{24})?)(?::(?!\.{0,2}/).+)?", re.DOTALL).fullmatch


def open_objects(repo: Repo, resident: bool = False) -> Objects:
    """Return the back-end that suits: `resident` for a process that answers many questions."""
    # libgit2 knows nothing of refs/replace.
    return ResidentObjects(repo) if resident and not repo.replaced else ChildObjects(repo)


class ChildObjects:
    """Asks a `git cat-file --batch` that is started with the first question."""

    __slots__ = ("_child", "_repo")

    def __init__(self, repo: Repo) -> None:
        self._repo = repo
        self._child: Child | None = None

    def __del__(self) -> None:
        self.close()  # whoever drops it leaves no program behind

    def read(self, spec: str) -> Found | None:
        """See Objects.read."""
        if "\n" in spec:  # the program takes a question a line; the oid is one
            spec = decode(self._repo.ask("rev-parse", "--verify", "-q", spec, ok=(0, 1, 128))).rstrip("\n")
        if not spec:
            return None
        if spec.startswith(":"):
            self.close()  # Git reads the staging area once per process
        question = spec.encode("utf-8", "surrogateescape") + b"\n"
        header = self._ask(question) or self._ask(question)
        if not header or header.endswith(_ABSENT):
            return None
        oid, kind, size = header.split(b" ")
        assert self._child is not None
        body = self._child.read_exactly(int(size) + 1)
        if len(body) <= int(size):  # it died on the way
            self.close()
            return None
        return decode(oid), decode(kind), body[:-1]

    def head(self) -> Oid:
        """See Objects.head."""
        found = self.read("HEAD^{commit}")
        return found[0] if found else ""

    def start(self) -> None:
        """See Objects.start."""
        if self._child is None:
            self._child = Child(self._repo.argv("cat-file", "--batch"), self._repo.env)

    def close(self) -> None:
        """See Objects.close."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _ask(self, question: bytes) -> bytes:
        """Return the first line of the answer; b"" when the program is gone, which a new one may make good."""
        self.start()
        assert self._child is not None
        try:
            self._child.ask(question)
            header = self._child.read_line()
        except BrokenPipeError:
            header = b""
        if not header:
            self.close()
        return header


class ResidentObjects:
    """Asks libgit2 in this process, and Git where libgit2 cannot answer or is not sure."""

    __slots__ = ("_child", "_library", "_repo")

    def __init__(self, repo: Repo) -> None:
        self._repo = repo
        self._child = ChildObjects(repo)
        self._library: pygit2.Repository | None = _open_library(repo)

    def read(self, spec: str) -> Found | None:
        """See Objects.read."""
        if self._library is not None and _PLAIN(spec):
            try:
                found = self._library.revparse_single(spec)
                return str(found.id), found.type_str, found.read_raw()
            except Exception:
                pass  # libgit2's errors have no common class, and Git has the last word on all of them
        return self._child.read(spec)

    def head(self) -> Oid:
        """See Objects.head."""
        if self._library is not None:
            try:
                return str(self._library.head.target)
            except Exception:
                pass  # as above; an unborn branch is one of them
        return self._child.head()

    def start(self) -> None:
        """See Objects.start."""

    def close(self) -> None:
        """See Objects.close."""
        self._child.close()
        if self._library is not None:
            self._library.free()


def object_sizes(repo: Repo, oids: Iterable[Oid]) -> dict[Oid, int]:
    """Return the size in bytes of each object that is there, without reading any."""
    asked = "".join(f"{oid}\n" for oid in dict.fromkeys(oids))
    if not asked:
        return {}
    raw = repo.ask("cat-file", "--batch-check=%(objectname) %(objectsize)", data=asked.encode())
    pairs = (line.split(" ") for line in decode(raw).splitlines())
    return {oid: int(size) for oid, size in pairs if size.isdigit()}


def _open_library(repo: Repo) -> pygit2.Repository | None:
    """None where libgit2 refuses: another hash or reference format, an owner it does not trust, no pygit2 at all."""
    try:
        import pygit2

        return pygit2.Repository(repo.git_dir)
    except Exception:
        return None
