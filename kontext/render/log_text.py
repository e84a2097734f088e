"""The timeline of decisions for people.

Owns its columns and the lines of a tree. Must not choose or order rows.
"""

from __future__ import annotations

from collections import Counter

from kontext.render.cells import clean, fit, flat, pad, width, wrap
from kontext.render.search_text import note_lines
from kontext.render.style import Style, commit, paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kontext.timeline import Row, Timeline

NAME = 30  # widest column of ids
TITLE = 72  # titles are padded to no more than this where no width is known, and never cut
STATE = 24
LEAST_TITLE = 12
_GAP = "  "


def render_log(timeline: Timeline, style: Style, *, with_paths: bool = False) -> str:
    """Return a line a record, ending in a newline; one plain line when there is none. `with_paths` names its file."""
    rows = _rows(timeline.rows, style, with_paths) or ["No records."]
    left_out = []
    if timeline.hidden:
        left_out.append(f"{timeline.hidden} no longer in force: --all")
    if timeline.omitted:
        left_out.append(f"{timeline.omitted} more: -n {len(timeline.rows) + timeline.omitted}")
    if left_out:
        rows.append(paint(style, "dim", f"… {'; '.join(left_out)}"))
    return "\n".join([*rows, *note_lines(timeline.notes, (), style)]) + "\n"


def short_name(row: Row, shared: Counter[int | None]) -> str:
    """Return what to call a record by: its number where no other row has it, else its id without its date."""
    entry = row.entry
    if not entry.path:
        return "(commit)"
    if entry.number is not None and shared[entry.number] == 1:
        return f"{entry.number:04d}"
    return clean(_undated(entry.id, entry.date))


def _undated(name: str, date: str) -> str:
    """An id without the day, or the day and time, that stands in front of it anyway."""
    if date and name.startswith(f"{date}-"):
        return name[len(date) + 1 :]
    stamp, dash, rest = name.partition("-")
    return rest if dash and rest and date and stamp.startswith(date.replace("-", "")) else name


def _rows(rows: Sequence[Row], style: Style, with_paths: bool) -> list[str]:
    if not rows:
        return []
    shared = Counter(row.entry.number for row in rows)
    several = len({row.entry.kind for row in rows}) > 1
    dates = [_date(row) for row in rows]
    names = [_tree(row) + short_name(row, shared) for row in rows]
    states = [_state(row, several) for row in rows]
    day = max(map(len, dates))
    name = _column(names, NAME, style)
    state = _column(states, STATE, style)
    short = {row.entry.id: short_name(row, shared) for row in rows}
    after = [_successor(row, short, style) for row in rows]
    titles = [flat(row.entry.title) for row in rows]
    title = min(_room(style, day + name + state + max(map(width, after))), max(map(width, titles)))
    lines = []
    for row, date, label, words, status, then in zip(rows, dates, names, titles, states, after, strict=True):
        slot = "dead" if row.live else "live"
        shown = fit(label, name)
        cells = (
            paint(style, "date", pad(date, day)),
            paint(style, slot, shown) + " " * (name - width(shown)),
            pad(fit(words, title if style.width else 0), title),
            pad(fit(status, state), state),
            _added(row, style),
        )
        file = f"{_GAP}{clean(row.entry.path)}" if with_paths else ""
        lines.append((_GAP.join(cells) + then + file).rstrip())
        if row.finding:
            lines += [paint(style, "warning", line) for line in wrap(flat(row.finding.message), style.width, _GAP)]
    return lines


def _column(texts: Sequence[str], most: int, style: Style) -> int:
    """Columns that texts take: bounded on a screen, as many as they need elsewhere."""
    widest = max(map(width, texts))
    return min(most, widest) if style.width else widest


def _room(style: Style, taken: int) -> int:
    """Columns for titles: what the others leave of the screen."""
    return max(LEAST_TITLE, style.width - taken - 7 - 4 * len(_GAP)) if style.width else TITLE


def _date(row: Row) -> str:
    """The day a record states; else, marked, the day its file was committed."""
    if row.entry.date or not row.added.date:
        return clean(row.entry.date) or "-"
    return f"~{row.added.date[:10]}"


def _state(row: Row, several: bool) -> str:
    state = flat(row.entry.status) or "-"
    if not row.entry.path:
        return row.entry.kind
    return f"{row.entry.kind}, {state}" if several else state


def _added(row: Row, style: Style) -> str:
    return commit(style, row.added.oid) if row.added.oid else paint(style, "dim", row.added.label)


def _successor(row: Row, short: Mapping[str, str], style: Style) -> str:
    """The records in force that replaced a row's, called as their own rows call them."""
    if not row.live:
        return ""
    names = ", ".join(
        short.get(name) or _undated(name, name[:10] if name[4:5] == "-" else "") for name in row.live.split(", ")
    )
    return f"{_GAP}-> {fit(clean(names), NAME if style.width else 0)}"


def _tree(row: Row) -> str:
    if not row.trunk:
        return ""
    *above, own = row.trunk
    return "".join("│ " if more else "  " for more in above) + ("├─" if own else "└─")
