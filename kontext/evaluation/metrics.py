"""Hit@k and mean reciprocal rank.

Owns the arithmetic. Pure. Ranks are 1-based, 0 = not found.
"""

from __future__ import annotations

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Metrics(Record):
    """`hits` maps k to the share of cases with a right answer among the first k; `mrr` is the mean of 1/rank."""

    cases: int
    hits: dict[int, float]
    mrr: float


def metrics_of(ranks: Sequence[int], ks: Sequence[int]) -> Metrics:
    """Return the metrics of the ranks at which each case's first right answer stands."""
    total = max(1, len(ranks))
    hits = {k: sum(0 < rank <= k for rank in ranks) / total for k in ks}
    return Metrics(len(ranks), hits, sum(1 / rank for rank in ranks if rank) / total)
