"""Where history ends here though it goes on elsewhere: in a shallow clone, behind a graft or a replacement.

Owns the question which commits those are. Git shows such a commit as if it had made every file that it holds, so what
it changed is not known, and nothing that its message says is about a line of it. Must not know what is made of that.
"""

from __future__ import annotations

import os
import re

from kontext.git.repo import Repo, decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kontext.model import Oid

_HEX = re.compile("[0-9a-f]{40,}").fullmatch
_NAMES_PARENT = re.compile(rb"tree [0-9a-f]+\nparent ").match
_REPLACED = "refs/replace/"


def borders(repo: Repo, *, timeout: float | None = None) -> frozenset[Oid]:
    """Return the commits that Git sees no parents of, though they name some themselves.

    Costs nothing where no history is cut, else two processes. Raises TimeoutError after `timeout` seconds each, and
    GitCommandError.
    """
    asked = {oid for oid in _suspects(repo) if _HEX(oid)}
    if not asked:
        return frozenset()
    question = "".join(f"{oid}\n" for oid in sorted(asked)).encode()
    shape = ("--no-walk=unsorted", "--ignore-missing", "--stdin", "--format=%H %P", "--no-patch", "--no-show-signature")
    seen = decode(_ask(repo, timeout, question, "log", *shape)).split("\n")
    ends = [line.strip() for line in seen if line.endswith(" ")]
    return frozenset(_naming_parents(repo, ends, timeout)) if ends else frozenset()


def why_cut(repo: Repo) -> str:
    """Return why history is cut off in a repository that has borders, with what brings the rest where a fetch does."""
    if repo.is_shallow:
        return "shallow clone: git fetch --unshallow brings the rest"
    return "a graft or replacement hides what came before"


def grafts_file(repo: Repo) -> str:
    """Return where grafts are written, in repositories that still have some."""
    return os.path.join(repo.common_dir, "info", "grafts")


def _suspects(repo: Repo) -> Iterator[str]:
    """Oids of commits whose parents Git may be told not to see."""
    if repo.is_shallow:
        yield from _first_words(repo.shallow_file)
    if repo.replaced:
        names = decode(repo.ask("for-each-ref", "--format=%(refname)", _REPLACED)).split("\n")
        yield from (name.removeprefix(_REPLACED) for name in names)
    yield from _first_words(grafts_file(repo))


def _first_words(path: str) -> list[str]:
    """The first word of every line of a file; none where there is no such file."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return [line.partition(" ")[0].strip() for line in file]
    except OSError:
        return []


def _naming_parents(repo: Repo, oids: list[Oid], timeout: float | None) -> Iterator[Oid]:
    """Those commits that name parents themselves, as they were made."""
    question = "".join(f"{oid}\n" for oid in oids).encode()
    raw = _ask(repo, timeout, question, "--no-replace-objects", "cat-file", "--batch")
    at = 0
    for oid in oids:
        start = raw.index(b"\n", at) + 1
        if _NAMES_PARENT(raw, start):
            yield oid
        at = start + int(raw[at:start].split()[2]) + 1


def _ask(repo: Repo, timeout: float | None, data: bytes | None, *args: str) -> bytes:
    return b"".join(repo.stream(*args, data=data, timeout=timeout))
