"""What stands behind an address, for people and programs.

Owns the layout and the keys. Must not shorten anything.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.reading import Reading
    from kontext.render.as_json import Json


def render_reading(reading: Reading) -> str:
    """Return the text, safe for a terminal, with a line that counts what was left out."""
    lines = [clean(line) for line in reading.text.splitlines()]
    if reading.omitted:
        lines += ["", f"… {reading.omitted:,} more characters: --level {min(2, reading.level + 1)}"]
    return "\n".join(lines) + "\n"


def reading_json(reading: Reading) -> str:
    """Return it as one line of JSON."""
    return dump(reading_object(reading))


def reading_object(reading: Reading) -> Json:
    """Return it as the object that JSON and agents get."""
    return {
        "schema": SCHEMA,
        "uri": reading.uri,
        "kind": reading.kind,
        "title": reading.title,
        "level": reading.level,
        "text": reading.text,
        "omitted": reading.omitted,
        "date": reading.date,
        "author": reading.author,
        "draft": reading.draft,
    }
