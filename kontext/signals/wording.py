"""The form a language's wording takes, and the table that finds all of it in one pass over a text.

Owns the notation of the word lists and the search. Must not know what a finding is worth.

A list has one pattern a line: words with their forms parted by `|`, `…` for anything in between within one clause:
`replace|replaces|replacing … with|by`. Words are written as `kontext.text.fold` leaves them. The first form of each
word is the name a finding is shown under. A line that begins with `!` counts in a body only as a statement about the
change: at the start of a sentence or list item, or after one of the language's `leaders` ("we now always …"), because
programs and callers always do, move and require things, too.
"""

from __future__ import annotations

import re

from kontext.records import Record
from kontext.text import STOP_WORDS, fold

GAP = "…"
_GAP_LENGTH = 90  # characters between the two halves of a pattern
# Words; the ends of sentences and paragraphs; bullets; the comma of ", not …".
_TOKENS = re.compile(r"\w+|[.!?:;](?=\s|$)|\n\s*[-*\n]|,(?= not?\b| nie\b)").findall


class Wording(Record):
    """The lists of one language: `rationale` has one per kind of reason, `trivial` makes a subject a mere touch-up."""

    strong: str  # somebody chose between ways
    comparing: str  # the same in a subject, weaker in a body: programs, too, do one thing rather than another
    policy: str
    contrast: str
    rationale: tuple[str, ...]
    trivial: str
    leaders: str


class Found(Record):
    """What a text says: the names of its patterns (of `rationale`: of its kinds), by class."""

    strong: frozenset[str]
    comparing: frozenset[str]
    policy: frozenset[str]
    contrast: frozenset[str]
    rationale: frozenset[str]
    trivial: frozenset[str]


class _Pattern(Record):
    first: str
    second: str  # "" without a gap
    group: int  # place in Found
    name: str
    is_statement: bool


class Table:
    """All patterns of all languages by their most telling word, so that a text meets few of them."""

    __slots__ = ("_keys", "_leaders", "_patterns")

    def __init__(self, languages: tuple[Wording, ...]) -> None:
        self._patterns: dict[str, list[_Pattern]] = {}
        self._leaders = frozenset(word for language in languages for word in language.leaders.split())
        for language in languages:
            kinds = ((4, lines, _first_name(lines)) for lines in language.rationale)
            lists = enumerate((language.strong, language.comparing, language.policy, language.contrast))
            for group, lines, kind in (*((at, text, "") for at, text in lists), *kinds, (5, language.trivial, "")):
                self._add(lines, group, kind)
        self._keys = self._patterns.keys()

    def find(self, text: str, *, is_subject: bool = False) -> Found:
        """Return what a text says; it is folded here."""
        tokens = _TOKENS(text.lower() if text.isascii() else fold(text))
        keys = self._keys & set(tokens)
        if not keys:
            return _NOTHING
        padded = f" . {' '.join(tokens)} "
        found: tuple[set[str], ...] = (set(), set(), set(), set(), set(), set())
        for key in keys:
            for pattern in self._patterns[key]:
                # Most patterns fail here: no call is made for them.
                at = padded.find(pattern[0])
                if at >= 0 and self._holds(padded, at, pattern, is_subject):
                    found[pattern.group].add(pattern.name)
        return Found(*map(frozenset, found))

    def _holds(self, padded: str, at: int, pattern: _Pattern, is_subject: bool) -> bool:
        first, second, _, _, is_statement = pattern
        while at >= 0:
            after = at + len(first) - 1
            is_whole = not second or padded.find(second, after, after + _GAP_LENGTH) >= 0
            if is_whole and (is_subject or not is_statement or self._is_led(padded, at)):
                return True
            at = padded.find(first, after)
        return False

    def _is_led(self, padded: str, at: int) -> bool:
        before = padded[padded.rfind(" ", 0, at) + 1 : at]
        return before in self._leaders or not before.isalnum()

    def _add(self, lines: str, group: int, kind: str) -> None:
        for line in lines.split("\n"):
            pattern = line.strip().removeprefix("!")
            if not pattern:
                continue
            name = kind or _first_name(pattern)
            first, _, second = pattern.partition(GAP)
            for start in _forms(first):
                known = self._patterns.setdefault(_key(start), [])
                for end in _forms(second):
                    known.append(_Pattern(f" {start} ", f" {end} " if end else "", group, name, "!" in line))


_NOTHING = Found(*[frozenset[str]()] * 6)


def _forms(pattern: str) -> list[str]:
    """Return every way to write a pattern without a gap: "move|moves to|into" has four."""
    forms = [""]
    for slot in pattern.split():
        forms = [f"{form} {word}".strip() for form in forms for word in slot.split("|")]
    return forms


def _key(form: str) -> str:
    words = form.split()
    return words[0] if len(words) == 1 else max(words, key=lambda word: (word not in STOP_WORDS, len(word)))


def _first_name(lines: str) -> str:
    line = next(line for line in lines.split("\n") if line.strip())
    return " ".join(slot.split("|")[0] for slot in line.removeprefix("!").split())
