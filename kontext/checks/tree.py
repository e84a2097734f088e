"""The files a check judges: those of the work tree, of the staging area, or of HEAD in a bare repository.

Owns where each comes from. Must not know what is in them.
"""

from __future__ import annotations

import os

from kontext.files import read_bytes
from kontext.git.objects import object_sizes, open_objects
from kontext.git.tree import EXECUTABLE, FILE, staged_blobs, staged_paths, tracked_files, tree_files, untracked_below
from kontext.records import Record
from kontext.store import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kontext.git.repo import Repo
    from kontext.model import Oid, RepoPath

LARGEST = parse.LARGEST_FILE + 1  # bytes of a file that are read: enough to be told that it is too large
_REGULAR = (FILE, EXECUTABLE)


class Tree(Record):
    """One state of all files. `paths` are regular files; `every` holds all names, symbolic links included."""

    paths: tuple[RepoPath, ...]
    every: frozenset[RepoPath]
    read: Callable[[RepoPath], bytes | None]
    changed: frozenset[RepoPath] | None = None  # None = everything is judged
    sizes: Callable[[Iterable[RepoPath]], dict[RepoPath, int]] | None = None  # in bytes, of what is staged


def work_tree(repo: Repo, store_dirs: Iterable[RepoPath]) -> Tree:
    """Return tracked files as they lie there, and untracked ones in the folders of the store; HEAD where bare."""
    if repo.is_bare:
        return _head(repo)
    tracked = tracked_files(repo)
    new = [path for path in untracked_below(repo, store_dirs) if not os.path.islink(f"{repo.top}/{path}")]
    paths = (*(path for path, mode in tracked if mode in _REGULAR), *new)
    every = frozenset((*(path for path, _ in tracked), *new))
    return Tree(paths, every, lambda path: _from_disk(f"{repo.top}/{path}"))


def staged_tree(repo: Repo) -> Tree:
    """Return exactly what a commit made now would hold, and which of it that commit would change."""
    blobs = staged_blobs(repo)

    def sizes(paths: Iterable[RepoPath]) -> dict[RepoPath, int]:
        oids = {path: blobs[path][1] for path in paths}
        known = object_sizes(repo, oids.values())
        return {path: known[oid] for path, oid in oids.items() if oid in known}

    return _of_blobs(repo, blobs)._replace(changed=frozenset(staged_paths(repo)), sizes=sizes)


def _head(repo: Repo) -> Tree:
    files = tree_files(repo, repo.head) if repo.head else []
    return _of_blobs(repo, {path: (mode, oid) for mode, oid, path in files})


def _of_blobs(repo: Repo, blobs: Mapping[RepoPath, tuple[str, Oid]]) -> Tree:
    objects = open_objects(repo)

    def read(path: RepoPath) -> bytes | None:
        found = objects.read(blobs[path][1]) if path in blobs else None
        return found[2] if found else None

    paths = tuple(path for path, (mode, _) in blobs.items() if mode in _REGULAR)
    return Tree(paths, frozenset(blobs), read)


def _from_disk(file: str) -> bytes | None:
    """A regular file, cut where nobody reads it any more: what is left out was too large already."""
    try:
        raw = read_bytes(file, LARGEST)
        if raw is None:
            with open(file, "rb") as large:
                raw = large.read(LARGEST)
    except OSError:
        return None
    return raw
