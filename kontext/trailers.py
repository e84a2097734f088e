"""The trailers of commit messages, as Git itself reads them.

Owns the two ways of asking (`git interpret-trailers` for a message, `git log` for commits), which agree. Must not
know what any token means.
"""

from __future__ import annotations

import re

from kontext.git.repo import Repo, decode
from kontext.model import Trailer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.model import Oid

# Other separators would be trailers in this clone and prose in every other.
_SEPARATOR = ("-c", "trailer.separators=:")
_FORMAT = "%H%x00%(trailers:only=yes,unfold=yes,separator=%x00,key_value_separator=%x01)"
_BLANK = re.compile(r"\n[ \t\r]*\n")
_LINE = re.compile(r"^[A-Za-z0-9][A-Za-z0-9-]*[ \t]*:", re.MULTILINE)
_HEX = re.compile("[0-9a-f]{40,}").fullmatch


def looks_like_trailer_lines(message: str) -> bool:
    """Tell whether some line below the subject looks like "Token: value". False is certain, True is a guess."""
    blank = _BLANK.search(message)
    return blank is not None and _LINE.search(message, blank.end()) is not None


def parse_trailers(repo: Repo, message: str) -> tuple[Trailer, ...]:
    """Return the trailers of a message in their order, through one process (none when no line looks like one).

    `---` in the text does not end it, as in a stored commit.
    """
    if not looks_like_trailer_lines(message):
        return ()
    data = message.encode("utf-8", "surrogateescape")
    raw = repo.ask(*_SEPARATOR, "interpret-trailers", "--parse", "--no-divider", data=data)
    pairs = (line.partition(":") for line in decode(raw).split("\n") if line)
    return tuple(Trailer(token.strip(), value.strip()) for token, _, value in pairs)


def parse_many(repo: Repo, oids: Iterable[Oid]) -> dict[Oid, tuple[Trailer, ...]]:
    """Return the trailers of each commit that exists, through one process."""
    question = "".join(f"{oid}\n" for oid in dict.fromkeys(oids) if _HEX(oid)).encode()
    if not question:
        return {}
    raw = repo.ask(
        *(*_SEPARATOR, "log", "--no-walk=unsorted", "--ignore-missing", "--stdin", "-z", "--no-patch"),
        *("--encoding=UTF-8", "--no-show-signature", "--no-notes", "--no-color", f"--format={_FORMAT}"),
        data=question,
    )
    found: dict[Oid, list[Trailer]] = {}
    current: list[Trailer] = []
    for item in decode(raw).split("\0"):
        token, separator, value = item.partition("\1")
        if separator:
            current.append(Trailer(token.strip(), value.strip()))
        elif item:
            current = found.setdefault(item, [])
    asked = set(question.decode().split())
    return {oid: tuple(trailers) for oid, trailers in found.items() if oid in asked}
