"""One list out of several: weighted reciprocal rank, without duplicates.

Owns how rankings of sources whose scores cannot be compared are merged, and what counts as the same answer twice.
Pure. Must not know any source.
"""

from __future__ import annotations

import re

from kontext.model import Contribution, Hit
from kontext.records import Record
from kontext.text import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RANK_OFFSET = 8  # a small one: the top of every list is what is wanted
SAME_TEXT = 0.9  # share of common words, in order, from which two answers are one

_PLAIN = re.compile(r"[^\w]+")
_NUMBERS = re.compile(r"\d+|\b[0-9a-f]{7,64}\b").findall


class Ranking(Record):
    """The answer of one source, best first. `source` is "local" or an adapter's name."""

    source: str
    weight: float
    hits: tuple[Hit, ...]


class _Fused:
    """A hit on its way through the merge: the first one seen, and what every source gave to it."""

    __slots__ = ("contributions", "hit", "order", "text")

    def __init__(self, hit: Hit, text: _Text, order: int) -> None:
        self.hit = hit
        self.order = order
        self.text = text
        self.contributions: dict[str, Contribution] = {}

    def add(self, part: Contribution) -> None:
        """Count a source once, by its best rank: a source that repeats itself must not outvote the others."""
        known = self.contributions.get(part.source)
        if known is None or part.amount > known.amount:
            self.contributions[part.source] = part

    def score(self) -> float:
        """Return what all sources gave."""
        return sum(part.amount for part in self.contributions.values())


def fuse(rankings: Sequence[Ranking], limit: int, local_entries: Iterable[Hit] = ()) -> list[Hit]:
    """Merge rankings into one of at most `limit` hits, each with its contributions and the sum of them as its score.

    A hit at rank r of a source with weight w is worth w / (8 + r). One answer given twice, by URI, by near-identical
    title and snippet, or as a source's copy of a local record, is one hit and adds up; the first in the order of
    `rankings` is kept, and ties keep that order. `local_entries` are local records a copy may stand for although they
    are not among the hits.
    """
    merged = _Merge(local_entries)
    for ranking in rankings:
        for rank, hit in enumerate(ranking.hits, 1):
            amount = ranking.weight / (RANK_OFFSET + rank)
            merged.add(hit, Contribution(ranking.source, rank, ranking.weight, amount, hit.score))
    ordered = sorted(merged.found, key=lambda fused: (-fused.score(), fused.order))
    return [
        fused.hit._replace(score=fused.score(), contributions=tuple(fused.contributions.values()))
        for fused in ordered[: max(0, limit)]
    ]


class _Merge:
    """Hits by everything that makes two of them one."""

    __slots__ = ("_by_name", "_by_uri", "_copies", "_locals", "found")

    def __init__(self, local_entries: Iterable[Hit]) -> None:
        self.found: list[_Fused] = []
        self._by_uri: dict[str, _Fused] = {}
        self._by_name: dict[str, _Fused] = {}  # records that are among the hits
        self._copies: dict[str, _Fused] = {}  # copies whose record has not come yet
        self._locals = {name: hit for hit in local_entries for name in _entry_names(hit)}

    def add(self, hit: Hit, part: Contribution) -> None:
        """Count the hit with the one it repeats, or as a new one."""
        fused = self._by_uri.get(hit.uri) or self._copy_or_original(hit)
        if fused is None:
            text = _Text(hit)
            fused = self._twin(hit, text) or self._keep(self._locals.get(_copy_name(hit), hit), text)
        self._by_uri[hit.uri] = fused
        fused.add(part)

    def _keep(self, hit: Hit, text: _Text) -> _Fused:
        fused = _Fused(hit, text, len(self.found))
        self.found.append(fused)
        self._by_uri[hit.uri] = fused
        self._copies[_copy_name(hit)] = fused
        self._by_name.update(dict.fromkeys(_entry_names(hit), fused))
        return fused

    def _copy_or_original(self, hit: Hit) -> _Fused | None:
        name = _copy_name(hit)
        if name:
            return self._by_name.get(name)
        fused = next((self._copies[name] for name in _entry_names(hit) if name in self._copies), None)
        if fused is not None:
            fused.hit = hit  # the record itself, rather than the copy that came first
        return fused

    def _twin(self, hit: Hit, text: _Text) -> _Fused | None:
        """Return the hit that says the same in nearly the same words.

        Bumps to 1.2 and to 1.3, or of two packages, say different things: all numbers must agree, and the words of one
        title must be in the other.
        """
        for fused in self.found:
            known = fused.text
            if known.numbers != text.numbers or not (known.title <= text.title or text.title <= known.title):
                continue
            if _is_one_answer(fused.hit, known, hit, text):
                return fused
        return None


def _entry_names(hit: Hit) -> tuple[str, ...]:
    """Return the names under which a copy of a local record may come back: its id and its file name."""
    if not hit.uri.startswith("kx:"):
        return ()
    name = hit.uri[3:]
    return tuple({known for known in (name, _stem(f"{name}.md"), _stem(hit.path)) if _is_telling(known)})


def _copy_name(hit: Hit) -> str:
    """Return the record a foreign hit may be a copy of: the stem of `…/<id>.md`; "" for local hits and other files."""
    if hit.source == "local" or hit.uri.startswith("kx:"):
        return ""
    address = hit.uri.partition("#")[0].partition("?")[0]
    stems = (_stem(text) for text in (address, hit.path) if text.lower().endswith((".md", ".markdown")))
    return next(filter(_is_telling, stems), "")


def _is_telling(name: str) -> bool:
    """Say whether a name can stand for a record: README, index or 7 name too many files."""
    return "-" in name or "_" in name


def _stem(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]


def _words(text: str) -> str:
    return _PLAIN.sub(" ", fold(text)).strip()


class _Text:
    """What two hits are compared by: bare folded words."""

    __slots__ = ("numbers", "title", "whole", "words")

    def __init__(self, hit: Hit) -> None:
        title = _words(hit.title)
        self.whole = f"{title} {_words(hit.snippet)}".strip()
        self.title = frozenset(title.split())
        self.words = frozenset(self.whole.split())
        self.numbers = _NUMBERS(self.whole)


def _is_one_answer(known: Hit, known_text: _Text, hit: Hit, text: _Text) -> bool:
    """Say whether two hits whose titles and numbers agree are near-identical in text."""
    if known.oid and hit.oid and known.oid != hit.oid:
        return False
    if known.source == hit.source and known.path and known.path == hit.path:
        return False  # two sections of one file
    if not (text.title and known_text.title):
        return False
    return text.whole == known_text.whole or _is_similar(known_text, text)


def _is_similar(one: _Text, other: _Text) -> bool:
    lengths = sorted((len(one.whole), len(other.whole)))
    shared = len(one.words & other.words)
    if lengths[0] < 0.8 * lengths[1] or shared < 0.8 * max(len(one.words), len(other.words)):
        return False
    from difflib import SequenceMatcher

    # By words: by characters the same answer costs a hundred times as much.
    matcher = SequenceMatcher(None, one.whole.split(), other.whole.split(), autojunk=False)
    return matcher.quick_ratio() >= SAME_TEXT and matcher.ratio() >= SAME_TEXT
