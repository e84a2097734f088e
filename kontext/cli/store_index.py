"""`kontext store index`."""

from __future__ import annotations

import os

from kontext.capture.listing import write_listing
from kontext.cli.options import Folder, Json
from kontext.cli.store_here import open_store
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK
from kontext.render.capture import listing_json, render_listing


def index(folder: Folder = "", json: Json = False) -> int:
    """List the records in the README of their store, newest first; what stands around the list is kept; stage it.

    Example: kontext store index
    """
    store = open_store()
    with store.writing() as tree:
        done = write_listing(*tree)
    if json:
        write_machine(listing_json(done))
    else:
        Screen("store", os.environ, store.git_values).show(render_listing(done), pager=False)
    return EXIT_OK
