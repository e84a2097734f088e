"""CSS, SCSS and Less: what prettier and stylelint --fix may change.

Owns the difference between selectors, where a space is an operator, and declarations. The presence of a space counts
except beside signs where it cannot mean anything.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import STRING, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<white>[ \t\r\n\f\v\ufeff]+)|(?P<comment>/\*.*?\*/|(?<![:\w])//[^\n]*)|"
    r"(?P<url>url\([^'\")]*\))|(?P<string>'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")|"
    r"(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?:%|[a-zA-Z]+)?(?![\w-]))|(?P<word>[@$\#.%&-]*(?:[\w-]|\\.)+|\#\{)|"
    r"(?P<sign>[~|^$*]=|::|.)",
    re.DOTALL,
)
_NUMBER = re.compile(r"([+-]?)0*(\d*)(?:\.(\d*?)0*)?((?:[eE].*|[a-zA-Z%].*)?)\Z")
_TIGHT_AFTER = words("{ } ; , ( [ > ~ !")  # a space after these says nothing
_TIGHT_BEFORE = words("{ } ; , ) ] > ~ !")  # ... and before these


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of a style sheet."""
    code, comments = Flow(), Flow()
    line = first
    spaced = False
    for match in _SCAN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "white":
            line += token.count("\n")
            spaced = True
            continue
        if kind == "comment":
            stream.add_words(comments, token.removesuffix("*/"), line, "/* \t")
            line += token.count("\n")
            spaced = True
            continue
        declared = _is_declaration(text, match.start())
        if spaced and _is_told(code, token, declared):
            code.add(STRING + " ", line)
        if kind == "string":
            stream.add_apart(code, "", token[1:-1], line)
        elif kind == "number" and declared:
            code.add(_number(token), line)
        elif kind == "word" and declared and re.fullmatch(r"#[0-9a-fA-F]{3,8}", token):
            code.add(token.lower(), line)
        else:
            code.add(token, line)
        spaced = False
    texts = code.texts
    drops = {at for at in range(len(texts) - 1) if texts[at] == ";" and texts[at + 1] == "}"}
    drops |= stream.comma_drops(texts, lambda comma, opener: texts[opener] != "(")
    return stream.lexed(code.without(drops), comments)


def _is_declaration(text: str, at: int) -> bool:
    """Whether the next of `; { }` ends a declaration; interpolation braces do not open a block."""
    while True:
        ends = [end for end in (text.find(mark, at) for mark in ";{}") if end >= 0]
        if not ends:
            return False
        end = min(ends)
        if text[end] != "{" or not end or text[end - 1] not in "#@":
            return text[end] != "{"
        closer = text.find("}", end)
        if closer < 0:
            return False
        at = closer + 1


def _is_told(code: Flow, token: str, declared: bool) -> bool:
    """Whether white space between the last token and this one can mean something."""
    if not code.texts:
        return False
    left = code.texts[-1]
    if left in _TIGHT_AFTER or token in _TIGHT_BEFORE or left == ":":
        return False
    return not (declared and token == ":")


def _number(token: str) -> str:
    """One spelling of a number: `.50` is `0.5`; the unit is left as it is."""
    match = _NUMBER.match(token)
    if match is None:
        return token
    sign, whole, part, unit = match.groups()
    return f"{sign}{whole or '0'}{'.' + part if part else ''}{unit.lower() if unit[:1] in ('e', 'E') else unit}"


def _starts(left: str, right: str) -> bool:
    return left in (";", "{", "}", ",") or right == "}"


RULES = Rules("css", lex, _starts, imports=re.compile(r"[ \t]*@(?:import|use|forward)\b"))
