"""`kontext review`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.cli.options import Folder, Json
from kontext.cli.terminal import Screen, write_machine
from kontext.config import load_config
from kontext.errors import EXIT_OK
from kontext.git.repo import open_with_config
from kontext.render.review import render_review, review_json
from kontext.review import review as judge


def review(
    span: Annotated[str, typer.Argument(metavar="A..B", help="The commits of a change, e.g. origin/main..")],
    folder: Folder = "",
    json: Json = False,
) -> int:
    """Say which records govern a change, which it changes, and which trailers are wrong: Markdown for a pull request.

    Example: kontext review origin/main..
    """
    repo, git_values = open_with_config(".", os.environ, r"^(kontext|color|pager|core)\.")
    config = load_config(repo, git_values, os.environ, {})
    found = judge(repo, config, span)
    if json:
        write_machine(review_json(found))
    else:
        Screen("review", os.environ, git_values).show(render_review(found))
    return EXIT_OK
