"""Sentences and passages: cut prose where a reader would.

Owns sentence borders and snippets. Must not know Markdown beyond what is needed not to tear it: fences, indented
code, bullets, headings.
"""

from __future__ import annotations

import re

from kontext.text.folding import fold_aligned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SNIPPET_LENGTH = 220
ELLIPSIS = "…"

_SHORT = """
e.g i.e eg ie etc cf vs al approx resp ca incl excl mr mrs ms dr prof st jr sr inc ltd co dept napr tzn tzv atď č str
"""
_ABBREVIATIONS = frozenset(_SHORT.split())
_NUMBERED = frozenset({"no", "nr", "fig", "vol", "ver", "rev", "sec", "ch", "p", "pp"})  # when a number follows
_BULLET = re.compile(r"\s{0,8}(?:[-*+•o]|\(?\d{1,3}[.)]|\(?[a-z][)])\s+\S")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s|\s*(?:={3,}|-{3,}|\*{3,}|_{3,})\s*$")
_BORDER = re.compile(r"""([^\s.!?]*)([.!?]+)["'”’)\]*_`]*(?:\s+|$)|[。！？]+\s*""")
_MARKUP = re.compile(r"(?m)^[ \t]*(?:#{1,6}|[-*+]|>|```\w*|~~~\w*)(?:[ \t]+|$)")
_MARKS_READ = 400  # matches looked at per text: more cannot make a passage better


def sentences(text: str) -> list[str]:
    """Return the sentences of a text in order, wrapped lines joined; a code block is one item with its lines kept."""
    found: list[str] = []
    for block, is_code in _blocks(text):
        if is_code:
            found.append(block)
        else:
            found.extend(_split(block))
    return found


def first_sentences(text: str, limit: int = SNIPPET_LENGTH) -> str:
    """Return as many whole sentences from the start as fit in `limit` characters, the first one cut if it must be."""
    taken = ""
    for sentence in sentences(text):
        longer = f"{taken} {sentence}" if taken else " ".join(sentence.split())
        if len(longer) > limit:
            break
        taken = longer
    else:
        return taken
    return taken or shorten(text, limit)


def shorten(text: str, limit: int) -> str:
    """Return the text on one line, cut at a word border with an ellipsis so that it has at most `limit` characters."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    return line[: _cut(line, 0, max(0, limit - 1))].rstrip(" ,;:") + ELLIPSIS if limit else ""


def snippet(text: str, words: Iterable[str], limit: int = SNIPPET_LENGTH) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the best passage for the words (or stems, as an analyzer gives them) and the ranges that match in it.

    At most `limit` characters on one line, whole words, an ellipsis at a cut end; without a match the beginning.
    Best is: most different words, then most matches, then first.
    """
    line = " ".join(_MARKUP.sub("", text).split())
    marks = list(_marks(line, words))
    if len(line) <= limit:
        return line, tuple((at, end) for at, end, _ in marks)
    start = _passage_start(line, marks, limit)
    lead = ELLIPSIS if start else ""
    end = len(line) if len(line) - start + len(lead) <= limit else _cut(line, start, start + limit - len(lead) - 1)
    passage = lead + line[start:end] + (ELLIPSIS if end < len(line) else "")
    shift = len(lead) - start
    return passage, tuple((at + shift, to + shift) for at, to, _ in marks if at >= start and to <= end)


def _blocks(text: str) -> Iterator[tuple[str, bool]]:
    """Yield (block, is code): paragraphs and list items on one line, code as it stands."""
    lines: list[str] = []
    fence = ""
    is_code = False

    def flush() -> tuple[str, bool]:
        block = ("\n".join(lines), True) if is_code else (" ".join(" ".join(lines).split()), False)
        lines.clear()
        return block

    for line in text.split("\n"):
        stripped = line.strip()
        if fence:
            lines.append(line)
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                yield flush()
                fence, is_code = "", False
            continue
        indented = line.startswith(("    ", "\t")) and bool(stripped)
        opens_fence = stripped.startswith(("```", "~~~"))
        goes_on = indented if is_code else not (opens_fence or _BULLET.match(line) or _HEADING.match(line))
        if lines and not (stripped and goes_on):
            yield flush()
        if not lines:
            is_code = opens_fence or (indented and not _BULLET.match(line))
        if opens_fence:
            fence = stripped[: len(stripped) - len(stripped.lstrip(stripped[0]))]
        if stripped:
            lines.append(line)
        if stripped and not is_code and _HEADING.match(line):
            yield flush()
    if lines:
        yield flush()


def _split(block: str) -> Iterator[str]:
    start = 0
    for border in _BORDER.finditer(block):
        if border.end() == len(block) or _ends_sentence(block, border):
            sentence = block[start : border.end()].strip()
            start = border.end()
            if sentence:
                yield sentence
    rest = block[start:].strip()
    if rest:
        yield rest


def _ends_sentence(block: str, border: re.Match[str]) -> bool:
    """Say whether a full stop ends a sentence, rather than an abbreviation, an initial or a list number."""
    if border[2] is None or border[2][0] != "." or len(border[2]) > 1:
        return border[2] != "..." or block[border.end()].isupper()
    begin = block.rfind(" ", 0, border.start(2)) + 1
    word = block[begin : border.start(2)].lstrip("([\"'`*_").lower()
    if word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()):
        return False
    if (word.isdigit() and begin == 0) or (word in _NUMBERED and block[border.end()].isdigit()):
        return False
    # "a.m. and", "U.S. law": single letters with stops between them.
    return not ("." in word and all(len(piece) <= 1 for piece in word.split(".")))


def _marks(line: str, words: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, word that matched) for each match at the start of a word or of a part of an identifier."""
    wanted = {fold_aligned(word): word for word in words if word.strip()}
    # Stemmers turn a final y into i: "queri" stands for query and queries.
    wanted.update({f"{word[:-1]}y": whole for word, whole in wanted.items() if word[-1] == "i" and len(word) > 3})
    if not wanted:
        return
    pattern = re.compile("|".join(re.escape(word) for word in sorted(wanted, key=lambda word: (-len(word), word))))
    found = 0
    for match in pattern.finditer(fold_aligned(line)):
        at, end = match.span()
        end = _word_end(line, end, match[0]) if _starts_word(line, at, match[0]) else 0
        if end:
            yield at, end, wanted[match[0]]
            found += 1
            if found == _MARKS_READ:
                return


def _starts_word(line: str, at: int, word: str) -> bool:
    if at == 0 or not line[at - 1].isalnum() or _is_bigram(word):
        return True
    return line[at].isupper() and not line[at - 1].isupper()


def _word_end(line: str, end: int, word: str) -> int:
    """Where the matched word ends with its ending ("decid" + "ing"); 0 when it is another, longer word."""
    if _is_bigram(word):
        return end
    stop = end
    while stop < len(line) and (line[stop].islower() or (line[stop].isalpha() and line[end - 1].isupper())):
        stop += 1
    longest = 0 if len(word) < 3 else 5 if len(word) > 4 else 3
    return stop if stop - end <= longest else 0


def _is_bigram(word: str) -> bool:
    return word[0] >= "\u3040"


def _passage_start(line: str, marks: list[tuple[int, int, str]], limit: int) -> int:
    """Where the passage with most different words begins: at its sentence if that is near, else some words before."""
    room = limit - 2
    best = (0, 0)
    first, last = 0, 0
    upto = 0
    for low, (at, _, _) in enumerate(marks):
        while upto < len(marks) and marks[upto][1] <= at + room:
            upto += 1
        inside = marks[low:upto]
        value = (len({word for _, _, word in inside}), len(inside))
        if inside and value > best:
            best, first, last = value, at, inside[-1][1]
    slack = room - (last - first)
    if first <= slack:
        return 0
    begins = max(line.rfind(end, first - slack, first) for end in (". ", "! ", "? ", ": "))
    if begins >= 0:
        return begins + 2
    border = line.find(" ", first - min(slack, limit // 3), first)
    return border + 1 if border >= 0 else first


def _cut(line: str, start: int, end: int) -> int:
    """The last word border in (start, end]; `end` itself inside one endless word."""
    if end >= len(line) or line[end] == " ":
        return end
    border = line.rfind(" ", start + 1, end)
    return border if border > start else end
