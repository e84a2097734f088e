"""Whether a commit moved a line: the same tokens stood elsewhere before, and are gone from there.

Owns the search for a moved line in one source text and the thresholds below which equal text proves nothing. Must not
know Git; which sources are worth a look is decided in kontext/lineage/judge.py.
"""

from __future__ import annotations

import re

from kontext.lineage.cosmetic import bracket_before
from kontext.lineage.deadline import Deadline
from kontext.lineage.lexers.stream import Flow, Lexed, Rules
from kontext.lineage.versions import is_within, squash
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.lineage.versions import Region

BLOCK_CHARS = 40  # letters and digits of a match of several lines
LINE_CHARS = 50  # ... of a line that moved alone
SWAP_REACH = 10  # lines: a short match that near in the same file is a swap, which changes the order of things
CANDIDATES = 6
_NEAR = 40  # lines around a place that are lexed to judge it

_DEFINITION = re.compile(
    r"\s*(?:(?:export|default|pub|async|static|public|private|protected|abstract)\s+)*"
    r"(?:def|class|function|func|fn|fun|impl|struct|enum|interface|trait|module|namespace)\b"
)


class Moved(Record):
    """A match: new lines that lie wholly in it, with (old line, characters) heaviest first."""

    lines: dict[int, tuple[tuple[int, int], ...]]
    letters: int  # letters and digits of all that agrees


class Parts:
    """A text that is lexed where it is looked at."""

    def __init__(self, text: list[str], rules: Rules, modern: bool, deadline: Deadline) -> None:
        self.text = text
        self.rules = rules
        self._modern = modern
        self._deadline = deadline
        self._hidden: list[tuple[int, int]] | None = None
        self._parts: list[tuple[int, int, Lexed]] = []

    def around(self, line: int) -> Lexed:
        """Return the lexed part that holds a line; parts are kept for the next one."""
        for first, last, part in self._parts:
            if first <= line <= last:
                return part
        if self._hidden is None:
            self._hidden = self.rules.hidden("\n".join(self.text)) if self.rules.hidden else []
        first, last = _near(self.text, line, self.rules, self._hidden)
        lines = "\n".join(self.text[first - 1 : last]) + "\n"
        self._deadline.check(len(lines))
        part = self.rules.lex(lines, first, self._modern)
        reach = _NEAR // 2
        held_first = first if first == 1 else min(line, first + reach)
        held_last = last if last == len(self.text) else max(line, last - reach)
        self._parts.append((held_first, held_last, part))
        return part


def _near(text: list[str], line: int, rules: Rules, hidden: list[tuple[int, int]]) -> tuple[int, int]:
    """First and last of the lines around one (1-based), from and to where something starts in the first column."""
    if not rules.splits:
        return 1, len(text)
    low, high = max(0, line - 1 - _NEAR), min(len(text), line + _NEAR)
    while low and (not text[low][:1].isalpha() or is_within(hidden, low)):
        low -= 1
    while high < len(text) and (not text[high][:1].isalpha() or is_within(hidden, high)):
        high += 1
    return low + 1, high


def longest_word(flow: Flow, line: int) -> str:
    """Return the longest token of a line without marks of strings, what to look for in a source."""
    first, end = flow.span(line)
    return max((text.lstrip("\"'") for text in flow.texts[first:end]), key=len, default="")


def candidates(source: list[str], wanted: str, word: str, by_word: bool) -> list[int]:
    """Lines (1-based) of a source that may be a line: equal but for white space and quotes, then (`by_word`) alike."""
    equal: list[int] = []
    alike: list[int] = []
    plain = squash(wanted)
    for number, line in enumerate(source, 1):
        if word in line:
            (equal if squash(line) == plain else alike).append(number)
    return (equal + alike if by_word else equal)[:CANDIDATES]


def match_at(target: Lexed, line: int, source: Lexed, near: int, rules: Rules) -> Moved | None:
    """Compare a line of the new text with the source around line `near`; None = it does not stand there."""
    is_comment = target.code.span(line)[0] == target.code.span(line)[1]
    ours, theirs = (target.comments, source.comments) if is_comment else (target.code, source.code)
    first, end = ours.span(line)
    for start in _starts(ours, theirs, first, end, near):
        low, high = _extended(ours, theirs, first, end, start, is_comment)
        if not _is_weighty(ours, low, high, first, end):
            continue
        if not is_comment:
            if not _is_whole(target, source, rules, (low, high), (first, end), start - first):
                continue
            if not _has_comments(target, source, line, theirs.lines[start], theirs.lines[start + end - first - 1]):
                continue
        return Moved(_lines(ours, theirs, low, high, start - first, line), _letters(ours, low, high))
    return None


def is_gone(region: Region, old_line: int, itself: int, is_comment: bool) -> bool:
    """Whether a line of the old source no longer stands there: most of its tokens have no counterpart in place.

    `itself`: the line asked about, where source and target are one file; being aligned with that is no counterpart.
    """
    old, new = (region.old.comments, region.new.comments) if is_comment else (region.old.code, region.new.code)
    alignment = region.comments if is_comment else region.code
    first, end = old.span(old_line)
    kept = 0
    for at in range(first, end):
        place = alignment.new_of(at)
        if place >= 0 and new.lines[place] != itself:
            kept += len(old.texts[at])
    return first < end and 2 * kept <= sum(len(old.texts[at]) for at in range(first, end))


def is_swap(region: Region, text: list[str], moved: Moved, line: int) -> bool:
    """Whether a match within one file is so short and near that lines only changed places, no definition among them."""
    if len(moved.lines) > 2 or any(_is_definition(text[new - 1]) for new in moved.lines):
        return False
    code, size = region.code, len(region.new.code.texts)
    at, end = region.new.code.span(line)
    at -= 1
    while at >= 0 and code.old_of(at) < 0:
        at -= 1
    while end < size and code.old_of(end) < 0:
        end += 1
    here = [region.old.code.lines[code.old_of(at)] if at >= 0 else region.old_first]
    here += [region.old.code.lines[code.old_of(end)]] if end < size else []
    return any(abs(near - moved.lines[line][0][0]) <= SWAP_REACH for near in here)


def _is_definition(line: str) -> bool:
    """Whether a line opens a definition; `struct a *b();` opens none."""
    return _DEFINITION.match(line) is not None and not line.rstrip().endswith(";")


def _starts(ours: Flow, theirs: Flow, first: int, end: int, near: int) -> list[int]:
    """Places in the source where the tokens of the line follow each other, through its longest token near a line."""
    key = max(range(first, end), key=lambda at: len(ours.texts[at]), default=-1)
    if key < 0:
        return []
    wanted = ours.texts[first:end]
    low, high = theirs.span(near)
    starts = [at - (key - first) for at in range(low, high) if theirs.texts[at] == ours.texts[key]]
    return [at for at in starts if at >= 0 and theirs.texts[at : at + end - first] == wanted]


def _extended(ours: Flow, theirs: Flow, first: int, end: int, start: int, adjacent: bool) -> tuple[int, int]:
    """Range in the new stream over which both agree around the line; `adjacent`: as long as no line is left out."""
    shift = start - first
    low, high = first, end
    limit = min(len(ours.texts), len(theirs.texts) - shift)
    while low and low + shift and ours.texts[low - 1] == theirs.texts[low - 1 + shift]:
        if adjacent and not (_is_next(ours, low) and _is_next(theirs, low + shift)):
            break
        low -= 1
    while high < limit and ours.texts[high] == theirs.texts[high + shift]:
        if adjacent and not (_is_next(ours, high) and _is_next(theirs, high + shift)):
            break
        high += 1
    return low, high


def _is_next(flow: Flow, place: int) -> bool:
    """Whether a token stands on the line of the one before it, or on the next."""
    return flow.lines[place] - flow.lines[place - 1] <= 1


def _is_weighty(flow: Flow, low: int, high: int, first: int, end: int) -> bool:
    if _letters(flow, first, end) >= LINE_CHARS:
        return True
    return _letters(flow, low, high) >= BLOCK_CHARS and flow.lines[high - 1] > flow.lines[low]


def _letters(flow: Flow, low: int, high: int) -> int:
    return sum(1 for at in range(low, high) for char in flow.texts[at] if char.isalnum())


def _is_whole(
    target: Lexed, source: Lexed, rules: Rules, match: tuple[int, int], line: tuple[int, int], shift: int
) -> bool:
    """Whether the line keeps its neighbours, or starts and ends a statement on both sides; no loose arguments."""
    low, high = match
    first, end = line
    if low == first and not (_starts_line(target, first, rules) and _starts_line(source, first + shift, rules)):
        return False
    if high == end and not (_starts_line(target, end, rules) and _starts_line(source, end + shift, rules)):
        return False
    around = bracket_before(target, first)
    return around < 0 or target.code.texts[around] == "{" or around >= low


def _starts_line(lexed: Lexed, place: int, rules: Rules) -> bool:
    texts, lines = lexed.code.texts, lexed.code.lines
    if place in (0, len(texts)):
        return True
    return lines[place - 1] != lines[place] and rules.starts(texts[place - 1], texts[place])


def _has_comments(target: Lexed, source: Lexed, line: int, old_first: int, old_last: int) -> bool:
    """Whether the comment on a line also stands beside the lines it came from."""
    first, end = target.comments.span(line)
    if first == end:
        return True
    low, high = source.comments.span(old_first)[0], source.comments.span(old_last)[1]
    return target.comments.texts[first:end] == source.comments.texts[low:high]


def _lines(
    ours: Flow, theirs: Flow, low: int, high: int, shift: int, line: int
) -> dict[int, tuple[tuple[int, int], ...]]:
    """New lines that lie wholly in a match -> their old lines with characters, heaviest first."""
    found: dict[int, dict[int, int]] = {}
    for at in range(low, high):
        weights = found.setdefault(ours.lines[at], {})
        old = theirs.lines[at + shift]
        weights[old] = weights.get(old, 0) + len(ours.texts[at])
    for edge in {ours.lines[low], ours.lines[high - 1]} - {line}:
        first, end = ours.span(edge)
        if first < low or end > high:
            del found[edge]
    return {new: tuple(sorted(old.items(), key=lambda pair: (-pair[1], pair[0]))) for new, old in found.items()}
