"""The timeline as JSON, for programs and agents.

Owns the names of the keys. Must not choose or order rows.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.render.as_json import Json
    from kontext.timeline import Row, Timeline


def log_json(timeline: Timeline) -> str:
    """Return the timeline as one line of JSON. `commit` is "" where it is not known; a note says why."""
    return dump(log_object(timeline))


def log_object(timeline: Timeline) -> Json:
    """Return it as the object that JSON and agents get."""
    return {"schema": SCHEMA, "entries": [_entry(row) for row in timeline.rows], "notes": list(timeline.notes)}


def _entry(row: Row) -> Json:
    entry = row.entry
    return {
        "id": entry.id,
        "kind": entry.kind,
        "number": entry.number,
        "title": entry.title,
        "status": entry.status,
        "status_text": entry.status_text,
        "date": entry.date,
        "authors": list(entry.authors),
        "supersedes": list(entry.supersedes),
        "superseded_by": list(entry.superseded_by),
        "live": row.live,
        "paths": list(entry.paths),
        "tags": list(entry.tags),
        "path": entry.path,
        "commit": row.added.oid,
        "finding": row.finding.message if row.finding else "",
    }
