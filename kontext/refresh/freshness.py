"""Decisions whose code moved on: the files they govern were changed many times since.

Owns what makes a decision stale. The index counts, so that a question pays about a millisecond a decision. Must not
know where the answer is shown.
"""

from __future__ import annotations

from kontext.git.tree import files_below
from kontext.globs import compile_globs, expand_braces, is_literal
from kontext.store.governs import is_live
from kontext.store.kinds import DECISION
from kontext.text import DAY, parse_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kontext.git.repo import Repo
    from kontext.index.paths import PathReader
    from kontext.model import Entry, RepoPath

_MOST_FILES = 500  # that one pattern is spelled out to


class Freshness:
    """Tells stale decisions of one repository. `threshold` is how many commits make one stale."""

    __slots__ = ("_files", "_reader", "_repo", "_threshold")

    def __init__(self, repo: Repo, reader: PathReader | None, threshold: int) -> None:
        self._repo = repo
        self._reader = reader
        self._threshold = threshold
        self._files: list[RepoPath] | None = None

    def is_stale(self, entry: Entry) -> bool:
        """Whether an active decision's files were touched by so many commits (merges left out) since its day ended.

        False where its day or its paths are not stated, and where there is no path index to ask.
        """
        day = parse_day(entry.date)
        if self._reader is None or day is None or not entry.paths or entry.kind != DECISION or not is_live(entry):
            return False
        names = {name for pattern in entry.paths for name in names_of(pattern, self._tracked)}
        return self._reader.touched_since(sorted(names), day + DAY, self._threshold) >= self._threshold

    def _tracked(self) -> list[RepoPath]:
        if self._files is None:
            self._files = files_below(self._repo, "")
        return self._files


def names_of(pattern: str, tracked: Callable[[], Sequence[RepoPath]]) -> list[RepoPath]:
    """Return what a pattern governs as names of the path index: a folder with its slash where that says it all.

    Otherwise the files it matches, out of those that `tracked` returns; that is only asked when it is needed.
    """
    return [name for one in expand_braces(pattern) for name in _names_of_one(one, tracked)]


def _names_of_one(pattern: str, tracked: Callable[[], Sequence[RepoPath]]) -> list[RepoPath]:
    plain = pattern.removeprefix("./").strip("/")
    folder = plain.removesuffix("/**")
    if folder and is_literal(folder) and _is_anchored(pattern):
        says_folder = folder != plain or pattern.endswith("/")
        return [f"{folder}/"] if says_folder else [folder, f"{folder}/"]
    globs = compile_globs((pattern,))
    return [path for path in tracked() if globs.matches(path)][:_MOST_FILES]


def _is_anchored(pattern: str) -> bool:
    """Whether a pattern means one place: with a slash inside or in front of it. Others match at any depth."""
    return "/" in pattern.rstrip("/")
