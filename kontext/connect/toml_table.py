"""One table of a TOML file, added, changed or taken out by position: every other byte stays where it is.

Owns finding statements in text that Python's own reader accepts, and the proof after each edit. One table is all that
is ever changed, so the position of a few lines is enough and no writer of TOML is needed. Must not know what the table
means.
"""

from __future__ import annotations

import json
import re
import tomllib

from kontext.connect.broken import BrokenTextError
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    Path = tuple[str, ...]

_PIECE = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|(?P<comment>\#[^\n]*)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<newline>\r?\n)"
    r"|[^\"'\#\[\]{}\r\n]+|\r",
    re.DOTALL,
)


class Statement(Record):
    """A header or a key with its value, from `start` to `end` without the comment behind it; `path` whole."""

    start: int
    end: int
    path: tuple[str, ...]
    is_header: bool


def load(text: str) -> dict[str, Any]:
    """Return what a text says; raise BrokenTextError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise BrokenTextError("is not TOML", int(line[1]) if line else 0) from None
    except RecursionError:
        raise BrokenTextError("is nested too deeply") from None


def table_of(text: str, path: Path) -> dict[str, Any] | None:
    """Return the table that a path leads to, None when there is none; raise BrokenTextError for anything else there."""
    found: Any = load(text)
    for key in path:
        if key not in found:
            return None
        found = found[key]
        if not isinstance(found, dict):
            raise BrokenTextError(f"says '{key}', and it is no table")
    table: dict[str, Any] = found
    return table


def put_table(text: str, path: Path, values: dict[str, Any]) -> str:
    """Return the text with these values in a table, which is made at the end when it is missing."""
    newline = "\r\n" if "\r\n" in text else "\n"
    is_new = table_of(text, path) is None
    expected = load(text)
    inner = expected
    for key in path:
        inner = inner.setdefault(key, {})
    wanted = {key: value for key, value in values.items() if inner.get(key) != value}
    inner.update(values)
    if is_new:
        return _proven(_append(text, path, values, newline), expected)
    for key, value in wanted.items():
        text = _put_value(text, path, key, value, newline)
    return _proven(text, expected)


def take_out(text: str, path: Path) -> str:
    """Return the text without a table and the tables in it; as it is where there is none."""
    if table_of(text, path) is None:
        return text
    expected = load(text)
    inner = expected
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    for header in [one for one in reversed(list(statements(text))) if one.is_header and one.path[: len(path)] == path]:
        text = _without_block(text, header)
    return _proven(text, expected, path[:-1])


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of valid TOML in their order."""
    header: Path = ()
    start, end, depth = -1, 0, 0
    for piece in _PIECE.finditer(text + "\n"):
        if start >= 0 and depth == 0 and (piece["newline"] or piece["comment"]):
            is_header = text[start] == "["
            own = _names(text[start:end])
            header = own if is_header else header
            yield Statement(start, end, own if is_header else header + own, is_header)
            start = -1
        if piece["newline"] or piece["comment"] or not piece[0].strip():
            continue
        if start < 0:
            start = piece.start() + len(piece[0]) - len(piece[0].lstrip())
        depth += bool(piece["open"]) - bool(piece["close"])
        end = piece.start() + len(piece[0].rstrip())


def _names(statement: str) -> Path:
    """The keys that one statement leads through: of a value, its own key at the end."""
    found: Any = tomllib.loads(statement if statement.startswith("[") else _key_of(statement))
    names = []
    while isinstance(found, dict) and found:
        (name,) = found
        names.append(name)
        found = found[name]
    return tuple(names)


def _key_of(statement: str) -> str:
    """The statement with its value made nothing: where its key ends is where the reader takes the rest for a value."""
    at = statement.find("=")
    while at >= 0:
        short = statement[:at] + "=0"
        try:
            tomllib.loads(short)
        except tomllib.TOMLDecodeError:
            at = statement.find("=", at + 1)
        else:
            return short
    return statement


def _append(text: str, path: Path, values: dict[str, Any], newline: str) -> str:
    """A table behind everything; a text that ends without a line break keeps that habit."""
    header = "[" + ".".join(path) + "]"
    block = newline.join([header, *(f"{key} = {_dump(value)}" for key, value in values.items())])
    if not text:
        return block + newline
    if text.endswith("\n"):
        return text + newline + block + newline
    return text + newline + newline + block


def _put_value(text: str, path: Path, key: str, value: Any, newline: str) -> str:
    found = list(statements(text))
    for one in found:
        if not one.is_header and one.path == (*path, key):
            name = text[one.start : one.end].partition("=")[0].rstrip()
            return f"{text[: one.start]}{name} = {_dump(value)}{text[one.end :]}"
    for one in found:
        if one.is_header and one.path == path:
            end = text.find("\n", one.end)
            if end < 0:
                return f"{text}{newline}{key} = {_dump(value)}"
            return f"{text[: end + 1]}{key} = {_dump(value)}{newline}{text[end + 1 :]}"
    raise BrokenTextError(f"says '{'.'.join(path)}' in a way that only a person can change")


def _without_block(text: str, header: Statement) -> str:
    """Cut a header and what stands below it, with the blank line before; comments after it belong to what follows."""
    end = header.end
    for one in statements(text):
        if one.start > header.start and one.is_header:
            break
        if one.start > header.start:
            end = one.end
    line_end = text.find("\n", end)
    start = text.rfind("\n", 0, header.start) + 1
    head, tail = text[:start], text[line_end + 1 :] if line_end >= 0 else ""
    if line_end < 0:  # it ended without a line break, and so did the text before it
        return head.removesuffix("\n").removesuffix("\r").removesuffix("\n").removesuffix("\r")
    for blank in ("\r\n", "\n"):
        if head == blank or head.endswith("\n" + blank):
            return head.removesuffix(blank) + tail
    return head + tail


def _dump(value: str | Sequence[str]) -> str:
    """A text or a list of texts: JSON writes these as TOML does."""
    return json.dumps(value, ensure_ascii=False)


def _proven(text: str, expected: dict[str, Any], may_lack: Path = ()) -> str:
    """The text, when it says what it should. A table that only our own made may be gone with it."""
    found = load(text)
    if found == expected:
        return text
    inner = found
    for key in may_lack:
        inner = inner.setdefault(key, {})
    if found != expected:
        raise BrokenTextError("is written in a way that only a person can change")
    return text
