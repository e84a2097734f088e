"""Where moved lines may have come from: the files of a commit, likeliest first, with what is left of them.

Owns the order and the bounds of the search. Must not know how a match is judged (kontext/lineage/moves.py).
"""

from __future__ import annotations

from kontext.git.renames import commit_files
from kontext.git.tree import tree_files
from kontext.lineage.deadline import Deadline
from kontext.lineage.lexers import family_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.git.repo import Repo
    from kontext.model import Oid, RepoPath

AT_MOST = 80  # changed files of one commit that are looked at
ALL_AT_MOST = 400  # files of any kind that are looked at for copies

_Source = tuple["RepoPath", "RepoPath"]  # path in the parent, path after the commit ("" = deleted)


class Sources:
    """Files that commits took text away from; asked once per commit."""

    def __init__(self, repo: Repo, deadline: Deadline) -> None:
        self._repo = repo
        self._deadline = deadline
        self._changes: dict[Oid, list[_Source]] = {}

    def of(self, oid: Oid, path: RepoPath) -> list[_Source]:
        """Return the sources for lines of `path`: files of its family, deleted ones and those of its name first."""
        if oid not in self._changes:
            self._changes[oid] = [
                (change.old_path or change.path, "" if change.status == "D" else change.path)
                for change in commit_files(self._repo, oid, timeout=self._deadline.left())
                if change.status in ("M", "D", "R", "T")
            ]
        family, name = family_of(path), path.rpartition("/")[2]
        alike = [source for source in self._changes[oid] if source[1] != path and family_of(source[0]) == family]
        alike.sort(key=lambda source: (source[1] != "", source[0].rpartition("/")[2] != name))
        return alike[:AT_MOST]

    def all_at(self, parent: Oid, path: RepoPath) -> list[RepoPath]:
        """Return the files of a whole commit that lines of a new file may be copies of, nearest folders first."""
        family = family_of(path)
        files = tree_files(self._repo, parent, timeout=self._deadline.left())
        found = [other for _, _, other in files if family_of(other) == family]
        folders = set(_folders(path))
        found.sort(key=lambda other: -len(folders.intersection(_folders(other))))
        return found[:ALL_AT_MOST]


def _folders(path: RepoPath) -> list[str]:
    """All folders that hold a file, outermost first."""
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))]
