"""`git kx-search` and `kontext search`."""

from __future__ import annotations

import time

from kontext.cli.asking import open_here
from kontext.cli.deliver import check_output, deliver_search
from kontext.cli.hot import search_parser
from kontext.cli.progress import Progress
from kontext.errors import EXIT_FINDINGS, EXIT_OK
from kontext.search import SearchOptions, search


def run(argv: list[str], prog: str) -> int:
    """Answer one query. Returns 1 under --exit-code when nothing was found."""
    given = search_parser(prog).read(argv, dashed_words=True)
    options = given.options
    check_output(options)
    progress = Progress()
    try:
        session = open_here("search", progress)
        session.is_frozen = not options.refresh
        asked = SearchOptions(
            now=int(time.time()),
            limit=options.limit or 0,
            kinds=tuple(options.kinds),
            sources=tuple(options.sources),
            ranker=options.ranker or "default",
            explain=options.explain,
            prefix=session.repo.prefix,
        )
        result = search(session, " ".join([*given.words, *(given.after or [])]), asked)
    finally:
        progress.close()
    deliver_search(options, session, result)
    return EXIT_FINDINGS if options.exit_code and not result.hits else EXIT_OK
