"""Ranks of judged cases in, figures out.

Owns the case format, what counts as a hit, the groups that are reported apart and the bootstrap. Pure, and the same
for every ranker. Must not know how an answer was found.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from kontext.evaluation import Metrics, metrics_of

KS = (1, 5, 10)
DEPTH = 100  # a rank beyond counts as not found
LOW_OVERLAP = 0.34  # of the question's words with the subject: below it the question is said in other words
_DRAWS = 2000
_SEED = 7
_SHORTEST_OID = 7


class CommitCase(NamedTuple):
    """One question, its right commits (`merges` bring them in) and what is known of how hard it is."""

    id: str
    repo: str
    rev: str
    query: str
    truth: tuple[str, ...]
    merges: tuple[str, ...]
    overlap_subject: float
    note_in_diff: bool


def load_commit_cases(path: Path) -> list[CommitCase]:
    """Read a file of cases, one JSON object a line."""
    return [_case(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def rank_of(case: CommitCase, answers: Sequence[str], *, strict: bool = False) -> int:
    """1-based rank of the first right answer, 0 when none of the first 100 is right.

    A merge that brought the change in is right as well, unless `strict`. Answers may be abbreviated to seven digits.
    """
    right = case.truth if strict else (*case.truth, *case.merges)
    for rank, answer in enumerate(answers[:DEPTH], 1):
        if len(answer) >= _SHORTEST_OID and any(oid.startswith(answer.lower()) for oid in right):
            return rank
    return 0


def groups_of(case: CommitCase) -> tuple[str, ...]:
    """Names of the groups a case is reported in, besides all of them."""
    words = "other words" if case.overlap_subject < LOW_OVERLAP else "words of the subject"
    note = "note in the commit" if case.note_in_diff else "no note in the commit"
    return (case.repo, words, note)


def summary(cases: Sequence[CommitCase], ranks: Sequence[int]) -> dict[str, Any]:
    """Figures over all cases and by group: cases, mrr with its 95 % interval, hit@k."""
    names = dict.fromkeys(name for case in cases for name in groups_of(case))
    chosen = {
        name: [rank for case, rank in zip(cases, ranks, strict=True) if name in groups_of(case)] for name in names
    }
    return {"all": _figures(ranks), **{name: _figures(chosen[name]) for name in sorted(names)}}


def difference(cases: Sequence[CommitCase], ranks: Sequence[int], base: Sequence[int]) -> dict[str, Any]:
    """Mean of the paired differences of reciprocal ranks, with intervals over cases and over whole repositories."""
    gains = [_reciprocal(ours) - _reciprocal(theirs) for ours, theirs in zip(ranks, base, strict=True)]
    by_repo: dict[str, list[float]] = {}
    for case, gain in zip(cases, gains, strict=True):
        by_repo.setdefault(case.repo, []).append(gain)
    return {
        "mrr": round(_mean(gains), 3),
        "interval": interval(gains),
        "interval_over_repositories": _cluster_interval(list(by_repo.values())),
        "better": sum(gain > 0 for gain in gains),
        "worse": sum(gain < 0 for gain in gains),
    }


def interval(values: Sequence[float]) -> tuple[float, float]:
    """95 % bootstrap interval of the mean, the same at every run."""
    draw = random.Random(_SEED)
    return _middle([_mean(draw.choices(values, k=len(values))) for _ in range(_DRAWS)]) if values else (0.0, 0.0)


def _cluster_interval(clusters: Sequence[Sequence[float]]) -> tuple[float, float]:
    draw = random.Random(_SEED)
    picked = ([one for cluster in draw.choices(clusters, k=len(clusters)) for one in cluster] for _ in range(_DRAWS))
    return _middle([_mean(values) for values in picked]) if clusters else (0.0, 0.0)


def _middle(means: Iterable[float]) -> tuple[float, float]:
    ordered = sorted(means)
    return round(ordered[int(len(ordered) * 0.025)], 3), round(ordered[int(len(ordered) * 0.975)], 3)


def _figures(ranks: Sequence[int]) -> dict[str, Any]:
    metrics: Metrics = metrics_of(ranks, KS)
    hits = {f"hit@{k}": round(share, 3) for k, share in metrics.hits.items()}
    return {
        "cases": metrics.cases,
        "mrr": round(metrics.mrr, 3),
        "interval": interval([_reciprocal(rank) for rank in ranks]),
        **hits,
    }


def _case(line: dict[str, Any]) -> CommitCase:
    return CommitCase(
        id=line["id"],
        repo=line["repo"],
        rev=line["rev"],
        query=line["query"],
        truth=tuple(line["truth"]),
        merges=tuple(line["truth_merges"]),
        overlap_subject=float(line["overlap_subject"]),
        note_in_diff=bool(line["note_in_diff"]),
    )


def _reciprocal(rank: int) -> float:
    return 1 / rank if rank else 0.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
