"""`kontext eval`."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from kontext.cli.asking import open_here
from kontext.cli.options import Folder, Json
from kontext.cli.parser import commas
from kontext.cli.progress import Progress
from kontext.cli.terminal import write_machine
from kontext.errors import EXIT_OK
from kontext.evaluation import evaluate as judge
from kontext.evaluation import load_cases
from kontext.render.scores import render_scores, scores_json


def evaluate(
    cases: Annotated[str, typer.Argument(metavar="FILE", help="Judged cases: JSON of version 1 or 2, or JSON lines.")],
    kind: Annotated[
        list[str] | None, typer.Option(help="Search only these kinds (comma-separated, repeatable).")
    ] = None,
    ranker: Annotated[str, typer.Option(help="Rank by another ranker, e.g. reference (plain BM25).")] = "default",
    misses: Annotated[bool, typer.Option("--misses", help="List the cases that were not first.")] = False,
    folder: Folder = "",
    json: Json = False,
) -> int:
    """Score judged cases: Hit@k and the mean reciprocal rank.

    Example: kontext eval cases.jsonl --kind commit
    """
    judged = load_cases(cases)
    progress = Progress()
    try:
        kinds = [name for value in kind or [] for name in commas(value)]
        report = judge(open_here("eval", progress), judged, kinds=kinds, ranker=ranker, now=int(time.time()))
    finally:
        progress.close()
    write_machine(scores_json(report) if json else render_scores(report, misses))
    return EXIT_OK
