"""What a brief is about: paths with the names they had, and the commits that touched them.

Owns where the focus comes from and its bounds. Must not know records.
"""

from __future__ import annotations

import os

from kontext.brief.answer import ALL, ASKED, CHANGED
from kontext.git.history import path_commits
from kontext.git.tree import changed_paths, exists_at, is_tracked
from kontext.index.paths import Touch
from kontext.model import RepoPath
from kontext.records import Record
from kontext.signals import knowledge_token, score_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kontext.index.paths import PathReader
    from kontext.model import Commit
    from kontext.refresh import Session

_MOST_PATHS = 500  # a change of more files is looked at by these
_MOST_FOLLOWED = 50  # paths whose history and earlier names are looked up
_COMMITS = 40  # newest commits of one path
_OF_GIT = 3  # paths whose history Git is asked for, where there is no path index
_GIT_TIMEOUT = 0.3  # seconds, each
_OF_ALL = 2_000  # newest commits of the whole repository


class Spot(Record):
    """One path of the focus: `names` are those it had before."""

    path: RepoPath
    names: tuple[RepoPath, ...]
    is_folder: bool


class Focus(Record):
    """Paths and where they come from; no spots = the whole repository. `touches` are their commits, newest first."""

    source: str
    spots: tuple[Spot, ...]
    touches: tuple[Touch, ...]
    incomplete: bool


def focus_of(session: Session, asked: Sequence[RepoPath], notes: list[str]) -> Focus:
    """Return the focus: what was asked for, else what is changed or staged, else everything.

    The root of the work tree ("") among the paths asked for means everything. Paths that are not there are looked up
    under the name they have now, and kept where they never were: what governs a file to be made is a fair question.
    """
    source = ASKED if asked else CHANGED
    paths = list(dict.fromkeys(asked or changed_paths(session.repo)))
    if "" in paths or not paths:
        source, paths = ALL, []
    if len(paths) > _MOST_PATHS:
        notes.append(f"{len(paths):,} files are changed: the first {_MOST_PATHS} of them were looked at")
    reader = session.paths()
    spots = tuple(_spots(session, reader, paths[:_MOST_PATHS], source == ASKED, notes))
    names = [spot.path for spot in spots[:_MOST_FOLLOWED]] if source != ALL else [""]
    touches, complete = _touching(session, reader, names)
    return Focus(source, spots, tuple(touches), not complete)


def _spots(
    session: Session, reader: PathReader | None, paths: Sequence[RepoPath], is_asked: bool, notes: list[str]
) -> Iterator[Spot]:
    for number, path in enumerate(paths):
        kind = _kind_of(session, path)
        if is_asked and not kind:
            later = reader.later_name(path) if reader else path
            if later != path and _kind_of(session, later):
                notes.append(f"no file {path} here. It was renamed to {later}; asking there")
                path, kind = later, "file"
            else:
                notes.append(f"no file {path} here: records that would govern it are listed")
        earlier = reader.earlier_names(path) if reader and kind == "file" and number < _MOST_FOLLOWED else []
        yield Spot(path, tuple(earlier), kind == "tree")


def _kind_of(session: Session, path: RepoPath) -> str:
    """Return "tree" for a folder, "file" for what else is in the work tree (in HEAD, of a bare repository), else ""."""
    repo = session.repo
    if repo.is_bare:
        return exists_at(repo, "HEAD", path) if repo.head else ""
    place = os.path.join(repo.top, path)
    if os.path.isdir(place) and not os.path.islink(place):
        return "tree"
    # A file that a sparse checkout leaves out, or that was deleted a moment ago, is still Git's.
    return "file" if os.path.lexists(place) or is_tracked(repo, path) else ""


def _touching(session: Session, reader: PathReader | None, paths: Sequence[RepoPath]) -> tuple[list[Touch], bool]:
    """The newest commits of each path, joined, newest first; False where older ones may be missing."""
    if not session.repo.head:
        return [], True
    found: dict[str, Touch] = {}
    complete = True
    if reader is not None:
        for path in paths:
            count = _COMMITS if path else _OF_ALL
            touches = reader.history(path, count)
            complete = complete and (len(touches) == count or reader.manifest.complete)
            found.update((touch.oid, touch) for touch in touches)
    else:
        for path in paths[:_OF_GIT]:
            commits, is_whole = path_commits(session.repo, path, limit=_COMMITS, timeout=_GIT_TIMEOUT)
            complete = complete and is_whole
            found.update((commit.oid, _scored(commit)) for commit in commits)
    return _newest_first(found.values()), complete


def _newest_first(touches: Iterable[Touch]) -> list[Touch]:
    return sorted(touches, key=lambda touch: (-touch.committed, -touch.order))


def _scored(commit: Commit) -> Touch:
    score, _ = score_commit(commit.author, commit.subject, commit.body)
    cites = bool(knowledge_token(commit.body))
    return Touch(commit.oid, commit.committed, commit.date, commit.author, commit.subject, score, cites=cites)
