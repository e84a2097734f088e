"""reStructuredText: the headings that split a file, and plain text for search.

Owns how RST becomes the same pieces as Markdown. Pure. Must not know files, records or the index. Headings are found
by their adornment, as docutils does; directives are not run.
"""

from __future__ import annotations

import re

from kontext.markdown import NEWLINE, Piece, Slugger
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1+")
_NO_SLUG = re.compile(r"[^a-z0-9]+")
_DIRECTIVE = re.compile(r"^\s*\.\.\s+(?:\|[^|]+\|\s+)?([\w:+.-]+)::\s*(.*)$")
_EXPLICIT = re.compile(r"^\s*(?:\.\.(?:\s.*)?|__ .*)$")  # comments, targets, footnotes without a directive
_OPTION = re.compile(r"^\s+:[\w -]+:(?:\s.*)?$")
_INLINE = re.compile(
    r"``(?P<code>[^`\n]+)``"
    r"|(?::[\w:.+-]{1,60}:)?`(?P<text>[^`<]{1,500}?)(?:\s{0,9}<[^`<>]{0,500}>)?`_{0,2}"
    r"|(?P<url>\bhttps?://[^\s<>`]+)"
    r"|(?P<mark>\*{1,2}(?=\S)|(?<=\S)\*{1,2}|(?<=\w)__?(?!\w))"
)
_SILENT = frozenset(
    ["image", "figure", "include", "literalinclude", "toctree", "code", "code-block", "sourcecode", "highlight", "raw"]
)


class _Heading(Record):
    line: int  # 0-based, where its overline or text stands
    end: int  # the line after its underline
    level: int  # 1-based, by first appearance of its adornment
    content: str


def sections(text: str, doc_title: str = "") -> tuple[str, list[Piece]]:
    """Return (title of the document, its pieces), split at the two highest levels, as for Markdown."""
    lines = NEWLINE.split(text.removeprefix("\ufeff"))
    headings = list(_headings(lines))
    plain = _plain_lines(lines, headings)
    splits = [heading for heading in headings if heading.level <= 2]
    has_title = bool(splits)
    if has_title:
        doc_title = splits.pop(0).content
    slugger = Slugger()
    pieces = []
    border = splits[0].line if splits else len(lines)
    if any(line.strip() for line in plain[:border]):
        pieces.append(Piece(int(has_title), "", "", "\n".join(plain[:border]), 1))
    for number, heading in enumerate(splits, 1):
        end = splits[number].line if number < len(splits) else len(lines)
        anchor = slugger.slug(_NO_SLUG.sub("-", heading.content.lower()).strip("-"))
        pieces.append(
            Piece(heading.level, heading.content, anchor, "\n".join(plain[heading.line : end]), heading.line + 1)
        )
    return doc_title, pieces


def _headings(lines: list[str]) -> Iterator[_Heading]:
    """Yield headings: one line of text with an underline, or between two equal lines, after a blank one."""
    styles: list[tuple[str, bool]] = []
    at = 0
    while at < len(lines):
        found = _heading_at(lines, at) if at == 0 or not lines[at - 1].strip() else None
        if found is None:
            at += 1
            continue
        style, text, end = found
        if style not in styles:
            styles.append(style)
        yield _Heading(at, end, styles.index(style) + 1, " ".join(_plain(text).split()))
        at = end


def _heading_at(lines: list[str], at: int) -> tuple[tuple[str, bool], str, int] | None:
    line, below = lines[at].rstrip(), lines[at + 1].rstrip() if at + 1 < len(lines) else ""
    over = _ADORNMENT.fullmatch(line)
    if over and below and at + 2 < len(lines):
        under = lines[at + 2].rstrip()
        if under == line and len(line) >= len(below.strip()) and not _ADORNMENT.fullmatch(below):
            return (over[1], True), below.strip(), at + 3
        return None
    mark = _ADORNMENT.fullmatch(below)
    if mark and line and not line[0].isspace() and not over and len(below) >= min(len(line), 4):
        return (mark[1], False), line, at + 2
    return None


def _plain_lines(lines: list[str], headings: list[_Heading]) -> list[str]:
    plain = [_plain_line(line) for line in lines]
    for heading in headings:
        plain[heading.line : heading.end] = [heading.content] + [""] * (heading.end - heading.line - 1)
    return plain


def _plain_line(line: str) -> str:
    if _ADORNMENT.fullmatch(line.strip()) or not line.strip(" =-+|"):
        return ""
    if directive := _DIRECTIVE.match(line):
        return "" if directive[1].lower() in _SILENT else _plain(directive[2])
    if _EXPLICIT.match(line) or _OPTION.match(line):
        return ""
    return _plain(line)


def _plain(text: str) -> str:
    return _INLINE.sub(lambda found: found["code"] or found["text"] or "", text)
