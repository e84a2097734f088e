"""Ruby: what rubocop -a, standard and the like may change.

Owns line ends, heredocs and quotes without interpolation. Around signs that Ruby reads differently with a space before
them (`foo -1`, `foo [1]`, `a ?b`), the presence of a space counts.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import LINE_END, STRING, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<block>(?:(?<=\n)|\A)=begin\b.*?\n=end[^\n]*)|(?P<data>(?:(?<=\n)|\A)__END__\n.*)|"
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<joint>\\\r?\n)|(?P<end>\n)|(?P<comment>\#[^\n]*)|"
    r"(?P<here><<[~-]?(?P<q>['\"`]?)(?P<mark>[A-Z_]\w*)(?P=q))|"
    r"(?P<string>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")|(?P<exact>`(?:[^`\\]|\\.)*`)|"
    r"(?P<word>[@$:]{0,2}[^\W\d]\w*[?!]?(?!=[^=~>])|\d(?:[eE][+-]\d|\w|\.(?=\d))*)|"
    r"(?P<sign>\*\*=?|<=>|===?|=~|=>|!~|<<=?|>>=?|&\.|&&=?|\|\|=?|::|\.\.\.?|->|[-+*/%&|^!<>]=|.)",
    re.DOTALL,
)
_SPACED = words("[ ( - + * ** & : ? / % << { :: -> ! < |")
_RUNS_ON = words("( [ { , . &. :: + - * / || && = == => += -= ||= &&= and or not | \\")
_LEADS_ON = words(". &. ) ] }")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of Ruby source."""
    code, comments = Flow(), Flow()
    line, at, size = first, 0, len(text)
    pending: list[str] = []
    spaced = False
    while at < size:
        match = _SCAN.match(text, at)
        assert match is not None  # the last alternative takes any character
        kind, token, at = match.lastgroup, match.group(), match.end()
        if kind == "end":
            _end(code, line)
            line += 1
            if pending:
                at, line = _heredocs(code, text, at, line, pending)
                pending = []
        elif kind in ("white", "joint"):
            line += token.count("\n")
            spaced = True
            continue
        elif kind in ("comment", "block"):
            stream.add_words(comments, token, line, "#")
            line += token.count("\n")
        elif kind in ("string", "exact", "data"):
            _literal(code, token, line, spaced)
            line += token.count("\n")
        else:
            if kind == "here" and _is_heredoc(code, match["mark"]):
                pending.append(match["mark"])
            if spaced and token[:1] in _SPACED | {"<"} and code.texts and code.texts[-1] != LINE_END:
                code.add(STRING + " ", line)
            if token == ";":
                _end(code, line)
            else:
                code.add(token, line)
            spaced = _counts_after(token) and text[at : at + 1] in (" ", "\t")
            if spaced:
                code.add(STRING + "_", line)
        spaced = False
    return stream.lexed(_joined(code), comments)


def _counts_after(token: str) -> bool:
    """Whether white space after a sign changes what it is: `- 1` and `-1`, `? x` and `?x`."""
    return token in ("-", "+", "*", "**", "&", ":", "?", "/", "%", "<<", "[", "!")


def _is_heredoc(code: Flow, mark: str) -> bool:
    return mark.isupper() or mark.startswith("_")


def _literal(code: Flow, token: str, line: int, spaced: bool) -> None:
    """Quotes say the same where nothing in them is escaped or interpolated."""
    if spaced and code.texts and code.texts[-1] != LINE_END and code.texts[-1] not in _RUNS_ON:
        code.add(STRING + " ", line)
    body = token[1:-1]
    if token[0] in "'\"" and not any(mark in body for mark in "\\#'\""):
        stream.add_apart(code, "", body, line)
    else:
        stream.add_exact(code, token, line)


def _heredocs(code: Flow, text: str, at: int, line: int, marks: list[str]) -> tuple[int, int]:
    """Take the bodies of here-documents, every character of them."""
    for mark in marks:
        end = re.compile(rf"^[ \t]*{re.escape(mark)}[ \t\r]*$", re.MULTILINE).search(text, at)
        stop = end.end() if end else len(text)
        body = text[at:stop]
        stream.add_exact(code, body, line)
        line += body.count("\n")
        at = stop
    return at, line


def _end(code: Flow, line: int) -> None:
    if code.texts and code.texts[-1] != LINE_END and code.texts[-1] not in _RUNS_ON:
        code.add(LINE_END, line)


def _joined(code: Flow) -> Flow:
    """A line that starts with a dot or a closer continues the one before."""
    texts = code.texts
    return code.without({at for at in range(len(texts) - 1) if texts[at] == LINE_END and texts[at + 1] in _LEADS_ON})


def _starts(left: str, right: str) -> bool:
    return left == LINE_END or left.startswith(STRING + "=")


RULES = Rules(
    "ruby", lex, _starts, blocks="indent", marks=("'", '"'), imports=re.compile(r"[ \t]*require(?:_relative)?\b")
)
