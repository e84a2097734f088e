"""`kontext status`."""

from __future__ import annotations

import os
import time

from kontext.cli.asking import open_here
from kontext.cli.options import Folder, Json
from kontext.cli.progress import Progress
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK
from kontext.hooks.place import find_place
from kontext.hooks.states import hook_rows
from kontext.refresh.care import status as tell
from kontext.render.care import render_status, status_json


def status(folder: Folder = "", json: Json = False) -> int:
    """Tell what is indexed here, and how fresh it is.

    Example: kontext status --json
    """
    session = open_here("status", Progress())
    state = tell(session)
    hooks = [event for event, found, _ in hook_rows(session.repo, find_place(session.repo))[0] if found == "ours"]
    if json:
        write_machine(status_json(state, session.project, session.repo.top, session.notes, hooks))
    else:
        screen = Screen("status", os.environ, session.git_values)
        text = render_status(state, session.project, session.notes, int(time.time()), screen.style(), hooks)
        screen.show(text, pager=False)
    return EXIT_OK
