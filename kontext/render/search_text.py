"""The answer of a search for people.

Owns its layout. Must not rank, merge or filter.
"""

from __future__ import annotations

from kontext.render.cells import clean, fit, flat, width, wrap
from kontext.render.style import ABBREVIATED, Style, link, paint, person

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.model import Hit, SearchResult

TITLE = 52  # least columns of a title before its facts are put at its right


def render_search(result: SearchResult, style: Style, explain: bool = False) -> str:
    """Return the ranked list, ending in a newline; one plain line when nothing was found."""
    rows = hit_lines(result.hits, style, explain) or [f"Nothing found for '{fit(flat(result.query), 60)}'."]
    return "\n".join([*rows, *note_lines(result.notes, result.incomplete, style)]) + "\n"


def hit_lines(hits: Sequence[Hit], style: Style, explain: bool = False) -> list[str]:
    """Return three or four lines a hit: rank, title and facts; the best passage; the address."""
    rows = []
    for rank, hit in enumerate(hits, 1):
        facts = paint(style, "dim", _facts(hit))
        room = max(24, style.width - 5 - width(_facts(hit)) - 2) if style.width else 0
        title = fit(flat(hit.title), room)
        slot = "dead" if hit.live else "heading"
        space = " " * max(2, TITLE - width(title))
        if style.width:
            space = " " * max(2, room - width(title) + 2)
        rows.append(f"{rank:>2}  {paint(style, slot, title)}{space}{facts}")
        if hit.live:
            rows.append("    " + paint(style, "warning", f"superseded by {clean(hit.live)}"))
        rows += _passage(hit, style)
        rows.append("    " + _address(hit, style))
        if explain:
            rows += [paint(style, "dim", line) for line in _contributions(hit, style)]
    return rows


def note_lines(notes: Sequence[str], incomplete: Sequence[str], style: Style) -> list[str]:
    """Return what went wrong on the way, one line each."""
    rows = [f"note: {flat(note)}" for note in notes]
    rows += [f"incomplete: {flat(one)}" for one in incomplete]
    return [paint(style, "warning", row) for row in rows]


def _facts(hit: Hit) -> str:
    who = flat(person(hit.author)) if hit.kind == "commit" and hit.author else ""
    source = "" if hit.source == "local" else clean(hit.source)
    return " · ".join(fact for fact in (hit.kind, clean(hit.status), hit.date[:10], fit(who, 18), source) if fact)


def _address(hit: Hit, style: Style) -> str:
    if not hit.uri.startswith("git:"):
        return paint(style, "date", clean(hit.uri))
    url = style.commit_url.replace("{oid}", hit.oid)
    return link(style, paint(style, "hash", hit.uri[: 4 + ABBREVIATED]), url)


def _passage(hit: Hit, style: Style) -> list[str]:
    if not hit.snippet.strip():
        return []
    if not style.colour or not hit.marks:
        return wrap(flat(hit.snippet), style.width, "    ")
    # Lines are broken on plain text; the marks are painted afterwards, where their words ended up.
    marked = {flat(hit.snippet[first:last]) for first, last in hit.marks} - {""}
    return [_paint_words(line, marked, style) for line in wrap(flat(hit.snippet), style.width, "    ")]


def _paint_words(line: str, marked: set[str], style: Style) -> str:
    import re

    pattern = "|".join(re.escape(word) for word in sorted(marked, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda found: paint(style, "match", found[0]), line)


def _contributions(hit: Hit, style: Style) -> list[str]:
    said = [f"{one.source} rank {one.rank} x {one.weight:g} = {one.amount:.4f}" for one in hit.contributions]
    said += [f"{name} {weight:.2f}" for name, weight in hit.terms]
    return wrap(f"score {hit.score:.4f}" + (": " + ", ".join(said) if said else ""), style.width, "    ")
