"""Prose: Markdown, reStructuredText, AsciiDoc and plain text.

Owns paragraphs, which may be wrapped anew, and what must stay on its own line: headings, list items, quotes, tables,
code. Inside fences every character after the common indentation counts, but for languages that formatters of prose
format too.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import LINE_END, PARAGRAPH, STRING, Flow, Lexed, Rules

_FENCE = re.compile(r"(```+|~~~+)")
_ALONE = re.compile(r"#{1,6}(?: |\Z)|=|\||\.\. |:\w|[-=~^\"*+#`]{3,}\Z|<|\[[^\]]+\]:")
# What formatters of prose format in fences.
_FORMATTED = {
    **dict.fromkeys("js jsx mjs cjs javascript ts tsx mts cts typescript".split(), "javascript"),
    **dict.fromkeys("css scss less".split(), "css"),
    **dict.fromkeys("py python python3".split(), "python"),
    **dict.fromkeys("json jsonc json5".split(), "data"),
    **dict.fromkeys("yml yaml".split(), "yaml"),
}
_ITEM = re.compile(r"([-*+]|\d+[.)])(?: |\Z)")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the stream of words of a text."""
    code, comments = Flow(), Flow()
    fence, depth, inside = "", 0, ""
    held: list[str] = []
    ends = True  # the line before stands alone
    for line, content in enumerate(text.split("\n"), first):
        bare = content.strip(" \t\r\f\v\ufeff")
        indent = len(content) - len(content.lstrip(" \t"))
        mark = _FENCE.match(bare)
        if fence:
            is_end = bool(mark and mark.group().startswith(fence) and bare == mark.group())
            if inside and not is_end:
                held.append(content[min(indent, depth) :])
                continue
            _formatted(code, comments, held, inside, line)
            held = []
            code.add(f"{STRING}={content[min(indent, depth) :].rstrip()}", line)
            if is_end:
                fence, ends = "", True
                code.add(LINE_END, line)
        elif mark:
            fence, depth = mark.group(), indent
            inside = _FORMATTED.get(bare[len(fence) :].partition(" ")[0].lower(), "")
            _break(code, line)
            code.add(STRING + "=" + bare, line)
        elif not bare:
            _break(code, line)
            if code.texts and code.texts[-1] == LINE_END:
                code.texts[-1] = PARAGRAPH
            ends = True
        else:
            ends = _line(code, content, bare, line, ends)
    _formatted(code, comments, held, inside, first + text.count("\n") + 1)
    return stream.lexed(code, comments)


def _formatted(code: Flow, comments: Flow, held: list[str], inside: str, end: int) -> None:
    """Append code in a fence, the lines above `end`, by the rules of its language."""
    if not held:
        return
    rules: Rules = __import__(f"kontext.lineage.lexers.{inside}", fromlist=["RULES"]).RULES
    found = rules.lex("\n".join(held) + "\n", end - len(held), False)
    for flow, part in ((code, found.code), (comments, found.comments)):
        flow.texts += part.texts
        flow.lines += part.lines


def _line(code: Flow, content: str, bare: str, line: int, ends: bool) -> bool:
    """Append the words of a line; return whether nothing may be joined to it."""
    if bare.startswith(">") and code.texts and code.lines[-1] == line - 1 and not ends and _in_quote(code):
        bare = bare[1:].lstrip()  # the quote goes on
    alone = bool(_ALONE.match(bare))
    item = _ITEM.match(bare)
    if alone or item or ends or bare.startswith(">"):
        _break(code, line)
    if item and item.group(1) in ("*", "+"):
        bare = "-" + bare[1:]
    for word in stream.split_words(bare):
        code.add(word, line)
    if alone or content.endswith(("  ", "\\")):
        code.add(LINE_END, line)
        return True
    return False


def _in_quote(code: Flow) -> bool:
    """Whether the line before belongs to a block quote."""
    at = len(code.texts)
    while at and code.texts[at - 1] not in (LINE_END, PARAGRAPH):
        at -= 1
    return code.texts[at : at + 1] == [">"]


def _break(code: Flow, line: int) -> None:
    """What follows starts a line of its own; the mark belongs to the line before."""
    if code.texts and code.texts[-1] not in (LINE_END, PARAGRAPH):
        code.add(LINE_END, code.lines[-1])


def _starts(left: str, right: str) -> bool:
    """Lines of prose stand for themselves, as Git sees them."""
    return True


RULES = Rules("prose", lex, _starts, blocks="both", marks=("```", "~~~"))
