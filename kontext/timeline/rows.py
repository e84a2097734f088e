"""A row of the timeline, and the order of rows.

Owns both. Must not know which rows are wanted.
"""

from __future__ import annotations

from kontext.model import Entry, Finding
from kontext.records import Record
from kontext.timeline.origins import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Row(Record):
    """One record, or a decision that only a commit's message holds (`entry.path` is "" then)."""

    entry: Entry
    live: str  # ids of the records in force that replaced it, "" when there is none or it holds itself
    added: Origin
    trunk: tuple[bool, ...] = ()  # below the record that replaced it: for each level, whether more follow there
    finding: Finding | None = None  # what is wrong with the trailer of a message


def day_of(row: Row) -> str:
    """The day a row stands at: the one its record states, else that of its commit; "" when neither is known."""
    return row.entry.date or row.added.date[:10]


def newest_first(rows: Iterable[Row]) -> list[Row]:
    """Order rows by day, then by the commit that added them, then by number and id."""
    return sorted(rows, key=_age, reverse=True)


def _age(row: Row) -> tuple[str, str, int, str]:
    number = -1 if row.entry.number is None else row.entry.number
    return day_of(row), row.added.date[:10], number, row.entry.id
