"""Where the hook files of a repository lie, and whether we may write there.

Owns the meaning of `core.hooksPath` for us: Git's own folder, one of the repository's, husky's, or one that serves
other repositories, too. Must not know what is in the files.
"""

from __future__ import annotations

import os

from kontext.errors import HookConflict
from kontext.git.repo import decode
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.git.repo import Repo


class Place(Record):
    """The folder of hook files; `note` says what is special about it."""

    folder: str
    note: str = ""
    is_committed: bool = False  # files there must not name an interpreter of this machine
    is_plain: bool = False  # a shell runs files there, whatever their first line and mode
    is_outside: bool = False  # serves other repositories, too


def find_place(repo: Repo) -> Place:
    """Return where Git looks for the hooks of a repository. Raises HookConflict where it is told to look nowhere."""
    configured = _configured(repo)
    own = os.path.join(repo.common_dir, "hooks")
    if configured == "":
        raise HookConflict(
            f"core.hooksPath is empty ({_origin(repo)}): Git runs no hooks",
            f"git config --local core.hooksPath {own}    has it run those of this one",
        )
    folder = _path(decode(repo.ask("rev-parse", "--path-format=absolute", "--git-path", "hooks")).rstrip("\n"))
    if configured is None or _is_below(folder, repo.common_dir):
        return Place(folder)
    if os.path.basename(folder) == "_" and os.path.isfile(os.path.join(folder, "h")):
        husky = os.path.dirname(folder)
        return Place(husky, "husky runs the hooks of this repository: its files are used", True, is_plain=True)
    note = f"core.hooksPath is {configured}"
    if not repo.is_bare and _is_below(folder, repo.top):
        return Place(folder, f"{note}: that folder is used, which others get with the next commit", True)
    return Place(folder, note, is_outside=True)


def place_to_install(repo: Repo, shared: str = "") -> Place:
    """Return where to install. `shared` names a folder of hooks of many repositories, which has to be named outright.

    Raises HookConflict where Git looks outside of the repository.
    """
    place = find_place(repo)
    if shared:
        if os.path.lexists(shared) and not os.path.isdir(shared):
            raise HookConflict(f"{shared} is no folder", "name a folder that Git looks for hooks in")
        wanted = _path(os.path.abspath(shared))
        used = "" if wanted == place.folder else f"Git does not look there: git config core.hooksPath {wanted}"
        return Place(wanted, used, is_outside=True)
    if not place.is_outside:
        return place
    own = os.path.join(repo.common_dir, "hooks")
    shares = f"kontext hooks install --shared {place.folder}    installs there, for every repository that uses it\n"
    is_folder = os.path.isdir(place.folder) or not os.path.lexists(place.folder)
    what = "outside of this repository" if is_folder else "no folder"
    raise HookConflict(
        f"{place.note} ({_origin(repo)}), which is {what}",
        f"{shares if is_folder else ''}git config --local core.hooksPath {own}    lets this one have its own\n"
        "kontext hooks install --config    needs no folder, but Git 2.54",
    )


def _configured(repo: Repo) -> str | None:
    """What core.hooksPath says, None where it is not set."""
    raw = decode(repo.ask("config", "--null", "--get", "core.hooksPath", ok=(0, 1)))
    return raw.removesuffix("\0") if raw else None


def _origin(repo: Repo) -> str:
    shown = decode(repo.ask("config", "--show-scope", "--show-origin", "--get", "core.hooksPath"))
    return " ".join(shown.split("\t")[:2])


def _path(name: str) -> str:
    return os.path.realpath(name)


def _is_below(path: str, folder: str) -> bool:
    return os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)
