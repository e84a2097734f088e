"""Rust: what rustfmt may change.

Owns raw strings, lifetimes, nested comments, the commas that rustfmt adds and removes outside macros, and the braces
around the single expression of a match arm or closure.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import CLOSERS, OPENERS, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<doc>//[/!][^\n]*)|(?P<comment>//[^\n]*)|(?P<block>/\*)|"
    r"(?P<raw>[bc]?r(?P<mark>#*)\".*?\"(?P=mark))|(?P<string>[bc]?\"(?:[^\"\\]|\\.)*\")|"
    r"(?P<word>b?'(?:[^'\\\n]|\\(?:.|u\{[0-9a-fA-F]+\}|x..))'|'[^\W\d]\w*|(?:r\#)?[^\W\d]\w*|"
    r"\d(?:[eE][+-]\d|\w|\.(?=\d))*)|"
    r"(?P<sign>::|->|=>|\.\.[.=]?|<<=?|<=|&&|\|\||[-+*/%&|^=!]=|.)",
    re.DOTALL,
)
_NESTED = re.compile(r"/\*|\*/")
_BLOCKS = words("match if loop while for unsafe")
_AFTER = words(") ] } , ;")
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
    return stream.lexed(_without_commas(_with_arm_braces(_without_closure_braces(code))), comments)


def _block_end(text: str, at: int) -> int:
    """Block comments nest."""
    depth = 1
    for match in _NESTED.finditer(text, at):
        depth += 1 if match.group() == "/*" else -1
        if not depth:
            return match.end()
    return len(text)


def _without_closure_braces(code: Flow) -> Flow:
    """`|x| { f(x) }` is `|x| f(x)`: braces around one expression that ends with the closure."""
    texts = code.texts
    drops: set[int] = set()
    inner: list[int] = []
    for opener, closer in stream.pairs(texts).items():
        if texts[opener] != "{" or not opener or texts[opener - 1] not in ("|", "||") or closer == opener + 1:
            continue
        after = texts[closer + 1] if closer + 1 < len(texts) else ";"
        inner = inner or stream.nest(texts)
        if after in _AFTER and not any(texts[at] == ";" and inner[at] == opener for at in range(opener, closer)):
            drops |= {opener, closer}
    return code.without(drops)


def _with_arm_braces(code: Flow) -> Flow:
    """`=> x,` is `=> { x }`: braces are added, so that what leaves an arm is still told apart."""
    texts, lines = code.texts, code.lines
    closes: dict[int, int] = {}
    opens: set[int] = set()
    inner = stream.nest(texts)
    for at in range(1, len(texts)):
        if texts[at - 1] == "=>" and texts[at] != "{" and not _is_macro(texts, inner, at):
            end = _arm_end(texts, at)
            if end > at:
                opens.add(at)
                closes[end] = end - 1
    if not opens:
        return code
    made = Flow()
    for at, text in enumerate(texts):
        if at in closes:
            made.add("}", lines[closes[at]])
        if at in opens:
            made.add("{", lines[at - 1])
        made.add(text, lines[at])
    return made


def _is_macro(texts: list[str], inner: list[int], at: int) -> bool:
    """Whether a token stands in the call of a macro, where every sign may mean something."""
    around = inner[at]
    while around > 0:
        if texts[around - 1] == "!":
            return True
        around = inner[around]
    return False


def _arm_end(texts: list[str], start: int) -> int:
    """Place after an arm's expression, 0 = it cannot be told."""
    depth = 0
    for at in range(start, len(texts)):
        text = texts[at]
        if depth == 0 and (text == "," or text == "}"):
            return at
        if depth == 0 and text == "=>" and texts[start] in _BLOCKS:
            return _block_like_end(texts, start)
        if depth == 0 and (text in ("=>", ";") or text in CLOSERS):
            return 0
        depth += (text in OPENERS) - (text in CLOSERS)
    return 0


def _block_like_end(texts: list[str], start: int) -> int:
    """Place after an expression that ends with a block and needs no comma: the next arm follows."""
    depth = 0
    for at in range(start, len(texts) - 1):
        depth += (texts[at] in OPENERS) - (texts[at] in CLOSERS)
        if depth == 0 and texts[at] == "}" and texts[at + 1] != "else":
            return at + 1
    return 0


def _without_commas(code: Flow) -> Flow:
    """Drop commas before closers and after the block of a match arm, but for 1-tuples and macro calls."""
    texts = code.texts
    inner = stream.nest(texts)
    counts: dict[int, int] = {}
    for at, text in enumerate(texts):
        if text == ",":
            counts[inner[at]] = counts.get(inner[at], 0) + 1

    def keep(comma: int, opener: int) -> bool:
        if _is_macro(texts, inner, comma):
            return True
        is_call = opener > 0 and (texts[opener - 1][0].isalnum() or texts[opener - 1][0] in "_>")
        return opener >= 0 and texts[opener] == "(" and counts[opener] == 1 and not is_call

    drops = stream.comma_drops(texts, keep)
    for at in range(1, len(texts)):
        if texts[at] == "," and texts[at - 1] == "}" and inner[at] >= 0 and texts[inner[at]] == "{":
            drops.add(at)
    return code.without(drops | _where_commas(texts))


def _where_commas(texts: list[str]) -> set[int]:
    """Commas after the last bound of a where clause."""
    drops = set()
    for at, text in enumerate(texts):
        if text == "where":
            depth = 0
            for place in range(at + 1, len(texts)):
                if depth == 0 and texts[place] in ("{", ";", "}"):
                    if texts[place - 1] == ",":
                        drops.add(place - 1)
                    break
                depth += (texts[place] in OPENERS) - (texts[place] in CLOSERS)
    return drops


RULES = Rules(
    "rust",
    lex,
    stream.starts_unless(_JOINING, _LEADING),
    marks=('"', "/*"),
    imports=re.compile(r"[ \t]*(?:pub\b.*)?\buse\b"),
)
