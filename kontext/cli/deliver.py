"""Answers in the form that was asked for: text, JSON or porcelain.

Owns the choice of the form and of the style. Machine forms are imported only when they are asked for. Must not know
how an answer was found.
"""

from __future__ import annotations

import os

from kontext.cli.terminal import Screen, write_machine
from kontext.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Sequence

    from kontext.model import SearchResult
    from kontext.refresh import Session
    from kontext.render.style import Style
    from kontext.timeline import Timeline
    from kontext.why.answer import Why


def check_output(options: Namespace) -> None:
    """Refuse contradicting forms of output; raises UsageError."""
    chosen = [name for name in ("json", "porcelain", "oneline") if getattr(options, name, False)]
    if len(chosen) > 1:
        raise UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other")
    if options.nul and not options.porcelain:
        raise UsageError("-z goes with --porcelain")


def deliver_why(options: Namespace, session: Session, answers: Sequence[Why]) -> None:
    """Write the answers of `git why`."""
    if options.json:
        from kontext.render.as_json import why_json

        write_machine("".join(map(why_json, answers)))
    elif options.porcelain:
        from kontext.render.porcelain import why_porcelain

        write_machine("".join(why_porcelain(why, options.nul) for why in answers))
    elif options.oneline:
        from kontext.render.why_text import render_oneline

        _show(options, "why", session, lambda style: "".join(render_oneline(why, style) for why in answers))
    else:
        from kontext.render.why_text import render_why

        _show(
            options,
            "why",
            session,
            lambda style: "\n".join(render_why(why, style, options.explain) for why in answers),
        )


def deliver_search(options: Namespace, session: Session, result: SearchResult) -> None:
    """Write a ranked list."""
    if options.json:
        from kontext.render.as_json import search_json

        write_machine(search_json(result))
    elif options.porcelain:
        from kontext.render.porcelain import search_porcelain

        write_machine(search_porcelain(result, options.nul))
    else:
        from kontext.render.search_text import render_search

        _show(options, "kx-search", session, lambda style: render_search(result, style, options.explain))


def deliver_log(options: Namespace, session: Session, timeline: Timeline) -> None:
    """Write the timeline."""
    if options.json:
        from kontext.render.log_json import log_json

        write_machine(log_json(timeline))
    elif options.porcelain:
        from kontext.render.log_porcelain import log_porcelain

        write_machine(log_porcelain(timeline, options.nul))
    else:
        from kontext.render.log_text import render_log

        _show(options, "kx-log", session, lambda style: render_log(timeline, style))


def _show(options: Namespace, name: str, session: Session, render: Callable[[Style], str]) -> None:
    screen = Screen(name, os.environ, session.git_values)
    screen.show(render(screen.style(options.color, _commit_url(session))), options.pager)


def _commit_url(session: Session) -> str:
    """Address of a commit on the forge, with {oid} in it; asked for only where links can be shown."""
    if not os.isatty(1):
        return ""
    from kontext.forge import commit_url, find_forge

    urls = dict(_remotes(session))
    url = urls.get("origin") or next(iter(urls.values()), "")
    return commit_url(find_forge(url), "{oid}") if url else ""


def _remotes(session: Session) -> Iterator[tuple[str, str]]:
    for name, value in session.git_values:
        if name.startswith("remote.") and name.endswith(".url"):
            yield name[len("remote.") : -len(".url")], value
