"""`kontext hooks status`."""

from __future__ import annotations

import os

from kontext.cli.options import Folder, Json
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK
from kontext.git.repo import open_repo
from kontext.hooks.place import find_place
from kontext.hooks.states import hook_rows
from kontext.render.hooks import hooks_json, render_hooks


def status(folder: Folder = "", json: Json = False) -> int:
    """Tell which hooks are ours.

    Example: kontext hooks status --json
    """
    repo = open_repo(".", os.environ)
    place = find_place(repo)
    rows, notes = hook_rows(repo, place)
    if json:
        write_machine(hooks_json(place.folder, rows, notes))
    else:
        screen = Screen("hooks", os.environ)
        screen.show(render_hooks(place.folder, rows, notes, screen.style()), pager=False)
    return EXIT_OK
