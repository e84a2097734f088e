"""YAML: depth counts by what holds a line, not by how many columns.

Owns quotes that hold nothing special, and block scalars, whose lines keep their own indentation.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.generic import add_line, starts
from kontext.lineage.lexers.stream import STRING, Flow, Lexed, Rules

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
    return stream.lexed(code, comments)


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
