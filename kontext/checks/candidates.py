"""Lines that were meant as trailers naming a record, however they are written.

Owns what such a line looks like, with its mistakes. Pure: which ids exist comes in as a function.
"""

from __future__ import annotations

import re

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Resolve = Callable[[str], str]

# Why a line is no trailer, whatever stands around it.
MARKED, INDENTED, BAD_TOKEN, NO_COLON = "marked", "indented", "token", "separator"

_LINE = re.compile(
    r"(?P<lead>[ \t>]*(?:[-*+•][ \t]+)?)(?P<mark>[*`]*)(?P<token>[^\W\d][\w ./-]{0,40}?)(?P<close>[*`]*)"
    r"[ \t]*(?P<sign>[:=])(?P<after>[*`]*)(?P<value>.*)"
)
_ID = re.compile(r"[^\s,]+")
_NONE = re.compile(r"none\s*\(.+\)", re.IGNORECASE)


class Candidate(Record):
    """A line that means `token: value`. `fault` is one of the constants above, "" where it is a trailer's form."""

    token: str  # as the kind of record writes it
    value: str
    fault: str
    is_certain: bool  # the value names a record, or says that none is needed


def find_candidate(line: str, tokens: Mapping[str, str], resolve: Resolve) -> Candidate | None:
    """Return what a line was meant as, None when it is nothing of ours.

    `resolve` returns the ids for a value that names records, "" for one that does not.
    """
    found = _LINE.match(line)
    if found is None or not found["value"].strip():
        return None
    written = found["token"].strip()
    token = tokens.get(written.casefold(), "") or _meant_token(written, tokens)
    if not token:
        return None
    value = found["value"].strip().strip("*`").strip()
    ids = value if is_none(value) else resolve(value)
    return Candidate(token, ids or value, _fault(found, written), bool(ids))


def is_none(value: str) -> bool:
    """Tell whether a value says, with a reason, that no record is needed."""
    return _NONE.fullmatch(value) is not None


def is_like_id(value: str) -> bool:
    """Tell whether each part of a value has the form of an id: a word with a digit, a dash or a slash in it."""
    parts = [part.strip() for part in value.split(",")]
    return all(_ID.fullmatch(part) and re.search(r"[\d/-]", part) for part in parts)


def _meant_token(written: str, tokens: Mapping[str, str]) -> str:
    """The token behind one with blanks, underscores or letters outside ASCII, "" when there is none of ours in it."""
    if re.fullmatch(r"[A-Za-z0-9-]+", written):
        return ""  # a token of its own, which Git reads
    import unicodedata

    plain = unicodedata.normalize("NFKD", written)
    bare = "".join(char for char in plain if not unicodedata.combining(char)).casefold()
    words = [word for word in re.split(r"[\s_./-]+", bare) if word]
    if len(words) > 3:
        return ""
    return next((tokens[word] for word in words if word in tokens), "")


def _fault(found: re.Match[str], written: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9-]+", written):
        return BAD_TOKEN
    if found["lead"].strip() or found["mark"] or found["close"] or found["after"]:
        return MARKED
    if found["lead"]:
        return INDENTED
    return NO_COLON if found["sign"] == "=" else ""
