"""Proposals for records without front matter: lines of fields, rows of tables, sections.

Owns where in such a file a status and a link may be written, the likeliest place first. Must not decide whether a
proposal is right: mark.py reads each back.
"""

from __future__ import annotations

import re

from kontext.capture.lines import content, inserted, newline_of, split_lines
from kontext.records import Record
from kontext.store import claims
from kontext.store.dates import find_date
from kontext.store.labels import field_of
from kontext.store.links import find_references
from kontext.store.status import core_word, read_status
from kontext.store.words import NOTHING, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kontext.store.claims import Claim
    from kontext.store.page import Page

_MARKS = re.compile(r"^(?:\s*(?:>|[-*+•](?=\s)|\d+[.)](?=\s)))*\s*")
_RULE = re.compile(r"^\s*(?:[-*_=~^\"'`#]\s*){3,}$")
_LABEL = re.compile(r"[^\W\d_][^\W_]*(?:[ -][^\W_]+)*")
_REACH = {claims.FIELD: 8, claims.TABLE: 60, claims.LOOSE: 1}  # lines below a claim's in which its value may stand
_VERBS = {"superseded_by": "superseded by", "supersedes": "supersedes"}
_LABELS = {"superseded_by": "Superseded by", "supersedes": "Supersedes"}


class Proposed(Record):
    """What shall be said: a link `field` ("supersedes", "superseded_by") and the spellings of the other record."""

    field: str
    short: tuple[str, ...]  # for fields and rows
    long: tuple[str, ...]  # for lines of their own
    today: str  # YYYY-MM-DD


def text_edits(text: str, page: Page, found: Sequence[Claim], wanted: Proposed) -> Iterator[str]:
    """Yield changed texts, the most natural first."""
    lines = split_lines(text)
    base = page.first - 1
    if wanted.field == "supersedes":
        yield from _longer_lists(lines, base, found, wanted)
    for claim in sorted((one for one in found if one.field == "status"), key=lambda one: one.where):
        if claim.where in _REACH and _is_certain(claim, wanted):
            yield from _at_values(lines, base + claim.line, _REACH[claim.where], claim, wanted)
        elif claim.where in (claims.SECTION, claims.LOG):
            yield from _in_section(lines, base, page, claim, wanted)
    yield from _below_title(lines, base, page, wanted)


def _is_certain(claim: Claim, wanted: Proposed) -> bool:
    """A status in the last lines of a file may be prose: it is changed where it is one word, and nothing is added."""
    return claim.where != claims.LOOSE or (wanted.field == "superseded_by" and core_word(claim.value) != "")


def _at_values(lines: list[str], start: int, reach: int, claim: Claim, wanted: Proposed) -> Iterator[str]:
    """Change the value where it stands, or say the link in a line like its own."""
    for at in range(start, min(len(lines), start + reach)):
        line = lines[at]
        for match in re.finditer(re.escape(claim.value), line):
            if wanted.field == "superseded_by":
                for new in _statuses(claim.value, wanted.short):
                    yield _with_line(lines, at, line[: match.start()] + new + line[match.end() :])
                continue
            for reference in wanted.short:
                copied = _copied(line, match.start(), match.end(), reference, wanted.field)
                if copied:
                    yield inserted(lines, at + 1, [content(copied)], newline_of("".join(lines)))
            for reference in wanted.short:
                new = f"{claim.value}, {_VERBS[wanted.field]} {reference}"
                yield _with_line(lines, at, line[: match.start()] + new + line[match.end() :])


def _statuses(value: str, references: Sequence[str]) -> Iterator[str]:
    """The value of a status that says what replaced the record; what else it said is kept."""
    letter = next(filter(str.isalpha, value), "")
    word = "Superseded" if letter.isupper() else "superseded"
    for reference in references:
        if core_word(value):
            yield f"{word} by {reference}"
        elif read_status(value) == "superseded":
            yield f"{value}, {reference}" if find_references(value, {}) else f"{value} by {reference}"
        yield f"{word} by {reference}; was {value}"


def _longer_lists(lines: list[str], base: int, found: Sequence[Claim], wanted: Proposed) -> Iterator[str]:
    """Add to a field of that name which is there already."""
    for claim in found:
        if claim.field != wanted.field or claim.where not in (claims.FIELD, claims.TABLE):
            continue
        for at in range(base + claim.line, min(len(lines), base + claim.line + _REACH[claim.where])):
            for match in re.finditer(re.escape(claim.value), lines[at]):
                for reference in wanted.short:
                    new = reference if fold(claim.value) in NOTHING else f"{claim.value}, {reference}"
                    yield _with_line(lines, at, lines[at][: match.start()] + new + lines[at][match.end() :])


def _copied(line: str, start: int, end: int, reference: str, field: str) -> str:
    """A line like that of the status, for another field; "" where the line holds more than the one field."""
    label = next((one for one in _LABEL.finditer(line[:start]) if field_of(one[0]) == "status"), None)
    if label is None or re.search(r"\w", line[: label.start()]) or re.search(r"\w", line[end:]):
        return ""
    name = _LABELS[field]
    name = name.upper() if label[0].isupper() else name.lower() if label[0].islower() else name
    return line[: label.start()] + name + line[label.end() : start] + reference + line[end:]


def _in_section(lines: list[str], base: int, page: Page, claim: Claim, wanted: Proposed) -> Iterator[str]:
    """Change the lines below a heading."""
    heading = next((one for one in page.headings if one.line == claim.line), None)
    if heading is None:
        return
    first, end = base + heading.line, base + page.own_end(heading)
    said = [
        at
        for at in range(first + 1, min(end, len(lines)))
        if page.lines[at - base].strip() and not _RULE.match(content(lines[at])) and content(lines[at]).strip()
    ]
    newline = newline_of("".join(lines))
    yield from _logged(lines, said, claim, wanted)
    if wanted.field == "superseded_by":
        yield from _at_values(lines, first, 1, claim, wanted)
        for at in said[:1]:
            plain = _MARKS.sub("", content(lines[at])).strip()
            for new in _statuses(plain, wanted.long):
                yield _with_line(lines, at, lines[at].replace(plain, new, 1))
            for reference in wanted.long:
                yield inserted(lines, at, [f"Superseded by {reference}", ""], newline)
    for at in said[-1:]:
        for reference in wanted.long:
            yield inserted(lines, at + 1, ["", f"{_LABELS[wanted.field]} {reference}"], newline)
        marks = _MARKS.match(lines[at])
        for reference in wanted.long if marks and marks[0].strip() else ():
            yield inserted(lines, at + 1, [f"{marks[0] if marks else ''}{_LABELS[wanted.field]} {reference}"], newline)


def _logged(lines: list[str], said: Sequence[int], claim: Claim, wanted: Proposed) -> Iterator[str]:
    """Add a line to a log of statuses, like its newest one but of today."""
    if wanted.field != "superseded_by" or find_date(claim.value):
        return
    for at in said:
        line = content(lines[at])
        day = re.search(r"\d{4}-\d{2}-\d{2}", line)
        if day is None or claim.value not in line:
            continue
        new = line.replace(day[0], wanted.today, 1)
        for reference in wanted.short:
            made = new.replace(claim.value, f"Superseded by {reference}", 1)
            yield inserted(lines, at + 1, [made], newline_of("".join(lines)))
            yield inserted(lines, at, [made], newline_of("".join(lines)))


def _below_title(lines: list[str], base: int, page: Page, wanted: Proposed) -> Iterator[str]:
    """Say it in a line of its own where nothing says a status yet."""
    title = page.title_heading()
    at = base + title.line + 1 if title else base
    if at < len(lines) and _RULE.match(content(lines[at])):
        at += 1
    is_rst = page.path.lower().endswith(".rst")
    name = "Status" if wanted.field == "superseded_by" else "Supersedes"
    value = "superseded by " if wanted.field == "superseded_by" else ""
    label = f":{name}:" if is_rst else f"{name}:"
    gap = [""] if at < len(lines) and content(lines[at]).strip() else []
    for reference in wanted.short:
        yield inserted(lines, at, ["", f"{label} {value}{reference}", *gap], newline_of("".join(lines)))


def _with_line(lines: Sequence[str], at: int, line: str) -> str:
    return "".join((*lines[:at], line, *lines[at + 1 :]))
