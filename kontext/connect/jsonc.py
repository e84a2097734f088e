"""JSON with comments and trailing commas, edited by position: every byte that is not ours stays where it is.

Owns reading with places, adding or replacing one member and taking one out. No library on the index does exactly
this: those that read comments write the file anew. Must not know what the members mean.
"""

from __future__ import annotations

import json
import re

from kontext.connect.broken import BrokenTextError
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_TRIVIA = re.compile(r"(?:[ \t\r\n]|//[^\r\n]*|/\*.*?\*/)*+", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+"')
_SCALAR = re.compile(r"(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-])")
_REST_OF_LINE = re.compile(r"(?:[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/))*")
_INDENT = re.compile(r"[ \t]*")
_DEEPEST = 200  # levels


class Member(Record):
    """One name with its value; `at` is where the name begins."""

    name: str
    at: int
    value: Node


class Node(Record):
    """One value from `start` to `end`; `members` of an object, `items` of a list, None for what it is not."""

    start: int
    end: int
    members: list[Member] | None
    items: list[Node] | None


def parse(text: str) -> Node | None:
    """Return the tree of a text, None for one without any value. Raises BrokenTextError."""
    reader = _Reader(text)
    start = reader.skip(0)
    if start == len(text):
        return None
    node = reader.value(start, 0)
    if reader.skip(node.end) != len(text):
        raise reader.broken("something stands behind the end", reader.skip(node.end))
    return node


def value_of(text: str, node: Node) -> Any:
    """Return the value of a node; of a name that stands twice the last one."""
    if node.members is not None:
        return {member.name: value_of(text, member.value) for member in node.members}
    if node.items is not None:
        return [value_of(text, item) for item in node.items]
    return json.loads(text[node.start : node.end])


def find(text: str, keys: Sequence[str]) -> Node | None:
    """Return the value that names lead to, None when it is not there. Raises BrokenTextError, also for a name twice."""
    node = parse(text)
    for key in keys:
        member = _member(text, node, key) if node is not None else None
        node = member.value if member else None
    return node


def put(text: str, keys: Sequence[str], value: Any) -> str:
    """Return the text with a value under the names, which are made where they are missing. Raises BrokenTextError."""
    node = parse(text)
    if node is None:
        for key in reversed(keys):
            value = {key: value}
        newline = _newline(text)
        head = text if not text or text.endswith("\n") else text + newline
        return head + _dump(value, "", "  ", newline) + newline
    expected = value_of(text, node)
    for at, key in enumerate(keys):
        member = _member(text, node, key)
        if member is None:
            for missing in reversed(keys[at + 1 :]):
                value = {missing: value}
            _set(expected, keys[: at + 1], value)
            return _proven(_insert(text, node, key, value), expected)
        node = member.value
    _set(expected, keys, value)
    line = _line_indent(text, node.start)
    shown = _dump(value, line, _unit(text), _newline(text), _is_inline(text, node))
    return _proven(text[: node.start] + shown + text[node.end :], expected)


def take_out(text: str, keys: Sequence[str]) -> str:
    """Return the text without the member that names lead to, with its comma; as it is where there is none."""
    parent, member = find(text, keys[:-1]), None
    if parent is not None:
        member = _member(text, parent, keys[-1])
    if parent is None or member is None or parent.members is None:
        return text
    root = parse(text)
    assert root is not None
    expected = value_of(text, root)
    inner = expected
    for key in keys[:-1]:
        inner = inner[key]
    del inner[keys[-1]]
    start, end = _line_start(text, member.at), member.value.end
    after = _TRIVIA.match(text, end)
    comma = after.end() if after else end
    index = parent.members.index(member)
    if text[comma] == ",":
        return _proven(text[:start] + text[comma + 1 :], expected)
    if index:
        before = _comma_after(text, parent.members[index - 1].value.end)
        return _proven(text[:before] + text[before + 1 : start] + text[end:], expected)
    border = _newline(text) + _line_indent(text, parent.start)
    return _proven(text[:start] + text[end:].removeprefix(border), expected)


class _Reader:
    """Recursive descent over one text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def skip(self, at: int) -> int:
        found = _TRIVIA.match(self.text, at)
        return found.end() if found else at

    def broken(self, message: str, at: int) -> BrokenTextError:
        return BrokenTextError(message, self.text.count("\n", 0, at) + 1)

    def value(self, at: int, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.broken("is nested too deeply", at)
        sign = self.text[at : at + 1]
        if sign == "{":
            return self._object(at, depth)
        if sign == "[":
            return self._list(at, depth)
        found = (_STRING if sign == '"' else _SCALAR).match(self.text, at)
        if found is None:
            raise self.broken("is not JSON", at)
        return Node(at, found.end(), None, None)

    def _object(self, start: int, depth: int) -> Node:
        members: list[Member] = []
        at = self.skip(start + 1)
        while self.text[at : at + 1] != "}":
            name = _STRING.match(self.text, at)
            if name is None:
                raise self.broken("expects a name in quotes or a closing brace", at)
            colon = self.skip(name.end())
            if self.text[colon : colon + 1] != ":":
                raise self.broken("lacks a colon behind a name", colon)
            value = self.value(self.skip(colon + 1), depth + 1)
            members.append(Member(json.loads(name[0]), at, value))
            at = self._next(value.end, "}")
        return Node(start, at + 1, members, None)

    def _list(self, start: int, depth: int) -> Node:
        items: list[Node] = []
        at = self.skip(start + 1)
        while self.text[at : at + 1] != "]":
            items.append(self.value(at, depth + 1))
            at = self._next(items[-1].end, "]")
        return Node(start, at + 1, None, items)

    def _next(self, at: int, closing: str) -> int:
        """Where the next item or the closing sign stands."""
        at = self.skip(at)
        if self.text[at : at + 1] == ",":
            return self.skip(at + 1)
        if self.text[at : at + 1] != closing:
            raise self.broken(f"lacks a comma or '{closing}'", at)
        return at


def _member(text: str, node: Node, key: str) -> Member | None:
    if node.members is None:
        raise BrokenTextError(f"has no table where '{key}' should stand", text.count("\n", 0, node.start) + 1)
    found = [member for member in node.members if member.name == key]
    if len(found) > 1:
        raise BrokenTextError(f"says '{key}' twice", text.count("\n", 0, found[1].at) + 1)
    return found[0] if found else None


def _insert(text: str, node: Node, key: str, value: Any) -> str:
    """Add a member at the end of an object, in the manner of the members that are there."""
    newline, unit, outer = _newline(text), _unit(text), _line_indent(text, node.start)
    members = node.members or []
    if not members:
        indent = outer + unit
        member = f"{json.dumps(key)}: {_dump(value, indent, unit, newline)}"
        inside = text[node.start + 1 : node.end - 1]
        at = node.start + 1 + len(inside.rstrip())
        closing = "" if "\n" in text[at : node.end - 1] else newline + outer
        return f"{text[:at]}{newline}{indent}{member}{closing}{text[at:]}"
    end = members[-1].value.end
    comma = _comma_after(text, end)
    is_inline = _is_inline(text, node)
    indent = _line_indent(text, members[-1].at)
    member = f"{json.dumps(key)}: {_dump(value, indent, unit, newline, is_inline)}"
    lead = " " if is_inline else newline + indent
    if comma < 0:
        at = end if is_inline else _end_of_line(text, end)
        return f"{text[:end]},{text[end:at]}{lead}{member}{text[at:]}"
    at = comma + 1 if is_inline else _end_of_line(text, comma + 1)
    return f"{text[:at]}{lead}{member},{text[at:]}"


def _is_inline(text: str, node: Node) -> bool:
    """Whether the first member or item stands on the line of the opening sign."""
    first = node.members[0].at if node.members else node.items[0].start if node.items else node.end
    return "\n" not in text[node.start : first] and (node.members is not None or node.items is not None)


def _comma_after(text: str, at: int) -> int:
    found = _TRIVIA.match(text, at)
    comma = found.end() if found else at
    return comma if text[comma] == "," else -1


def _end_of_line(text: str, at: int) -> int:
    """Behind the comments that belong to what ends at `at`."""
    found = _REST_OF_LINE.match(text, at)
    return found.end() if found else at


def _line_start(text: str, at: int) -> int:
    """Where what stands at `at` begins with its line break and blanks, or with its blanks on a line of others."""
    start = len(text[:at].rstrip(" \t"))
    if text[:start].endswith("\r\n"):
        return start - 2
    return start - 1 if text[:start].endswith("\n") else start


def _line_indent(text: str, at: int) -> str:
    """The blanks that the line of `at` begins with."""
    found = _INDENT.match(text, text.rfind("\n", 0, at) + 1)
    return found[0] if found else ""


def _unit(text: str) -> str:
    """One step of indentation: that of the first indented line, else two blanks."""
    found = re.search(r"\n(\t|[ ]{1,8})[^\s/*]", text)
    return found[1] if found else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _dump(value: Any, indent: str, unit: str, newline: str, is_inline: bool = False) -> str:
    if is_inline or not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    rows = [
        f"{indent}{unit}{json.dumps(key)}: {_dump(one, indent + unit, unit, newline)}" for key, one in value.items()
    ]
    return "{" + newline + f",{newline}".join(rows) + newline + indent + "}" if rows else "{}"


def _set(table: Any, keys: Sequence[str], value: Any) -> None:
    for key in keys[:-1]:
        table = table[key]
    table[keys[-1]] = value


def _proven(text: str, expected: Any) -> str:
    """The text, when it says what it should: no edit of ours may change anything else."""
    node = parse(text)
    if node is None or value_of(text, node) != expected:
        raise BrokenTextError("is written in a way that cannot be changed safely", 1)
    return text
