"""PHP: what php-cs-fixer, prettier and the like may change.

Owns tags, heredocs and quotes without interpolation. The text outside `<?php … ?>` counts to the last character.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import STRING, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<outside>\?>.*?(?:<\?(?:php\b|=)?|\Z))|(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|"
    r"(?P<comment>//[^\n]*?(?=\?>|\n|\Z)|\#(?!\[)[^\n]*?(?=\?>|\n|\Z)|/\*.*?\*/)|"
    r"(?P<here><<<[ \t]*(?P<q>['\"]?)(?P<mark>\w+)(?P=q)\n.*?\n[ \t]*(?P=mark)\b)|"
    r"(?P<string>'(?:[^'\\]|\\.)*'|\"(?>\{[$](?>[^{}\"]|\"(?:[^\"\\]|\\.)*\")*\}|[^\"\\]|\\.)*\")|(?P<exact>`(?:[^`\\]|\\.)*`)|"
    r"(?P<word>[$\\]?[^\W\d][\w\\]*|\d(?:[eE][+-]\d|\w|\.(?=\d))*)|"
    r"(?P<sign>\*\*=?|<=>|===?|!==?|=>|->|\?->|::|\+\+|--|<<=?|>>=?|&&|\|\||\?\?=?|\.\.\.|[-+*/%&|^.<>]=|.)",
    re.DOTALL,
)
_ESCAPED_QUOTE = re.compile(r"\\([\\'])")
_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\(?:[nrtvef0-7]|x[0-9a-fA-F]|u\{)")
_ESCAPED_DOUBLE = re.compile(r"\\([\\\"])")
_JOINING = words(
    "= += -= *= /= .= %= ??= + - * / % . & | && || ?? ! == === != !== < > <= >= => -> ?-> :: ? , ( [ return throw new "
    "echo clone and or xor instanceof as"
)
_LEADING = words("= + - * / % . & | && || ?? == === != !== < > <= >= => -> ?-> :: ? : , ) ] and or instanceof as")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of PHP; a part of a file is taken to start inside the tags."""
    code, comments = Flow(), Flow()
    line = first
    head = re.match(r"(?:(?!<\?)[\s\S])*<\?(?:php\b|=)", text)
    start = head.end() if head else 0
    if head:
        stream.add_exact(code, head.group(), line)
        line += head.group().count("\n")
    for match in _SCAN.finditer(text, start):
        kind, token = match.lastgroup, match.group()
        if kind == "word" or kind == "sign":
            code.add(token, line)
        elif kind == "comment":
            stream.add_words(comments, token.removesuffix("*/"), line, "/*# \t")
        elif kind == "string":
            _literal(code, token, line)
        elif kind == "here":
            _heredoc(code, token, line)
        elif kind not in ("white", "end"):
            stream.add_exact(code, token, line)
        line += token.count("\n")
    code = _short_arrays(code)
    texts = code.texts
    return stream.lexed(code.without(stream.comma_drops(texts, lambda comma, _: texts[comma - 1] in ",[")), comments)


def _short_arrays(code: Flow) -> Flow:
    """`array(a)` is `[a]`."""
    texts = code.texts
    names = set()
    for opener, closer in stream.pairs(texts).items():
        is_array = opener > 1 and texts[opener] == "(" and texts[opener - 1].lower() == "array"
        if is_array and texts[opener - 2] not in ("function", "fn", "->", "?->", "::", "&"):
            names.add(opener - 1)
            texts[opener], texts[closer] = "[", "]"
    return code.without(names)


def _literal(code: Flow, token: str, line: int) -> None:
    """Quotes say the same where nothing is interpolated; what a backslash means differs in them."""
    body = token[1:-1]
    if token[0] == "'":
        plain = _ESCAPED_QUOTE.sub(r"\1", body)
    elif "$" in body or _ESCAPE.search(body):
        stream.add_exact(code, token, line)
        return
    else:
        plain = _ESCAPED_DOUBLE.sub(r"\1", body)
    stream.add_string(code, "", plain, line, raw=True)
    code.add(STRING + "|", code.lines[-1])


def _heredoc(code: Flow, token: str, line: int) -> None:
    """The depth of the closing mark is taken off every line, as the language does."""
    lines = token.split("\n")
    indent = lines[-1][: len(lines[-1]) - len(lines[-1].lstrip(" \t"))]
    body = [content.removeprefix(indent) for content in lines[1:]]
    if all(content.startswith(indent) or not content.strip() for content in lines[1:]):
        lines[1:] = body
    stream.add_exact(code, "\n".join(lines), line)


RULES = Rules("php", lex, stream.starts_unless(_JOINING, _LEADING), imports=re.compile(r"[ \t]*use\b"), splits=False)
