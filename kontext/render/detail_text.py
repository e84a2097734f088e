"""A commit, a range or a record that was itself the target of `git why`, for people.

Owns these three layouts. Must not decide what belongs to them.
"""

from __future__ import annotations

from kontext.render.cells import clean, fit, flat, wrap
from kontext.render.style import Style, commit, day, paint, person

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import Note
    from kontext.why.answer import CommitDetail, Decision, Past

FILES = 20  # files of a commit that are listed before the rest is counted
BODY = 40  # lines of a message
NOTE = 6  # ... and of a note


def render_commit(detail: CommitDetail, style: Style) -> list[str]:
    """Return the lines that describe one commit."""
    rows = [f"{commit(style, detail.oid)}  {day(style, detail.date)}  {flat(person(detail.author))}"]
    rows += wrap(flat(detail.subject), min(style.width or 100, 100), "    ")
    body = detail.body.strip("\n").splitlines()
    rows += [("    " + clean(line)).rstrip() for line in ("", *body[:BODY]) if body]
    rows += _left_out(len(body) - BODY, "lines", style)
    for one in detail.links:
        rows.append("    " + flat(one.url or one.text))
    rows += render_git_notes(detail.git_notes, style, "    ")
    if detail.files:
        rows += ["", paint(style, "heading", "Files")]
        rows += [f"  {status}  {clean(path)}" for status, path in detail.files[:FILES]]
        rows += _left_out(len(detail.files) - FILES, "files", style)
    if detail.now_at:
        rows += ["", paint(style, "heading", "Now at")]
        rows += [f"  {clean(old)} -> {clean(new) or '(deleted)'}" for old, new in detail.now_at[:FILES]]
        rows += _left_out(len(detail.now_at) - FILES, "files", style)
    return rows


def render_git_notes(noted: tuple[Note, ...], style: Style, indent: str) -> list[str]:
    """Return the lines of a commit's notes: the ref each is in, and what it says."""
    rows: list[str] = []
    for note in noted:
        said = [line for line in map(clean, note.text.splitlines()) if line.strip()]
        first, *rest = said or [""]
        ref = clean(note.ref.removeprefix("refs/notes/"))
        room = min(style.width or 100, 100)
        for line in (f"note ({ref}): {first}", *(f"  {line}" for line in rest[: NOTE - 1])):
            rows += wrap(line, room, indent)
        rows += [indent.removesuffix("  ") + row for row in _left_out(len(said) - NOTE, "lines of the note", style)]
    return rows


def render_entry(entry: Decision, style: Style) -> list[str]:
    """Return the lines that describe one record."""
    state = f"superseded by {entry.live}" if entry.live else entry.status + (", stale" if entry.stale else "")
    slot = "dead" if entry.live else "live"
    rows = [
        f"{paint(style, slot, clean(entry.id))}  {day(style, entry.date)}  {clean(entry.kind)}, {clean(state)}",
        f"  {flat(entry.title)}",
    ]
    prose = min(style.width or 100, 100)
    if entry.summary:
        rows += wrap(flat(entry.summary), prose, "  ")
    if entry.because:
        rows += wrap(f"governs {clean(entry.because)}", prose, "  ")
    return [*rows, "  " + paint(style, "dim", clean(entry.path))]


def render_range(commits: tuple[Past, ...], total: int, style: Style) -> list[str]:
    """Return the lines that list commits; `total` is how many there are, 0 = no others."""
    if not commits:
        return []
    counted = f"  ({len(commits)} of {total}, decisions first)" if total > len(commits) else ""
    rows = [paint(style, "heading", "Commits") + paint(style, "dim", counted)]
    for one in commits:
        subject = fit(flat(one.subject), style.width - 23 if style.width else 0)
        rows.append(f"  {commit(style, one.oid)}  {day(style, one.date)}  {subject}")
    return rows


def _left_out(count: int, things: str, style: Style) -> list[str]:
    return [paint(style, "dim", f"  … {count} more {things}")] if count > 0 else []
