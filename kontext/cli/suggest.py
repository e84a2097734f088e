"""`kontext suggest`."""

from __future__ import annotations

import os

from kontext.capture.suggest import suggest as find
from kontext.cli.asking import open_here
from kontext.cli.options import Folder, Json, Limit
from kontext.cli.progress import Progress
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK
from kontext.render.listings import render_suggestions, suggestions_json


def suggest(limit: Limit = 10, folder: Folder = "", json: Json = False) -> int:
    """List commits that look like decisions and that no record names, best first.

    Example: kontext suggest -n 20
    """
    progress = Progress()
    try:
        session = open_here("suggest", progress)
        found = session.ask(lambda: find(session, limit))
    finally:
        progress.close()
    if json:
        write_machine(suggestions_json(found))
    else:
        screen = Screen("suggest", os.environ, session.git_values)
        screen.show(render_suggestions(found, screen.style()))
    return EXIT_OK
