"""`kontext doctor`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.cli.asking import open_here
from kontext.cli.options import Folder, Json
from kontext.cli.progress import Progress
from kontext.cli.terminal import Screen, write_machine
from kontext.doctor import ERROR, WARNING, Hooks, examine
from kontext.errors import EXIT_FINDINGS, EXIT_OK, HookConflict
from kontext.hooks.framework import IDS, framework_ids
from kontext.hooks.place import find_place
from kontext.hooks.states import hook_rows
from kontext.render.doctor import doctor_json, render_doctor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.git.repo import Repo


def doctor(
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings, too.")] = False,
    folder: Folder = "",
    json: Json = False,
) -> int:
    """Say what is not as it should be, and what to do about it: exits with 1 for errors.

    Example: kontext doctor
    """
    session = open_here("doctor", Progress(), tolerant=True)
    findings = examine(session, _hooks(session.repo), os.environ)
    if json:
        write_machine(doctor_json(findings))
    else:
        screen = Screen("doctor", os.environ, session.git_values)
        screen.show(render_doctor(findings, screen.style()), pager=False)
    failing = (ERROR, WARNING) if strict else (ERROR,)
    return EXIT_FINDINGS if any(one.level in failing for one in findings) else EXIT_OK


def _hooks(repo: Repo) -> Hooks:
    try:
        place = find_place(repo)
        rows, _ = hook_rows(repo, place)
    except HookConflict as conflict:
        return Hooks(conflict=(conflict.message, conflict.remedy))
    ids = set() if repo.is_bare else framework_ids(repo.top)
    events = [event for event, one in IDS.items() if one in ids]
    return Hooks(rows, place.folder if place.is_outside else "", events)
