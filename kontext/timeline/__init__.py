"""The decision timeline: which records there are, what became of them, and which commit added each.

Owns the choice and order of rows. Must not know how they are shown, nor how an origin is found or kept. Records come
from the index, so no file is parsed here.
"""

from __future__ import annotations

from kontext.documents import entry_from_extra
from kontext.errors import GitCommandError
from kontext.git.borders import why_cut
from kontext.model import Entry, RepoPath
from kontext.records import Record
from kontext.store.chains import live_successors
from kontext.timeline.cache import origins_of
from kontext.timeline.chains import chained
from kontext.timeline.filters import is_in_force, matching
from kontext.timeline.origins import CUT_OFF, NOT_FOUND, Origin
from kontext.timeline.request import TimelineRequest
from kontext.timeline.rows import Row, newest_first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.refresh import Session

__all__ = ["Origin", "Row", "Timeline", "TimelineRequest", "build_timeline"]


class Timeline(Record):
    """The answer: rows newest first; with `graph` one chain after the other.

    Of what the filters let through, `hidden` rows are left out as no longer in force and `omitted` for the limit.
    """

    rows: tuple[Row, ...]
    hidden: int = 0
    omitted: int = 0
    notes: tuple[str, ...] = ()


def build_timeline(session: Session, request: TimelineRequest) -> Timeline:
    """Return the timeline; raises UsageError for a kind or date that cannot be read."""
    entries = [entry_from_extra(head.extra) for head in session.text().knowledge()]
    notes = list(session.notes)
    origins = _origins(session, entries, notes)
    live = live_successors(entries)
    rows = [
        Row(one, ", ".join(name for name in live.get(one.id, ()) if name != one.id), origins[one.path])
        for one in entries
    ]
    found = newest_first(matching(session, rows, request))
    shown = found if request.everything else [row for row in found if is_in_force(row.entry)]
    if request.graph:
        shown = chained(shown, rows)
    hidden = len({row.entry.path for row in found} - {row.entry.path for row in shown})
    if request.trailers:
        shown = newest_first([*shown, *_from_messages(session, entries, request, notes)])
    kept = shown[: request.limit]
    if any(row.added.label == CUT_OFF for row in kept):
        notes.append(f"which commits added the oldest is not known: history is cut off ({why_cut(session.repo)})")
    return Timeline(tuple(kept), hidden, len(shown) - len(kept), tuple(notes))


def _origins(session: Session, entries: Sequence[Entry], notes: list[str]) -> dict[RepoPath, Origin]:
    paths = [one.path for one in entries]
    try:
        return origins_of(session.repo, paths, session.graft)
    except GitCommandError as error:
        notes.append(f"which commits added the records is not known: {error.message}")
        return dict.fromkeys(paths, Origin(label=NOT_FOUND))


def _from_messages(session: Session, entries: Sequence[Entry], request: TimelineRequest, notes: list[str]) -> list[Row]:
    from kontext.timeline.messages import rows_from_messages

    rows = rows_from_messages(session, entries, request.limit, notes)
    return matching(session, rows, request._replace(kinds=(), tags=(), paths=()))
