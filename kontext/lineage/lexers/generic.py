"""Any other language: only indentation and the amount of white space between words are looks.

Owns the conservative rules: line ends count, the presence of a space counts, inside quotes every space counts, and so
does every character of a here-document (Perl, Terraform, Dockerfiles) and of a text between triple quotes. What looks
like a comment is treated like code.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import quoted, stream
from kontext.lineage.lexers.stream import HERE, LINE_END, STRING, Flow, Lexed, Rules

_TOKEN = re.compile(r"[ \t]+|\w+|[^\w\s]|\s")
_HERE = re.compile(r"<<(?P<kind>[~-]?)[ \t]*(?P<mark>['\"][^\n'\"]+['\"]|[A-Z_][A-Z0-9_]*\b)")
_INDENTS = {"": "", "-": "[ \t]*", "~": "[ \t]*"}
_TRIPLE = ('"""', "'''")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the stream of a text of unknown language."""
    code = Flow()
    exact = {line for start, end in _hidden(text) for line in range(start, end)}
    open_quote = ""
    for offset, content in enumerate(text.split("\n")):
        if open_quote or offset in exact:
            code.add(HERE + content.rstrip("\r"), first + offset)
        else:
            add_line(code, content.strip(" \t\r\f\v\ufeff"), first + offset)
        open_quote = _open_after(content, open_quote) if offset not in exact else ""
    return stream.lexed(code, Flow())


def _open_after(content: str, held: str) -> str:
    """The triple quote that a text is inside of after a line."""
    for quote in (held,) if held else _TRIPLE:
        if content.count(quote) % 2:
            return "" if held else quote
    return held


def _hidden(text: str) -> list[tuple[int, int]]:
    return quoted.bodies(text, _HERE, _INDENTS)


def add_line(code: Flow, content: str, line: int) -> None:
    """Append one line without its indentation; nothing for an empty one."""
    if not content:
        return
    quotes = {"'": 0, '"': 0, "`": 0}
    for token in _TOKEN.findall(content):
        if token in quotes:
            quotes[token] += 1
        if token[0] in " \t":
            is_quoted = any(count % 2 for count in quotes.values())
            code.add(STRING + (token if is_quoted else " "), line)
        else:
            code.add(token, line)
    code.add(LINE_END, line)


def starts(left: str, right: str) -> bool:
    """Every line stands for itself."""
    return left == LINE_END or left.startswith(HERE)


RULES = Rules("generic", lex, starts, blocks="indent", marks=(*_TRIPLE, "`", "/*"), hidden=_hidden)
