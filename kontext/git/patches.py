"""The changed lines of commits, streamed.

Owns the parsing of `git log -p -U0`. Must not know what the lines are wanted for. Memory is bounded by the limits
given, however large a commit or long a line is.
"""

from __future__ import annotations

import re

from kontext.git.borders import borders
from kontext.git.log import STEADY, STEADY_NAMES, STEADY_PATCH
from kontext.git.repo import Repo, decode, unquote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kontext.model import Oid, RepoPath

_ARGUMENTS = (
    *(*STEADY_NAMES, "log", *STEADY, *STEADY_PATCH, "-p", "-U0", "--no-renames", "--diff-merges=off"),
    *("--format=commit %H", "--no-walk=unsorted", "--ignore-missing", "--stdin"),
)

_LONGEST_HEADER = 1 << 14  # bytes of a "+++ b/…" line, quoted

_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@").match
_HEX = re.compile("[0-9a-f]{40,}").fullmatch


def iter_patches(
    repo: Repo, oids: Iterable[Oid], *, max_line: int = 400, max_file: int = 20_000
) -> Iterator[tuple[Oid, list[tuple[RepoPath, list[str]]]]]:
    """Yield (oid, [(path, changed lines)]) per commit that exists, in the order given.

    Lines are added and removed ones together, without their sign. Of a line the first `max_line` characters are
    kept, of a file `max_file` characters. Renames count as a removal and an addition; merges, binary files, changes of
    mode and commits at which history is cut off have no lines. Raises GitCommandError when Git fails on the way.
    """
    question = "".join(f"{oid}\n" for oid in dict.fromkeys(oids) if _HEX(oid)).encode()
    if not question:
        return
    asked = set(question.decode().split())
    cut = borders(repo)
    lines = _lines(repo.stream(*_ARGUMENTS, data=question), max(4 * max_line + 1, _LONGEST_HEADER))
    for oid, files in _parse(lines, max_line, max_file):
        if oid in asked:
            yield oid, [] if oid in cut else files


def _parse(
    lines: Iterator[bytes], max_line: int, max_file: int
) -> Iterator[tuple[Oid, list[tuple[RepoPath, list[str]]]]]:
    oid = ""
    files: list[tuple[RepoPath, list[str]]] = []
    old = b""
    kept: list[str] = []
    room = 0
    for line in lines:
        if line.startswith(b"@@ "):
            for changed in _hunk(line, lines):
                if room > 0:
                    text = decode(changed[1:])[:max_line]
                    kept.append(text)
                    room -= len(text)
        elif line.startswith(b"--- "):
            old = line
        elif line.startswith(b"+++ "):
            path = _path(old if line == b"+++ /dev/null" else line)
            # A file that becomes a symlink is shown as a removal and an addition of one path.
            if not files or files[-1][0] != path:
                kept, room = [], max_file
                files.append((path, kept))
        elif line.startswith(b"commit "):
            if oid:
                yield oid, files
            oid, files = decode(line[7:]), []
    if oid:
        yield oid, files


def _hunk(header: bytes, lines: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines of one hunk; counted, because a removed "-- x" looks like the header of a file."""
    counts = _HUNK(header)
    left = sum(1 if count is None else int(count) for count in counts.groups()) if counts else 0
    while left:
        line = next(lines, b"")
        if not line:
            return
        if line[0] in b"+-":
            left -= 1
            yield line


def _path(header: bytes) -> RepoPath:
    """The path in a "--- a/…" or "+++ b/…" line: quoted like a C string where need be, a tab after a blank in it."""
    return decode(unquote(header[4:].removesuffix(b"\t"))[2:])


def _lines(chunks: Iterable[bytes], longest: int) -> Iterator[bytes]:
    """Yield lines without their newline, cut to `longest` bytes; the rest of a longer line is never held."""
    held = b""
    for chunk in chunks:
        first, *others = chunk.split(b"\n")
        held += first[: max(0, longest - len(held))]
        if others:
            yield held[:longest]
            held = others.pop()
            for line in others:
                yield line[:longest]
    if held:
        yield held[:longest]
