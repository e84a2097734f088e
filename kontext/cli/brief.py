"""`kontext brief`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.brief import BUDGET, brief_of
from kontext.cli.asking import open_here
from kontext.cli.options import Folder, Json
from kontext.cli.progress import Progress
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK
from kontext.render.brief import brief_json, render_brief
from kontext.why.target import Place, repo_path

_PATHS = "Files or folders to be changed, there or not yet; without any, the changed and staged files."
_BUDGET = "At most about N tokens of text (four bytes each)."


def brief(
    paths: Annotated[list[str] | None, typer.Argument(metavar="[PATH]...", help=_PATHS, show_default=False)] = None,
    budget_tokens: Annotated[int, typer.Option("--budget-tokens", min=1, metavar="N", help=_BUDGET)] = BUDGET,
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, metavar="N", help="List at most N; 0 = all.")] = 0,
    folder: Folder = "",
    json: Json = False,
) -> int:
    """List what one must know before changing these paths: the decisions, conventions and pitfalls that matter there.

    Example: kontext brief src/billing
    """
    progress = Progress()
    try:
        session = open_here("brief", progress)
        place = Place(session.repo.top, session.repo.prefix)
        focus = tuple(repo_path(path, place) for path in paths or ())
        found = brief_of(session, focus, budget_tokens, limit)
    finally:
        progress.close()
    if json:
        write_machine(brief_json(found))
    else:
        screen = Screen("brief", os.environ, session.git_values)
        screen.show(render_brief(found, screen.style()))
    return EXIT_OK
