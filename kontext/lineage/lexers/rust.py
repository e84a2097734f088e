"""Rust: what rustfmt may change.

Owns raw strings, lifetimes, nested comments and the commas that rustfmt adds and removes outside macros.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<doc>//[/!][^\n]*)|(?P<comment>//[^\n]*)|(?P<block>/\*)|"
    r"(?P<raw>[bc]?r(?P<mark>#*)\".*?\"(?P=mark))|(?P<string>[bc]?\"(?:[^\"\\]|\\.)*\")|"
    r"(?P<word>b?'(?:[^'\\\n]|\\(?:.|u\{[0-9a-fA-F]+\}|x..))'|'[^\W\d]\w*|(?:r\#)?[^\W\d]\w*|"
    r"\d(?:[eE][+-]\d|\w|\.(?=\d))*)|"
    r"(?P<sign>::|->|=>|\.\.[.=]?|<<=?|<=|&&|\|\||[-+*/%&|^=!]=|.)",
    re.DOTALL,
)
_NESTED = re.compile(r"/\*|\*/")
_JOINING = words("= += -= *= /= %= &= |= ^= <<= + - * / % ^ & && | || ! == != < <= >= << , . -> => ( [ return in as")
_LEADING = words("= + / % ^ == != < <= >= << ? , . -> => ) ] && || as")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of Rust source."""
    code, comments = Flow(), Flow()
    line, at, size = first, 0, len(text)
    while at < size:
        match = _SCAN.match(text, at)
        assert match is not None  # the last alternative takes any character
        kind, token, at = match.lastgroup, match.group(), match.end()
        if kind == "word" or kind == "sign":
            code.add(token, line)
        elif kind == "end":
            line += 1
        elif kind == "doc":
            comments.add(token[:3], line)
            stream.add_words(comments, token[3:], line)
        elif kind == "comment":
            stream.add_words(comments, token, line, "/")
        elif kind == "block":
            start, at = match.start(), _block_end(text, match.end())
            stream.add_words(comments, text[start:at].removesuffix("*/"), line, "/*! \t")
            line += text.count("\n", start, at)
        elif kind == "string":
            prefix, _, body = token.partition('"')
            stream.add_apart(code, prefix + '"', body[:-1], line)
            line += token.count("\n")
        elif kind == "raw":
            stream.add_exact(code, token, line)
            line += token.count("\n")
    return stream.lexed(_without_commas(code), comments)


def _block_end(text: str, at: int) -> int:
    """Block comments nest."""
    depth = 1
    for match in _NESTED.finditer(text, at):
        depth += 1 if match.group() == "/*" else -1
        if not depth:
            return match.end()
    return len(text)


def _without_commas(code: Flow) -> Flow:
    """Drop commas before closers and after the block of a match arm, but for 1-tuples and macro calls."""
    texts = code.texts
    inner = stream.nest(texts)
    counts: dict[int, int] = {}
    for at, text in enumerate(texts):
        if text == ",":
            counts[inner[at]] = counts.get(inner[at], 0) + 1

    def keep(comma: int, opener: int) -> bool:
        around = opener
        while around > 0:
            if texts[around - 1] == "!":
                return True
            around = inner[around]
        is_call = opener > 0 and (texts[opener - 1][0].isalnum() or texts[opener - 1][0] in "_>")
        return opener >= 0 and texts[opener] == "(" and counts[opener] == 1 and not is_call

    drops = stream.comma_drops(texts, keep)
    for at in range(1, len(texts)):
        if texts[at] == "," and texts[at - 1] == "}" and inner[at] >= 0 and texts[inner[at]] == "{":
            drops.add(at)
    return code.without(drops)


RULES = Rules(
    "rust",
    lex,
    stream.starts_unless(_JOINING, _LEADING),
    marks=('"', "/*"),
    imports=re.compile(r"[ \t]*(?:pub\b.*)?\buse\b"),
)
