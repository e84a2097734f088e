"""`git kx-log` and `kontext log`."""

from __future__ import annotations

import time

from kontext.cli.asking import open_here
from kontext.cli.deliver import check_output, deliver_log
from kontext.cli.hot import log_parser
from kontext.cli.progress import Progress
from kontext.errors import EXIT_FINDINGS, EXIT_OK, UsageError
from kontext.timeline import TimelineRequest, build_timeline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.cli.parser import Given
    from kontext.model import RepoPath
    from kontext.refresh import Session


def run(argv: list[str], prog: str) -> int:
    """List the records. Returns 1 under --exit-code when there are none."""
    given = log_parser(prog).read(argv)
    options = given.options
    check_output(options)
    if given.words:
        raise UsageError(f"'{given.words[0]}' is no option", f"paths stand after --: {prog} -- {given.words[0]}")
    progress = Progress()
    try:
        session = open_here("log", progress)
        session.is_frozen = not options.refresh
        timeline = build_timeline(session, _request(given, session))
    finally:
        progress.close()
    deliver_log(options, session, timeline)
    return EXIT_FINDINGS if options.exit_code and not timeline.rows else EXIT_OK


def _request(given: Given, session: Session) -> TimelineRequest:
    options = given.options
    return TimelineRequest(
        now=int(time.time()),
        kinds=tuple(options.kinds) or ("decision",),
        everything=options.everything,
        limit=options.limit,
        since=options.since,
        until=options.until,
        authors=tuple(options.authors),
        tags=tuple(options.tags),
        paths=_paths(given.after, session) if given.after else (),
        graph=options.graph,
        trailers=options.trailers,
    )


def _paths(typed: list[str], session: Session) -> tuple[RepoPath, ...]:
    from kontext.why.target import Place, repo_path

    place = Place(session.repo.top, session.repo.prefix)
    return tuple(repo_path(text, place) for text in typed)
