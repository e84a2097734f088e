"""Which token of the old text is which token of the new one.

Owns the alignment of two streams: monotone, anchored on whole lines first, and worked out only where it is asked for.
Must not know languages; tokens are compared for equality alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from difflib import Match

    from kontext.lineage.lexers.stream import Flow

PIN_CHARS = 12  # a line this long is unlikely to be equal by chance
CELLS = 250_000  # what a full comparison of two gaps may cost

_Pin = tuple[int, int, int]  # place in old, place in new, tokens


class Alignment:
    """Maps places of `new` to places of `old` and back; -1 = no counterpart.

    `check` is called wherever the work could be long and may raise to end it; the alignment is of no use then.
    """

    def __init__(self, old: Flow, new: Flow, check: Callable[[], object] = bool) -> None:
        self._check = check
        self._a = old.texts
        self._b = new.texts
        self._forth = [-1] * len(self._b)
        self._back = [-1] * len(self._a)
        self._gaps: list[tuple[int, int, int, int]] = []
        self._filled: set[int] = set()
        self._pin(_line_pins(old, new))

    def old_of(self, place: int) -> int:
        """Return the place in the old stream of a token of the new one."""
        if self._forth[place] < 0:
            self._settle(bisect_right(self._gaps, place, key=lambda gap: gap[2]) - 1)
        return self._forth[place]

    def new_of(self, place: int) -> int:
        """Return the place in the new stream of a token of the old one."""
        if self._back[place] < 0:
            self._settle(bisect_right(self._gaps, place, key=lambda gap: gap[0]) - 1)
        return self._back[place]

    def _pin(self, pins: list[_Pin]) -> None:
        a = b = 0
        for at, to, size in [*pins, (len(self._a), len(self._b), 0)]:
            self._gaps.append((a, at, b, to))
            self._match(at, to, size)
            a, b = at + size, to + size

    def _match(self, a: int, b: int, size: int) -> None:
        for offset in range(size):
            self._forth[b + offset] = a + offset
            self._back[a + offset] = b + offset

    def _settle(self, number: int) -> None:
        """Work out one gap, once."""
        if number < 0 or number in self._filled:
            return
        self._filled.add(number)
        self._check()
        a0, a1, b0, b1 = self._trim(*self._gaps[number])
        if a0 == a1 or b0 == b1:
            return
        at, to = a0, b0
        for pin in [*self._grams(a0, a1, b0, b1, 6), (a1, b1, 0)]:
            if pin[0] < at or pin[1] < to:
                continue
            self._check()
            self._rest(*self._trim(at, pin[0], to, pin[1]))
            self._match(*pin)
            at, to = pin[0] + pin[2], pin[1] + pin[2]

    def _trim(self, a0: int, a1: int, b0: int, b1: int) -> tuple[int, int, int, int]:
        """Match what is equal at both ends of a gap."""
        a, b = self._a, self._b
        while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
            self._match(a0, b0, 1)
            a0 += 1
            b0 += 1
        while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
            a1 -= 1
            b1 -= 1
            self._match(a1, b1, 1)
        return a0, a1, b0, b1

    def _grams(self, a0: int, a1: int, b0: int, b1: int, size: int) -> list[_Pin]:
        """Runs of `size` tokens that occur once on each side, in order."""
        ours = _once([tuple(self._b[k : k + size]) for k in range(b0, b1 - size + 1)])
        theirs = _once([tuple(self._a[k : k + size]) for k in range(a0, a1 - size + 1)])
        both = sorted((b0 + to, a0 + theirs[gram]) for gram, to in ours.items() if gram in theirs)
        return [(at, to, size) for to, at in _ascending(both)]

    def _rest(self, a0: int, a1: int, b0: int, b1: int) -> None:
        """What no anchor settled: a full comparison while that is cheap, short unique runs otherwise."""
        if a0 == a1 or b0 == b1:
            return
        if (a1 - a0) * (b1 - b0) <= CELLS:
            for at, to, size in _compared(self._a[a0:a1], self._b[b0:b1], self._check):
                self._match(a0 + at, b0 + to, size)
            return
        for at, to, size in self._grams(a0, a1, b0, b1, 3):
            self._match(at, to, size)


def _compared(a: list[str], b: list[str], check: Callable[[], object]) -> list[_Pin]:
    """The matching blocks of two short lists, looked for in full."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, a, b, autojunk=False)
    find = matcher.find_longest_match

    def checked(alo: int, ahi: int, blo: int, bhi: int) -> Match:
        check()
        return find(alo, ahi, blo, bhi)

    matcher.find_longest_match = checked  # type: ignore[method-assign, assignment]
    return [(block.a, block.b, block.size) for block in matcher.get_matching_blocks()]


def _line_pins(old: Flow, new: Flow) -> list[_Pin]:
    """Whole lines that occur once on each side, longest common order."""
    ours, theirs = _lines(new), _lines(old)
    both = sorted((to, theirs[line]) for line, to in ours.items() if line in theirs)
    pins = []
    for to, at in _ascending(both):
        end = bisect_right(new.lines, new.lines[to])
        pins.append((at, to, end - bisect_left(new.lines, new.lines[to])))
    return pins


def _lines(flow: Flow) -> dict[tuple[str, ...], int]:
    """Unique long lines -> place of their first token."""
    found: dict[tuple[str, ...], int] = {}
    texts, lines = flow.texts, flow.lines
    at, size = 0, len(texts)
    while at < size:
        end = at + 1
        line = lines[at]
        while end < size and lines[end] == line:
            end += 1
        words = tuple(texts[at:end])
        if sum(map(len, words)) >= PIN_CHARS:
            found[words] = -1 if words in found else at
        at = end
    return {words: at for words, at in found.items() if at >= 0}


def _once(grams: list[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    found: dict[tuple[str, ...], int] = {}
    for at, gram in enumerate(grams):
        found[gram] = -1 if gram in found else at
    return {gram: at for gram, at in found.items() if at >= 0}


def _ascending(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of points whose second number ascends too; points are sorted by the first."""
    tails: list[int] = []
    ends: list[int] = []
    back: list[int] = []
    for number, (_, value) in enumerate(points):
        at = bisect_left(tails, value)
        back.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(value)
            ends.append(number)
        else:
            tails[at] = value
            ends[at] = number
    chain = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chain.append(points[number])
        number = back[number]
    return chain[::-1]
