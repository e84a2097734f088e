"""JSON and its relaxed kin: white space, comments and trailing commas are looks, the order of keys is not.

Owns nothing else.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import Flow, Lexed, Rules

_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<comment>//[^\n]*|/\*.*?\*/)|"
    r"(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')|(?P<word>[\w$+.-]+)|(?P<sign>.)",
    re.DOTALL,
)


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of JSON, with or without comments."""
    code, comments = Flow(), Flow()
    line = first
    for match in _SCAN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "word" or kind == "sign":
            code.add(token, line)
        elif kind == "string":
            stream.add_apart(code, "", token[1:-1], line)
        elif kind == "comment":
            stream.add_words(comments, token.removesuffix("*/"), line, "/* \t")
        line += token.count("\n")
    return stream.lexed(code.without(stream.comma_drops(code.texts, lambda comma, opener: False)), comments)


def _starts(left: str, right: str) -> bool:
    return left in ("{", "}")


RULES = Rules("data", lex, _starts, splits=False)
