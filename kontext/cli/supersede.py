"""`kontext supersede`."""

from __future__ import annotations

import os
import time
from typing import Annotated

import typer

from kontext.capture.supersede import supersede as replace
from kontext.cli.options import Folder, Json
from kontext.cli.store_here import open_store
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK
from kontext.render.capture import render_superseded, superseded_json


def supersede(
    old: Annotated[str, typer.Argument(help="The record that no longer holds: id, path or number.")],
    new: Annotated[str, typer.Argument(help="The record that replaces it.")],
    folder: Folder = "",
    json: Json = False,
) -> int:
    """Say in two records that the second replaced the first: both files are edited, or neither.

    Example: kontext supersede 0007 0012
    """
    store = open_store()
    with store.writing() as tree:
        done = replace(tree.repo, tree.knowledge, old, new, time.strftime("%Y-%m-%d"))
    if json:
        write_machine(superseded_json(done))
    else:
        Screen("supersede", os.environ, store.git_values).show(render_superseded(done), pager=False)
    return EXIT_OK
