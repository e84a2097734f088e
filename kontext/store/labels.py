"""Labels and headings recognised: which field or section a piece of text names.

Owns the tolerant look-up in the word tables (numbers, emoji, both languages at once). Must not know where it stood.
"""

from __future__ import annotations

import re

from kontext.store.words import FIELDS, SECTIONS, fold

_PARENTHESES = re.compile(r"[(\[（【][^)\]）】]*[)\]）】]")
_NUMBERING = re.compile(r"^\d{1,3}(?:[.)]\d{1,3}){0,3}[.)\s]\s*")
_PARTS = re.compile(r"\s*(?:/|\||&|\(|\)|（|）|·)\s*")
_LONGEST = 60


def field_of(label: str) -> str:
    """The field a label names in any language, "" when none: `📅 Date`, `日付 / Date`, `Date (accepted)`."""
    found = _fields.get(label)
    if found is None:
        found = _remember(_fields, label, _look_up(label, FIELDS))
    return found


def section_of(heading: str) -> str:
    """The section a heading names ("context", "decision", "status", "log", …), "" when it is none of a record's."""
    found = _sections.get(heading)
    if found is None:
        head = re.split(r"[:：]\s|\s[-–—]\s", heading + " ", maxsplit=1)[0]
        name = _look_up(heading, SECTIONS) or (_look_up(head, SECTIONS) if head.strip() != heading else "")
        found = _remember(_sections, heading, name)
    return found


# Every dialect asks about the same few headings and labels of a page: looking them up is most of the work otherwise.
_MOST = 2000
_fields: dict[str, str] = {}
_sections: dict[str, str] = {}


def _remember(known: dict[str, str], text: str, name: str) -> str:
    if len(known) >= _MOST:
        known.clear()
    known[text] = name
    return name


def _look_up(text: str, table: dict[str, str]) -> str:
    if len(text) > _LONGEST:
        return ""
    text = _NUMBERING.sub("", text.strip())
    found = table.get(fold(text))
    if found:
        return found
    bare = _PARENTHESES.sub(" ", text)
    for part in (bare, *_PARTS.split(text)):
        found = table.get(fold(part))
        if found:
            return found
    return ""
