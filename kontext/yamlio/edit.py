"""Edits of YAML that leave every other byte alone: comments, order, quoting and line ends of a person's file.

Owns cutting a change into the text, at the places the parser names, and proving afterwards that nothing else
changed. Must not know what the keys mean.
"""

from __future__ import annotations

import copy
import re

from kontext.errors import ConfigError
from kontext.yamlio.load import BrokenYamlError, build, compose, typed_scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_PLAIN = re.compile(r"[^\W]|[^\W/.<(+$~][^\n]*|[/.<(+$~]?\w[^\n]*")
_RESOLVED = re.compile(
    r"(?:~|null|true|false|yes|no|on|off|y|n|[-+.]?\d[\d_]*(?:\.[\d_]*)?(?:e[-+]?\d+)?|0x[\da-f_]+|0o[0-7_]+|\.inf|\.nan)",
    re.IGNORECASE,
)
_STEP = "  "  # indentation of a table that we add


class RoundTrip:
    """YAML text being edited; `text` is the result so far. `path` and `first_line` serve messages only."""

    def __init__(self, text: str, path: str = "", first_line: int = 1) -> None:
        self.text = text
        self._path = path
        self._first = first_line
        self._newline = "\r\n" if "\r\n" in text else "\n"

    def set(self, keys: Sequence[str], value: Any) -> None:
        """Give `keys` (one name for each level) a value: str, int, float, bool, None or a list of them.

        What stands after it on the line stays. A key that is missing is added at the end of its table.
        Raises ConfigError for broken YAML and where only a person can decide.
        """
        root = self._root()
        expected = copy.deepcopy(build(root, typed_scalar)) or {}
        table = expected
        for key in keys[:-1]:
            if not isinstance(table.get(key), dict):
                table[key] = {}
            table = table[key]
        table[keys[-1]] = value
        if root is None:
            self._append(self._lines(keys, value, ""))
        else:
            self._set_below(root, keys, value)
        self._prove(expected)

    def delete(self, keys: Sequence[str]) -> bool:
        """Remove a key with its value, and a table that is left empty; False when it is not there."""
        root = self._root()
        path = [root]
        for key in keys:
            found = _find(path[-1], key)
            if found is None:
                return False
            path.append(found[1])
        depth = len(keys)
        while depth > 1 and len(path[depth - 1].value) == 1:
            depth -= 1
        expected = build(root, typed_scalar)
        table = expected
        for key in keys[: depth - 1]:
            table = table[key]
        del table[keys[depth - 1]]
        self._cut(path[depth - 1], keys[depth - 1])
        self._prove(expected)
        return True

    def append(self, keys: Sequence[str | int], table: dict[str, Any]) -> None:
        """Add a table to the list at `keys` (names, and numbers of list items); a list that is missing is made.

        Values are scalars, lists of scalars, or lists of tables. Raises ConfigError as `set` does.
        """
        names = [key for key in keys if isinstance(key, str)]
        node = self._at(keys)
        if node is None and len(names) == len(keys):
            self.set(names, [])
            node = self._at(keys)
        if node is None or node.id != "sequence":
            raise self._refusal(f"'{keys[-1]}' is no list", node or self._root())
        if node.flow_style and node.value:
            raise self._refusal(f"'{keys[-1]}' is a list in brackets", node)
        expected = copy.deepcopy(build(self._root(), typed_scalar))
        place = expected
        for key in keys:
            place = place[key]
        place.append(table)
        if node.value:
            start = end = self._line_end(_end(node))
            indent = " " * node.start_mark.column
        else:
            start, end = len(self.text[: node.start_mark.index].rstrip(" ")), node.end_mark.index
            indent = _STEP
        self._put(start, end, "".join(f"{self._newline}{indent}{line}" for line in _item_lines(table)))
        self._prove(expected)

    def _at(self, keys: Sequence[str | int]) -> Any:
        node = self._root()
        for key in keys:
            if isinstance(key, int):
                node = node.value[key]
            else:
                found = _find(node, key)
                if found is None:
                    return None
                node = found[1]
        return node

    def _set_below(self, node: Any, keys: Sequence[str], value: Any) -> None:
        name: Any = None
        for number, key in enumerate(keys):
            if node.id != "mapping":
                raise self._refusal(f"'{'.'.join(keys[:number])}' is no table", node)
            pair = _find(node, key)
            if pair is None:
                self._add(node, keys[number:], value)
                return
            name, node = pair
            is_empty = node.id == "scalar" and node.start_mark.index == node.end_mark.index
            if is_empty and number < len(keys) - 1:
                indent = " " * (name.start_mark.column + len(_STEP))
                at = self._line_end(name.end_mark.index)
                self._put(at, at, self._newline + self._lines(keys[number + 1 :], value, indent).rstrip("\r\n"))
                return
        self._replace(name, node, value)

    def _add(self, node: Any, keys: Sequence[str], value: Any) -> None:
        """Put a new key at the end of a table."""
        if node.flow_style:
            inner = "".join(f"{_scalar(key, True)}: {{" for key in keys[:-1])
            text = f"{inner}{_scalar(keys[-1], True)}: {_flow(value)}{'}' * (len(keys) - 1)}"
            at = len(self.text[: node.end_mark.index - 1].rstrip())
            self._put(at, at, f", {text}" if node.value else text)
            return
        at = self._line_end(_end(node))
        lines = self._lines(keys, value, " " * node.start_mark.column)
        if at < len(self.text):
            self._put(at, at, self._newline + lines.rstrip("\r\n"))
        else:
            self._append(lines)

    def _replace(self, key: Any, node: Any, value: Any) -> None:
        start, end = node.start_mark.index, node.end_mark.index
        if node.id == "mapping" and node.value:
            raise self._refusal(f"'{key.value}' is a table", node)
        if node.id == "sequence" and isinstance(value, list | tuple) and not node.flow_style:
            self._replace_items(key, node, list(value))
        elif node.id == "sequence" and isinstance(value, list | tuple) and self._extend_flow(node, list(value)):
            return
        elif start == end:
            after = key.end_mark.index + self.text[key.end_mark.index :].index(":") + 1
            self._put(after, after, f" {_flow(value)}")
        else:
            kept = len(self.text[start:end].rstrip())
            if node.id == "sequence" and not node.flow_style:
                kept = self._line_end(_end(node)) - start
            style = getattr(node, "style", None)
            self._put(start, start + kept, _flow(value, style if style in ("'", '"') else ""))

    def _extend_flow(self, node: Any, value: list[Any]) -> bool:
        """Add to a list in brackets what is new at its end; False when more than that changed."""
        old = build(node, typed_scalar)
        if not old or value[: len(old)] != old:
            return False
        at = _end(node.value[-1])
        self._put(at, at, "".join(f", {_scalar(item, True)}" for item in value[len(old) :]))
        return True

    def _replace_items(self, key: Any, node: Any, value: list[Any]) -> None:
        """Rewrite a list of `- item` lines; the line of an item that stays is kept with its comment."""
        end = self._line_end(_end(node))
        if not value:
            colon = key.end_mark.index + self.text[key.end_mark.index :].index(":") + 1
            self._put(colon, end, " []")
            return
        old = build(node, typed_scalar)
        indent = self._newline + " " * node.start_mark.column
        if value[: len(old)] == old:
            self._put(end, end, "".join(f"{indent}- {_scalar(item)}" for item in value[len(old) :]))
            return
        # An item's text runs from its value to the end of that line.
        lines = {
            repr(said): self.text[item.start_mark.index : self._line_end(_end(item))]
            for said, item in zip(old, node.value, strict=True)
        }
        start = node.start_mark.index
        self._put(start, end, indent.join(f"- {lines.get(repr(item), _scalar(item))}" for item in value))

    def _cut(self, table: Any, name: str) -> None:
        """Remove one pair of a table, with its line or lines."""
        at = next(number for number, (key, _) in enumerate(table.value) if key.value == name)
        key, value = table.value[at]
        start, end = key.start_mark.index, _end(value, key)
        if table.flow_style:
            if at + 1 < len(table.value):
                end = table.value[at + 1][0].start_mark.index
            elif at:
                start = _end(table.value[at - 1][1], table.value[at - 1][0])
            self._put(start, end, "")
            return
        start -= key.start_mark.column
        end = self._line_end(end)
        end += len(self.text[end : end + 2]) if self.text[end : end + 2] == "\r\n" else len(self.text[end : end + 1])
        self._put(start, end, "")

    def _lines(self, keys: Sequence[str], value: Any, indent: str) -> str:
        made = ""
        for number, key in enumerate(keys[:-1]):
            made += f"{indent}{_STEP * number}{_scalar(key)}:{self._newline}"
        return f"{made}{indent}{_STEP * (len(keys) - 1)}{_scalar(keys[-1])}: {_flow(value)}{self._newline}"

    def _append(self, lines: str) -> None:
        gap = self._newline if self.text and not self.text.endswith(("\n", "\r")) else ""
        self.text += gap + lines

    def _put(self, start: int, end: int, text: str) -> None:
        self.text = self.text[:start] + text + self.text[end:]

    def _line_end(self, at: int) -> int:
        found = re.compile(r"[\r\n]|\Z").search(self.text, at)
        return found.start() if found else len(self.text)

    def _root(self) -> Any:
        try:
            root = compose(self.text)
        except BrokenYamlError as trouble:
            line = trouble.line + self._first - 1
            raise ConfigError(trouble.message, "correct the YAML of that file", self._path, line) from None
        if root is not None and root.id == "scalar" and root.value == "":
            return None
        if root is not None and root.id != "mapping":
            raise self._refusal("the file is no table of keys", root)
        return root

    def _prove(self, expected: Any) -> None:
        try:
            is_right = (build(compose(self.text), typed_scalar) or {}) == _as_lists(expected)
        except BrokenYamlError:
            is_right = False
        if not is_right:
            raise ConfigError("cannot be changed without touching more than was asked", "edit it by hand", self._path)

    def _refusal(self, message: str, node: Any) -> ConfigError:
        return ConfigError(message, "edit it by hand", self._path, node.start_mark.line + self._first)


def _find(node: Any, key: str) -> tuple[Any, Any] | None:
    if node is None or node.id != "mapping":
        return None
    return next(((found, value) for found, value in node.value if found.value == key), None)


def _end(node: Any, key: Any = None) -> int:
    """Where the text of a value really ends: the end of a block is that of its last part."""
    if node.id == "scalar":
        if node.start_mark.index == node.end_mark.index and key is not None:
            return int(key.end_mark.index)
        if node.style in ("|", ">"):
            text = node.end_mark.buffer
            return len(text[: node.end_mark.index].rstrip()) if text else int(node.end_mark.index)
        return int(node.end_mark.index)
    if node.flow_style or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _end(last[1], last[0]) if node.id == "mapping" else _end(last)


def _as_lists(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _as_lists(value) for key, value in data.items()}
    return [_as_lists(item) for item in data] if isinstance(data, list | tuple) else data


def _flow(value: Any, quote: str = "") -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(_scalar(item, True) for item in value)}]"
    return _scalar(value, False, quote)


def _item_lines(table: dict[str, Any]) -> list[str]:
    """A table as an item of a list."""
    lines = []
    for key, value in table.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines.append(f"{_scalar(key)}:")
            lines += [_STEP + line for one in value for line in _item_lines(one)]
        else:
            lines.append(f"{_scalar(key)}: {_flow(value)}")
    return [f"{_STEP if number else '- '}{line}" for number, line in enumerate(lines)]


def _scalar(value: Any, in_flow: bool = False, quote: str = "") -> str:
    """Write a scalar so that every YAML reader takes it for what it is; a text stays bare where that is safe."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    text = str(value)
    if not text.isprintable() or quote == '"':
        return '"' + "".join(map(_escaped, text)) + '"'
    if quote or not _is_bare(text, in_flow):
        return "'" + text.replace("'", "''") + "'"
    return text


def _escaped(char: str) -> str:
    """A character inside double quotes."""
    if char in '"\\':
        return f"\\{char}"
    if char == "\n":
        return "\\n"
    return char if char.isprintable() else f"\\U{ord(char):08x}"


def _is_bare(text: str, in_flow: bool) -> bool:
    if not _PLAIN.fullmatch(text) or _RESOLVED.fullmatch(text) or text != text.strip():
        return False
    if ": " in text or " #" in text or text.endswith(":"):
        return False
    return not in_flow or not any(char in text for char in ",[]{}:")
