"""Two versions of a file, lexed and aligned around the lines in question.

Owns which part of both texts is looked at: whole small files, else from the second landmark above to the second below
(a landmark is a line that opens a definition and is unique in both), else what differs at all. Must not know Git or
what counts as cosmetic.
"""

from __future__ import annotations

import re

from kontext.lineage.align import Alignment
from kontext.lineage.deadline import SCAN, Deadline
from kontext.lineage.lexers.stream import Lexed, Rules
from kontext.records import Record

WHOLE_LINES = 300  # both texts together: below this, lexing all is as cheap as looking for landmarks
LONGEST = 300_000  # characters of both parts together that are worth lexing

_LANDMARK = re.compile(
    r"^(?:[ \t]*(?:export|default|def|class|function|func|fn|pub|impl|type|static|async|public|private|protected|"
    r"internal|struct|enum|interface|trait|module|namespace|fun|describe|it|test|@\w)|const|let|var)"
    r"[^\n]*[:{;}\w)\]][ \t\r]*$",
    re.MULTILINE,
)
_HEADING = re.compile(r"^\#{1,3} [^\n]*\w[^\n]*$", re.MULTILINE)
_SQUASH = re.compile(r"[ \t\r\f\v'\"`]+")
_Pair = tuple[int, int]  # line in new, line in old, 0-based; or first line and end


class Region(Record):
    """Corresponding parts of both versions; line numbers of the streams are those of the files."""

    old: Lexed
    new: Lexed
    code: Alignment
    comments: Alignment
    old_first: int  # first line of the part, 1-based
    new_first: int


class Versions:
    """A file before and after a commit. `modern`: the project is proven to need Python 3.

    Past its deadline every question is a TimeoutError.
    """

    def __init__(
        self, old: str, new: str, rules: Rules, modern: bool = False, deadline: Deadline | None = None
    ) -> None:
        self._deadline = deadline or Deadline()
        self._deadline.check((len(old) + len(new)) // SCAN)
        self.old = old.split("\n")
        self.new = new.split("\n")
        self.rules = rules
        self.modern = modern
        self._texts = (old, new)
        self._marks: list[_Pair] | None = None
        self._bodies: tuple[list[_Pair], list[_Pair]] | None = None
        self._regions: dict[tuple[int, int, int, int], Region | None] = {}
        self._shared: frozenset[str] | None = None

    def shared(self) -> frozenset[str]:
        """Return the lines that both versions hold, as `squash` leaves them."""
        if self._shared is None:
            self._deadline.check((len(self._texts[0]) + len(self._texts[1])) // SCAN)
            self._shared = frozenset(map(squash, self.old)).intersection(map(squash, self.new))
        return self._shared

    def around(self, first: int, last: int) -> Region | None:
        """Return the region that holds lines `first` to `last` of the new version, None when it would be too large."""
        return self._region(*self._part(first - 1, last - 1, 0))

    def around_old(self, line: int) -> Region | None:
        """Return the region that holds a line of the old version, None when it would be too large."""
        return self._region(*self._part(line - 1, line - 1, 1))

    def _region(self, old_lo: int, old_hi: int, new_lo: int, new_hi: int) -> Region | None:
        key = (old_lo, old_hi, new_lo, new_hi)
        if key not in self._regions:
            self._regions[key] = self._lex(*key)
        return self._regions[key]

    def _lex(self, old_lo: int, old_hi: int, new_lo: int, new_hi: int) -> Region | None:
        before = "\n".join(self.old[old_lo:old_hi])
        after = "\n".join(self.new[new_lo:new_hi])
        size = len(before) + len(after)
        if size > LONGEST:
            return None
        check = self._deadline.check
        check(size)
        left = self._deadline.left()
        old = self.rules.lex(before + "\n", old_lo + 1, self.modern)
        new = self.rules.lex(after + "\n", new_lo + 1, self.modern)
        check()
        code = Alignment(old.code, new.code, check)
        comments = Alignment(old.comments, new.comments, check)
        self._deadline.learn(size, left)
        return Region(old, new, code, comments, old_lo + 1, new_lo + 1)

    def _part(self, first: int, last: int, side: int) -> tuple[int, int, int, int]:
        """Lines (0-based, half-open) of old and new between landmarks around lines of one side (0 = new, 1 = old)."""
        if len(self.old) + len(self.new) < WHOLE_LINES or not self.rules.splits:
            return 0, len(self.old), 0, len(self.new)
        marks = self._landmarks()
        above = [pair for pair in marks if pair[side] <= first]
        above.sort(key=lambda pair: pair[side])
        below = [pair for pair in marks if pair[side] > last]
        below.sort(key=lambda pair: pair[side])
        above, below = above[-2:], below[:2]
        new_lo, old_lo = above[0] if len(above) == 2 else (0, 0)
        new_hi, old_hi = below[-1] if len(below) == 2 else (len(self.new), len(self.old))
        inner = [pair[1 - side] for pair in above + below]
        if inner == sorted(inner) and old_lo < old_hi and new_lo < new_hi and self._is_open_ground(old_lo, new_lo):
            return old_lo, old_hi, new_lo, new_hi
        return self._differing(first, last, side)

    def _landmarks(self) -> list[_Pair]:
        """Landmarks of both versions."""
        if self._marks is None:
            pattern = _HEADING if self.rules.name == "prose" else _LANDMARK
            old, new = (_unique(pattern, text) for text in self._texts)
            pairs = [(at, old[text]) for text, at in new.items() if text in old]
            before, after = self._hidden()
            self._marks = [pair for pair in pairs if not (is_within(after, pair[0]) or is_within(before, pair[1]))]
        return self._marks

    def _is_open_ground(self, old_lo: int, new_lo: int) -> bool:
        """Whether neither part starts inside a string or comment of several lines."""
        before, after = self._hidden()
        marks = self.rules.marks
        return _is_balanced(_shown(self.old[:old_lo], before), marks) and _is_balanced(
            _shown(self.new[:new_lo], after), marks
        )

    def _hidden(self) -> tuple[list[_Pair], list[_Pair]]:
        """Lines of old and new that are content of here-documents."""
        if self._bodies is None:
            find = self.rules.hidden
            self._bodies = (find(self._texts[0]), find(self._texts[1])) if find else ([], [])
        return self._bodies

    def _differing(self, first: int, last: int, side: int) -> tuple[int, int, int, int]:
        """All but the equal lines at both ends, back to where a line starts in the first column."""
        old, new = self.old, self.new
        least = min(len(old), len(new))
        head_limit = min(first, least)
        tail_limit = (len(old) if side else len(new)) - last - 1
        head = tail = 0
        while head < head_limit and old[head] == new[head]:
            head += 1
        while tail < min(tail_limit, least - head) and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        before, after = self._hidden()
        head = max(0, head - 1)
        while head and not (old[head][:1].isalpha() and not is_within(before, head)):
            head -= 1
        tail = max(0, tail - 1)
        while tail and (
            not old[-tail][:1].isalpha() or is_within(before, len(old) - tail) or is_within(after, len(new) - tail)
        ):
            tail -= 1
        if not _is_balanced(_shown(old[:head], before), self.rules.marks):
            head = 0
        return head, len(old) - tail, head, len(new) - tail


def squash(line: str) -> str:
    """A line without white space and quotes."""
    return _SQUASH.sub("", line)


def is_within(spans: list[_Pair], line: int) -> bool:
    """Whether one of these spans (0-based, half-open) holds a line."""
    return any(first <= line < end for first, end in spans)


def _shown(lines: list[str], hidden: list[_Pair]) -> str:
    """Lines less those that are hidden."""
    parts, at = [], 0
    for first, end in hidden:
        parts += lines[at:first]
        at = max(at, end)
    return "\n".join(parts + lines[at:])


def _unique(pattern: re.Pattern[str], text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    at = line = 0
    for match in pattern.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        key = squash(match.group())
        found[key] = -1 if key in found else line
    return {key: line for key, line in found.items() if line >= 0}


def _is_balanced(before: str, marks: tuple[str, ...]) -> bool:
    """Whether a text ends outside strings and comments that run over several lines."""
    if "/*" in marks and before.rfind("/*") > before.rfind("*/"):
        return False
    return not any(before.count(mark) % 2 for mark in marks if mark != "/*")
