"""`kontext hooks install|uninstall|status`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.cli.options import Folder, Json
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK, UsageError
from kontext.git.repo import open_repo
from kontext.hooks.install import apply, hook_states, plan_install, plan_uninstall
from kontext.hooks.place import Place, find_place, place_to_install
from kontext.hooks.shims import ALL, DEFAULT
from kontext.render.hooks import hooks_json, render_changes, render_hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.hooks.install import Change

Only = Annotated[str, typer.Option("--only", metavar="EVENT,...", help="These hooks only.")]
Shared = Annotated[
    str, typer.Option("--shared", metavar="DIR", help="Use this folder, which serves other repositories, too.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")]


def install(
    checks: Annotated[bool, typer.Option("--checks", "--all", help="Every hook, with those that check.")] = False,
    only: Only = "",
    shared: Shared = "",
    dry_run: DryRun = False,
    folder: Folder = "",
) -> int:
    """Have Git run our hooks: those that keep the index fresh, and the check of messages.

    Example: kontext hooks install --checks
    """
    place = place_to_install(open_repo(".", os.environ), shared)
    return _carry_out(place, plan_install(place, _events(only, ALL if checks else DEFAULT)), dry_run)


def uninstall(only: Only = "", shared: Shared = "", dry_run: DryRun = False, folder: Folder = "") -> int:
    """Take our hooks out; what was there before is as it was.

    Example: kontext hooks uninstall
    """
    place = place_to_install(open_repo(".", os.environ), shared)
    return _carry_out(place, plan_uninstall(place, _events(only, ALL)), dry_run)


def status(folder: Folder = "", json: Json = False) -> int:
    """Tell which hooks are ours.

    Example: kontext hooks status --json
    """
    place = find_place(open_repo(".", os.environ))
    rows = [tuple(one) for one in hook_states(place)]
    if json:
        write_machine(hooks_json(place.folder, rows, place.note))
    else:
        screen = Screen("hooks", os.environ)
        screen.show(render_hooks(place.folder, rows, place.note, screen.style()), pager=False)
    return EXIT_OK


def _carry_out(place: Place, changes: Sequence[Change], dry_run: bool) -> int:
    if not dry_run:
        apply(changes)
    screen = Screen("hooks", os.environ)
    rows = [(one.event, one.words) for one in changes]
    screen.show(render_changes(place.folder, rows, place.note, dry_run, screen.style()), pager=False)
    return EXIT_OK


def _events(only: str, default: Sequence[str]) -> Sequence[str]:
    wanted = [word.strip() for word in only.split(",") if word.strip()]
    for word in wanted:
        if word not in ALL:
            raise UsageError(f"there is no hook of ours for '{word}'", "one of: " + ", ".join(ALL))
    return wanted or default
