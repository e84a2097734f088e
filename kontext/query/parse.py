"""Words, phrases, exclusions and filters.

Owns the syntax. Must not know what a filter is applied to. Anything that is not clearly syntax is text: C++, a:b, [x],
src/foo.py, --flag, a quotation mark left open.
"""

from __future__ import annotations

import re

from kontext.errors import UsageError
from kontext.model import Query
from kontext.query.dates import parse_since, parse_until
from kontext.query.values import resolve_kinds, resolve_status

MAX_TERMS = 256  # of a pasted page, the words that can still matter

_TOKEN = re.compile(
    r"""(?P<name>kind|path|author|since|until|status):(?P<values>(?:"[^"]*"|[^\s",]|,(?!\s))+)(?=\s|$)"""
    r"""|"(?P<phrase>[^"]*)"(?!\w)"""
    r"""|-(?P<excluded>[^\W\d_]{2}\w*)(?=\s|$)"""
    r"""|(?P<word>\S+)""",
    re.IGNORECASE,
)
_VALUE = re.compile(r'(?:"[^"]*"|[^,"])+').findall
_PLAIN = str.maketrans({"\0": " ", "“": '"', "”": '"', "„": '"'})
_EDGES = "\"'`,;!?()[]{}<>"
_HAS_LETTER = re.compile(r"\w").search


def parse(text: str, now: int, custom_kinds: tuple[str, ...] = (), prefix: str = "") -> Query:
    """Return what a text asks for; `now` (seconds since the epoch) is what relative dates count from.

    `prefix` is the folder that paths are seen from ("" = the top, else ending in "/").
    Raises UsageError for an unknown kind, an impossible date or a path outside the repository, and for nothing else.
    """
    found: dict[str, list[str]] = {"word": [], "phrase": [], "excluded": []}
    filters: dict[str, list[str]] = {}
    for token in _TOKEN.finditer(text.translate(_PLAIN)):
        name = (token["name"] or "").lower()
        if name:
            filters.setdefault(name, []).extend(_values(token["values"]))
            continue
        group = token.lastgroup or "word"
        value = _trimmed(token[group])
        if value and len(found[group]) < MAX_TERMS:
            found[group].append(value)
    words, excluded = found["word"], found["excluded"]
    if excluded and not (words or found["phrase"]):
        # Nothing but exclusions would be a question without an answer.
        words, excluded = excluded, []
    return Query(
        text=text,
        words=tuple(words),
        phrases=tuple(found["phrase"]),
        excluded=tuple(excluded),
        kinds=resolve_kinds(filters.get("kind", ()), custom_kinds),
        paths=tuple(_as_path(value, prefix) for value in filters.get("path", ())),
        authors=tuple(filters.get("author", ())),
        statuses=tuple(resolve_status(value) for value in filters.get("status", ())),
        since=max((parse_since(value, now) for value in filters.get("since", ())), default=0),
        until=min((parse_until(value, now) for value in filters.get("until", ())), default=0),
    )


def _values(text: str) -> list[str]:
    values = (value.replace('"', "").strip() for value in _VALUE(text))
    return [value for value in values if value]


def _trimmed(text: str) -> str:
    """Return the text without the punctuation around it; "" when no letter or digit is left (but C++ stays whole)."""
    value = " ".join(text.strip(_EDGES).split())
    return value if _HAS_LETTER(value) else ""


def _as_path(value: str, prefix: str) -> str:
    """Return a path as Git stores it: forward slashes, relative to the top; the whole tree is ".".

    It is seen from `prefix`, as a pathspec of Git's, unless it begins with `:(top)`, `:/` or a slash.
    """
    path = value.replace("\\", "/")
    below = path.removeprefix(":(top)").removeprefix(":/")
    parts = [] if below != path or path.startswith("/") else prefix.split("/")
    for part in below.split("/"):
        if part == "..":
            if not any(parts):
                raise UsageError(f"path:{value} is outside the repository", "path:/ is its top")
            parts = [one for one in parts if one][:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(part for part in parts if part) or "."
