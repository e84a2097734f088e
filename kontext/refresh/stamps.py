"""Has a file changed? One stat a known file.

Owns how a change of docs and records is noticed: by modification time and size, and by the stamp of Git's staging area
for the list of files. On the path of every question, so nothing heavy is imported. Must not know what is in a file.
"""

from __future__ import annotations

import os
import stat

from kontext.files import first_link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.git.repo import Repo
    from kontext.index.manifest import Manifest, Stamp
    from kontext.model import RepoPath

DOC = "doc"
ENTRY = "entry"
NOTHING = "none"  # looked at, neither a doc nor a record

ABSENT: Stamp = (0, -1)
SKIPPED = -2  # the "size" of a file that a sparse checkout leaves out: its text is in Git's objects
_RECORDS = (".md", ".markdown", ".mdx", ".rst")


def stamp_of(path: str) -> Stamp:
    """Modification time in ns and size of a regular file; ABSENT where there is none."""
    try:
        found = os.stat(path, follow_symlinks=False)
    except OSError:
        return ABSENT
    return (found.st_mtime_ns, found.st_size) if stat.S_ISREG(found.st_mode) else ABSENT


def is_stale(repo: Repo, manifest: Manifest, store_dirs: Iterable[str]) -> bool:
    """True when a known file changed, or the list of files may have. Costs one stat a known file."""
    if repo.is_bare:
        return manifest.tree != repo.head
    if manifest.listed != stamp_of(repo.staging_file):
        return True
    top = repo.top
    for path, (changed, size, role) in manifest.files.items():
        # What is neither doc nor record is looked at again when the staging area changes: it is most of a big tree.
        if role != NOTHING and stamp_of(f"{top}/{path}") != ((changed, size) if size != SKIPPED else ABSENT):
            return True
    unknown = (*ABSENT, NOTHING)
    for path in record_files(top, store_dirs):
        changed, size, role = manifest.files.get(path, unknown)
        # In the store such a file is looked at each time: it may be a record being written, which Git need not track.
        if role == NOTHING and stamp_of(f"{top}/{path}") != (changed, size):
            return True
    return False


def record_files(top: str, store_dirs: Iterable[str]) -> list[RepoPath]:
    """Return the files of the store that may be records, whether Git tracks them or not.

    A folder that is a symbolic link, or lies beyond one, holds nothing of this work tree.
    """
    found = []
    for folder in store_dirs:
        if first_link(top, folder):
            continue
        for place, _, names in os.walk(f"{top}/{folder}"):
            inside = place[len(top) + 1 :]
            found += [f"{inside}/{name}" for name in names if name.lower().endswith(_RECORDS)]
    return found
