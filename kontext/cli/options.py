"""Options that several Typer commands share, each defined once.

Owns their names and help. Must not know the commands.
"""

from __future__ import annotations

from typing import Annotated

import typer

from kontext.cli.parser import enter


def _enter(folder: str) -> str:
    if folder:
        enter(folder)
    return folder


Folder = Annotated[
    str,
    typer.Option("-C", metavar="DIR", help="Run as if started in DIR.", callback=_enter, show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, metavar="N", help="List at most N.")]

LAYERS = ("user", "repository", "committed", "clone")
Layer = Annotated[str, typer.Option("--in", metavar="LAYER", help=f"Which file: {', '.join(LAYERS)}.")]
