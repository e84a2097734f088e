"""Swift, Kotlin, Scala, Groovy and Dart: what swift-format, ktlint, scalafmt and the like may change.

Owns their common ground: line ends count outside brackets unless an operator runs on, a semicolon at a line end does
not, quotes are kept apart, trailing commas are void.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import CLOSERS, LINE_END, OPENERS, STRING, Flow, Lexed, Rules, words

_INNER = r"\"(?:[^\"\\\n]|\\.)*\""
_CODE = rf"(?:\\\(|[$]\{{)(?>[^(){{}}\"\n]|{_INNER}|\((?>[^()\"\n]|{_INNER})*\))*[)}}]"  # in a literal
_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<comment>//[^\n]*|/\*.*?\*/)|"
    r"(?P<exact>\#*\"\"\".*?\"\"\"\#*|'''.*?''')|(?P<string>[a-z]?\"(?>" + _CODE + r"|[^\"\\\n]|\\.)*\")|"
    r"(?P<word>'(?:[^'\\\n]|\\.)*'|[@#$]?[^\W\d][\w$]*[?!]?(?=[^=]|==|\Z)|`[^`\n]*`|\d(?:[eE][+-]\d|\w|\.(?=\d))*)|"
    r"(?P<sign>===?|!==?|<-|->|=>|\?\.|\?\?|\?:|!!|::|\.\.[.<]?|&&|\|\||\+\+|--|<=|>=|[-+*/%&|^]=|.)",
    re.DOTALL,
)
_RUNS_ON = words(
    "= += -= *= /= %= + - * / % & | && || ?? ?: ! == === != !== < > <= >= => -> <- ? : , . ?. :: ( [ { and or in is as "
    "return throw where extends with yield"
) - {"{", "return"}
_LEADS_ON = words(". ?. ?: ?? && || ) ] ? : = == != + * / % -> => , extends with where else")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of source in one of these languages."""
    code, comments = Flow(), Flow()
    line = first
    stack: list[str] = []
    for match in _SCAN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "word" or kind == "sign":
            if token in OPENERS:
                stack.append(token)
            elif token in CLOSERS and stack:
                stack.pop()
            if token == ";":
                _end(code, line)
            else:
                code.add(token, line)
        elif kind == "end":
            if not stack or stack[-1] == "{":
                _end(code, line)
        elif kind == "comment":
            stream.add_words(comments, token.removesuffix("*/"), line, "/* \t")
        elif kind == "string":
            prefix, _, body = token.partition('"')
            stream.add_apart(code, prefix + '"', body[:-1], line)
        elif kind == "exact":
            stream.add_exact(code, token, line)
        line += token.count("\n")
    code = code.without(stream.comma_drops(code.texts, lambda comma, opener: False))
    texts = code.texts
    void = {at for at in range(len(texts) - 1) if texts[at] == LINE_END and texts[at + 1] in _LEADS_ON | {"}"}}
    return stream.lexed(code.without(void), comments)


def _end(code: Flow, line: int) -> None:
    if code.texts and code.texts[-1] not in _RUNS_ON and code.texts[-1] not in (LINE_END, "{"):
        code.add(LINE_END, line)


def _starts(left: str, right: str) -> bool:
    return left in (LINE_END, "{", "}") or left.startswith(STRING + "=") or right == "}"


RULES = Rules("swift", lex, _starts, marks=('"""', "/*"), imports=re.compile(r"[ \t]*import\b"))
