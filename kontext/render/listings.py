"""Lists around writing records: drafts, and commits that look like decisions.

Owns their layout and keys. Must not decide what is listed.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean, fit, flat, pad
from kontext.render.style import Style, commit, day, paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.capture.suggest import Suggestions
    from kontext.model import Entry

_KIND = 12  # the longest name of a kind


def render_inbox(drafts: Sequence[Entry], left_out: int, style: Style) -> str:
    """One draft a line: day, kind, id, title."""
    if not drafts:
        return "the inbox is empty\n"
    ids = max(len(entry.id) for entry in drafts)
    rows = [
        f"{day(style, entry.date)}  {pad(clean(entry.kind), _KIND)}  {pad(clean(entry.id), ids)}  {flat(entry.title)}"
        for entry in drafts
    ]
    more = [paint(style, "dim", f"… {left_out} more: -n {left_out + len(drafts)}")] if left_out else []
    return "\n".join([*(fit(row, style.width) for row in rows), *more]) + "\n"


def inbox_json(drafts: Sequence[Entry]) -> str:
    """The same as one line of JSON."""
    rows = [
        {"id": one.id, "kind": one.kind, "title": one.title, "status": one.status, "date": one.date, "path": one.path}
        for one in drafts
    ]
    return dump({"schema": SCHEMA, "drafts": rows})


def render_suggestions(found: Suggestions, style: Style) -> str:
    """One commit a line, how to record the first, and the notes."""
    notes = [paint(style, "warning", f"note: {clean(note)}") for note in found.notes]
    if not found.commits:
        return "\n".join(["no commit looks like a decision that is not recorded", *notes]) + "\n"
    rows = []
    for one in found.commits:
        subject = fit(flat(one.subject), style.width - 27 if style.width else 0)
        rows.append(f"{commit(style, one.oid)}  {day(style, one.date)}  {one.score:4.1f}  {subject}")
    rows += ["", f"To record one: kontext capture --from {found.commits[0].oid[:7]}", *notes]
    return "\n".join(rows) + "\n"


def suggestions_json(found: Suggestions) -> str:
    """The same as one line of JSON."""
    rows = [
        {"oid": one.oid, "date": one.date, "author": one.author, "subject": one.subject, "score": one.score}
        for one in found.commits
    ]
    return dump({"schema": SCHEMA, "suggestions": rows, "notes": list(found.notes)})
