"""`kontext inbox` and `kontext promote`."""

from __future__ import annotations

import os
import time
from typing import Annotated

import typer

from kontext.capture.inbox import drafts
from kontext.capture.inbox import promote as write
from kontext.cli.options import Folder, Json, Limit
from kontext.cli.store_here import open_store, show_captured
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK
from kontext.git.repo import open_with_config
from kontext.render.listings import inbox_json, render_inbox


def inbox(limit: Limit = 50, folder: Folder = "", json: Json = False) -> int:
    """List the drafts of this clone, newest first.

    Example: kontext inbox
    """
    repo, git_values = open_with_config(".", os.environ, r"^color\.")
    found = drafts(repo)
    if json:
        write_machine(inbox_json(found[:limit]))
    else:
        screen = Screen("inbox", os.environ, git_values)
        screen.show(render_inbox(found[:limit], len(found) - len(found[:limit]), screen.style()))
    return EXIT_OK


def promote(
    name: Annotated[str, typer.Argument(metavar="ID", help="The draft, as kontext inbox lists it.")],
    folder: Folder = "",
    json: Json = False,
) -> int:
    """Write a draft as a record, stage it, and take it out of the inbox.

    Example: kontext promote carts-expire
    """
    store = open_store()
    with store.writing() as tree:
        done = write(*tree, name, time.strftime("%Y-%m-%d"))
    return show_captured(done, store, json)
