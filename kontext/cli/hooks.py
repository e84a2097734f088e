"""`kontext hooks install|uninstall|status`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.cli.options import Folder, Json
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK, UsageError
from kontext.git.repo import open_repo
from kontext.hooks.framework import NAME, configure_framework
from kontext.hooks.git_config import configure, unconfigure
from kontext.hooks.install import apply, plan_install, plan_uninstall
from kontext.hooks.place import Place, find_place, place_to_install
from kontext.hooks.shims import ALL, DEFAULT
from kontext.hooks.states import hook_rows
from kontext.render.hooks import hooks_json, render_changes, render_hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.git.repo import Repo

Only = Annotated[str, typer.Option("--only", metavar="EVENT,...", help="These hooks only.")]
Shared = Annotated[
    str, typer.Option("--shared", metavar="DIR", help="Use this folder, which serves other repositories, too.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")]


def install(
    checks: Annotated[bool, typer.Option("--checks", "--all", help="Every hook, with those that check.")] = False,
    only: Only = "",
    config: Annotated[bool, typer.Option("--config", help="Use Git's configuration, not files (Git 2.54).")] = False,
    framework: Annotated[
        str,
        typer.Option("--pre-commit", metavar="URL", help="Use the pre-commit framework: where kontext is cloned from."),
    ] = "",
    shared: Shared = "",
    dry_run: DryRun = False,
    folder: Folder = "",
) -> int:
    """Have Git run our hooks: those that keep the index fresh, and the check of messages.

    Example: kontext hooks install --checks
    """
    repo = open_repo(".", os.environ)
    events = _events(only, ALL if checks else DEFAULT)
    if framework:
        return _framework(repo, framework, events, dry_run)
    if config:
        # What is in the configuration must not run from a file as well, and the other way round.
        place = find_place(repo)._replace(note="")
        done = configure(repo, events, dry_run=dry_run)
        return _tell(place, [*done, *_take_out(place, events, dry_run)], dry_run)
    place = place_to_install(repo, shared)
    changes = plan_install(place, events)
    if not dry_run:
        apply(changes)
    done = [(one.event, one.words) for one in changes]
    return _tell(place, [*done, *unconfigure(repo, events, dry_run=dry_run)], dry_run)


def uninstall(only: Only = "", shared: Shared = "", dry_run: DryRun = False, folder: Folder = "") -> int:
    """Take our hooks out; what was there before is as it was.

    Example: kontext hooks uninstall
    """
    repo = open_repo(".", os.environ)
    events = _events(only, ALL)
    done = unconfigure(repo, events, dry_run=dry_run)
    place = find_place(repo) if done and not shared else place_to_install(repo, shared)
    return _tell(place, [*done, *_take_out(place, events, dry_run, shared)], dry_run)


def status(folder: Folder = "", json: Json = False) -> int:
    """Tell which hooks are ours.

    Example: kontext hooks status --json
    """
    repo = open_repo(".", os.environ)
    place = find_place(repo)
    rows, notes = hook_rows(repo, place)
    if json:
        write_machine(hooks_json(place.folder, rows, notes))
    else:
        screen = Screen("hooks", os.environ)
        screen.show(render_hooks(place.folder, rows, notes, screen.style()), pager=False)
    return EXIT_OK


def _framework(repo: Repo, url: str, events: Sequence[str], dry_run: bool) -> int:
    if repo.is_bare:
        raise UsageError("a bare repository has no .pre-commit-config.yaml", "run it in a work tree")
    rows = configure_framework(repo.top, url, events, dry_run=dry_run)
    screen = Screen("hooks", os.environ)
    place = os.path.join(repo.top, NAME)
    screen.show(render_changes(place, rows, (), dry_run, screen.style()) + "now run: pre-commit install\n", pager=False)
    return EXIT_OK


def _take_out(place: Place, events: Sequence[str], dry_run: bool, shared: str = "") -> list[tuple[str, str]]:
    """Take our files out, but not those that serve other repositories, unless these are named."""
    changes = [] if place.is_outside and not shared else plan_uninstall(place, events)
    if not dry_run:
        apply(changes)
    return [(one.event, one.words) for one in changes]


def _tell(place: Place, rows: Sequence[tuple[str, str]], dry_run: bool) -> int:
    screen = Screen("hooks", os.environ)
    notes = [place.note] if place.note else []
    screen.show(render_changes(place.folder, rows, notes, dry_run, screen.style()), pager=False)
    return EXIT_OK


def _events(only: str, default: Sequence[str]) -> Sequence[str]:
    wanted = [word.strip() for word in only.split(",") if word.strip()]
    for word in wanted:
        if word not in ALL:
            raise UsageError(f"there is no hook of ours for '{word}'", "one of: " + ", ".join(ALL))
    return wanted or default
