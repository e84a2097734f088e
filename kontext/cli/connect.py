"""`kontext connect`."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from kontext.cli.options import Folder, Json
from kontext.cli.terminal import Screen, write_machine
from kontext.connect import CLIENTS, disconnect, plan_connection
from kontext.connect import connect as write_plan
from kontext.connect.launch import can_serve, launch_command
from kontext.errors import EXIT_OK, NotARepository, UsageError
from kontext.git.repo import open_repo
from kontext.render.connect import connection_json, render_done, render_plan

_CLIENT = "One of: " + ", ".join(CLIENTS) + "."


def connect(
    client: Annotated[str, typer.Argument(metavar="CLIENT", help=_CLIENT)],
    scope: Annotated[
        str, typer.Option("--scope", metavar="SCOPE", help="Whose file: project or user.", show_default=False)
    ] = "",
    write: Annotated[bool, typer.Option("--write", help="Put it into the file; all else in there stays.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Take it out of the file again.")] = False,
    portable: Annotated[
        bool, typer.Option("--portable", help="Name the command alone, to be found on each one's PATH.")
    ] = False,
    folder: Folder = "",
    json: Json = False,
) -> int:
    """Print what an MCP client's configuration says to use kontext, or write it there.

    Example: kontext connect claude --write
    """
    if write and remove:
        raise UsageError("--write and --remove exclude each other")
    plan = plan_connection(client, scope, launch_command(portable), _top(), os.environ, sys.platform)
    done = write_plan(plan) if write else disconnect(plan) if remove else None
    if json:
        write_machine(connection_json(plan, done))
    else:
        text = render_done(plan, done, can_serve()) if done else render_plan(plan, can_serve())
        Screen("connect", os.environ).show(text, pager=False)
    return EXIT_OK


def _top() -> str:
    """The root of the project around the current folder, "" where there is none."""
    try:
        repo = open_repo(".", os.environ)
    except NotARepository:
        return ""
    return "" if repo.is_bare else repo.top
