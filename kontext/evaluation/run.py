"""Ask every case and judge the answers.

Owns what counts as a right answer. Must not know how answers are found.
"""

from __future__ import annotations

from kontext.evaluation.metrics import Metrics, metrics_of
from kontext.records import Record
from kontext.search import SearchOptions, search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.evaluation.cases import Case
    from kontext.model import Hit
    from kontext.refresh import Session

KS = (1, 3, 5, 10)
DEPTH = 100  # ranks beyond count as not found
_SHORTEST_OID = 7


class Judged(Record):
    """One case with the rank of its first right answer (0 = none) and what came first instead."""

    case: Case
    rank: int
    first: str


class Report(Record):
    """All cases, over all and by category."""

    judged: tuple[Judged, ...]
    overall: Metrics
    categories: dict[str, Metrics]


def evaluate(session: Session, cases: Sequence[Case], *, kinds: Sequence[str], ranker: str, now: int) -> Report:
    """Ask the search for every case and return ranks and metrics."""
    options = SearchOptions(now, limit=DEPTH, kinds=tuple(kinds), ranker=ranker)
    judged = []
    for case in cases:
        text = _as_words(case.query)
        hits = search(session, text, options).hits if any(map(str.isalnum, text)) else ()
        rank = next((at for at, hit in enumerate(hits, 1) if is_right(hit, case.expect_any)), 0)
        judged.append(Judged(case, rank, hits[0].uri if hits else ""))
    names = dict.fromkeys(one.case.category for one in judged)
    by_name = {name: metrics_of([j.rank for j in judged if j.case.category == name], KS) for name in names}
    return Report(tuple(judged), metrics_of([one.rank for one in judged], KS), by_name)


def is_right(hit: Hit, expected: Sequence[str]) -> bool:
    """True when a hit is one of the expected: a commit by its oid, anything else by whole segments of its path."""
    if hit.oid:
        return any(len(one) >= _SHORTEST_OID and hit.oid.startswith(one.lower()) for one in expected)
    return any(hit.path == one or hit.path.endswith("/" + one.lstrip("/")) for one in expected)


def _as_words(query: str) -> str:
    """A judged query is a sentence: what looks like a filter in it is text."""
    return query.replace(":", ": ")
