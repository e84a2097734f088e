"""Python: what black, ruff, isort and the like may change without changing what a line says.

Owns statement ends, literals, docstrings, void parentheses and trailing commas of Python 2 and 3.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import BLOCK, CLOSE, CLOSERS, LINE_END, OPENERS, PROSE, Flow, Lexed, Rules, words

_STRING = (
    r"(?P<string>[bBrRuUfFtT]{0,2}(?:'''(?:[^'\\]|\\.|'(?!''))*'''|\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*\"\"\""
    r"|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"))"
)
_SCAN = re.compile(
    r"[ \t\r\f\v\ufeff]*(?:(?P<end>\n)|(?P<joint>\\\r?\n)|(?P<comment>\#[^\n]*)|" + _STRING + "|"
    r"(?P<name>[^\W\d]\w*)|(?P<number>\.?\d(?:[eE][+-]\d|[\w.])*)|"
    r"(?P<sign>\*\*=?|//=?|>>=|<<=|<<|>>|->|:=|\.\.\.|[-+*/%@&|^=!<>]=|<>|[^ \t\r\f\v\ufeff]))",
    re.DOTALL,
)
_DOC_END = re.compile(r"[ \t\r]*(?:#[^\n]*)?(?:\n|;|\Z)")
_SPACES = re.compile(r"[^ \t\r\f\v]+|(?<=[^ \t])[ \t]{2,}(?=[^ \t])")
_OPENING = words("if elif else for while try except finally with def class async match case")
_SPECIAL = frozenset((*"()[]{}:;", "lambda"))
_KEYWORDS = words(
    "and as assert await del elif else except for from if import in is lambda not or print exec raise return while "
    "with yield"
)
_BEFORE = words(
    "= return yield assert if elif while ( [ , : { -> in with del for import except += -= *= /= //= %= |= &= ^= "
    "**= >>= <<= @="
) | {LINE_END, BLOCK, ";"}
_AFTER = words(": ) ] } , =") | {LINE_END, BLOCK}
_OPERATORS = words("or and not if else lambda in is < > == != <= >= <>")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of Python source that starts on line `first`; `modern`: Python 3 is proven."""
    code, comments = _Reader(text, first, modern).read()
    texts = code.texts
    code = code.without(stream.comma_drops(texts, lambda comma, opener: _is_telling_comma(texts, comma, opener)))
    drops, again = _void(code.texts), True
    while drops and again:
        again = any(code.texts[at + 1 : at + 2] == ["("] or code.texts[at - 1 : at] == ["("] for at in drops)
        code = code.without(drops)
        drops = _void(code.texts) if again else set()
    code = code.without(_bases(code.texts, modern))
    return stream.lexed(code, comments)


class _Reader:
    """One pass over the source: tokens, with statement ends only where Python sees them."""

    def __init__(self, text: str, first: int, modern: bool) -> None:
        self.text = text
        self.line = first
        self.modern = modern
        self.code = Flow()
        self.comments = Flow()
        self.depth = 0
        self.opening = ""  # the keyword that makes this statement open a block
        self.lambdas = 0
        self.fresh = True  # at the start of a statement

    def read(self) -> tuple[Flow, Flow]:
        """Return code and comment words."""
        add, place = self.code.texts.append, self.code.lines.append
        for match in _SCAN.finditer(self.text):
            kind = match.lastgroup
            assert kind is not None  # every alternative has a name
            token = match[kind]
            if kind == "name" or kind == "sign":
                if self.fresh or token in _SPECIAL:
                    self.plain(token)
                else:
                    add(token)
                    place(self.line)
            elif kind == "end":
                self.end()
                self.line += 1
            elif kind == "string":
                self.string(token, match.end())
            elif kind == "number":
                self.code.add(token.lower(), self.line)
                self.fresh = False
            elif kind == "comment":
                stream.add_words(self.comments, token, self.line, "#")
            elif kind == "joint":
                self.line += 1
        return self.code, self.comments

    def plain(self, token: str) -> None:
        """A name or sign."""
        if token == ";" and not self.depth:
            self.end()
            return
        if self.fresh:
            self.opening = token if token in _OPENING else ""
            self.lambdas = 0
            self.fresh = False
        if token in OPENERS:
            self.depth += 1
        elif token in CLOSERS:
            self.depth = max(0, self.depth - 1)
        elif not self.depth and token == "lambda":
            self.lambdas += 1
        elif not self.depth and token == ":" and self.opening:
            if not self.lambdas:
                self.code.add(BLOCK, self.line)
                self.fresh = True
                self.opening = ""
                return
            self.lambdas -= 1
        self.code.add(token, self.line)

    def end(self) -> None:
        """A line or statement ends; only one end is kept, and none after the colon of a block."""
        if not self.depth and not self.fresh:
            self.code.add(LINE_END, self.line)
            self.fresh = True

    def string(self, token: str, end: int) -> None:
        """A literal: a docstring when it is a whole statement."""
        start = re.match(r"[a-zA-Z]*", token)
        prefix = start.group().lower() if start else ""
        rest = token[len(prefix) :]
        size = 3 if rest[:3] in ("'''", '"""') and len(rest) >= 6 else 1
        body = rest[size:-size]
        if self.fresh and not self.depth and not prefix.strip("ur") and _DOC_END.match(self.text, end):
            self.doc(prefix, body)
        else:
            self.literal(prefix, body)
        self.line += token.count("\n")
        self.fresh = False

    def doc(self, prefix: str, body: str) -> None:
        """Words, and runs of white space between them that are wider than one space.

        The depth that all lines share is that of the code. Where a line stands deeper or less deep than the one before,
        a list, an example or a block in one starts or ends, and that counts; so does the end of a line of a session.
        """
        line = self.line
        add = self.code.add
        add(PROSE + ("r(" if "r" in prefix and "\\" in body else "("), line)
        depth = "0"
        lines = body.split("\n")
        for part, own in zip(lines, _depths(lines), strict=True):
            content = part.strip(" \t\r")
            if content and own != depth:
                depth = own
                add(PROSE + ">" + depth, line)
            for word in _SPACES.findall(content):
                add(PROSE + word.replace('\\"', "'").replace('"', "'"), line)
            if content.startswith((">>>", "...")):
                add(PROSE + "\n", line)
            line += 1
        add(PROSE + ")", line - 1)

    def literal(self, prefix: str, body: str) -> None:
        """Any other literal; prefixes that change nothing are void."""
        kind = "".join(sorted(set(prefix) & set("bt")))
        if "u" in prefix and not self.modern:
            kind = "u"
        marked = "f" in prefix and ("{" in body or "}" in body)
        stream.add_string(self.code, kind, body, self.line, raw="r" in prefix, marked=marked or "t" in prefix)


def _depths(lines: list[str]) -> list[str]:
    """How deep each line of a docstring stands, in steps of the smallest one; the first line starts behind the quotes.

    In steps and not in columns, so that a file that is indented twice as wide says the same.
    """
    columns = [-1]
    for part in lines[1:]:
        wide = part.expandtabs(8)
        columns.append(len(wide) - len(wide.lstrip(" ")) if part.strip(" \t\r") else -1)
    margin = min((column for column in columns if column >= 0), default=0)
    step = min((column - margin for column in columns if column > margin), default=1)
    return [f"{(column - margin) / step:g}" if column > margin else "0" for column in columns]


def _is_telling_comma(texts: list[str], comma: int, opener: int) -> bool:
    """Whether a comma before a closer means something: `(a,)` is a tuple, `x[a,]` has a tuple as key."""
    if opener < 0:
        return True
    depth = 0
    for at in range(opener + 1, comma):
        text = texts[at]
        depth += (text in OPENERS) - (text in CLOSERS)
        if text == "," and not depth:
            return False
    called = opener > 0 and _is_operand(texts[opener - 1])
    if texts[opener] == "(":
        return not called and not (opener and texts[opener - 1] == "import")
    return texts[opener] == "[" and called


def _is_operand(text: str) -> bool:
    return (text[0].isalnum() or text[0] in "_)]}" or text.startswith(CLOSE)) and text not in _KEYWORDS


def _void(texts: list[str]) -> set[int]:
    """Places of parentheses around what would be read the same without them."""
    drops: set[int] = set()
    wanted = [at for at, text in enumerate(texts) if text == "(" and (not at or texts[at - 1] in _BEFORE)]
    if not wanted:
        return drops
    inner, closers = stream.nest(texts), stream.pairs(texts)
    for opener in wanted:
        closer = closers.get(opener, 0)
        if closer > opener + 1:
            before = texts[opener - 1] if opener else LINE_END
            after = texts[closer + 1] if closer + 1 < len(texts) else LINE_END
            if _is_void(texts, inner, opener, closer, before, after):
                drops |= {opener, closer}
    return drops


def _is_void(texts: list[str], inner: list[int], opener: int, closer: int, before: str, after: str) -> bool:
    content = [texts[at] for at in range(opener + 1, closer) if inner[at] == opener]
    if content[0] in ("*", "**") or not {"yield", ":=", "for"}.isdisjoint(content):
        return False
    outside = inner[opener] < 0
    if "," in content:
        return outside and _is_void_tuple(texts, opener, before, after)
    if before == "in" and not _in_for(texts, opener):
        return after in _AFTER and _OPERATORS.isdisjoint(content)
    if before == "for" or after == "in":
        return before == "for" and after == "in"
    if after == "as":
        return before in ("with", "except")
    if before == "except":
        return after == BLOCK
    return after in _AFTER


def _is_void_tuple(texts: list[str], opener: int, before: str, after: str) -> bool:
    """`x = (a, b)`, `return (a, b)`, `for (a, b) in`, `for x in (a, b):`, `(a, b) = x`, `from x import (a, b)`."""
    if before in ("=", "return", "del", "import"):
        return after == LINE_END
    if before in (LINE_END, BLOCK):
        return after == "="
    if before == "for":
        return after == "in"
    if before == "in":
        return after == BLOCK and _in_for(texts, opener)
    return before == "with" and after == BLOCK


def _in_for(texts: list[str], at: int) -> bool:
    """Whether the statement around this place is a `for` loop, and this place lies outside its brackets."""
    while at and texts[at - 1] not in (LINE_END, BLOCK):
        at -= 1
    return texts[at] == "for" or texts[at : at + 2] == ["async", "for"]


def _bases(texts: list[str], modern: bool) -> set[int]:
    """`class A():` is `class A:`, and `class A(object):` too where Python 3 is proven."""
    drops: set[int] = set()
    for at, text in enumerate(texts):
        if text == "class" and texts[at + 2 : at + 3] == ["("]:
            if texts[at + 3 : at + 4] == [")"]:
                drops |= {at + 2, at + 3}
            elif modern and texts[at + 3 : at + 5] == ["object", ")"]:
                drops |= {at + 2, at + 3, at + 4}
    return drops


def _starts(left: str, right: str) -> bool:
    """Statements end where Python says so; lines of docstrings and of long strings stand for themselves."""
    return left in (LINE_END, BLOCK, stream.STRING + "\n") or (left[0] == PROSE and right[0] == PROSE)


RULES = Rules(
    "python", lex, _starts, blocks="indent", marks=('"""', "'''"), imports=re.compile(r"[ \t]*(?:import|from)\b")
)
