"""SQL: what sqlfluff, pgFormatter and the like may change.

Owns the case of key words; names and literals keep theirs. White space never counts outside literals.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<comment>--[^\n]*|/\*.*?\*/)|"
    r"(?P<exact>[a-zA-Z]?'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`)|"
    r"(?P<word>[^\W\d][\w$]*|\d(?:[eE][+-]\d|\w|\.(?=\d))*)|(?P<sign><>|[<>!:|]=|\|\||::|->>?|[$]\w*[$]|.)",
    re.DOTALL,
)
_KEYWORDS = words(
    "add all alter and any as asc begin between by case cast check column commit constraint create cross current "
    "default delete desc distinct drop else end except exists foreign from full function grant group having if ilike "
    "in index inner insert intersect into is join key left like limit not null offset on or order outer over partition "
    "primary procedure references replace returning revoke right rollback row rows select set table temporary then to "
    "trigger true false union unique update using values view when where with bigint bigserial boolean bytea cascade "
    "comment concurrently database decimal double extension int integer interval jsonb language lateral materialized "
    "numeric precision real recursive restrict returns schema sequence serial smallint timestamp timestamptz tinyint "
    "uuid varchar"
)
_JOINING = words(", ( . = <> != < > <= >= + - / * || :: and or not select from where set on by in values join as")
_LEADING = words(") , . = <> != < > <= >= + - / * || :: and or from where set on join as then else end")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of SQL."""
    code, comments = Flow(), Flow()
    line = first
    for match in _SCAN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "word":
            lower = token.lower()
            code.add(lower if lower in _KEYWORDS else token, line)
        elif kind == "sign":
            code.add(token, line)
        elif kind == "comment":
            stream.add_words(comments, token.removesuffix("*/"), line, "-/* \t")
        elif kind == "exact":
            stream.add_exact(code, token, line)
        line += token.count("\n")
    return stream.lexed(code, comments)


RULES = Rules("sql", lex, stream.starts_unless(_JOINING, _LEADING), blocks="", marks=("'", "/*"))
