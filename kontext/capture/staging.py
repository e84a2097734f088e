"""Files into the work tree and into Git's staging area.

Owns where may be written, and which files are staged: all but those that hold other changes, which are their author's
to stage. Must not know what is in them.
"""

from __future__ import annotations

import os
import time

from kontext.errors import GitCommandError, StoreError
from kontext.files import first_link, write_together
from kontext.git.repo import decode, literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kontext.git.repo import Repo
    from kontext.model import RepoPath

_STAGING_WAIT = 2.0  # seconds that another Git command may hold the staging area
_POLL = 0.05
_REMEDY = "put a folder of the work tree there, or name one: store.dir, store.kinds.<kind>.path or .adr-dir"


def write_and_stage(
    repo: Repo, changes: Sequence[tuple[RepoPath, bytes]], new: Collection[RepoPath] = ()
) -> tuple[tuple[RepoPath, ...], tuple[str, ...]]:
    """Write all files or none, then stage them; return the paths staged and what is left to do.

    Paths in `new` must not be there yet. Raises StoreError when they cannot be written. A failure to stage is a note:
    the files are there.
    """
    if not changes:
        return (), ()
    for path, _ in changes:
        refuse_outside(repo.top, path)
    dirty = _changed_already(repo, [path for path, _ in changes])
    files = [(os.path.join(repo.top, path), content) for path, content in changes]
    try:
        for file, _ in files:
            os.makedirs(os.path.dirname(file), exist_ok=True)
        write_together(files, {os.path.join(repo.top, path) for path in new})
    except FileExistsError as failed:
        where = os.path.relpath(failed.filename2 or failed.filename, repo.top)
        raise StoreError(f"nothing was changed: {where} has come to be there", "run the command again") from None
    except OSError as failed:
        where = os.path.relpath(failed.filename2 or failed.filename or repo.top, repo.top)
        raise StoreError(
            f"nothing was changed: {failed.strerror or failed} ({where})", "make the folder writable, then try again"
        ) from None
    wanted = [path for path, _ in changes if path not in dirty]
    notes = [f"{path} is left unstaged, as it holds other changes, too" for path in sorted(dirty)]
    try:
        if wanted:
            _stage(repo, wanted)
    except GitCommandError as failed:
        ignored = "ignored" in failed.stderr
        notes.append(f"not staged: {'an ignore rule covers it' if ignored else failed.message}")
        return (), tuple(notes)
    return tuple(wanted), tuple(notes)


def refuse_outside(top: str, path: RepoPath) -> None:
    """Raise StoreError where a path leads out of the work tree or through a symbolic link, whatever that names.

    A committed link may lead anywhere on the machine of whoever cloned it, and Git stages nothing beyond one.
    """
    parts = path.split("/")
    if os.path.isabs(path) or ".." in parts or ".git" in map(str.lower, parts):
        raise StoreError(f"nothing was changed: {path} lies outside of the work tree", _REMEDY)
    if link := first_link(top, path):
        beyond = f", and {path} lies beyond it" if link != path else ""
        raise StoreError(f"nothing was changed: {link} is a symbolic link{beyond}", _REMEDY)


def _stage(repo: Repo, paths: Sequence[RepoPath]) -> None:
    """Stage files; another command that holds the staging area is waited for. Raises GitCommandError."""
    until = time.monotonic() + _STAGING_WAIT
    while True:
        try:
            repo.ask("add", "--", *map(literal, paths))
        except GitCommandError as failed:
            if "index.lock" not in failed.stderr or time.monotonic() >= until:
                raise
            time.sleep(_POLL)
        else:
            return


def _changed_already(repo: Repo, paths: Sequence[RepoPath]) -> set[RepoPath]:
    """Those of the paths whose file differs from what is staged."""
    raw = repo.ask("diff", "--name-only", "-z", "--no-ext-diff", "--no-relative", "--", *map(literal, paths))
    return set(decode(raw).split("\0")).intersection(paths)
