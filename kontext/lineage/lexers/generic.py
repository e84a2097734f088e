"""Any other language: only indentation and the amount of white space between words are looks.

Owns the conservative rules: line ends count, the presence of a space counts, inside quotes every space counts. What
looks like a comment is treated like code.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import LINE_END, STRING, Flow, Lexed, Rules

_TOKEN = re.compile(r"[ \t]+|\w+|[^\w\s]|\s")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the stream of a text of unknown language."""
    code = Flow()
    for line, content in enumerate(text.split("\n"), first):
        add_line(code, content.strip(" \t\r\f\v\ufeff"), line)
    return stream.lexed(code, Flow())


def add_line(code: Flow, content: str, line: int) -> None:
    """Append one line without its indentation; nothing for an empty one."""
    if not content:
        return
    quoted = {"'": 0, '"': 0, "`": 0}
    for token in _TOKEN.findall(content):
        if token in quoted:
            quoted[token] += 1
        if token[0] in " \t":
            is_quoted = any(count % 2 for count in quoted.values())
            code.add(STRING + (token if is_quoted else " "), line)
        else:
            code.add(token, line)
    code.add(LINE_END, line)


def starts(left: str, right: str) -> bool:
    """Every line stands for itself."""
    return left == LINE_END


RULES = Rules("generic", lex, starts, blocks="indent", marks=('"""', "'''", "`", "/*"))
