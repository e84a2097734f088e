"""C, C++, Objective-C, Java, C# and their kin: what clang-format and the like may change.

Owns preprocessor lines, literals and joined strings. Parentheses, semicolons and commas always count, but for a comma
before a closing brace; braces around one statement do not.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.braces import with_braces
from kontext.lineage.lexers.stream import LINE_END, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<joint>\\[ \t]*\r?\n)|(?P<comment>//[^\n]*|/\*.*?\*/)|"
    r"(?P<exact>(?:u8|[uUL])?R\"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)\"|\"\"\".*?\"\"\"|[$]?@[$]?\"(?:[^\"\\]|\"\"|\\(?!\"(?!\"))|\\\"(?=[^\n]*\"))*\")|"
    r"(?P<string>(?:u8|[uULf$@])?\"(?:[^\"\\\n]|\\.)*\")|(?P<char>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')|"
    r"(?P<macro>\#[ \t]*define[ \t]+\w+\(?)|(?P<directive>\#[ \t]*\w*)|"
    r"(?P<include><[\w./+-]+>(?=[ \t\r]*(?:\n|/[/*]|\Z)))|"
    r"(?P<word>[^\W\d][\w$]*|\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)|"
    r"(?P<sign>\+\+|--|->\*?|<<=?|<=>?|>=|[-+*/%&|^=!]=|&&|\|\||::|\.\.\.|\.\*|\#\#|.)",
    re.DOTALL,
)
_JOINING = words(
    "= += -= *= /= %= &= |= ^= <<= + - / % | ^ && || ! ~ == != < <= >= << ? , . -> :: ( [ return throw new delete goto "
    "case sizeof await yield"
)
_LEADING = words("= += -= *= /= %= == != <= >= << + - / % | ^ && || ? : , . -> :: ) ]")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of source in the C family."""
    code, comments = Flow(), Flow()
    line = first
    directive = False
    for match in _SCAN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind in ("word", "sign", "include", "char"):
            code.add(token, line)
        elif kind == "end":
            if directive:
                code.add(LINE_END, line)
                directive = False
            line += 1
        elif kind == "comment":
            stream.add_words(comments, token.removesuffix("*/"), line, "/*! \t")
            line += token.count("\n")
        elif kind == "string":
            prefix, _, body = token.partition('"')
            stream.add_string(code, prefix + '"', body[:-1], line)
        elif kind == "directive" or kind == "macro":
            code.add("".join(token.split()), line)
            directive = True
        elif kind == "joint":
            line += 1
        elif token.strip():
            stream.add_exact(code, token, line)
            line += token.count("\n")
    texts = code.texts
    code = code.without(stream.comma_drops(texts, lambda comma, _: texts[comma + 1] != "}"))
    return stream.lexed(with_braces(code, lambda left, right: False), comments)


RULES = Rules(
    "clike",
    lex,
    stream.starts_unless(_JOINING, _LEADING),
    marks=('"""', "/*"),
    imports=re.compile(r"[ \t]*(?:#[ \t]*(?:include|import)\b|import\b|using\b)"),
)
