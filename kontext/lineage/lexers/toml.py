"""TOML: what taplo and the like may change.

Owns line ends outside brackets and quotes that hold nothing special.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import CLOSERS, LINE_END, OPENERS, STRING, Flow, Lexed, Rules

_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<comment>\#[^\n]*)|(?P<exact>\"\"\".*?\"\"\"|'''.*?''')|"
    r"(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')|(?P<word>[\w:+-]+)|(?P<sign>.)",
    re.DOTALL,
)


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of TOML."""
    code, comments = Flow(), Flow()
    line, depth = first, 0
    for match in _SCAN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "end":
            if not depth and code.texts and code.texts[-1] != LINE_END:
                code.add(LINE_END, line)
        elif kind == "comment":
            stream.add_words(comments, token, line, "#")
        elif kind == "exact" or (kind == "string" and any(mark in token[1:-1] for mark in "\\'\"")):
            stream.add_exact(code, token, line)
        elif kind == "string":
            stream.add_apart(code, "", token[1:-1], line)
        elif kind != "white":
            depth += (token in OPENERS) - (token in CLOSERS and depth > 0)
            code.add(token, line)
        line += token.count("\n")
    return stream.lexed(code.without(stream.comma_drops(code.texts, lambda comma, opener: False)), comments)


def _starts(left: str, right: str) -> bool:
    return left == LINE_END or left.startswith(STRING + "=")


RULES = Rules("toml", lex, _starts, blocks="", splits=False)
