"""Go: what gofmt, goimports and golines may change.

Owns Go's own rule of where a line end is a semicolon. What `gofmt -s` drops is in go_short.py.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import go_short, stream
from kontext.lineage.lexers.go_build import find_constraint
from kontext.lineage.lexers.stream import CLOSERS, STRING, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<raw>`[^`]*`)|"
    r"(?P<string>\"(?:[^\"\\\n]|\\.)*\")|(?P<word>'(?:[^'\\\n]|\\.)+'|[^\W\d]\w*|\.?\d(?:[eEpP][+-]|[\w.])*)|"
    r"(?P<sign>\+\+|--|:=|<-|<<=?|>>=?|&\^=?|&&|\|\||\.\.\.|[-+*/%&|^=!<>]=|.)",
    re.DOTALL,
)
_MARK = re.compile(r"^((?://)?[ \t]*)(?:#|[-*+•])[ \t]+(?=\S)", re.MULTILINE)
_NUMBER = re.compile(r"^((?://)?[ \t]*\d+)\)(?=[ \t])", re.MULTILINE)
_NO_END = words(
    "case chan const default defer else for func go goto if import interface map package range select struct switch "
    "type var"
)


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of Go source."""
    code, comments = Flow(), Flow()
    line = first
    for match in _SCAN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "end":
            _end(code, line)
            line += 1
        elif kind == "word" or kind == "sign":
            code.add(token, line)
        elif kind == "comment":
            stream.add_words(comments, _plain_marks(token.removesuffix("*/")), line, "/* \t")
            if "\n" in token:
                _end(code, line)
                line += token.count("\n")
        elif kind == "string":
            stream.add_apart(code, '"', token[1:-1], line)
        elif kind == "raw":
            stream.add_exact(code, token, line)
            line += token.count("\n")
    code = code.without(stream.comma_drops(code.texts, lambda comma, opener: False))
    code = code.without(_void_ends(code.texts))
    return stream.lexed(code.without(go_short.drops(code.texts)), comments)


def _plain_marks(comment: str) -> str:
    """Headings and lists of doc comments without the marks that gofmt adds and changes."""
    return _NUMBER.sub(r"\1.", _MARK.sub(r"\1", comment))


def _end(code: Flow, line: int) -> None:
    """A line end is a semicolon after a name, a literal, a closer, ++ or --."""
    if not code.texts:
        return
    left = code.texts[-1]
    if (
        left in (")", "]", "}", "++", "--")
        or left[0] == STRING
        or ((left[0].isalnum() or left[0] in "_'.") and left not in _NO_END and left not in (".", "..."))
    ):
        code.add(";", line)


def _void_ends(texts: list[str]) -> set[int]:
    """Semicolons before a closing bracket or another semicolon."""
    return {
        at
        for at in range(len(texts) - 1)
        if texts[at] == ";" and (texts[at + 1] in CLOSERS or (texts[at + 1] == ";" and texts[at - 1] == "}"))
    }


def _starts(left: str, right: str) -> bool:
    return left in (";", "{", "}", ":") or left.startswith(STRING + "=")


RULES = Rules("go", lex, _starts, marks=("`", "/*"), imports=re.compile(r"[ \t]*import\b"), derive=find_constraint)
