"""`git kx-search` and `kontext search`."""

from __future__ import annotations

import time

from kontext.cli.asking import check_output, deliver, open_here
from kontext.cli.hot import search_parser
from kontext.cli.progress import Progress
from kontext.errors import EXIT_FINDINGS, EXIT_OK
from kontext.render.search_text import render_search
from kontext.search import SearchOptions, search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import SearchResult


def run(argv: list[str], prog: str) -> int:
    """Answer one query. Returns 1 under --exit-code when nothing was found."""
    given = search_parser(prog).read(argv, dashed_words=True)
    options = given.options
    check_output(options)
    progress = Progress()
    try:
        session = open_here("search", progress)
        asked = SearchOptions(
            now=int(time.time()),
            limit=options.limit or 0,
            kinds=tuple(options.kinds),
            sources=tuple(options.sources),
            ranker=options.ranker or "default",
            explain=options.explain,
        )
        result = search(session, " ".join([*given.words, *(given.after or [])]), asked)
    finally:
        progress.close()
    deliver(
        options,
        "kx-search",
        session,
        json=lambda: _json(result),
        porcelain=lambda: _porcelain(result, options.nul),
        text=lambda style: render_search(result, style, options.explain),
    )
    return EXIT_FINDINGS if options.exit_code and not result.hits else EXIT_OK


def _json(result: SearchResult) -> str:
    from kontext.render.as_json import search_json

    return search_json(result)


def _porcelain(result: SearchResult, nul: bool) -> str:
    from kontext.render.porcelain import search_porcelain

    return search_porcelain(result, nul)
