"""Build constraints of Go in both spellings: `// +build a,!b c` and `//go:build (a && !b) || c`.

gofmt writes one from the other. Owns the proof that they say the same, by trying every choice of tags.
"""

from __future__ import annotations

import re
from itertools import product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Condition = Callable[[frozenset[str]], bool]

MOST_TAGS = 10  # 2 ** tags are tried

_NEW = re.compile(r"//go:build[ \t]+(.+?)[ \t\r]*$")
_OLD = re.compile(r"//[ \t]*\+build[ \t]+(.+?)[ \t\r]*$")
_TOKEN = re.compile(r"[ \t]*(&&|\|\||[!()]|[\w.]+)")
_PACKAGE = re.compile(r"package\b")


def find_constraint(old: list[str], new: list[str], line: int) -> tuple[tuple[int, int], ...]:
    """Return the old lines (1-based, with characters) that say what a new `//go:build` line says; () = none do."""
    match = _NEW.match(new[line - 1])
    if match is None or any(_PACKAGE.match(above) for above in new[: line - 1]):
        return ()
    lines = {}
    for number, content in enumerate(old, 1):
        if _PACKAGE.match(content) or _NEW.match(content):
            break
        found = _OLD.match(content)
        if found:
            lines[number] = found[1]
    return (
        tuple((number, len(text)) for number, text in lines.items()) if _agree(list(lines.values()), match[1]) else ()
    )


def _agree(lines: list[str], expression: str) -> bool:
    """Whether both spellings hold for the same sets of tags."""
    tokens = _TOKEN.findall(expression)
    if not lines or "".join(tokens) != "".join(expression.split()):
        return False
    tags = sorted(
        {token for token in tokens if token[0].isalnum() or token[0] == "_"}
        | set(re.findall(r"[\w.]+", " ".join(lines)))
    )
    if len(tags) > MOST_TAGS:
        return False
    try:
        condition = _Parser(tokens).read()
    except ValueError:
        return False
    chosen = (
        frozenset(tag for tag, is_on in zip(tags, flags, strict=True) if is_on)
        for flags in product((False, True), repeat=len(tags))
    )
    return all(_holds(lines, on) == condition(on) for on in chosen)


def _holds(lines: list[str], on: frozenset[str]) -> bool:
    """Lines are all needed, one of the words of a line is enough, of which all parts between commas are needed."""
    return all(
        any(all((part.lstrip("!") in on) != part.startswith("!") for part in word.split(",")) for word in line.split())
        for line in lines
    )


class _Parser:
    """Reads an expression of tags; ValueError where it is none."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = [*tokens, ""]
        self.at = 0

    def read(self) -> Condition:
        found = self.either()
        if self.tokens[self.at]:
            raise ValueError
        return found

    def either(self) -> Condition:
        parts = [self.both()]
        while self.tokens[self.at] == "||":
            self.at += 1
            parts.append(self.both())
        return lambda on: any(part(on) for part in parts)

    def both(self) -> Condition:
        parts = [self.one()]
        while self.tokens[self.at] == "&&":
            self.at += 1
            parts.append(self.one())
        return lambda on: all(part(on) for part in parts)

    def one(self) -> Condition:
        token = self.tokens[self.at]
        self.at += 1
        if token == "!":
            denied = self.one()
            return lambda on: not denied(on)
        if token == "(":
            inner = self.either()
            if self.tokens[self.at] != ")":
                raise ValueError
            self.at += 1
            return inner
        if not token or token in ("&&", "||", ")"):
            raise ValueError
        return lambda on: token in on
