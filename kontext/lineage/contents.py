"""What the steps need of Git's objects: texts of files, parents and times of commits, read once each.

Owns their decoding and the proof that a project needs Python 3. Must not know lines or tokens.
"""

from __future__ import annotations

import re

from kontext.git.repo import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.git.objects import Objects
    from kontext.model import Oid, RepoPath

LARGEST = 1_500_000  # bytes of a file that are still compared
_REQUIRES = re.compile(rb"(?:python_requires|requires-python)\s*=\s*[\"']?[^\n\"']*?(?:>=?|~=|==|\^)\s*3")


class Contents:
    """Reads through one open door; keeps what it has read."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._texts: dict[tuple[Oid, RepoPath], str | None] = {}
        self._commits: dict[Oid, tuple[tuple[Oid, ...], int]] = {}
        self._modern: dict[Oid, bool] = {}

    def text(self, oid: Oid, path: RepoPath) -> str | None:
        """Return a file as text, bytes that are no UTF-8 as surrogates; None when absent, too large or binary."""
        key = (oid, path)
        if key not in self._texts:
            raw = self.raw(oid, path)
            usable = raw is not None and len(raw) <= LARGEST and b"\0" not in raw[:8000]
            self._texts[key] = decode(raw) if usable and raw is not None else None
        return self._texts[key]

    def raw(self, oid: Oid, path: RepoPath) -> bytes | None:
        """Return a file as it is stored, None when there is no such file."""
        found = self._objects.read(f"{oid}:{path}")
        return found[2] if found and found[1] == "blob" else None

    def parents(self, oid: Oid) -> tuple[Oid, ...]:
        """Return the parents of a commit."""
        return self._commit(oid)[0]

    def time(self, oid: Oid) -> int:
        """Return the committer time of a commit, seconds since the epoch."""
        return self._commit(oid)[1]

    def is_modern(self, oid: Oid) -> bool:
        """Whether the project at this commit says that it needs Python 3."""
        if oid not in self._modern:
            names = ("setup.py", "setup.cfg", "pyproject.toml")
            self._modern[oid] = any(_REQUIRES.search(self.raw(oid, name) or b"") for name in names)
        return self._modern[oid]

    def _commit(self, oid: Oid) -> tuple[tuple[Oid, ...], int]:
        if oid not in self._commits:
            found = self._objects.read(oid)
            header = decode(found[2]).partition("\n\n")[0].split("\n") if found else []
            parents = tuple(line[7:] for line in header if line.startswith("parent "))
            stamp = next((line.split(" ")[-2] for line in header if line.startswith("committer ")), "0")
            self._commits[oid] = (parents, int(stamp) if stamp.isdigit() else 0)
        return self._commits[oid]
