"""Where literals end that code may stand in (`"a #{f("b")}"`), or whose body follows later (`<<MARK`).

Owns the way through nested quotes and brackets, and which lines of a text are the bodies of here-documents. Must not
know what a literal means.
"""

from __future__ import annotations

import re

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
DEEPEST = 20  # literals in code in literals; beyond, a text is no program
MOST_OPEN = 20  # here-documents on one line, or literals without an end in one text

_PATTERNS: dict[tuple[str, tuple[str, ...]], re.Pattern[str]] = {}


def end_of_quoted(text: str, at: int, close: str, code: tuple[str, ...] = (), depth: int = 0) -> int:
    """Return the place after the end of a literal whose body starts at `at`, -1 when it has none.

    `close` is its last character; where that is a closing bracket, brackets nest. `code` opens code that ends with the
    bracket that it opened: `#{`, `${`, `$(`.
    """
    opener = next((left for left, right in CLOSING.items() if right == close), "")
    pattern = _pattern(close, (*code, opener))
    inner = 0
    while match := pattern.search(text, at):
        found, at = match.group(), match.end()
        if found in code:
            at = _end_of_code(text, at, CLOSING[found[-1]], code, depth + 1)
            if at < 0:
                return -1
        elif found == close:
            if not inner:
                return at
            inner -= 1
        elif found == opener:
            inner += 1
    return -1


def _end_of_code(text: str, at: int, close: str, code: tuple[str, ...], depth: int) -> int:
    """The place after the bracket that ends code within a literal, -1 when there is none."""
    if depth > DEEPEST:
        return -1
    opener = next(left for left, right in CLOSING.items() if right == close)
    pattern = _pattern(close, (opener, "'", '"', "`"))
    inner = 0
    while match := pattern.search(text, at):
        found, at = match.group(), match.end()
        if found == close:
            if not inner:
                return at
            inner -= 1
        elif found == opener:
            inner += 1
        elif found[0] != "\\":
            at = end_of_quoted(text, at, found, () if found == "'" else code, depth + 1)
            if at < 0:
                return -1
    return -1


def _pattern(close: str, others: tuple[str, ...]) -> re.Pattern[str]:
    key = (close, others)
    if key not in _PATTERNS:
        parts = [re.escape(part) for part in (*others, close) if part]
        _PATTERNS[key] = re.compile(r"\\.|" + "|".join(parts), re.DOTALL)
    return _PATTERNS[key]


class Here(Record):
    """A here-document: what ends it, and what may stand before that on its line ("", tabs, or any white space)."""

    mark: str
    indent: str = ""

    def end(self, text: str, at: int) -> tuple[int, int] | None:
        """Return where the last line of a body that starts at `at` starts and ends, None when nothing ends it."""
        pattern = re.compile(rf"^{self.indent}{re.escape(self.mark)}\r?$", re.MULTILINE)
        match = pattern.search(text, at)
        return match.span() if match else None


def whole_lines(text: str) -> frozenset[str]:
    """Return what could end a here-document: the lines of a text without white space around them."""
    return frozenset(line.strip() for line in text.split("\n"))


def bodies(text: str, opener: re.Pattern[str], kinds: dict[str, str]) -> list[tuple[int, int]]:
    """Return the lines (0-based, half-open) that are bodies of here-documents, closing lines included.

    `opener` names the groups `kind` (`-`, `~` or nothing) and `mark`; `kinds` says what indents the last line of each.
    """
    found: list[tuple[int, int]] = []
    if "<<" not in text:
        return found
    at = line = 0
    for start, marks in _openers(text, opener, kinds):
        if start < at:
            continue  # stands in the body of another one
        line += text.count("\n", at, start)
        at = start
        first = line
        for here in marks:
            span = here.end(text, at)
            if span:
                line += text.count("\n", at, span[1]) + 1
                at = span[1] + 1
        if line > first:
            found.append((first, line))
    return found


def _openers(text: str, opener: re.Pattern[str], kinds: dict[str, str]) -> Iterator[tuple[int, list[Here]]]:
    """Where the bodies may start that a line opens, and what ends them."""
    ends = whole_lines(text)
    start = 0
    marks: list[Here] = []
    for match in opener.finditer(text):
        after = text.find("\n", match.end()) + 1
        if not after or text[text.rfind("\n", 0, match.start()) + 1 : match.start()].lstrip()[:1] == "#":
            continue
        if after != start and marks:
            yield start, marks
            marks = []
        start = after
        mark = match["mark"].strip("'\"`")
        if mark in ends and len(marks) < MOST_OPEN:
            marks.append(Here(mark, kinds[match["kind"]]))
    if marks:
        yield start, marks
