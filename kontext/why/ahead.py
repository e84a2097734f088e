"""The blame of a question about lines, started before anything else is known.

Owns the guess what a target means, and the blame that runs on it while the index is opened and the rest of the program
is loaded: most of a question's time is Git's. A wrong guess costs a program that is ended. Must not answer anything.
"""

from __future__ import annotations

import os

from kontext.errors import KontextError
from kontext.git.blame import IgnoreRevs, begin_blame, ignore_revs
from kontext.git.tree import Tracked
from kontext.model import LineSpan
from kontext.why.target import Place, Questions, decide, decide_ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.git.blame import Blaming
    from kontext.git.repo import Repo
    from kontext.model import RepoPath
    from kontext.why.request import Request
    from kontext.why.target import Wanted


class Ahead:
    """A blame that runs, of `lines` of `path` in the work tree; `take` it, and `close` in any case."""

    __slots__ = ("_blaming", "_lines", "_path", "_tracked", "ignore")

    def __init__(self, repo: Repo, path: RepoPath, lines: Sequence[LineSpan | str], ignore: IgnoreRevs) -> None:
        self.ignore = ignore
        self._path = path
        self._lines = lines
        self._blaming: Blaming | None = begin_blame(repo, path, lines, ignore=ignore)
        self._tracked: Tracked | None = Tracked(repo, path)

    def take(self, path: RepoPath, lines: Sequence[LineSpan | str]) -> Blaming | None:
        """Return the blame once, where it is that of these lines."""
        blaming = self._blaming
        if (path, lines) != (self._path, self._lines):
            return None
        self._blaming = None
        return blaming

    def is_tracked(self, path: RepoPath) -> bool | None:
        """Return whether the staging area holds this path; None where that is to be asked."""
        if path != self._path or self._tracked is None:
            return None
        tracked, self._tracked = self._tracked, None
        return tracked.finish()

    def close(self) -> None:
        """End what nobody took."""
        self.is_tracked(self._path)
        if self._blaming is not None:
            self._blaming.give_up()
            self._blaming = None


def look_ahead(repo: Repo, git_values: Iterable[tuple[str, str]], request: Request) -> Ahead | None:
    """Start the blame that a request for lines of a file in the work tree will need; None for any other request."""
    if len(request.texts) != 1 or request.rev or request.commits_only or repo.is_bare or not repo.head:
        return None
    wanted = _guess(repo, request)
    if wanted is None or wanted.kind != "lines" or not _is_file(repo, wanted.path):
        return None
    return Ahead(repo, wanted.path, lines_of(wanted), configured_ignore(repo, None, git_values))


def lines_of(wanted: Wanted) -> list[LineSpan | str]:
    """Return what a target asks blame for: spans, and what only Git can resolve."""
    return [*wanted.ranges] or [LineSpan(wanted.first, wanted.last)]


def configured_ignore(repo: Repo, rev: str | None, git_values: Iterable[tuple[str, str]]) -> IgnoreRevs:
    """Return the commits to pass over, from the configuration as the session read it."""
    return ignore_revs(repo, rev, [value for name, value in git_values if name == "blame.ignorerevsfile"])


def _guess(repo: Repo, request: Request) -> Wanted | None:
    """What the target means if a file on the disk is tracked, and nothing else is anything."""
    place, text = Place(repo.top, repo.prefix), request.texts[0]
    try:
        if request.ranges:
            return decide_ranges(list(request.ranges), text, place)
        if request.paths_only:
            return None
        return decide(text, place, Questions(lambda path: _is_file(repo, path), *[_never] * 4))
    except KontextError:
        return None


def _never(name: str) -> bool:
    return False


def _is_file(repo: Repo, path: RepoPath) -> bool:
    return os.path.isfile(os.path.join(repo.top, path))
