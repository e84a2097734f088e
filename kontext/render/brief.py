"""A brief for people and for programs.

Owns its layout and the names of its keys. Must not choose or shorten anything but lists of paths.
"""

from __future__ import annotations

from kontext.brief import ALL, CHANGED
from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean, fit, flat, width, wrap
from kontext.render.search_text import note_lines
from kontext.render.style import ABBREVIATED, Style, link, paint, person

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.brief import Brief, Item, Shaped

_NAMED = 3  # paths that a line names
_WHO = 30  # columns of authors
_LEAST_TITLE = 24


def render_brief(brief: Brief, style: Style, *, advises: bool = True) -> str:
    """Return the brief as text, ending in a newline; `advises` names the command that lists the others."""
    blocks = [[_heading(brief, style)]]
    if brief.commits:
        blocks[0] += [_nothing(brief, advises), "Commits that look like decisions:"]
    blocks += [_item(one, style) for one in brief.items]
    blocks += [_commit(one, style) for one in brief.commits]
    if not (brief.items or brief.commits or brief.truncated):
        blocks[0].append(_nothing(brief, advises))
    last = [paint(style, "dim", f"truncated: {brief.truncated} more")] if brief.truncated else []
    last += note_lines(brief.notes, brief.incomplete, style)
    return "\n\n".join("\n".join(block) for block in [*blocks, *([last] if last else [])]) + "\n"


def brief_json(brief: Brief) -> str:
    """Return it as one line of JSON."""
    return dump(brief_object(brief))


def brief_object(brief: Brief) -> dict[str, object]:
    """Return it as the object that JSON and agents get."""
    return {
        "schema": SCHEMA,
        "focus": list(brief.focus),
        "source": brief.source,
        "project": {"name": brief.project, "description": brief.description},
        "items": [_plain(one._asdict()) for one in brief.items],
        "commits": [_plain(one._asdict()) for one in brief.commits],
        "truncated": brief.truncated,
        "tokens": brief.tokens,
        "budget_tokens": brief.budget_tokens,
        "records": brief.records,
        "in_force": brief.in_force,
        "notes": list(brief.notes),
        "incomplete": list(brief.incomplete),
        "snapshot": {"head": brief.snapshot.head, "indexed": brief.snapshot.indexed},
    }


def _plain(fields: dict[str, object]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def _heading(brief: Brief, style: Style) -> str:
    if brief.source == ALL:
        about = f": {flat(brief.description)}" if brief.description.strip() else ""
        return paint(style, "heading", fit(flat(brief.project) + about, style.width))
    changed = " (changed)" if brief.source == CHANGED else ""
    return paint(style, "heading", _some(brief.focus) + changed)


def _nothing(brief: Brief, advises: bool) -> str:
    if not brief.records:
        return "Nothing is recorded in this repository."
    if not brief.in_force:
        return "No record is in force."
    others = "1 record is" if brief.in_force == 1 else f"{brief.in_force} records are"
    how = " (git kx-log --kind all)" if advises else ""
    return f"No record governs this; {others} in force here{how}."


def _item(item: Item, style: Style) -> list[str]:
    rows = [_titled(item.title, (item.kind, item.status, item.date), "live", style), *_prose(item.summary, style)]
    because = list(item.because)
    if item.paths:
        more = len(item.paths[_NAMED:]) + item.more_paths
        because.append(f"governs {_some(item.paths, more)}")
    if item.replaces:
        because.append(f"replaces {', '.join(item.replaces)}")
    address = paint(style, "date", clean(item.uri))
    return [*rows, *_prose("; ".join(because), style), f"  {address}{_by(item.author, style)}"]


def _commit(one: Shaped, style: Style) -> list[str]:
    url = style.commit_url.replace("{oid}", one.oid)
    address = link(style, paint(style, "hash", one.uri[: 4 + ABBREVIATED]), url)
    rows = [_titled(one.subject, ("commit", one.date[:10]), "heading", style), *_prose(one.reason, style)]
    return [*rows, f"  {address}{_by(one.author, style)}"]


def _by(author: str, style: Style) -> str:
    return paint(style, "dim", f"  by {fit(flat(person(author)), _WHO)}") if author else ""


def _titled(title: str, facts: Sequence[str], slot: str, style: Style) -> str:
    """A title with its facts, at the right edge where there is one."""
    said = " · ".join(flat(fact) for fact in facts if fact)
    if not style.width:
        return f"{paint(style, slot, flat(title))}  {paint(style, 'dim', said)}"
    room = max(_LEAST_TITLE, style.width - width(said) - 2)
    shown = fit(flat(title), room)
    return f"{paint(style, slot, shown)}{' ' * (room - width(shown) + 2)}{paint(style, 'dim', said)}"


def _prose(text: str, style: Style) -> list[str]:
    return wrap(flat(text), style.width, "  ")


def _some(paths: Sequence[str], more: int | None = None) -> str:
    """The first few of some paths, and how many more there are."""
    left = max(0, len(paths) - _NAMED) if more is None else more
    named = ", ".join(clean(path) for path in paths[:_NAMED])
    return f"{named} and {left} more" if left else named
