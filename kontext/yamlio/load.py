"""YAML text to plain data that knows its lines.

Owns what a scalar means. Dates stay text as written everywhere; in front matter every scalar but null does, so that
`0007`, `12e4567` (an oid) and `2026-02-30` come out as typed.
"""

from __future__ import annotations

import re

from kontext.errors import ConfigError, InvalidEntry
from kontext.yamlio.simple import simple_front_matter
from kontext.yamlio.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_TAG = "tag:yaml.org,2002:"
_DEEPEST = 60  # levels of nesting; more is an attack or an accident
_LONGEST = 100_000  # characters; the parser takes a second or two for them
_MOST_REPEATED = 10_000  # values that aliases may add to those that are written
_BRACKETS = re.compile(r"[\[\]{}\n]")
_TOO_DEEP = "YAML is nested too deep"


class BrokenYamlError(Exception):
    """What is wrong with YAML, and on which 1-based line of the text."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def load(text: str, path: str) -> Any:
    """Return the data of a YAML file: dict (Table), list, str, int, float, bool or None.

    Raises ConfigError with `path` and line for broken YAML and for a key that stands twice in one table.
    """
    try:
        return build(compose(text), typed_scalar, twice=True)
    except BrokenYamlError as trouble:
        raise ConfigError(trouble.message, "correct the YAML of that file", path, trouble.line) from None


def load_front_matter(yaml_text: str, path: str, first_line: int) -> dict[str, Any]:
    """Return the mapping in a front matter: scalars are text as written, an empty value is None.

    The last of two equal keys wins. `first_line` is the line of the file that `yaml_text` starts on.

    Raises InvalidEntry with `path` and the line in the file for broken YAML and for anything but a mapping.
    """
    simple = simple_front_matter(yaml_text, first_line)
    if simple is not None:
        return simple
    try:
        data = build(compose(yaml_text), written_scalar, offset=first_line - 1)
    except BrokenYamlError as trouble:
        raise InvalidEntry(trouble.message, path, trouble.line + first_line - 1, "correct its front matter") from None
    if data is None:
        return Table()
    if not isinstance(data, Table):
        raise InvalidEntry("front matter is no mapping of keys", path, first_line, "write `key: value` lines")
    return data


def compose(text: str) -> Any:
    """Return ruamel's node tree of the one document in `text`, None when it is empty.

    Raises BrokenYamlError, also for what only costs time: length, nesting without end, aliases that multiply.
    """
    if len(text) > _LONGEST:
        raise BrokenYamlError(f"more than {_LONGEST:,} characters of YAML", 1)
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    clean = text.encode("utf-8", "replace").decode()
    _refuse_towers(clean)
    try:
        parser = YAML(typ="safe", pure=True)
        parser.max_depth = _DEEPEST + 1
        parser.composer.warn_double_anchors = False  # YAML allows it, and a warning would go to the terminal
        root = parser.compose(clean)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        if type(error).__name__ == "MaxDepthExceededError":  # a name that older versions do not have
            raise BrokenYamlError(_TOO_DEEP, line) from None
        raise BrokenYamlError(f"broken YAML: {error.problem or error.context}", line) from None
    except RecursionError:
        raise BrokenYamlError(_TOO_DEEP, 1) from None
    except (YAMLError, ValueError) as error:
        # Characters YAML forbids are reported with their offset only.
        at = getattr(error, "position", 0)
        raise BrokenYamlError(
            "broken YAML: a character that YAML does not allow", clean.count("\n", 0, at) + 1
        ) from None
    if root is not None and "*" in clean:
        _Extent().measure(root)
    return root


def _refuse_towers(text: str) -> None:
    """Refuse a line that opens brackets without end: the parser looks ahead on a line, and takes a second for each."""
    if text.count("[") + text.count("{") <= _DEEPEST:
        return
    depth = 0
    for found in _BRACKETS.finditer(text):
        char = found[0]
        if char == "\n":
            depth = 0
        else:
            depth += 1 if char in "[{" else -1
            if depth > _DEEPEST:
                raise BrokenYamlError(_TOO_DEEP, text.count("\n", 0, found.start()) + 1)


class _Extent:
    """How large a document is once every alias stands for what it names; each node is looked at once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, int]] = {}  # node -> (values, levels)

    def measure(self, node: Any) -> tuple[int, int]:
        """Return (values, levels) of a node. Raises BrokenYamlError where that is more than anybody writes."""
        name = id(node)
        line = node.start_mark.line + 1
        if name in self._known:
            values, levels = self._known[name]
            if not values:
                raise BrokenYamlError("an alias names what it stands in", line)
            return values, levels
        self._known[name] = (0, 0)  # not finished
        parts: Any = () if node.id == "scalar" else node.value
        if node.id == "mapping":
            parts = [part for pair in node.value for part in pair]
        values, levels = 1, 0
        for part in parts:
            inner, below = self.measure(part)
            values += inner
            levels = max(levels, below)
        if levels > _DEEPEST:
            raise BrokenYamlError(_TOO_DEEP, line)
        if values > len(self._known) + _MOST_REPEATED:
            raise BrokenYamlError(f"its aliases stand for more than {_MOST_REPEATED:,} values", line)
        self._known[name] = (values, levels + 1)
        return self._known[name]


def build(node: Any, scalar: Callable[[Any], Any], *, offset: int = 0, twice: bool = False, level: int = 0) -> Any:
    """Turn a node tree into data. `offset` is added to lines; with `twice` equal keys raise BrokenYamlError.

    An alias shares the data of its anchor; `compose` bounds what that comes to for those who walk it.
    """
    return _Builder(scalar, offset, twice).build(node, level)


class _Builder:
    def __init__(self, scalar: Callable[[Any], Any], offset: int, twice: bool) -> None:
        self._scalar = scalar
        self._offset = offset
        self._twice = twice
        self._made: dict[int, Any] = {}

    def build(self, node: Any, level: int) -> Any:
        if node is None:
            return None
        if id(node) in self._made:
            return self._made[id(node)]
        if level > _DEEPEST:
            raise BrokenYamlError(_TOO_DEEP, node.start_mark.line + 1)
        if node.id == "mapping":
            made: Any = Table()
            self._made[id(node)] = made  # before its content, which may name it
            self._fill(made, node, level)
        elif node.id == "sequence":
            made = []
            self._made[id(node)] = made
            made.extend(self.build(item, level + 1) for item in node.value)
        else:
            made = self._scalar(node)
        return made

    def _fill(self, table: Table, node: Any, level: int) -> None:
        merged: list[Any] = []
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if key_node.id != "scalar":
                raise BrokenYamlError("a key has to be a word", line)
            value = self.build(value_node, level + 1)
            if key_node.tag == f"{_TAG}merge":
                merged += value if isinstance(value, list) else [value]
                continue
            if self._twice and key_node.value in table:
                raise BrokenYamlError(f"'{key_node.value}' stands twice", line)
            table[key_node.value] = value
            table.lines[key_node.value] = line + self._offset
        for other in merged:
            for key, value in other.items() if isinstance(other, Table) else ():
                if key not in table:
                    table[key] = value
                    table.lines[key] = other.lines[key]


def typed_scalar(node: Any) -> Any:
    """A scalar as YAML 1.2 types it; dates and unknown tags are text."""
    kind, text = node.tag.removeprefix(_TAG), node.value
    if kind == "null":
        return None
    if kind == "bool":
        return text.lower() in ("true", "yes", "on")
    try:
        if kind == "int":
            digits = text.replace("_", "")
            return int(digits, 0) if digits.lstrip("+-")[:2].lower() in ("0x", "0o", "0b") else int(digits)
        if kind == "float":
            return float(text.replace("_", "").replace(".inf", "inf").replace(".nan", "nan"))
    except ValueError:
        return text
    return text


def written_scalar(node: Any) -> Any:
    """A scalar as it was written; null is None."""
    return None if node.tag == f"{_TAG}null" else node.value
