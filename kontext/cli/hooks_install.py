"""`kontext hooks install|uninstall`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.cli.options import Folder
from kontext.cli.terminal import Screen
from kontext.errors import EXIT_OK
from kontext.git.repo import open_repo
from kontext.hooks.setup import Done, chosen_events, set_up_config, set_up_files, set_up_framework, take_out
from kontext.hooks.shims import ALL, DEFAULT
from kontext.render.hooks import render_changes

Only = Annotated[str, typer.Option("--only", metavar="EVENT,...", help="These hooks only.")]
Shared = Annotated[
    str, typer.Option("--shared", metavar="DIR", help="Use this folder, which serves other repositories, too.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")]


def install(
    checks: Annotated[bool, typer.Option("--checks", "--all", help="Every hook, with those that check.")] = False,
    only: Only = "",
    config: Annotated[bool, typer.Option("--config", help="Use Git's configuration, not files (Git 2.54).")] = False,
    url: Annotated[str, typer.Option("--pre-commit", metavar="URL", help="Use that framework; URL is ours.")] = "",
    shared: Shared = "",
    dry_run: DryRun = False,
    folder: Folder = "",
) -> int:
    """Have Git run our hooks: those that keep the index fresh, and the check of messages.

    Example: kontext hooks install --checks
    """
    repo = open_repo(".", os.environ)
    events = chosen_events(only, ALL if checks else DEFAULT)
    if url:
        return _tell(set_up_framework(repo, url, events, dry_run), dry_run)
    return _tell(
        set_up_config(repo, events, dry_run) if config else set_up_files(repo, events, shared, dry_run), dry_run
    )


def uninstall(only: Only = "", shared: Shared = "", dry_run: DryRun = False, folder: Folder = "") -> int:
    """Take our hooks out; what was there before is as it was.

    Example: kontext hooks uninstall
    """
    return _tell(take_out(open_repo(".", os.environ), chosen_events(only, ALL), shared, dry_run), dry_run)


def _tell(done: Done, dry_run: bool) -> int:
    screen = Screen("hooks", os.environ)
    screen.show(render_changes(done.place, done.rows, done.notes, dry_run, screen.style()), pager=False)
    return EXIT_OK
