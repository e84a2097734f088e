"""Hooks and what was done with them, for people and programs.

Owns the wording and the keys. Must not look at a hook.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean, pad
from kontext.render.style import Style, paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_EVENT = 20  # columns before what is said of a hook
_STATES = {"outdated": "outdated: kontext hooks install renews it", "edited": "ours, changed by hand"}


def render_hooks(folder: str, rows: Sequence[tuple[str, ...]], notes: Sequence[str], style: Style) -> str:
    """Return the folder, a hook a line (event, state, what else runs there), and what is special about the place."""
    lines = [f"{paint(style, 'heading', 'hooks')}  {clean(folder)}"]
    for event, state, beside in rows:
        said = _STATES.get(state, state)
        also = f", beside {beside}" if beside and state != "foreign" else f": {beside}" if beside else ""
        lines.append(f"  {pad(event, _EVENT)}{said}{also}")
    return "\n".join([*lines, *_notes(notes, style)]) + "\n"


def hooks_json(folder: str, rows: Sequence[tuple[str, ...]], notes: Sequence[str]) -> str:
    """The same as one line of JSON."""
    hooks = [{"event": event, "state": state, "beside": beside} for event, state, beside in rows]
    return dump({"schema": SCHEMA, "folder": folder, "hooks": hooks, "notes": list(notes)})


def render_changes(
    folder: str, rows: Sequence[tuple[str, str]], notes: Sequence[str], is_plan: bool, style: Style
) -> str:
    """Return what was done (or would be) with each hook that changes."""
    if not rows:
        return "\n".join(["nothing to do", *_notes(notes, style)]) + "\n"
    heading = f"in {clean(folder)}{', if it were done' if is_plan else ''}:"
    columns = max(len(what) for what, _ in rows) + 2
    lines = [heading, *(f"  {pad(clean(what), columns)}{clean(words)}" for what, words in rows)]
    return "\n".join([*lines, *_notes(notes, style)]) + "\n"


def _notes(notes: Sequence[str], style: Style) -> list[str]:
    return [paint(style, "warning", f"note: {clean(note)}") for note in notes]
