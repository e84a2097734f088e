"""What writing a record did, for people and programs.

Owns wording and keys. Must not write anything.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean, flat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.capture.listing import Listing
    from kontext.capture.record import Captured
    from kontext.capture.supersede import Superseded
    from kontext.render.as_json import Json


def render_superseded(done: Superseded) -> str:
    """Say which files say what now."""
    if not done.written:
        return _lines([f"{done.old.id} is superseded by {done.new.id} already", *_notes(done.notes)])
    head = f"{done.old.id} is superseded by {done.new.id}"
    return _lines([head, *(f"  {path}{_unstaged(path, done.staged)}" for path in done.written), *_notes(done.notes)])


def superseded_json(done: Superseded) -> str:
    """The same as one line of JSON."""
    return dump(
        {
            "schema": SCHEMA,
            "old": {"id": done.old.id, "path": done.old.path},
            "new": {"id": done.new.id, "path": done.new.path},
            "written": list(done.written),
            "staged": list(done.staged),
            "notes": list(done.notes),
        }
    )


def render_captured(done: Captured) -> str:
    """The path of a new record, then the trailer that names it, then the records that it replaced."""
    lines = [done.path]
    if done.trailer:
        lines.append(done.trailer)
    elif done.is_draft:
        lines.append(f"kontext promote {done.id}")
    lines += [f"superseded: {path}{_unstaged(path, done.staged)}" for path in done.written[1:]]
    return _lines([*lines, *_notes(done.notes)])


def captured_json(done: Captured) -> str:
    """The same as one line of JSON."""
    return dump(captured_object(done))


def captured_object(done: Captured) -> Json:
    """The same as the object that JSON and agents get."""
    return {
        "schema": SCHEMA,
        "id": done.id,
        "kind": done.kind,
        "path": done.path,
        "draft": done.is_draft,
        "trailer": done.trailer,
        "written": list(done.written),
        "staged": list(done.staged),
        "notes": list(done.notes),
    }


def render_listing(done: Listing) -> str:
    """Say which file lists the records now."""
    records = f"{done.records} record{'' if done.records == 1 else 's'}"
    said = ", nothing to change"
    if done.is_changed:
        said = ", staged" if done.staged else ", not staged"
    return _lines([f"{done.path}: {records}{said}", *_notes(done.notes)])


def listing_json(done: Listing) -> str:
    """The same as one line of JSON."""
    return dump(
        {
            "schema": SCHEMA,
            "path": done.path,
            "records": done.records,
            "changed": done.is_changed,
            "staged": list(done.staged),
            "notes": list(done.notes),
        }
    )


def _unstaged(path: str, staged: Sequence[str]) -> str:
    return "" if path in staged else "  (not staged)"


def _notes(notes: Iterable[str]) -> list[str]:
    return [f"note: {flat(note)}" for note in notes]


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(map(clean, lines)) + "\n"
