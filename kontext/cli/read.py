"""`kontext read`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.cli.asking import open_here
from kontext.cli.options import Folder, Json
from kontext.cli.progress import Progress
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK
from kontext.reading import read as read_uri
from kontext.render.reading import reading_json, render_reading


def read(
    uri: Annotated[str, typer.Argument(help="An address as a search prints it (kx: file: git: code:), or a path.")],
    level: Annotated[int, typer.Option("--level", "-l", metavar="N", help="0 one line, 1 a page, 2 everything.")] = 1,
    folder: Folder = "",
    json: Json = False,
) -> int:
    """Show what an address names.

    Example: kontext read kx:0007 --level 2
    """
    progress = Progress()
    try:
        session = open_here("read", progress)
        reading = read_uri(session, uri, level)
    finally:
        progress.close()
    if json:
        write_machine(reading_json(reading))
    else:
        Screen("read", os.environ, session.git_values).show(render_reading(reading))
    return EXIT_OK
