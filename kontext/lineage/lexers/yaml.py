"""YAML: depth counts by what holds a line, not by how many columns.

Owns quotes that hold nothing special, flow values in brackets, and block scalars, whose lines keep their own
indentation.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.generic import add_line, starts
from kontext.lineage.lexers.stream import LINE_END, STRING, Flow, Lexed, Rules

SPACE = STRING + " "
_FLOW = frozenset("[]{},")
_SCALAR = re.compile(r"(?:^|[:\s-])[|>][-+0-9]*[ \t]*(?:#.*)?\Z")
_PLAIN = re.compile(r"(?:(?<=[:\[,{] )|(?<=- )|^)([\"'])((?:(?!\1)[^\\\"'])*)\1(?=[ \t]*(?:[,\]}:]|\Z))")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of a YAML document."""
    code, comments = Flow(), Flow()
    block = -1  # indentation of the line that opened a block scalar
    inner = -1  # indentation of its first line
    for line, content in enumerate(text.split("\n"), first):
        bare = content.strip(" \t\r\ufeff")
        indent = len(content) - len(content.lstrip(" "))
        if block >= 0 and (not bare or indent > block):
            inner = indent if inner < 0 and bare else inner
            if bare:
                code.add(f"{STRING}={indent - inner}:{bare}", line)
            continue
        block = -1
        comment = _find_comment(bare)
        if comment >= 0:
            stream.add_words(comments, bare[comment:], line, "#")
            bare = bare[:comment].rstrip()
        add_line(code, _PLAIN.sub(lambda match: f'"{match[2]}"', bare), line)
        if _SCALAR.search(bare):
            block, inner = indent, -1
    code = code.without(_void_in_flows(code.texts))
    return stream.lexed(code.without(stream.comma_drops(code.texts, lambda comma, opener: False)), comments)


def _void_in_flows(texts: list[str]) -> set[int]:
    """White space and line ends that say nothing because they stand in, or right before, `[…]` and `{…}` values."""
    drops: set[int] = set()
    closers = stream.pairs(texts)
    inside = -1  # place of the closer of the outermost flow we are in
    for opener in sorted(closers):
        if opener < inside or texts[opener] == "(":
            continue
        before = opener
        while before and texts[before - 1] in (SPACE, LINE_END):
            before -= 1
        if before == opener or texts[before - 1] not in (":", "-"):
            continue
        inside = closers[opener]
        drops.update(range(before, opener))
        for at in range(opener + 1, inside):
            beside = texts[at - 1] in _FLOW or texts[at + 1] in _FLOW or texts[at + 1] == LINE_END
            if texts[at] == LINE_END or (texts[at] == SPACE and beside):
                drops.add(at)
    return drops


def _find_comment(bare: str) -> int:
    """Place of the comment of a line, -1 = none; a # inside quotes starts none."""
    for match in re.finditer(r"(?:^|(?<=[ \t]))#", bare):
        before = bare[: match.start()]
        if before.count('"') % 2 == 0 and before.count("'") % 2 == 0:
            return match.start()
    return -1


def _starts(left: str, right: str) -> bool:
    return starts(left, right) or left.startswith(STRING + "=")


RULES = Rules("yaml", lex, _starts, blocks="indent", splits=False)
