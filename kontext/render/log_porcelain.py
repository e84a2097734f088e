"""The timeline as stable lines, in the format of porcelain.py.

Owns which fields a record has there. Must not choose or order rows.
"""

from __future__ import annotations

from kontext.render.porcelain import join_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kontext.render.porcelain import Field
    from kontext.timeline import Timeline

# keyword -> names of its fields, as the man page lists them
FIELDS = {
    "record": "id kind status live date number path commit title",
    "finding": "level rule message",
    "note": "text",
    "end": "",
}


def log_porcelain(timeline: Timeline, nul: bool = False) -> str:
    """Return a record a row; `end` closes them."""
    return join_records(_records(timeline), nul)


def _records(timeline: Timeline) -> Iterator[tuple[Field, ...]]:
    for row in timeline.rows:
        entry = row.entry
        number = "" if entry.number is None else entry.number
        yield (
            *("record", entry.id, entry.kind, entry.status, row.live, entry.date, number),
            *(entry.path, row.added.oid, entry.title),
        )
        if row.finding:
            yield "finding", row.finding.level, row.finding.rule, row.finding.message
    for note in timeline.notes:
        yield "note", note
    yield ("end",)
