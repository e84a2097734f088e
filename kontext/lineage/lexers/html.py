"""HTML, XML, Vue and Svelte: what prettier and the like may change.

Owns tags and the white space of text: a run of it is one space, which counts where it stands between words or tags.
Scripts and styles are read by their own families.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import css, javascript, stream
from kontext.lineage.lexers.stream import CLOSE, STRING, Flow, Lexed, Rules

_SCAN = re.compile(
    r"(?P<comment><!--.*?-->)|(?P<embedded><(?P<tag>script|style)\b[^>]*>)|(?P<exact><(?P<pre>pre|textarea)\b.*?</(?P=pre)\s*>)|"
    r"(?P<open></?[A-Za-z][\w:.-]*)|(?P<white>[ \t\r\n\f\v\ufeff]+)|(?P<text>[^ \t\r\n\f\v\ufeff<]+|.)",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(
    r"(?P<white>[ \t\r\n\f\v]+)|(?P<close>/?>)|(?P<string>=[ \t\r\n]*(?:\"[^\"]*\"|'[^']*'))|(?P<brace>\{[^{}]*\})|"
    r"(?P<word>[^\s=>{/\"']+|.)",
    re.DOTALL,
)


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of a whole document."""
    code, comments = Flow(), Flow()
    line, at = first, 0
    while at < len(text):
        match = _SCAN.match(text, at)
        assert match is not None  # the last alternatives take any character
        kind, token, start, at = match.lastgroup, match.group(), at, match.end()
        if match["embedded"]:
            at = _embedded(code, comments, text, match, line)
        elif match["exact"]:
            stream.add_exact(code, token, line)
        elif kind == "comment":
            stream.add_words(comments, token.removesuffix("-->"), line, "<!- \t")
        elif kind == "open":
            code.add(token, line)
            at = _attributes(code, text, at, line)
        elif kind == "white":
            if code.texts and code.texts[-1] != STRING + " ":
                code.add(STRING + " ", line)
        else:
            code.add(token, line)
        line += text.count("\n", start, at)
    return Lexed(code, comments, [-1] * len(code.texts))


def _embedded(code: Flow, comments: Flow, text: str, match: re.Match[str], line: int) -> int:
    """Read a script or style up to its end tag; return where that starts."""
    tag = match["tag"].lower()
    code.add(f"<{tag}", line)
    _attributes(code, text, match.start() + 1 + len(tag), line)
    end = re.compile(rf"</{tag}\s*>", re.IGNORECASE).search(text, match.end())
    stop = end.start() if end else len(text)
    family = css if tag == "style" else javascript
    inner = family.lex(text[match.end() : stop], line + match.group().count("\n"), False)
    for source, flow in ((inner.code, code), (inner.comments, comments)):
        flow.texts += source.texts
        flow.lines += source.lines
    return stop


def _attributes(code: Flow, text: str, at: int, line: int) -> int:
    """Read the rest of a tag; quotes of values say nothing, white space between attributes neither."""
    for match in _TAG.finditer(text, at):
        kind, token = match.lastgroup, match.group()
        if kind == "close":
            code.add(token, line)
            return match.end()
        if kind == "string":
            value = token[1:].strip()
            body = value[1:-1]
            code.add("=", line)
            if "'" in body or '"' in body:
                stream.add_exact(code, value, line)
            else:
                stream.add_string(code, "", body, line)
                code.add(STRING + "|" if code.texts[-1] == CLOSE else CLOSE, line + token.count("\n"))
        elif kind != "white":
            code.add(token, line)
        line += token.count("\n")
    return len(text)


def _starts(left: str, right: str) -> bool:
    return left in (STRING + " ", ">", "/>", ";", "{", "}") or right.startswith("<")


RULES = Rules("html", lex, _starts, blocks="", splits=False)
