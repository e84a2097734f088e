"""Hooks in Git's configuration: no file of a repository is touched, and `core.hooksPath` does not matter.

Owns the variables, the shims they run, and which Git understands them. An older Git in the same clone runs none of
them and says nothing, so every Git on PATH is looked at.
"""

from __future__ import annotations

import os

from kontext.errors import HookConflict
from kontext.files import write_atomic
from kontext.git.repo import config_values
from kontext.git.version import git_version
from kontext.hooks.shims import ALL, MARK, interpreter, shim, without_interpreter
from kontext.layout import kontext_folder, make_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kontext.git.repo import Repo

FIRST = (2, 54)  # the Git that runs such hooks
_RUNNER = f"""\
#!/bin/sh
{MARK}run 2
# Git calls this with the event before the arguments of its hook.
event=$1
shift
[ -r "${{0%/*}}/$event" ] || exit 0
. "${{0%/*}}/$event"
""".encode()


def configured(repo: Repo) -> dict[str, bool]:
    """Return the events that have a hook of ours in the configuration, and whether it is as we would write it."""
    values = dict(config_values(repo, r"^hook\.kontext-.*\.(event|command)$"))
    events = [event for event in ALL if f"hook.kontext-{event}.command" in values]
    return {event: _is_right(repo, event, values) for event in events}


def configure(repo: Repo, events: Iterable[str], *, dry_run: bool = False) -> list[tuple[str, str]]:
    """Set the hooks that are not set; return (event, what was done). Raises HookConflict where Git is too old."""
    found = git_version(repo.env)
    if found < FIRST:
        raise HookConflict(
            f"Git {'.'.join(map(str, found))} runs no hooks from its configuration: that began with 2.54",
            "kontext hooks install    without --config writes hook files",
        )
    have = configured(repo)
    done = []
    for event in events:
        if have.get(event):
            continue
        done.append((event, "renewed in the configuration" if event in have else "added to the configuration"))
        if not dry_run:
            _write_shims(repo, event)
            _set(repo, f"hook.kontext-{event}.event", event)
            _set(repo, f"hook.kontext-{event}.command", _command(repo, event))
    return done


def unconfigure(repo: Repo, events: Iterable[str], *, dry_run: bool = False) -> list[tuple[str, str]]:
    """Take hooks out of the configuration; return (event, what was done)."""
    have = configured(repo)
    done = [(event, "removed from the configuration") for event in events if event in have]
    if not dry_run:
        for event, _ in done:
            repo.ask("config", "--local", "--remove-section", f"hook.kontext-{event}")
            try:
                os.unlink(os.path.join(_folder(repo), event))
            except OSError:
                continue  # nothing runs it any more
    return done


def older_gits(environ: Mapping[str, str]) -> list[str]:
    """Return, as words, each Git on PATH that would run none of these hooks."""
    found: dict[str, str] = {}
    for folder in environ.get("PATH", "").split(os.pathsep):
        program = os.path.join(folder, "git")
        if os.access(program, os.X_OK):
            found.setdefault(os.path.realpath(program), program)
    versions = ((program, git_version(environ, program)) for program in found.values())
    return [f"{program} {'.'.join(map(str, version))}" for program, version in versions if version < FIRST]


def _command(repo: Repo, event: str) -> str:
    """Git refuses every commit when a hook's program is gone, and appends "$@": this form survives both."""
    runner = os.path.join(_folder(repo), "run").replace("'", "'\\''")
    return f"test -r '{runner}' || exit 0; exec sh '{runner}' {event}"


def _folder(repo: Repo) -> str:
    return os.path.join(kontext_folder(repo.common_dir), "hooks")


def _is_right(repo: Repo, event: str, values: Mapping[str, str]) -> bool:
    mine = f"hook.kontext-{event}"
    is_set = values[f"{mine}.command"] == _command(repo, event) and values.get(f"{mine}.event") == event
    return is_set and _has_shim(repo, event)


def _has_shim(repo: Repo, event: str) -> bool:
    try:
        with open(os.path.join(_folder(repo), event), "rb") as file:
            text = file.read()
    except OSError:
        return False
    return without_interpreter(text) == without_interpreter(shim(event)) and os.access(interpreter(text), os.X_OK)


def _write_shims(repo: Repo, event: str) -> None:
    folder = _folder(repo)
    try:
        make_folder(folder)
        write_atomic(os.path.join(folder, "run"), _RUNNER)
        write_atomic(os.path.join(folder, event), shim(event))
    except OSError as error:
        raise HookConflict(f"cannot write {folder}: {error.strerror or error}", "make its folder writable") from error


def _set(repo: Repo, name: str, value: str) -> None:
    repo.ask("config", "--local", "--replace-all", name, value)
