"""Braces around single statements: `if (a) b;` says what `if (a) { b; }` says.

Owns adding the braces that formatters add. They are added rather than dropped, so that a statement that leaves its
block is still told apart. Must not know more of a language than how its statements end.
"""

from __future__ import annotations

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import CLOSERS, LINE_END, OPENERS, Flow, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_HEADS = words("if for while")
_NO_SIMPLE = words("if for while do switch try else { ; case default function class label:")


def with_braces(code: Flow, ends_line: Callable[[str, str], bool]) -> Flow:
    """Return the stream with braces around the single simple statements after if, else, for and while.

    `ends_line(left, right)`: a line break between these tokens ends a statement (languages without semicolons).
    """
    texts = code.texts
    opens: set[int] = set()  # an opening brace is added before these places
    closes: dict[int, int] = {}  # places before which closing ones are added -> place of the statement's last token
    for start in _bodies(texts):
        if start < len(texts) and texts[start] not in _NO_SIMPLE:
            end = _end(code, start, ends_line)
            if end:
                opens.add(start)
                closes[end] = end - 1
    if not opens:
        return code
    made = Flow()
    for at, text in enumerate(texts):
        if at in closes:
            made.add("}", code.lines[closes[at]])
        if at in opens:
            made.add("{", code.lines[at - 1])
        made.add(text, code.lines[at])
    if len(texts) in closes:
        made.add("}", code.lines[-1])
    return made


def _bodies(texts: list[str]) -> list[int]:
    """Places right after the heads of if, for and while, and after else; the `while` of do is none."""
    found = []
    for opener, closer in stream.pairs(texts).items():
        if texts[opener] == "(" and opener and texts[opener - 1] in _HEADS:
            is_do = texts[opener - 1] == "while" and opener > 1 and texts[opener - 2] == "}"
            if not is_do:
                found.append(closer + 1)
    found += [at + 1 for at, text in enumerate(texts) if text == "else"]
    return found


def _end(code: Flow, start: int, ends_line: Callable[[str, str], bool]) -> int:
    """Place after the last token of a simple statement, 0 = it cannot be told."""
    texts, lines = code.texts, code.lines
    depth = 0
    for at in range(start, len(texts)):
        text = texts[at]
        if text == LINE_END or text.startswith("#"):
            return 0
        if depth == 0:
            if text == ";":
                return at + 1
            if text in CLOSERS:
                return at if at > start and ends_line(texts[at - 1], text) else 0
            if at > start and lines[at - 1] != lines[at] and ends_line(texts[at - 1], text):
                return at
        depth += (text in OPENERS) - (text in CLOSERS)
    return len(texts) if not depth and ends_line(texts[-1], "}") else 0
