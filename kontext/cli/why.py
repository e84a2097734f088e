"""`git why`, `git kx-why` and `kontext why`."""

from __future__ import annotations

import time

from kontext.cli.asking import begin_here, open_here
from kontext.cli.deliver import check_output, deliver_why
from kontext.cli.hot import why_parser
from kontext.cli.progress import Progress
from kontext.errors import EXIT_FINDINGS, EXIT_OK, UsageError
from kontext.why import Request, explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.cli.parser import Given


def run(argv: list[str], prog: str) -> int:
    """Answer for every target. Returns 1 under --exit-code when no reason is recorded for any of them."""
    given = why_parser(prog).read(argv)
    options = given.options
    check_output(options)
    request = _request(given)
    opening = begin_here()
    from kontext.why.ahead import look_ahead  # meanwhile Git looks for the repository

    progress = Progress()
    opened = opening.finish()
    ahead = look_ahead(*opened, request)
    try:
        session = open_here("why", progress, opened=opened)
        session.is_frozen = not options.refresh
        answers = explain(session, request, ahead)
    finally:
        progress.close()
    deliver_why(options, session, answers)
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
        patch=options.patch,
    )
