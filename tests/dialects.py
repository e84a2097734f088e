"""What is read of a record, in the order that tables of tests state it."""

from __future__ import annotations

from kontext.model import Entry
from kontext.store.parse import parse_entry


def facts_of(path: str, text: str) -> tuple[object, ...]:
    """Title, number, status, date, what it supersedes and what superseded it."""
    entry = parse_entry(path, text)
    assert isinstance(entry, Entry), entry
    return entry.title, entry.number, entry.status, entry.date, entry.supersedes, entry.superseded_by
