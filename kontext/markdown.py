"""Markdown: front matter, the headings that split a file, anchors as forges make them, and plain text for search.

Owns how Markdown (and MDX) becomes titled pieces of text. Pure. Must not know files, records or the index.

Blocks are found by markdown-it-py's block parser (CommonMark and tables), which costs about 0.1 ms a section, so
fences, lists, quotes and HTML are right by construction. Inlines are stripped by one regular expression: search needs
only the words. Its repetitions are possessive or bounded, since any text may come in.
"""

from __future__ import annotations

import re

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

NEWLINE = re.compile(r"\r\n?|\n")  # what ends a line, for CommonMark and for the line numbers here

_FENCE = re.compile(r"---[ \t]*(?:\r\n?|\n)")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)", re.MULTILINE)
_MAPPING = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n))*(?:[^\s#\-][^\r\n]*?:(?:\s|$)|[{\"'?]|\Z)")
_NOT_A_SLUG = re.compile(r"[^\w\- ]")
_HTML_TITLE = re.compile(r"<h1\b[^>]*>(.*?)</h1>", re.IGNORECASE | re.DOTALL)

_INLINE = re.compile(
    r"(?P<code>(?<!`)(?P<ticks>`+)(?!`)(?P<inside>.{1,2000}?)(?<!`)(?P=ticks)(?!`))"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|!?\[(?P<text>(?:[^\[\]\\]|\\.|\[[^\[\]]*\](?:\([^()\s]*\))?+)*+)\]"
    r"(?:\((?:[^()\n]|\([^()\n]*\))*+\)|\[[^\[\]\n]*\])"
    r"|<(?P<address>[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>"
    r"|(?P<comment><!--.*?(?:-->|\Z)|\{/\*.{0,1000}?\*/\})"
    r"|(?P<tag></?[A-Za-z][\w.:-]*(?:\s[^<>]*)?/?>)"
    r"|(?P<url>\bhttps?://[^\s<>()\[\]`]+(?:\([^\s()]*\)[^\s<>()\[\]`]*)*)"
    r"|(?P<mark>\*+|~~|(?<![^\W_])_+|_+(?![^\W_]))"
    r"|(?P<entity>&\#?\w{2,31};)",
    re.DOTALL | re.IGNORECASE,
)
_MARKER = re.compile(
    r"^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t])|\[[ xX]\](?=[ \t])|#{1,6}(?=[ \t]|$)))+[ \t]*"
)
_NO_WORDS = " \t|:-=*_+"  # what rules, underlines and borders of tables are made of
_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*\S+(?:\s+[\"'(].*)?$")
_MODULE_LINE = re.compile(r"^(?:import\s.+\sfrom\s+['\"].*|import\s+['\"].*|export\s+(?:const|default|function)\b.*)$")
_CELL = re.compile(r"[ \t]*(?<!\\)\|[ \t]*")

_parser: MarkdownIt | None = None


class Piece(Record):
    """One piece of a file, from a heading to the next that splits. `level` 0 = before the first heading."""

    level: int
    heading: str  # plain text, "" for the top of the file
    anchor: str  # "" for the top of the file
    text: str  # plain text, one line for each source line; the heading is its first line
    first: int  # line it starts on in the given text, 1-based


def front_matter(text: str) -> tuple[str, str, int]:
    """Split (yaml_text, body, first line of the body, 1-based). Without front matter: ("", text, 1). Never raises.

    A byte order mark is dropped. The block opens with `---` on line 1 and closes with `---` or `...`; a block that
    holds no `key:` is two rules with prose between them, not front matter.
    """
    text = text.removeprefix("\ufeff")
    opening = _FENCE.match(text)
    if opening is None:
        return "", text, 1
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        return "", text, 1
    yaml_text = text[opening.end() : closing.start()]
    if _MAPPING.match(yaml_text) is None:
        return "", text, 1
    return yaml_text, text[closing.end() :], len(NEWLINE.findall(text, 0, closing.start())) + 2


def sections(text: str, doc_title: str = "") -> tuple[str, list[Piece]]:
    """Return (title of the document, its pieces), split at first and second level headings.

    The title is the first heading if it is an H1, else an HTML `<h1>` above the first heading, else `doc_title`.
    What stands above the first heading and under such an H1 is one piece with anchor "". Pieces without text are kept.
    """
    lines = NEWLINE.split(text)
    tokens = _block_parser().parse(text)
    headings = list(_headings(tokens))
    plain = _plain_lines(lines, tokens)
    for heading in headings:
        plain[heading.line : heading.end] = [heading.content] + [""] * (heading.end - heading.line - 1)
    splits = [heading for heading in headings if heading.level <= 2 and heading.is_top and heading.content]
    has_title = bool(splits) and splits[0].level == 1
    if has_title:
        doc_title = splits.pop(0).content
    border = splits[0].line if splits else len(lines)
    if not has_title and (found := _HTML_TITLE.search("\n".join(lines[:border]))):
        doc_title = " ".join(plain_text(found[1]).split()) or doc_title
    pieces = []
    if any(line.strip() for line in plain[:border]):
        pieces.append(Piece(int(has_title), "", "", "\n".join(plain[:border]), 1))
    for number, heading in enumerate(splits, 1):
        end = splits[number].line if number < len(splits) else len(lines)
        text = "\n".join(plain[heading.line : end])
        pieces.append(Piece(heading.level, heading.content, heading.anchor, text, heading.line + 1))
    return doc_title, pieces


class Mark(Record):
    """Where a heading stands: `line` is 1-based; one in a list or quote (`is_top` False) ends no section around it."""

    level: int
    anchor: str
    line: int
    is_top: bool


def outline(text: str) -> list[Mark]:
    """Return the headings of all levels."""
    found = _headings(_block_parser().parse(text))
    return [Mark(one.level, one.anchor, one.line + 1, one.is_top) for one in found]


def plain_text(text: str) -> str:
    """Strip inline markup: link texts and code stay, addresses go. Line breaks stay where they are."""
    return _INLINE.sub(_plain_inline, text)


class _Heading(Record):
    level: int
    line: int  # 0-based
    end: int  # line after it, 0-based
    content: str  # plain text
    anchor: str
    is_top: bool  # stands in no list or quote


class Slugger:
    """Makes anchors as GitHub does: lower case, punctuation dropped, spaces to dashes, `-1`, `-2` for repetitions."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def slug(self, heading: str) -> str:
        """Return the anchor of the next heading, given as plain text."""
        base = _NOT_A_SLUG.sub("", heading.strip().lower()).replace(" ", "-")
        slug = base
        while slug in self._seen:
            self._seen[base] += 1
            slug = f"{base}-{self._seen[base]}"
        self._seen[slug] = 0
        return slug


def _block_parser() -> MarkdownIt:
    """The block half of the parser; made once, on first use."""
    global _parser
    if _parser is None:
        from markdown_it import MarkdownIt

        _parser = MarkdownIt("commonmark").enable("table")
        _parser.core.ruler.enableOnly(["normalize", "block"])
    return _parser


def _headings(tokens: list[Token]) -> Iterator[_Heading]:
    slugger = Slugger()
    for number, token in enumerate(tokens):
        if token.type == "heading_open" and token.map:
            content = " ".join(plain_text(tokens[number + 1].content).split())
            line, end = token.map
            yield _Heading(int(token.tag[1]), line, end, content, slugger.slug(content), token.level == 0)


def _plain_lines(lines: list[str], tokens: list[Token]) -> list[str]:
    """Return one line of plain text for each source line: code as it is, everything else stripped of markup."""
    out = []
    done = 0
    for first, end, is_fence in _code_blocks(tokens):
        out += _prose(lines[done:first])
        code = lines[first:end]
        if is_fence:
            code[0] = ""
            if len(code) > 1 and code[-1].lstrip("> \t")[:3] in ("```", "~~~"):
                code[-1] = ""
        out += code
        done = end
    return out + _prose(lines[done:])


def _code_blocks(tokens: list[Token]) -> Iterator[tuple[int, int, bool]]:
    for token in tokens:
        if token.type in ("fence", "code_block") and token.map:
            yield token.map[0], token.map[1], token.type == "fence"


def _prose(lines: list[str]) -> list[str]:
    kept = ["" if _is_syntax(line) else _MARKER.sub("", line) for line in lines]
    stripped = plain_text("\n".join(kept)).split("\n")
    return [_CELL.sub(" · ", line.strip().strip("|").strip()) if "|" in line else line for line in stripped]


def _is_syntax(line: str) -> bool:
    """Say whether a line outside code carries no words: rules, underlines, table borders, definitions, MDX modules."""
    return (
        not line.strip(_NO_WORDS)
        or line.startswith(":::")
        or (line.lstrip(" ")[:1] == "[" and _DEFINITION.match(line) is not None)
        or _MODULE_LINE.match(line) is not None
    )


def _plain_inline(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind == "code":
        return found["inside"].strip(" ")
    if kind == "escaped":
        return found["escaped"]
    if kind == "text":
        return plain_text(found["text"])
    if kind == "entity":
        from html import unescape

        return unescape(found[0])
    return "\n" * found[0].count("\n")
