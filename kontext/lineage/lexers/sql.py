"""SQL: what sqlfluff, pgFormatter and the like may change.

Literals keep their case, and names that are no key words keep theirs. White space never counts outside literals,
but for what joins a name to a part that a template (`{{ … }}`, `{% … %}`) writes.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import sql_words, stream
from kontext.lineage.lexers.stream import Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<comment>--[^\n]*|/\*.*?\*/)|"
    r"(?P<exact>[a-zA-Z]?'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`)|"
    r"(?P<word>[^\W\d][\w$]*|\d(?:[eE][+-]\d|\w|\.(?=\d))*)|(?P<opens>\{[{%]-?)|(?P<closes>-?[%}]\})|(?P<sign><>|[<>!:|]=|\|\||::|->>?|[$]\w*[$]|.)",
    re.DOTALL,
)
_JOINING = words(", ( . = <> != < > <= >= + - / * || :: and or not select from where set on by in values join as")
_LEADING = words(") , . = <> != < > <= >= + - / * || :: and or set on join as then else end")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of SQL."""
    code, comments = Flow(), Flow()
    line = first
    mark = ""  # of words of a template, whose case always counts
    for match in _SCAN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "word":
            code.add(mark + token, line)
        elif kind == "sign":
            code.add(token, line)
        elif kind == "opens" or kind == "closes":
            mark = "{" if kind == "opens" else ""
            beside = text[match.start() - 1 : match.start()] if mark else text[match.end() : match.end() + 1]
            code.add(token + ("+" if beside.isalnum() or beside == "_" else ""), line)
        elif kind == "comment":
            stream.add_words(comments, token.removesuffix("*/"), line, "-/* \t")
        elif kind == "exact":
            stream.add_exact(code, token, line)
        line += token.count("\n")
    sql_words.fold(code.texts)
    return stream.lexed(code, comments)


RULES = Rules("sql", lex, stream.starts_unless(_JOINING, _LEADING), blocks="", splits=False)
