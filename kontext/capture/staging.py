"""Files into the work tree and into Git's staging area.

Owns which of them are staged: all but those that hold other changes, which are their author's to stage. Must not know
what is in them.
"""

from __future__ import annotations

import os

from kontext.errors import GitCommandError, StoreError
from kontext.files import write_together
from kontext.git.repo import decode, literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.git.repo import Repo
    from kontext.model import RepoPath


def write_and_stage(
    repo: Repo, changes: Sequence[tuple[RepoPath, bytes]]
) -> tuple[tuple[RepoPath, ...], tuple[str, ...]]:
    """Write all files or none, then stage them; return the paths staged and what is left to do.

    Raises StoreError when they cannot be written. A failure to stage is a note: the files are there.
    """
    if not changes:
        return (), ()
    dirty = _changed_already(repo, [path for path, _ in changes])
    files = [(os.path.join(repo.top, path), content) for path, content in changes]
    try:
        for file, _ in files:
            os.makedirs(os.path.dirname(file), exist_ok=True)
        write_together(files)
    except OSError as failed:
        where = os.path.relpath(failed.filename2 or failed.filename or repo.top, repo.top)
        raise StoreError(
            f"nothing was changed: {failed.strerror or failed} ({where})", "make the folder writable, then try again"
        ) from None
    wanted = [path for path, _ in changes if path not in dirty]
    notes = [f"{path} is left unstaged, as it holds other changes, too" for path in sorted(dirty)]
    try:
        if wanted:
            repo.ask("add", "--", *map(literal, wanted))
    except GitCommandError as failed:
        ignored = "ignored" in failed.stderr
        notes.append(f"not staged: {'an ignore rule covers it' if ignored else failed.message}")
        return (), tuple(notes)
    return tuple(wanted), tuple(notes)


def _changed_already(repo: Repo, paths: Sequence[RepoPath]) -> set[RepoPath]:
    """Those of the paths whose file differs from what is staged."""
    raw = repo.ask("diff", "--name-only", "-z", "--no-ext-diff", "--no-relative", "--", *map(literal, paths))
    return set(decode(raw).split("\0")).intersection(paths)
