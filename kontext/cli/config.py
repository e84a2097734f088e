"""`kontext config show|get|path`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.cli.asking import open_here
from kontext.cli.options import Folder, Json
from kontext.cli.progress import Progress
from kontext.cli.terminal import Screen, write_machine
from kontext.config import KEYS, config_files
from kontext.errors import EXIT_OK, UsageError
from kontext.render.settings import render_files, render_settings, render_value, settings_json


def show(
    origin: Annotated[bool, typer.Option("--origin", help="Say where each value comes from.")] = False,
    folder: Folder = "",
    json: Json = False,
) -> int:
    """List every key with its value.

    Example: kontext config show --origin
    """
    session = open_here("config", Progress())
    if json:
        write_machine(settings_json(session.config, KEYS))
    else:
        text = render_settings(session.config, KEYS, origin)
        Screen("config", os.environ, session.git_values).show(text)
    return EXIT_OK


def get(name: Annotated[str, typer.Argument(metavar="KEY", help="section.key")], folder: Folder = "") -> int:
    """Print the value of one key; a list prints one item a line.

    Example: kontext config get why.limit
    """
    if name not in KEYS:
        raise UsageError(f"unknown key '{name}'", "kontext config show lists them")
    write_machine(render_value(open_here("config", Progress()).config.get(name)) + "\n")
    return EXIT_OK


def path(folder: Folder = "") -> int:
    """List the files that are read, later ones winning.

    Example: kontext config path
    """
    session = open_here("config", Progress(), tolerant=True)
    files = config_files(session.repo, os.environ, str(session.config.get("store.dir")))
    write_machine(render_files([(one.layer, one.path, os.path.exists(one.path)) for one in files]))
    return EXIT_OK
