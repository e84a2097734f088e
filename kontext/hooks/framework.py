"""Our hooks in `.pre-commit-config.yaml`, the file of the pre-commit framework.

Owns which of the framework's hooks stands for which event, and the edit of that file, which leaves all else in it as
it is. Must not run the framework.
"""

from __future__ import annotations

import os

from kontext.errors import HookConflict
from kontext.files import leads_out, read_bytes, write_atomic
from kontext.hooks.shims import EVENTS
from kontext.yamlio import RoundTrip, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

NAME = ".pre-commit-config.yaml"
IDS = {
    **dict.fromkeys(EVENTS, "kontext-refresh"),
    "prepare-commit-msg": "kontext-add-trailers",
    "commit-msg": "kontext-trailers",
    "pre-commit": "kontext-check",
    "pre-merge-commit": "kontext-check",
    "pre-push": "kontext-range",
}
_LARGEST = 1 << 20
_TYPES = "default_install_hook_types"


def configure_framework(
    top: str, url: str, events: Iterable[str], release: Callable[[], str], *, dry_run: bool = False
) -> list[tuple[str, str]]:
    """Add our hooks to the file at `top`, taken from the repository at `url`; return (what, what was done).

    `release` gives the tag to take, and is asked where the file does not name that repository yet. A hook that is
    there already, from wherever, is left alone. The types that `pre-commit install` installs are extended. Raises
    HookConflict for a file that cannot be read or written, ConfigError for one that has to be edited by hand.
    """
    path = os.path.join(top, NAME)
    text = _read(path)
    wanted = list(events)
    edit = RoundTrip(text, NAME)
    data = load(text, NAME) or {}
    done = _add_ids(edit, _repos(data), url, release, list(dict.fromkeys(IDS[event] for event in wanted)))
    types = list(data.get(_TYPES) or ["pre-commit"])
    missing = [event for event in wanted if event not in types]
    if missing:
        edit.set([_TYPES], [*types, *missing])
        done.append((_TYPES, "extended by " + ", ".join(missing)))
    if done and not dry_run:
        if leads_out(top, NAME):
            raise HookConflict(f"{path} is a link that leads out of the work tree", "put a file there")
        try:
            write_atomic(path, edit.text.encode("utf-8", "surrogateescape"))
        except OSError as error:
            raise HookConflict(f"cannot write {path}: {error.strerror or error}", "make it writable") from error
    return done


def framework_ids(top: str) -> set[str]:
    """Return the ids of our hooks that the file at `top` names; none where it cannot be read."""
    try:
        data = load(_read(os.path.join(top, NAME)), NAME) or {}
    except Exception:
        return set()  # the framework itself will say what is wrong with it
    return {hook["id"] for repo in _repos(data) for hook in _hooks(repo) if hook["id"] in IDS.values()}


def _add_ids(
    edit: RoundTrip, repos: list[Any], url: str, release: Callable[[], str], ids: list[str]
) -> list[tuple[str, str]]:
    there = {hook["id"] for repo in repos for hook in _hooks(repo)}
    new = [{"id": one} for one in ids if one not in there]
    if not new:
        return []
    ours = next((at for at, repo in enumerate(repos) if isinstance(repo, dict) and repo.get("repo") == url), -1)
    if ours < 0:
        edit.append(["repos"], {"repo": url, "rev": release(), "hooks": new})
    else:
        for one in new:
            edit.append(["repos", ours, "hooks"], one)
    return [(one["id"], "added") for one in new]


def _repos(data: Any) -> list[Any]:
    repos = data.get("repos") if isinstance(data, dict) else None
    return repos if isinstance(repos, list) else []


def _hooks(repo: Any) -> list[dict[str, str]]:
    hooks = repo.get("hooks") if isinstance(repo, dict) else None
    return [hook for hook in hooks or () if isinstance(hook, dict) and isinstance(hook.get("id"), str)]


def _read(path: str) -> str:
    try:
        raw = read_bytes(path, _LARGEST)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise HookConflict(f"cannot read {path}: {error.strerror or error}", "make it readable") from error
    if raw is None:
        raise HookConflict(f"{path} is too large", "edit it by hand")
    return raw.decode("utf-8", "surrogateescape")
