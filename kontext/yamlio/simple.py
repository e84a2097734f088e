"""The front matter that nearly every record has, read without a YAML library.

Owns a subset of YAML small enough to be certain of: `key: value` lines, one-line lists, lists of `- item` lines,
comments on lines of their own. Anything else is left to the real parser, which costs a command 25 ms to import and
a millisecond for each record.
"""

from __future__ import annotations

import re

from kontext.yamlio.table import Table

_KEY = re.compile(r"([A-Za-z_][\w-]*(?: [\w-]+)*):(?: +|$)", re.ASCII)
_ITEM = re.compile(r"( *)- +(?=\S)")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"\\]*)\"")
_FLOW_SPECIAL = frozenset("[]{}:,\"'")
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])


class _UnsureError(Exception):
    """The text needs the real parser."""


def simple_front_matter(text: str, first_line: int) -> Table | None:
    """Return what the real parser would, or None when that is not certain."""
    made = Table()
    items: list[str | None] | None = None
    indent, key = "", ""
    try:
        for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), first_line):
            line = raw.rstrip(" ")
            if not line or line[0] == "#":
                continue
            if not line.isprintable():
                return None
            if found := _KEY.match(line):
                key, rest = found[1], line[found.end() :]
                made[key] = _value(rest)
                made.lines[key] = number
                items = [] if not rest else None
            elif items is not None and (found := _ITEM.match(line)) and (not items or found[1] == indent):
                indent = found[1]
                items.append(_scalar(line[found.end() :]))
                made[key] = items
            else:
                return None
    except _UnsureError:
        return None
    return made


def _value(text: str) -> object:
    if text[:1] == "[":
        return _flow_list(text)
    return _scalar(text)


def _flow_list(text: str) -> list[str | None]:
    if text[-1] != "]":
        raise _UnsureError
    inside = text[1:-1].strip(" ")
    return [_scalar(item.strip(" "), True) for item in inside.split(",")] if inside else []


def _scalar(text: str, is_item: bool = False) -> str | None:
    if quoted := _QUOTED.fullmatch(text):
        if is_item and "," in text:
            raise _UnsureError
        return quoted[1] if quoted[1] is not None else quoted[2]
    if text in _NULLS:
        if is_item and not text:
            raise _UnsureError
        return None
    if not (text[0].isalnum() or text[0] == "_") or ": " in text or " #" in text or text[-1] == ":":
        raise _UnsureError
    if is_item and not _FLOW_SPECIAL.isdisjoint(text):
        raise _UnsureError
    return text
