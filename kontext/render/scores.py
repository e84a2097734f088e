"""Scores of judged cases, for people and programs.

Owns the table and the keys. Must not compute a metric.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean, fit, pad, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.evaluation import Metrics, Report
    from kontext.render.as_json import Json

_ALL = "all"
_NAME = 32


def render_scores(report: Report, misses: bool = False) -> str:
    """Return a line a category, the whole last; with `misses` every case whose right answer was not first."""
    rows = {clean(name): metrics for name, metrics in report.categories.items()} | {_ALL: report.overall}
    column = min(_NAME, max(width(name) for name in rows))
    head = "".join(f"{f'hit@{k}':>8}" for k in report.overall.hits)
    lines = [f"{pad('', column)}  {'cases':>5}{head}{'mrr':>8}"]
    lines += [f"{pad(fit(name, column), column)}  {_numbers(metrics)}" for name, metrics in rows.items()]
    if misses:
        lines += ["", *(_miss(one.rank, one.case.query, one.first) for one in report.judged if one.rank != 1)]
    return "\n".join(lines) + "\n"


def scores_json(report: Report) -> str:
    """Return everything as one line of JSON."""
    return dump(
        {
            "schema": SCHEMA,
            **_keys(report.overall),
            "categories": {name: _keys(metrics) for name, metrics in report.categories.items()},
            "results": [
                {"query": one.case.query, "category": one.case.category, "rank": one.rank, "first": one.first}
                for one in report.judged
            ],
        }
    )


def _numbers(metrics: Metrics) -> str:
    return f"{metrics.cases:>5}{''.join(f'{share:8.3f}' for share in metrics.hits.values())}{metrics.mrr:8.3f}"


def _keys(metrics: Metrics) -> Json:
    shares = {f"hit@{k}": round(share, 6) for k, share in metrics.hits.items()}
    return {"cases": metrics.cases, **shares, "mrr": round(metrics.mrr, 6)}


def _miss(rank: int, query: str, first: str) -> str:
    return f"{rank or '-':>4}  {fit(clean(query), 60)}  ({clean(first) or 'no hit'})"
