"""Setting hooks up in one of three places, and taking them out again.

Owns that an event has its hook in one place only. Must not know the form of a file, nor how a result is shown.
"""

from __future__ import annotations

import os

from kontext.errors import HookConflict, UsageError
from kontext.hooks.framework import IDS, NAME, configure_framework, framework_ids
from kontext.hooks.git_config import configure, unconfigure
from kontext.hooks.install import apply, plan_install, plan_uninstall
from kontext.hooks.place import find_place, place_to_install
from kontext.hooks.releases import find_release
from kontext.hooks.shims import ALL
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.git.repo import Repo
    from kontext.hooks.install import Change
    from kontext.hooks.place import Place


class Done(Record):
    """What was done at a place: rows of (event, words), empty for nothing; `notes` are sentences about the place."""

    place: str
    rows: Sequence[tuple[str, str]]
    notes: Sequence[str] = ()


def chosen_events(only: str, default: Sequence[str]) -> Sequence[str]:
    """Split a list of events; `default` for an empty one. Raises UsageError for a word that is none."""
    wanted = [word.strip() for word in only.split(",") if word.strip()]
    for word in wanted:
        if word not in ALL:
            raise UsageError(f"there is no hook of ours for '{word}'", "one of: " + ", ".join(ALL))
    return wanted or default


def set_up_files(repo: Repo, events: Sequence[str], shared: str, dry_run: bool) -> Done:
    """Install hook files. Raises HookConflict before anything is written."""
    place = place_to_install(repo, shared)
    rows = _carry_out(plan_install(place, events), dry_run)
    return _done(place, [*rows, *unconfigure(repo, events, dry_run=dry_run)])


def set_up_config(repo: Repo, events: Sequence[str], dry_run: bool) -> Done:
    """Set hooks in Git's configuration; raises HookConflict where Git is too old."""
    place = find_place(repo)
    rows = configure(repo, events, dry_run=dry_run)
    return Done(place.folder, [*rows, *_take_out_files(place, events, "", dry_run)])


def set_up_framework(repo: Repo, url: str, events: Sequence[str], dry_run: bool) -> Done:
    """Add hooks to the file of the pre-commit framework; raises ConfigError where only a person can edit it."""
    if repo.is_bare:
        raise UsageError(f"a bare repository has no {NAME}", "run it in a work tree")
    notes = []

    def release() -> str:
        tag, note = find_release(repo, url)
        notes.extend([note] if note else [])
        return tag

    rows = configure_framework(repo.top, url, events, release, dry_run=dry_run)
    return Done(os.path.join(repo.top, NAME), rows, [*notes, "pre-commit install makes Git run them"])


def take_out(repo: Repo, events: Sequence[str], shared: str, dry_run: bool) -> Done:
    """Take hooks out of Git's configuration and of hook files. Raises HookConflict."""
    rows = unconfigure(repo, events, dry_run=dry_run)
    place = place_to_install(repo, shared) if shared else find_place(repo)
    if place.is_outside and not shared and not rows and os.path.isdir(place.folder) and plan_uninstall(place, events):
        raise HookConflict(
            f"our hooks are in {place.folder}, which serves other repositories, too",
            f"kontext hooks uninstall --shared {place.folder}    takes them out, for every repository that uses it",
        )
    done = _done(place, [*rows, *_take_out_files(place, events, shared, dry_run)])
    ids = [] if repo.is_bare else sorted({IDS[event] for event in events} & framework_ids(repo.top))
    stay = f"{NAME} still has {', '.join(ids)}: take them out there, where pre-commit finds them"
    return done._replace(notes=[*done.notes, stay]) if ids else done


def _take_out_files(place: Place, events: Sequence[str], shared: str, dry_run: bool) -> list[tuple[str, str]]:
    """Take our files out, but not those that serve other repositories, unless these are named."""
    return [] if place.is_outside and not shared else _carry_out(plan_uninstall(place, events), dry_run)


def _carry_out(changes: Sequence[Change], dry_run: bool) -> list[tuple[str, str]]:
    if not dry_run:
        apply(changes)
    return [(one.event, one.words) for one in changes]


def _done(place: Place, rows: Sequence[tuple[str, str]]) -> Done:
    return Done(place.folder, rows, [place.note] if place.note else [])
