"""Field lines: `**Status:** accepted`, `* Date: …`, `Key: value`, several on one line, values as a list below.

Owns what a field line looks like and where in a file such lines count. Must not know what the values mean.
"""

from __future__ import annotations

import re

from kontext.store import claims
from kontext.store.claims import Claim
from kontext.store.dates import find_date
from kontext.store.labels import field_of, section_of
from kontext.store.status import core_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kontext.store.page import Page

_MARKS = re.compile(r"^(?:\s*(?:>|[-*+•](?=\s)|\d+[.)](?=\s)))*\s*")
_BREAK = re.compile(r"\s*<br\s*/?>\s*|\\$", re.IGNORECASE)
_MARK = r"\*\*\*|\*\*|__|\*|_|`|</?b>|</?strong>|"
_WORDS = r"(?P<label>(?:[^*_:：`<>=|]|(?<=\w)_(?=\w)){2,45}?)"
_LABEL = re.compile(
    rf"^(?P<mark>{_MARK})\s*{_WORDS}\s*(?:[:：]\s*(?:{_MARK})|(?:{_MARK})\s*(?:[:：]|=(?!=)|[-–—]\s))\s*(?P<value>.*)$",
    re.IGNORECASE,
)
_MARKED = re.compile(
    rf"^(?P<mark>\*\*\*|\*\*|__|\*|_|`|<b>|<strong>)\s*{_WORDS}\s*(?:\*\*\*|\*\*|__|\*|_|`|</b>|</strong>)(?:\s+(?P<value>.*))?$",
    re.IGNORECASE,
)
_NEXT_LABEL = re.compile(
    r"(?:\s?[|·•;,/]|\s[-–—]|\s)\s*(?=(?:\*\*|__|`)[^*_:：`]{2,30}(?:[:：](?:\*\*|__|`)|(?:\*\*|__|`)\s*[:：]))"
    r"|\s?[|·•;]\s*(?=[^\W\d][\w .]{1,25}[:：])"
)
_ITEM = re.compile(r"^(\s*(?:>\s*)*)(?:[-*+•]|\d+[.)])\s+(.*)$")
_LONGEST_PARAGRAPH = 200
# Labels that count without a colon when what follows is their value.
_BARE = ("status", "date", "created", "updated", "supersedes", "superseded_by", "authors")
_LINKED_LABEL = re.compile(r"^([*_\s]*)\[([^\]]*)\]\([^)\s]*\)(?=[*_\s]*[:：])")
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_FOOTER = 12


def field_claims(page: Page) -> Iterator[Claim]:
    """Yield a claim per field line of the preamble and of metadata and status sections, weaker ones from the footer."""
    end = page.preamble_end()
    yield from lines_claims(page.lines, 0, end, claims.FIELD)
    for heading in page.headings:
        if heading.line >= end and section_of(heading.text) in ("meta", "status", "links"):
            where = claims.SECTION if section_of(heading.text) == "links" else claims.FIELD
            yield from lines_claims(page.lines, heading.line + 1, page.own_end(heading), where)
    last = max(end, len(page.lines) - _FOOTER)
    for claim in lines_claims(page.lines, last, len(page.lines), claims.LOOSE):
        if claim.field in ("status", "date", "superseded_by", "supersedes", "authors"):
            yield claim


def lines_claims(lines: Sequence[str], first: int, end: int, where: int) -> Iterator[Claim]:
    """Yield the fields of lines[first:end]."""
    for at in range(first, end):
        line = lines[at]
        line = _IMAGE.sub("", line)
        text = line.lstrip("> \t")
        if (
            not text
            or text.startswith(("|", "#"))
            or (text[0] == "<" and not text.lower().startswith(("<b>", "<strong>")))
        ):
            continue
        for part in _BREAK.split(line):
            for piece in _NEXT_LABEL.split(_MARKS.sub("", part)):
                found = split_field(piece) or _defined(piece, lines[at + 1 : at + 2])
                if not found:
                    continue
                field, value = found
                if value:
                    yield Claim(field, value, where, at)
                else:
                    yield from (Claim(field, item, where, at) for item in _items_below(lines, at, end))


def split_field(text: str) -> tuple[str, str] | None:
    """(field, value) when the text is a field, else None. A label without colon counts before a matching value."""
    text = _LINKED_LABEL.sub(r"\1\2", text.strip())
    for pattern in (_LABEL, _MARKED):
        match = pattern.match(text)
        field = field_of(match["label"]) if match and not _is_in_address(match["label"]) else ""
        if match and field:
            return field, _unwrap((match["value"] or "").strip(), match["mark"])
    return _without_colon(text)


def _is_in_address(label: str) -> bool:
    """Whether the colon behind a label is part of a link's address: `[Commits](https://…)`."""
    _, link, address = label.rpartition("](")
    return bool(link) and ")" not in address


def _defined(text: str, below: Sequence[str]) -> tuple[str, str] | None:
    """A label alone on its line, with `: value` below: a definition list."""
    field = field_of(text) if below and below[0].lstrip().startswith((": ", ":\t")) else ""
    return (field, "") if field else None


def _without_colon(text: str) -> tuple[str, str] | None:
    """`Date 09/04/2018`, `Status Accepted`, `Superseded by 0009`."""
    words = text.split()
    for count in range(min(3, len(words) - 1), 0, -1):
        field = field_of(" ".join(words[:count]))
        value = " ".join(words[count:])
        if field not in _BARE:
            continue
        if field == "status" and core_word(value.strip("*_`")):
            return field, value
        if field in ("date", "created", "updated") and find_date(value) and len(value) < 25:
            return field, value
    return None


def _unwrap(value: str, mark: str) -> str:
    """A value without the closing half of emphasis that wraps the whole line (`*Date: 2020*`)."""
    if mark and value.endswith(mark) and value.count(mark) % 2:
        value = value[: -len(mark)]
    return value.strip()


def _items_below(lines: Sequence[str], at: int, end: int) -> Iterator[str]:
    """Items of the list, deeper lines or next paragraph that follow a label without a value."""
    own = _ITEM.match(lines[at])
    depth = len(own[1]) if own else -1
    blank = taken = False
    for line in lines[at + 1 : end]:
        if not line.strip():
            blank = True
            continue
        if line.lstrip().startswith((": ", ":\t")):  # a definition list
            yield line.strip(" :\t")
            continue
        if blank and depth < 0 and not taken and not _ITEM.match(line) and len(line) < _LONGEST_PARAGRAPH:
            if not split_field(line.strip()) and not line.startswith(("#", "|", "---")):
                yield line.strip(" >\t")  # `**Status**` as a heading of its own
            return
        taken = True
        item = _ITEM.match(line)
        if item and len(item[1]) > depth:
            if split_field(item[2]) and not own:
                return
            yield item[2].strip()
            depth = max(depth, len(item[1]) - 1)
        elif (
            not blank and not item and not split_field(line.strip()) and not line.lstrip().startswith(("#", "|", "---"))
        ):
            yield line.strip(" >\t")
        else:
            return
