"""A review as Markdown for a pull request, and for programs.

Owns its sections and keys. Must not judge anything.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean, flat
from kontext.store.governs import is_live

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import Entry, Finding
    from kontext.review import Governing, Review, Touched

_FILES = 3  # files that are named after a record


def render_review(review: Review) -> str:
    """Return the review as Markdown."""
    live = [one for one in review.governing if is_live(one.entry)]
    dead = [one for one in review.governing if not is_live(one.entry)]
    count = f"{_count(review.commits, 'commit')}, {_count(review.files, 'file')}"
    parts = [f"## Records behind this change\n\n{clean(review.span)}: {count}."]
    if not (review.governing or review.touched):
        parts.append("No record governs what it touches.")
    parts += _section("In force, and governing what it touches", [_governing(one) for one in live])
    parts += _section("No longer in force", [_governing(one) for one in dead])
    parts += _section("Records it changes", [_touched(one) for one in review.touched])
    parts += _section("Trailers to put right", [_finding(one) for one in review.findings])
    return "\n\n".join(parts) + "\n"


def review_json(review: Review) -> str:
    """Return it as one line of JSON."""
    governing = [
        _entry(one.entry)
        | {"live": one.live, "in_force": is_live(one.entry), "governs": list(one.paths), "named": one.is_named}
        for one in review.governing
    ]
    touched = [_entry(one.entry) | {"done": one.done, "before": one.before} for one in review.touched]
    findings = [
        {"level": one.level, "rule": one.rule, "oid": one.oid, "message": one.message, "remedy": one.remedy}
        for one in review.findings
    ]
    return dump(
        {
            "schema": SCHEMA,
            "range": review.span,
            "commits": review.commits,
            "files": review.files,
            "governing": governing,
            "touched": touched,
            "findings": findings,
        }
    )


def _section(title: str, rows: list[str]) -> list[str]:
    return [f"### {title}\n\n" + "\n".join(rows)] if rows else []


def _governing(one: Governing) -> str:
    named = [f"`{_code(path)}`" for path in one.paths[:_FILES]]
    more = f" and {len(one.paths) - _FILES} more" if len(one.paths) > _FILES else ""
    state = f", superseded by `{_code(one.live)}`" if one.live else ""
    said = "" if not is_live(one.entry) else "; named by a trailer" if one.is_named else "; no trailer names it"
    summary = f"\n  {_text(one.entry.summary)}" if one.entry.summary else ""
    return f"- {_head(one.entry)}{state}: {', '.join(named)}{more}{said}{summary}"


def _touched(one: Touched) -> str:
    status = f" (was {_text(one.before)})" if one.before and one.before != one.entry.status else ""
    return f"- {_head(one.entry)}{status}: {one.done}, `{_code(one.entry.path)}`"


def _finding(one: Finding) -> str:
    remedy = f"\n  {_text(one.remedy)}" if one.remedy else ""
    return f"- {one.level} in {one.oid[:10]}: {_text(one.message)}{remedy}"


def _head(entry: Entry) -> str:
    facts = [part for part in (entry.status, entry.date) if part]
    return f"**{_text(entry.title)}** (`{_code(entry.id)}`{''.join(f', {_text(fact)}' for fact in facts)})"


def _text(text: str) -> str:
    """Text of a repository inside Markdown: it may hold no HTML and mention nobody."""
    return flat(text).replace("<", "&lt;").replace("@", "@\u200b")


def _code(text: str) -> str:
    return clean(text).replace("`", "'")


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "id": entry.id,
        "kind": entry.kind,
        "title": entry.title,
        "status": entry.status,
        "date": entry.date,
        "path": entry.path,
    }


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
