"""Statuses, dates and links that have a heading of their own, wherever it stands: the adr-tools way and its kin.

Owns how the text below a field's heading is read: paragraphs, lists to choose from, logs. Must not know what a
status word means beyond asking status.py.
"""

from __future__ import annotations

import re

from kontext.store import claims
from kontext.store.claims import Claim
from kontext.store.dates import find_date
from kontext.store.inline import split_field
from kontext.store.labels import field_of, section_of
from kontext.store.links import is_definition, verb_links, without_references
from kontext.store.status import core_word, read_status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kontext.store.page import Heading, Page

_MARKS = re.compile(r"^(?:\s*(?:>|[-*+•](?=\s)|\d+[.)](?=\s)))*\s*")
_ITEM = re.compile(r"^\s*(?:>\s*)*(?:[-*+•]|\d+[.)])\s+")
_RULE = re.compile(r"^\s*(?:[-*_=]\s*){3,}$")
_LONGEST_VALUE = 160  # characters: a longer line is prose
_LONGEST_SECTION = 60  # lines: a longer "status" is prose about something else


def section_claims(page: Page, defined: Mapping[str, str]) -> Iterator[Claim]:
    """Yield the fields that headings name, with the links their text states."""
    for heading in page.headings:
        if section_of(heading.text) == "status" or field_of(heading.text) == "status":
            yield from _status(page, heading, defined)
            continue
        named = split_field(heading.text) if heading is not page.title_heading() else None
        if named and named[1]:
            yield Claim(named[0], named[1], claims.SECTION, heading.line)
        elif section_of(heading.text) == "log":
            yield from _log(_text(page, heading), heading.line)
        else:
            yield from _values(page, heading)


def _status(page: Page, heading: Heading, defined: Mapping[str, str]) -> Iterator[Claim]:
    """A status section: what it says first, or the newest line of a log, or the marked item of a choice."""
    named = split_field(heading.text)
    if named and named[1]:
        yield Claim("status", named[1], claims.SECTION, heading.line)
        yield Claim("stated", named[1], claims.SECTION, heading.line)
        return
    lines = _text(page, heading)
    if not lines or len(lines) > _LONGEST_SECTION:
        return
    plain = [_MARKS.sub("", line).strip() for line in lines]
    items = [line for line in lines if line.strip()]
    listed = len(items) > 1 and all(_ITEM.match(line) for line in items)
    if listed and not _is_log(plain):
        yield Claim("status", " | ".join(filter(None, plain)), claims.SECTION, heading.line)
    elif _is_log(plain):
        yield from _log(lines, heading.line, claims.SECTION)
    else:
        for at, text in enumerate(_paragraphs(plain)):
            if at == 0 or core_word(read_status(text)):  # later paragraphs are prose unless they say a status
                yield Claim("status", text, claims.SECTION, heading.line)
    for text in _paragraphs(plain, "\n"):
        for field, refs in verb_links(text, defined):
            yield Claim(field, "\n".join(refs), claims.VERB, heading.line)
        if find_date(plain_text := without_references(text)):
            yield Claim("stated", plain_text, claims.SECTION, heading.line)


def _is_log(plain: Sequence[str]) -> bool:
    """Whether at least two lines each state a status with a date."""
    dated = [line for line in plain if line and find_date(line) and read_status(_undated(line))]
    return len(dated) >= 2


def _log(lines: Sequence[str], at: int, where: int = claims.LOG) -> Iterator[Claim]:
    """Statuses of a log, the newest first: by their dates, the later line among equals."""
    found = []
    for number, line in enumerate(lines):
        plain = _MARKS.sub("", line).strip()
        date = find_date(plain)
        if date and read_status(_undated(plain)):
            found.append((date, number, _undated(plain)))
    if found:
        date, _, text = max(found)
        yield Claim("status", text, where, at)
        yield Claim("stated", date, where, at)


def _undated(line: str) -> str:
    """A log line without its date: what remains in front is the status."""
    line = re.sub(r"[(\[]?\d{1,4}[-./]\d{1,2}[-./]\d{1,4}[)\]]?(?:\s+\d{1,2}:\d{2}(?::\d{2})?)?", " ", line)
    return line.strip(" \t:–—-|*_,>").strip()


def _values(page: Page, heading: Heading) -> Iterator[Claim]:
    """The lines below a heading that names a field (`## Date`, `## Deciders`, `## Supersedes`)."""
    field = field_of(heading.text)
    if field in ("", "other", "title", "number", "id", "kind", "summary", "paths") or heading is page.title_heading():
        return
    if section_of(heading.text) and field not in ("date", "created", "authors", "deciders"):
        return
    lines = [line for line in _text(page, heading) if line.strip()]
    if len(lines) > _LONGEST_SECTION // 4 or max(map(len, lines), default=0) > _LONGEST_VALUE:
        return
    for line in lines:
        yield Claim(field, _MARKS.sub("", line).strip(), claims.SECTION, heading.line)


def _text(page: Page, heading: Heading) -> list[str]:
    """The lines directly below a heading, rules left out."""
    lines = page.lines[heading.line + 1 : page.own_end(heading)]
    return [line for line in lines if not _RULE.match(line) and not is_definition(line)]


def _paragraphs(lines: Sequence[str], glue: str = " ") -> list[str]:
    """Lines joined to paragraphs."""
    made: list[list[str]] = [[]]
    for line in lines:
        if line:
            made[-1].append(line)
        elif made[-1]:
            made.append([])
    return [glue.join(part) for part in made if part]
