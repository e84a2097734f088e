"""Whether a commit changed a line only in its looks, and which lines of the parent it was.

Owns the rules under which a line of the new version equals tokens of the old one. When in doubt the answer is no.
Must not know Git, and no language beyond what `Rules` says of it.
"""

from __future__ import annotations

from kontext.lineage.lexers.stream import BLOCK, ENDS, HERE, OPENERS, Flow, Lexed
from kontext.lineage.versions import squash
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.lineage.align import Alignment
    from kontext.lineage.versions import Region, Versions

SLIDE = 6  # tokens behind a line that are looked at for a deletion that has two places
COMMENT_REACH = 4  # lines by which a formatter may carry a trailing comment away


class Found(Record):
    """Old lines a line was made of: (line, characters) heaviest first, empty when it says something new.

    `refused`: it is the old text, but in another block, so no search elsewhere may find it either.
    """

    lines: tuple[tuple[int, int], ...] = ()
    refused: bool = False


NOTHING = Found()
REFUSED = Found(refused=True)


def find_in_place(versions: Versions, region: Region, line: int) -> Found:
    """Return where a line (1-based, of the new version) stood before, judged by its tokens and their neighbours."""
    first, end = region.new.code.span(line)
    c_first, c_end = region.new.comments.span(line)
    weights: dict[int, int] = {}
    if first == end and c_first == c_end:
        return _void_line(versions, region, line, first)
    if first < end:
        start = _run(region.code, region.old.code, region.new.code, first, end)
        if start < 0 or not _has_borders(versions, region, first, end, start):
            return NOTHING
        if not _is_same_block(versions, region, first, start):
            return REFUSED
        _weigh(weights, region.old.code, start, start + end - first)
        if not _keeps_comments(region, line, min(weights), max(weights)):
            return NOTHING
    if c_first < c_end:
        start = _run(region.comments, region.old.comments, region.new.comments, c_first, c_end)
        if start < 0 or not _has_comment_borders(region, c_first, c_end, start):
            return NOTHING
        if first == end and not _is_beside_same_code(region, first, region.old.comments.lines[start]):
            return NOTHING
        _weigh(weights, region.old.comments, start, start + c_end - c_first)
    return Found(tuple(sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))))


def _weigh(weights: dict[int, int], flow: Flow, first: int, end: int) -> None:
    for at in range(first, end):
        line = flow.lines[at]
        weights[line] = weights.get(line, 0) + len(flow.texts[at])


def _run(alignment: Alignment, old: Flow, new: Flow, first: int, end: int) -> int:
    """Place in the old stream from which all tokens follow each other, -1 = they do not."""
    start = alignment.old_of(first)
    if start < 0 or start + end - first > len(old.texts):
        return -1
    for offset in range(1, end - first):
        if alignment.old_of(first + offset) != start + offset:
            return -1
    return start


def _void_line(versions: Versions, region: Region, line: int, place: int) -> Found:
    """A line of signs that say nothing (a void parenthesis): it belongs to its neighbours when they stayed together."""
    if not versions.new[line - 1].strip() or not 0 < place < len(region.new.code.texts):
        return NOTHING
    left, right = region.code.old_of(place - 1), region.code.old_of(place)
    if left < 0 or left + 1 != right:
        return NOTHING
    return Found(((region.old.code.lines[left], 1),))


def _has_borders(versions: Versions, region: Region, first: int, end: int, start: int) -> bool:
    """Whether the line has the same neighbours as before, or is a statement of its own on both sides."""
    old, new, code = region.old, region.new, region.code
    stop = start + end - first
    before = code.old_of(first - 1) if first else -1
    if before != start - 1 and not (_is_free(versions, old, start) and _is_free(versions, new, first)):
        return False
    after = code.old_of(end) if end < len(new.code.texts) else len(old.code.texts)
    if after == stop and not _could_end_here(region, end, stop):
        return True
    return _is_free(versions, old, stop) and _is_free(versions, new, end)


def _could_end_here(region: Region, end: int, stop: int) -> bool:
    """Whether what was deleted a little behind a line could as well be said to be its end.

    Of `f(a, const b, const c)` without `b`, `b, const` may be gone or `const b,`: the same text, but not the same line.
    """
    old, new, code = region.old.code.texts, region.new.code.texts, region.code
    for size in range(1, min(SLIDE, len(new) - end)):
        behind = code.old_of(end + size)
        if behind == stop + size:
            continue
        return behind - stop >= 2 * size and old[stop : stop + size] == old[behind - size : behind]
    return False


def _is_free(versions: Versions, lexed: Lexed, place: int) -> bool:
    """Whether the gap before a token lies between two lines that stand for themselves, outside ( and [."""
    texts, lines = lexed.code.texts, lexed.code.lines
    if place in (0, len(texts)):
        return True
    left, right = texts[place - 1], texts[place]
    if lines[place - 1] == lines[place] or "," in (left, right):
        return False
    around = bracket_before(lexed, place)
    if around >= 0 and texts[around] != "{":
        return False
    return versions.rules.starts(left, right)


def bracket_before(lexed: Lexed, place: int) -> int:
    """Place of the innermost bracket that is open just before a token, -1 = none."""
    if not place:
        return -1
    return place - 1 if lexed.code.texts[place - 1] in OPENERS else lexed.openers[place - 1]


def _has_comment_borders(region: Region, first: int, end: int, start: int) -> bool:
    """Comment words keep their neighbours, or are whole lines on both sides."""
    old, new = region.old.comments, region.new.comments
    stop = start + end - first
    before = region.comments.old_of(first - 1) if first else -1
    if before != start - 1 and start and old.lines[start - 1] == old.lines[start]:
        return False
    after = region.comments.old_of(end) if end < len(new.texts) else len(old.texts)
    return after == stop or stop == len(old.texts) or old.lines[stop - 1] != old.lines[stop]


def _is_beside_same_code(region: Region, place: int, old_line: int) -> bool:
    """Whether a comment stands after or before the code that it stood after or before."""
    old_place = region.old.code.span(old_line)[0]
    ours, theirs = len(region.new.code.texts), len(region.old.code.texts)
    before = region.code.old_of(place - 1) if place else -1
    after = region.code.old_of(place) if place < ours else theirs
    return before == old_place - 1 or after == old_place


def is_between_same_code(region: Region, line: int) -> bool:
    """Whether a line is a comment that stands between the same two tokens as before, and occurs once in both texts."""
    code, words = region.code, region.comments
    place, end = region.new.code.span(line)
    first, stop = region.new.comments.span(line)
    if place < end or first == stop:
        return False
    before = code.old_of(place - 1) if place else -1
    after = code.old_of(place) if place < len(region.new.code.texts) else len(region.old.code.texts)
    start = words.old_of(first)
    if before + 1 != after or start < 0 or region.old.code.span(region.old.comments.lines[start]) != (after, after):
        return False
    wanted = region.new.comments.texts[first:stop]
    return all(_times(flow, wanted) == 1 for flow in (region.old.comments, region.new.comments))


def _times(flow: Flow, wanted: list[str]) -> int:
    """How often words follow each other in a stream."""
    size = len(wanted)
    return sum(flow.texts[at : at + size] == wanted for at, text in enumerate(flow.texts) if text == wanted[0])


def _keeps_comments(region: Region, line: int, first: int, last: int) -> bool:
    """Whether the comments beside old lines `first` to `last` still stand near the line."""
    words = region.old.comments
    for at in range(words.span(first)[0], words.span(last)[1]):
        place = region.comments.new_of(at)
        if place < 0 or abs(region.new.comments.lines[place] - line) > COMMENT_REACH:
            return False
    return True


def _is_same_block(versions: Versions, region: Region, place: int, old_place: int) -> bool:
    """Whether no block that exists in both versions holds the line in one of them only."""
    blocks = versions.rules.blocks
    if not blocks:
        return True
    if region.new.sections is not None and region.old.sections is not None:
        ours, theirs = _sections(region.new.sections, place), _sections(region.old.sections, old_place)
    elif blocks == "brace":
        ours, theirs = _braces(region.new, place), _braces(region.old, old_place)
    else:
        ours, our_indent = _headers(region.new, versions.new, place)
        theirs, their_indent = _headers(region.old, versions.old, old_place)
        if not _is_same_outside(versions, region, our_indent, their_indent):
            return False
        if blocks == "both":
            ours += _braces(region.new, place)
            theirs += _braces(region.old, old_place)
    held = set(theirs)
    if any((at := region.code.old_of(header)) >= 0 and at not in held for header in ours):
        return False
    held = set(ours)
    return not any((at := region.code.new_of(header)) >= 0 and at not in held for header in theirs)


def _sections(inner: list[int], place: int) -> list[int]:
    """Places of the words that open the blocks around a token."""
    found = []
    at = inner[place]
    while at >= 0:
        found.append(at)
        at = inner[at]
    return found


def _braces(lexed: Lexed, place: int) -> list[int]:
    """Places of the braces open before a token."""
    found = []
    at = bracket_before(lexed, place)
    while at >= 0:
        if lexed.code.texts[at] == "{":
            found.append(at)
        at = lexed.openers[at]
    return found


def _headers(lexed: Lexed, text: list[str], place: int) -> tuple[list[int], int]:
    """First tokens of the lines that hold a token's statement by indentation, innermost first.

    Also returns the indentation of the outermost: above 0 when more of them stand before the lexed part.
    """
    texts, lines = lexed.code.texts, lexed.code.lines
    found = []
    while place and texts[place].startswith(HERE):
        place -= 1  # the depth of a here-document is that of the statement that opens it
    at = _statement(texts, place)
    while at and texts[at - 1] == BLOCK and lines[at - 1] == lines[at]:
        at = _statement(texts, at - 1)
        found.append(at)
    indent = indent_of(text[lines[at] - 1])
    while at and indent:
        at = _statement(texts, at - 1)
        if (at and lines[at - 1] == lines[at]) or texts[at].startswith(HERE):
            continue
        here = indent_of(text[lines[at] - 1])
        if here < indent:
            found.append(at)
            indent = here
    return found, indent


def _statement(texts: list[str], place: int) -> int:
    """Place of the first token of the statement that holds a token."""
    while place and texts[place - 1] not in ENDS:
        place -= 1
    return place


def _is_same_outside(versions: Versions, region: Region, our_indent: int, their_indent: int) -> bool:
    """Whether the blocks that start before both parts are the same, or exist in one version only."""
    ours = _outside(versions.new, region.new_first, our_indent)
    theirs = _outside(versions.old, region.old_first, their_indent)
    if ours == theirs:
        return True
    return versions.shared().isdisjoint(set(ours) ^ set(theirs))


def _outside(text: list[str], first: int, indent: int) -> list[str]:
    """Lines above a part that hold what stands at an indentation in it."""
    found = []
    for at in range(first - 2, -1, -1):
        if not indent:
            break
        if text[at].strip() and indent_of(text[at]) < indent:
            indent = indent_of(text[at])
            found.append(squash(text[at]))
    return found


def indent_of(line: str) -> int:
    """Depth of a line: twice its columns; the dash of a list item is half a step deeper than its line."""
    bare = line.lstrip(" \t")
    columns = len(line[: len(line) - len(bare)].expandtabs(8))
    return 2 * columns + (bare[:2] in ("- ", "* "))
