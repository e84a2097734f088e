"""Proposals for front matter: a status and a link set by key, everything else as it stands.

Owns the choice of the keys. Must not know YAML's syntax (yamlio.py edits and proves) or the body of the file.
"""

from __future__ import annotations

from kontext.capture.lines import content, split_lines
from kontext.errors import ConfigError
from kontext.store.frontmatter import KEYS, NESTED
from kontext.store.status import read_status
from kontext.store.words import FIELDS, NOTHING, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from kontext.store.page import Page

_TELLING = ("status", "date", "kind", "title", "id", "deciders")


def front_edits(text: str, page: Page, field: str, other: str) -> Iterator[str]:
    """Yield the text with `other` (an id) added to a link field of the front matter.

    With the field "superseded_by" the status becomes superseded. Nothing where there is no front matter of a record.
    """
    lines = split_lines(text)
    end = page.first - 2  # the line that closes the block
    if not page.front or end < 1 or content(lines[end]).strip() not in ("---", "..."):
        return
    yaml_text = "".join(lines[1:end])
    try:
        edited = _edited(yaml_text, page.path, field, other)
    except ConfigError:
        return
    if edited:
        yield "".join((lines[0], edited, *lines[end:]))


def key_of(table: Mapping[str, Any], field: str) -> tuple[str, ...]:
    """Return the key of a field, with that of the table it stands in; () when there is none."""
    for key, value in table.items():
        name = fold(str(key))
        if (KEYS.get(name) or FIELDS.get(name)) == field:
            return (str(key),)
        if isinstance(value, dict) and name in NESTED and (inner := key_of(value, field)):
            return (str(key), *inner)
    return ()


def _edited(yaml_text: str, path: str, field: str, other: str) -> str:
    from kontext.yamlio import RoundTrip, load

    table = load(yaml_text, path)
    if not isinstance(table, dict) or not any(key_of(table, name) for name in _TELLING):
        return ""
    trip = RoundTrip(yaml_text, path, 2)
    status_key = key_of(table, "status") or ("status",)
    if field == "superseded_by":
        said = str(_value(table, status_key) or "")
        if read_status(said) != "superseded":
            trip.set(status_key, "Superseded" if said[:1].isupper() else "superseded")
    link_key = key_of(table, field) or (*status_key[:-1], _named_like(list(table), field))
    trip.set(link_key, _with(_value(table, link_key), other))
    return trip.text


def _with(value: Any, other: str) -> list[Any]:
    """A list of links with one more; a placeholder is none."""
    items = value if isinstance(value, list) else [value]
    return [*(item for item in items if item is not None and fold(str(item)) not in ("", *NOTHING)), other]


def _value(table: Mapping[str, Any], keys: Sequence[str]) -> Any:
    found: Any = table
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _named_like(keys: Sequence[str], field: str) -> str:
    """The name of a new key in the manner of those that are there: `superseded-by` beside `decision-makers`."""
    dashed = any("-" in key for key in keys) and not any("_" in key for key in keys)
    return field.replace("_", "-") if dashed else field
