r"""What a lexer yields, and the pieces that all families of languages share.

Owns the streams of normalised tokens: two stretches of text with equal streams say the same. Code and comment words
are separate streams; every token knows its line (1-based in its file). Must not know any language.

Spelling of tokens: code as written; a piece of a string starts with `"`, a word of a docstring with `'`, so neither
can be taken for code; "\n" is the end of a statement or line where that counts, ":\n" the colon that opens a block.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LINE_END = "\n"
BLOCK = ":\n"
PARAGRAPH = "¶"  # the end of a paragraph of prose
ENDS = frozenset((LINE_END, BLOCK, PARAGRAPH))
STRING = '"'  # first character of every piece of a string
CLOSE = '")'  # end of a string literal
HERE = '"<'  # start of every line of a here-document
PROSE = "'"  # first character of every word of a docstring
OPENERS = {"(": ")", "[": "]", "{": "}"}
CLOSERS = frozenset(")]}")
_BRACKETS = frozenset("()[]{}")

_PIECE = re.compile(r"(\\(?:[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\r?\n|.)|\w+| +|\t+|[^\w\s\\]|\s|\\)", re.DOTALL)
split_words = re.compile(r"[^ \t\r\f\v]+").findall  # other white space, such as a no-break space, is content
_RAW_PIECE = re.compile(r"(\w+| +|\t+|[^\w\s]|\s)", re.DOTALL)


class Flow:
    """A stream of tokens, `texts[k]` standing on line `lines[k]`; lines never go back."""

    __slots__ = ("lines", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.lines: list[int] = []

    def add(self, text: str, line: int) -> None:
        """Append one token."""
        self.texts.append(text)
        self.lines.append(line)

    def span(self, line: int) -> tuple[int, int]:
        """Return the half-open range of the tokens that stand on a line."""
        return bisect_left(self.lines, line), bisect_left(self.lines, line + 1)

    def without(self, dropped: set[int]) -> Flow:
        """Return the stream less the tokens at these places."""
        if not dropped:
            return self
        kept = Flow()
        at = 0
        for place in [*sorted(dropped), len(self.texts)]:
            kept.texts += self.texts[at:place]
            kept.lines += self.lines[at:place]
            at = place + 1
        return kept


class Lexed(Record):
    """A lexed stretch. `openers[k]` is the place of the innermost bracket open at code token k, -1 = none.

    `sections` says the same of blocks between words (`do … end`), None where they do not nest as far as we can tell.
    """

    code: Flow
    comments: Flow
    openers: list[int]
    sections: list[int] | None = None


class Rules(Record):
    """A family of languages.

    `lex(text, first line, is modern) -> Lexed`; "modern" means that the project is proven to need Python 3.
    `starts(left, right)` tells whether a statement may start between two tokens of one line break.
    `blocks` says what nests: "indent", "brace", "both" or "" for nothing. `splits` allows lexing a part of a file, and
    `marks` are the quotes that come in pairs over several lines ("/*" stands for such a comment). `hidden` finds the
    lines (0-based, half-open) that are content of here-documents, where no part may start or end. `derive(old lines,
    new lines, line)` finds the old lines (with weights) that a new line says anew, by a rule of the language.
    """

    name: str
    lex: Callable[[str, int, bool], Lexed]
    starts: Callable[[str, str], bool]
    blocks: str = "brace"
    splits: bool = True
    marks: tuple[str, ...] = ("/*",)
    imports: re.Pattern[str] | None = None
    hidden: Callable[[str], list[tuple[int, int]]] | None = None
    derive: Callable[[list[str], list[str], int], tuple[tuple[int, int], ...]] | None = None


def words(text: str) -> frozenset[str]:
    """Tokens written in one string, for tables that people read."""
    return frozenset(text.split())


def lexed(code: Flow, comments: Flow) -> Lexed:
    """Close a lexer's work: find what bracket each token stands in."""
    return Lexed(code, comments, nest(code.texts))


def nest(texts: list[str]) -> list[int]:
    """For each token the place of the innermost bracket open there (a bracket itself counts for what follows)."""
    inner: list[int] = []
    stack = [-1]
    at = 0
    for place in [at for at, text in enumerate(texts) if text in _BRACKETS]:
        inner += [stack[-1]] * (place - at)
        at = place
        if texts[place] in OPENERS:
            inner.append(stack[-1])
            stack.append(place)
        else:
            if len(stack) > 1:
                stack.pop()
            inner.append(stack[-1])
        at += 1
    inner += [stack[-1]] * (len(texts) - at)
    return inner


class Sections:
    """The blocks open at each token, for languages whose blocks stand between words.

    A part of a file may close what stands open before it; `is_part` says so.
    """

    def __init__(self, is_part: bool = False) -> None:
        self._is_part = is_part
        self.inner: list[int] = []
        self.nests = True
        self._stack: list[tuple[str, int]] = []

    @property
    def kind(self) -> str:
        """What the innermost block was opened as, "" outside."""
        return self._stack[-1][0] if self._stack else ""

    @property
    def innermost(self) -> int:
        """Place of the token that opened the innermost block, -1 outside."""
        return self._stack[-1][1] if self._stack else -1

    def stay(self) -> None:
        """Take a token that neither opens nor closes."""
        self.inner.append(self.innermost)

    def open(self, kind: str) -> None:
        """Take a token that opens a block."""
        self.stay()
        self._stack.append((kind, len(self.inner) - 1))

    def close(self, *kinds: str, then: str = "") -> None:
        """Take a token that closes a block of one of these kinds and perhaps opens the next one."""
        if self.kind in kinds:
            self._stack.pop()
        elif self._stack or not self._is_part:
            self.nests = False
        if then:
            self.open(then)
        else:
            self.stay()

    def drop(self) -> None:
        """Close a block without a token of its own."""
        self._stack.pop()


def pairs(texts: list[str]) -> dict[int, int]:
    """Place of each opening bracket -> place of the bracket that closes it; unbalanced ones are left out."""
    closed: dict[int, int] = {}
    stack: list[int] = []
    for at, text in enumerate(texts):
        if text not in _BRACKETS:
            continue
        if text in OPENERS:
            stack.append(at)
        elif stack:
            opener = stack.pop()
            if OPENERS[texts[opener]] == text:
                closed[opener] = at
    return closed


def add_string(code: Flow, kind: str, body: str, line: int, *, raw: bool = False, marked: bool = False) -> None:
    """Append a literal as pieces: words, exact white space, escapes, single signs.

    `kind` keeps literals apart that mean different things; a literal right after one of its kind is joined to it, as
    the language does (callers whose language does not join pass different kinds or put a token between). `raw`: a
    backslash escapes nothing. `marked`: braces are placeholders.
    """
    if code.texts and code.texts[-1] == CLOSE + kind:
        code.texts.pop()
        code.lines.pop()
        joined = code.texts[-1] != STRING + "(" + kind
    else:
        code.add(STRING + "(" + kind, line)
        joined = False
    for piece in (_RAW_PIECE if raw else _PIECE).findall(body):
        if piece[0] == "\\":
            text = STRING + ("r\\" if raw else unescaped(piece))
        elif marked and piece in "{}":
            text = STRING + "f" + piece
        else:
            text = STRING + piece
        if joined:
            joined = False
            if glues(code.texts[-1], text):
                code.texts[-1] += piece
                continue
        code.add(text, line)
        line += piece.count("\n")
    code.add(CLOSE + kind, line)


def add_apart(code: Flow, kind: str, body: str, line: int) -> None:
    """Append a literal of a language that never joins two of them."""
    add_string(code, kind, body, line)
    code.add(STRING + "|", code.lines[-1])


def unescaped(piece: str) -> str:
    """An escaped quote is the quote; other escapes stay as they are."""
    return piece[1] if piece[1:] in ("'", '"') else piece


def glues(left: str, right: str) -> bool:
    """Whether two pieces are halves of one word, or of one run of spaces, cut by a joint of literals."""
    if left[1] == " " or right[1] == " ":
        return left[1] == right[1]
    return all(text[1] == "_" or text[1].isalnum() for text in (left, right)) and not left.startswith('"f{')


def add_exact(code: Flow, text: str, line: int, mark: str = STRING + "=") -> None:
    """Append a literal whose every character counts, quotes included, one token a line."""
    for offset, part in enumerate(text.split("\n")):
        code.add(mark + part.rstrip("\r"), line + offset)


def add_words(comments: Flow, text: str, line: int, strip: str = "") -> None:
    """Append the words of a comment, markers at the start of each line dropped, quotes folded."""
    for offset, part in enumerate(text.split("\n")):
        for word in split_words(part.strip(" \t\r\f\v").lstrip(strip).replace('"', "'")):
            comments.add(word, line + offset)


def comma_drops(texts: list[str], keep: Callable[[int, int], bool]) -> set[int]:
    """Places of commas right before a closing bracket; `keep(comma, opener)` tells which of them mean something.

    The body of a here-document may stand between the two.
    """
    found = [at for at, text in enumerate(texts[:-1]) if text == "," and _closes(texts, at + 1)]
    inner = nest(texts) if found else []
    return {at for at in found if not keep(at, inner[at])}


def _closes(texts: list[str], at: int) -> bool:
    while texts[at].startswith(HERE) and at + 1 < len(texts):
        at += 1
    return texts[at] in CLOSERS


def starts_unless(joining: Iterable[str], leading: Iterable[str]) -> Callable[[str, str], bool]:
    """Make `Rules.starts` for languages whose statements may run over line ends.

    None starts after a token that wants more (`joining`), before one that continues (`leading`), or inside a string.
    """
    wants, continues = frozenset(joining), frozenset(leading)

    def starts(left: str, right: str) -> bool:
        if left in wants or right in continues:
            return False
        return not (left[:1] == STRING and right[:1] == STRING and not left.startswith(CLOSE) and left[1:2] != "=")

    return starts
