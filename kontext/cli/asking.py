"""What every question needs: a session, a progress line while it is answered, a style for the answer.

Owns these three for `why` and `search`. Must not know their options beyond the shared ones.
"""

from __future__ import annotations

import os
import sys

from kontext.cli.progress import Progress
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import UsageError
from kontext.refresh import Session, open_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Mapping

    from kontext.render.style import Style

# Completes an index after the answer was given; the folder is appended.
BACKGROUND = (sys.executable, "-m", "kontext.hooks", "deepen")

# part of a build -> what is said while it goes on
_WORDS = {
    "commits": "reading the history, once: {:,} commits",
    "paths": "reading the paths of the history: {:,} commits",
    "diffs": "reading changes: {:,} commits",
}


def open_here(by: str, progress: Progress, flags: Mapping[str, object] | None = None) -> Session:
    """Open a session in the current folder, which shows what it builds on `progress`."""

    def tell(part: str, done: int) -> None:
        progress(_WORDS.get(part, "reading " + part + ": {:,}").format(done))

    background = () if os.environ.get("KONTEXT_SKIP") == "1" else BACKGROUND
    return open_session(".", os.environ, flags=flags, progress=tell, background=background, by=by)


def check_output(options: Namespace) -> None:
    """Refuse contradicting forms of output; raises UsageError."""
    chosen = [name for name in ("json", "porcelain", "oneline") if getattr(options, name, False)]
    if len(chosen) > 1:
        raise UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other")
    if options.nul and not options.porcelain:
        raise UsageError("-z goes with --porcelain")


def deliver(
    options: Namespace,
    name: str,
    session: Session,
    *,
    json: Callable[[], str],
    porcelain: Callable[[], str],
    text: Callable[[Style], str],
) -> None:
    """Write one answer in the form that was asked for."""
    if options.json:
        write_machine(json())
    elif options.porcelain:
        write_machine(porcelain())
    else:
        screen = Screen(name, os.environ, session.git_values)
        screen.show(text(screen.style(options.color, _commit_url(session))), options.pager)


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
