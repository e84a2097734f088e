"""The answers of `kontext reindex`, `status` and `clean`, for people and programs.

Owns their wording and keys. Must not look at an index.
"""

from __future__ import annotations

from kontext.refresh.unpushed import MOST
from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean, flat, wrap
from kontext.render.style import Style, abbreviate, paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kontext.model import RefreshReport
    from kontext.refresh.care import Status
    from kontext.refresh.unpushed import Unpushed
    from kontext.render.as_json import Json

_COLUMN = 13  # where facts begin
_MARGIN = 80  # facts never run wider
_STALE = 5  # stale decisions that are named
_REFUSED = 5  # unpushed commits whose fault is told
# What is wrong with a commit that names no record in force: none, none that Git reads, none that is or holds.
_NO_LIVE_RECORD = frozenset(
    f"trailer-{fault}" for fault in ("missing", "unread", "unknown", "superseded", "ambiguous", "value", "text")
)
_UNITS = ("bytes", "kB", "MB", "GB")


def render_reindex(report: RefreshReport) -> str:
    """Say what a rebuild holds and how long it took."""
    made = ", ".join(
        [_count(report.commits, "commit"), _count(report.entries, "record"), _count(report.sections, "section")]
    )
    return f"indexed {made} in {report.seconds:.1f} s\n"


def reindex_json(report: RefreshReport) -> str:
    """The same as one line of JSON."""
    return dump(
        {
            "schema": SCHEMA,
            "commits": report.commits,
            "entries": report.entries,
            "sections": report.sections,
            "seconds": round(report.seconds, 3),
        }
    )


def render_clean(freed: int) -> str:
    """Say what removing the index gave back."""
    return f"removed the index ({size(freed)})\n" if freed else "there is no index\n"


def clean_json(freed: int) -> str:
    """The same as one line of JSON."""
    return dump({"schema": SCHEMA, "freed": freed})


def render_status(
    status: Status, name: str, notes: Iterable[str], now: int, style: Style, hooks: Sequence[str] = ()
) -> str:
    """Say what is known about a worktree: a name and its facts a line, continued below them."""
    head = f"at {abbreviate(status.head)}" if status.head else "with no commit yet"
    room = max(24, min(style.width or _MARGIN, _MARGIN) - _COLUMN)
    rows = {"repository": [f"{clean(name)} {head}"], "index": wrap(_index(status, now), room)}
    if status.counts:
        rows["records"] = wrap(_records(status.counts), room)
    if status.live or status.superseded:
        rows["decisions"] = wrap(_decisions(status), room)
    if status.unpushed and (status.unpushed.commits or status.unpushed.note):
        rows["unpushed"] = _unpushed(status.unpushed, room)
    if hooks:
        rows["hooks"] = wrap(" ".join(hooks), room)
    if status.folder:
        rows["folder"] = [clean(status.folder)]  # whole, to be copied
    below = f"\n{' ' * _COLUMN}"
    lines = [
        f"{paint(style, 'heading', what)}{' ' * (_COLUMN - len(what))}{below.join(said)}" for what, said in rows.items()
    ]
    return "\n".join([*lines, *(paint(style, "warning", f"note: {clean(note)}") for note in notes)]) + "\n"


def status_json(status: Status, name: str, top: str, notes: Iterable[str], hooks: Sequence[str] = ()) -> str:
    """The same as one line of JSON."""
    return dump(
        {
            "schema": SCHEMA,
            "project": name,
            "repository": top,
            "head": status.head,
            "index": {
                "state": status.state,
                "indexed": status.indexed,
                "folder": status.folder,
                "bytes": status.size,
                "commits": status.commits,
                "complete": status.complete,
                "paths_complete": status.paths_complete,
                "pending": status.pending,
                "refreshed": status.refreshed,
                "by": status.by,
                "counts": status.counts,
            },
            "decisions": {"live": status.live, "superseded": status.superseded, "stale": list(status.stale)},
            "unpushed": _unpushed_json(status.unpushed),
            "hooks": list(hooks),
            "notes": list(notes),
        }
    )


def size(count: int) -> str:
    """Return bytes as people say them: 8.1 MB."""
    amount = float(count)
    unit = 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount /= 1000
        unit += 1
    return f"{amount:.1f} {_UNITS[unit]}" if unit else f"{count} bytes"


def ago(seconds: int) -> str:
    """Return a past time as people say it: 2 s ago."""
    for name, length in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length} {name} ago"
    return f"{max(0, seconds)} s ago"


def _index(status: Status, now: int) -> str:
    if not status.counts and not status.refreshed:
        return f"{status.state}: the next question builds it"
    counts = status.counts
    held = [_count(counts.get("commit", 0), "commit"), _count(counts.get("doc", 0), "section")]
    facts = [f"{status.state}: {', '.join(held)}", size(status.size)]
    if status.refreshed:
        by = f" by {status.by}" if status.by else ""
        facts.append(f"last refresh {ago(now - status.refreshed)}{by}")
    if status.pending:
        facts.append(f"{_count(status.pending, 'change')} still to be read")
    if not status.paths_complete:
        facts.append("paths of older commits still to be read")
    return "; ".join(facts)


def _records(counts: Mapping[str, int]) -> str:
    kinds = [_count(count, kind) for kind, count in sorted(counts.items()) if kind not in ("commit", "doc", "code")]
    return ", ".join(kinds) or "none"


def _decisions(status: Status) -> str:
    facts = [f"{status.live:,} live", f"{status.superseded:,} superseded or rejected"]
    if status.stale:
        named = ", ".join(status.stale[:_STALE])
        more = f" and {len(status.stale) - _STALE} more" if len(status.stale) > _STALE else ""
        facts.append(f"{len(status.stale)} stale: {clean(named)}{more}")
    return ", ".join(facts)


def _unpushed(ahead: Unpushed, room: int) -> list[str]:
    """How many commits a push would bring, how many of them it would be refused for, and why the first of those."""
    if ahead.note or not ahead.refused:
        return wrap("; ".join(filter(None, (_count(ahead.commits, "commit"), flat(ahead.note)))), room)
    count = len(ahead.refused)
    if all(one.finding.rule in _NO_LIVE_RECORD for one in ahead.refused):
        fault = "names no live decision" if count == 1 else "name no live decision"
    else:
        fault = "fails the check of its trailers" if count == 1 else "fail the check of their trailers"
    newest = "newest " if ahead.commits >= MOST else ""
    whose = (
        f"{count:,} of your {newest}{ahead.commits:,} unpushed commits" if ahead.commits > 1 else "your unpushed commit"
    )
    rows = wrap(f"{whose} {fault}", room)
    for one in ahead.refused[:_REFUSED]:
        first, *more = wrap(flat(one.finding.message), room - 9)
        rows += [f"{abbreviate(one.oid)}  {first}", *(f"{' ' * 9}{line}" for line in more)]
    if count > _REFUSED:
        rows.append(f"and {count - _REFUSED:,} more")
    return rows


def _unpushed_json(ahead: Unpushed | None) -> Json | None:
    if ahead is None:
        return None
    refused = [{"oid": one.oid, "rule": one.finding.rule, "message": one.finding.message} for one in ahead.refused]
    return {"commits": ahead.commits, "refused": refused, "note": ahead.note}


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
