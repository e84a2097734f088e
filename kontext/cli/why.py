"""`git why`, `git kx-why` and `kontext why`."""

from __future__ import annotations

import time

from kontext.cli.asking import check_output, deliver, open_here
from kontext.cli.hot import why_parser
from kontext.cli.progress import Progress
from kontext.errors import EXIT_FINDINGS, EXIT_OK, UsageError
from kontext.render.why_text import render_oneline, render_why
from kontext.why import Request, Why, explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.cli.parser import Given
    from kontext.render.style import Style


def run(argv: list[str], prog: str) -> int:
    """Answer for every target. Returns 1 under --exit-code when no reason is recorded for any of them."""
    given = why_parser(prog).read(argv)
    options = given.options
    check_output(options)
    request = _request(given)
    progress = Progress()
    try:
        session = open_here("why", progress)
        answers = explain(session, request)
    finally:
        progress.close()
    deliver(
        options,
        "why",
        session,
        json=lambda: _json(answers),
        porcelain=lambda: _porcelain(answers, options.nul),
        text=lambda style: _text(answers, style, options.oneline, options.explain),
    )
    found = any(why.verdict.source or why.hits or why.commits for why in answers)
    return EXIT_FINDINGS if options.exit_code and not found else EXIT_OK


def _request(given: Given) -> Request:
    """Targets are the words before `--` or, as paths only, those after it."""
    options, after = given.options, given.after
    if given.words and after:
        raise UsageError("targets before and after --", "ask about them one by one: what follows -- is a path")
    return Request(
        texts=tuple(given.words or after or ()),
        now=int(time.time()),
        ranges=tuple(options.ranges),
        paths_only=bool(after),
        commits_only=options.commit,
        rev=options.rev,
        limit=options.limit or 0,
        see_through=options.see_through,
        deep=options.deep,
        explain=options.explain,
    )


def _text(answers: list[Why], style: Style, oneline: bool, scores: bool) -> str:
    if oneline:
        return "".join(render_oneline(why, style) for why in answers)
    return "\n".join(render_why(why, style, scores) for why in answers)


def _json(answers: list[Why]) -> str:
    from kontext.render.as_json import why_json

    return "".join(map(why_json, answers))


def _porcelain(answers: list[Why], nul: bool) -> str:
    from kontext.render.porcelain import why_porcelain

    return "".join(why_porcelain(why, nul) for why in answers)
