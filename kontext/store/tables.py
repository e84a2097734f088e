"""Metadata in tables: label and value per row, a header row over one row of values, history tables.

Owns how rows of pipes (also quoted, also HTML) become fields. Must not know what the values mean.
"""

from __future__ import annotations

import re

from kontext.store import claims
from kontext.store.claims import Claim
from kontext.store.dates import find_date
from kontext.store.labels import field_of, section_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kontext.store.page import Page

_RULE = re.compile(r"^[\s|:=+]*-[\s|:=+-]*$")
_HTML_ROW = re.compile(r"<tr\b.*?(?=<tr\b|</table|\Z)", re.IGNORECASE | re.DOTALL)
_HTML_CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)(?=</?t[dhr]\b|\Z)", re.IGNORECASE | re.DOTALL)
_STRAY = re.compile(r"^[\s*_`]+|[\s*_`]+$")
_MANY_ROWS = 2


def table_claims(page: Page) -> Iterator[Claim]:
    """Yield the fields of tables in the preamble and in metadata, status and history sections."""
    end = page.preamble_end()
    for start, rows in find_tables(page.lines, 0, end):
        yield from _metadata(rows, start)
    for heading in page.headings:
        section = section_of(heading.text)
        if section not in ("meta", "status", "log"):
            continue
        for start, rows in find_tables(page.lines, heading.line + 1, page.own_end(heading)):
            yield from _history(rows, start) if section == "log" else _metadata(rows, start)


def find_tables(lines: Sequence[str], first: int, end: int) -> list[tuple[int, list[list[str]]]]:
    """(line index, rows of cells) of every table in lines[first:end]; rules between rows are left out."""
    found: list[tuple[int, list[list[str]]]] = []
    open_at = -1
    for at in range(first, end):
        text = lines[at].strip().lstrip("> \t")
        if text.startswith("|") or (open_at >= 0 and "|" in text) or _is_bare_header(lines, at, end):
            if open_at < 0:
                open_at = at
                found.append((at, []))
            if not _RULE.match(text):
                found[-1][1].append(_cells(text))
        else:
            open_at = -1
    html = "\n".join(lines[first:end])
    if "<t" in html and "<tr" in html.lower():
        rows = [[_plain(cell) for cell in _HTML_CELL.findall(row)] for row in _HTML_ROW.findall(html)]
        found.append((first, [row for row in rows if row]))
    return found


def _metadata(rows: Sequence[list[str]], line: int) -> Iterator[Claim]:
    """Fields of a table about the record itself; a list of other things has many rows and is none."""
    if not rows:
        return
    header = [field_of(cell) for cell in rows[0]]
    if (sum(map(bool, header)) >= 2 and len(rows[0]) > 2) or (all(header) and len(header) == 2 and len(rows) == 2):
        if "title" in header or any("](" in cell and ".md" in cell for cell in rows[-1][:2]):
            return  # a list of records, with one record so far
        if len(rows) == _MANY_ROWS and not _is_pairs(rows[0]):
            for field, cell in zip(header, rows[1], strict=False):
                if field and cell:
                    yield Claim(field, cell, claims.TABLE, line)
            return
        if not _is_pairs(rows[0]):
            return
    for row in rows:
        for label, value in zip(row[::2], row[1::2], strict=False):
            field = field_of(label)
            if field and value and field_of(value) != field:
                yield Claim(field, value, claims.TABLE, line)


def _history(rows: Sequence[list[str]], line: int) -> Iterator[Claim]:
    """The newest status of a history table; its first date is better than none."""
    if len(rows) < _MANY_ROWS:
        return
    header = [field_of(cell) for cell in rows[0]]
    steps: list[tuple[str, int, str]] = []
    for at, row in enumerate(rows[1:]):
        named = {field: cell for field, cell in zip(header, row, strict=False) if field and cell}
        date = find_date(named.get("date", "") or named.get("created", "") or named.get("updated", ""))
        if date and at == 0:
            yield Claim("updated", date, claims.LOG, line)
        if "status" in named:
            steps.append((date, at, named["status"]))
    if steps:
        yield Claim("status", max(steps)[2], claims.LOG, line)


def _is_pairs(row: Sequence[str]) -> bool:
    """Whether a row reads label, value, label, value."""
    return len(row) % 2 == 0 and not field_of(row[1]) and bool(field_of(row[0]))


def _cells(text: str) -> list[str]:
    parts = re.split(r"(?<!\\)\|", text.strip().removeprefix("|"))
    if parts and not parts[-1].strip():
        parts.pop()
    return [_STRAY.sub("", part.replace("\\|", "|")) for part in parts]


def _is_bare_header(lines: Sequence[str], at: int, end: int) -> bool:
    """A table without leading pipes: its header stands above a rule."""
    if "|" not in lines[at] or at + 1 >= end:
        return False
    below = lines[at + 1].strip().lstrip("> ")
    return "|" in below and bool(_RULE.match(below))


def _plain(cell: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", cell).split())
