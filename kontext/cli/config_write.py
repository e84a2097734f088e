"""`kontext config set|init`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.cli.asking import open_here
from kontext.cli.options import LAYERS, Folder, Layer
from kontext.cli.progress import Progress
from kontext.config import config_files, config_init, config_set, refuse_link_out
from kontext.errors import EXIT_OK, UsageError


def set_key(
    name: Annotated[str, typer.Argument(metavar="KEY", help="section.key")],
    values: Annotated[list[str] | None, typer.Argument(metavar="VALUE...", help="several make a list")] = None,
    unset: Annotated[bool, typer.Option("--unset", help="Remove the key instead.")] = False,
    layer: Layer = "committed",
    folder: Folder = "",
) -> int:
    """Set a key in a file; comments, order and quoting of the rest stay.

    Example: kontext config set why.limit 20 --in clone
    """
    if bool(values) == unset:
        raise UsageError("a key needs a value, or --unset", f"kontext config set {name} VALUE")
    file = _file(layer)
    given = values or []
    config_set(file, name, None if unset else given[0] if len(given) == 1 else given)
    return EXIT_OK


def init(layer: Layer = "committed", folder: Folder = "") -> int:
    """Write a commented file with the keys that people change.

    Example: kontext config init
    """
    file = _file(layer)
    if os.path.exists(file):
        raise UsageError(f"{file} exists already", "kontext config set changes it")
    config_init(file)
    print(file)
    return EXIT_OK


def _file(layer: str) -> str:
    """The file of a layer: of the committed ones the one that exists, else the first."""
    if layer not in LAYERS:
        raise UsageError(f"unknown layer '{layer}'", "one of: " + ", ".join(LAYERS))
    session = open_here("config", Progress(), tolerant=True)
    paths = [one.path for one in config_files(session.repo, os.environ) if one.layer == layer]
    if not paths:
        raise UsageError(f"there is no {layer} layer here", "set it in another one, e.g. --in clone")
    found = next(filter(os.path.exists, paths), paths[0])
    if layer == "committed":
        refuse_link_out(session.repo.top, found)
    return found
