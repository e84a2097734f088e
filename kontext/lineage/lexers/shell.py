"""Shell: what shfmt may change.

Owns words with their quotes, here-documents and line ends. Whether a space stands between two signs counts, how many
does not.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import LINE_END, STRING, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<joint>\\\r?\n)|(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<comment>(?:(?<=[\s;&|(])|\A)\#[^\n]*)|"
    r"(?P<here><<-?[ \t]*(?P<q>\\?['\"]?)(?P<mark>\w+)['\"]?)|"
    r"(?P<exact>[$]?'(?:[^'])*'|[$]?\"(?:[^\"\\]|\\.)*\")|(?P<word>\\.|[\w.$/%+@~^-]+)|"
    r"(?P<sign>;;&?|&&|\|\||<<<|>>|[<>]&|&>>?|.)",
    re.DOTALL,
)
_RUNS_ON = words("&& || | ( { do then else")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of a shell script."""
    code, comments = Flow(), Flow()
    line, at, size = first, 0, len(text)
    pending: list[str] = []
    spaced = False
    while at < size:
        match = _SCAN.match(text, at)
        assert match is not None  # the last alternative takes any character
        kind, token, at = match.lastgroup, match.group(), match.end()
        if kind in ("white", "joint"):
            line += token.count("\n")
            spaced = True
            continue
        if kind == "end" or token == ";":
            _end(code, line)
            line += kind == "end"
            if kind == "end" and pending:
                at, line = _bodies(code, text, at, line, pending)
                pending = []
        elif kind == "comment":
            stream.add_words(comments, token, line, "#")
        else:
            if spaced and code.texts and code.texts[-1] != LINE_END:
                code.add(STRING + " ", line)
            if kind == "here":
                pending.append(match["mark"])
            if kind == "exact":
                stream.add_exact(code, token, line)
                line += token.count("\n")
            else:
                code.add(token, line)
        spaced = False
    return stream.lexed(code, comments)


def _bodies(code: Flow, text: str, at: int, line: int, marks: list[str]) -> tuple[int, int]:
    """Take the bodies of here-documents, every character of them."""
    for mark in marks:
        end = re.compile(rf"^\t*{re.escape(mark)}[ \t\r]*$", re.MULTILINE).search(text, at)
        stop = end.end() if end else len(text)
        stream.add_exact(code, text[at:stop], line)
        line += text.count("\n", at, stop)
        at = stop
    return at, line


def _end(code: Flow, line: int) -> None:
    if code.texts and code.texts[-1] != LINE_END and code.texts[-1] not in _RUNS_ON:
        code.add(LINE_END, line)


def _starts(left: str, right: str) -> bool:
    return left == LINE_END or left in ("do", "then", "else", "{") or left.startswith(STRING + "=")


RULES = Rules("shell", lex, _starts, blocks="indent", marks=("'", '"'))
