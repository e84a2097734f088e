"""Which rows are wanted: by kind, tag, author, time and by the paths a record governs.

Owns the meaning of each filter. Must not know the order or the number of rows.
"""

from __future__ import annotations

from kontext.errors import UsageError
from kontext.store.active import is_active
from kontext.store.kinds import FOLDERS, find_kind
from kontext.timeline.rows import day_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kontext.model import Entry, RepoPath
    from kontext.refresh import Session
    from kontext.timeline.request import TimelineRequest
    from kontext.timeline.rows import Row

    Test = Callable[[Row], bool]

ALL = "all"
_MOST_FILES = 5000  # of a folder, whose records are asked for


def matching(session: Session, rows: Iterable[Row], request: TimelineRequest) -> list[Row]:
    """Return the rows that pass every filter but "holds today". Raises UsageError for a kind or date unknown."""
    custom = tuple(session.config.get("store.kinds"))
    tests = [
        *_by_kind(request.kinds, custom),
        *_by_words(request.tags, request.authors),
        *_by_time(request),
        *_by_paths(session, request.paths),
    ]
    return [row for row in rows if all(test(row) for test in tests)]


def is_in_force(entry: Entry) -> bool:
    """Whether a record holds today: not superseded, deprecated or rejected."""
    return is_active(entry.status) and not entry.superseded_by


def _by_kind(kinds: Sequence[str], custom: tuple[str, ...]) -> list[Test]:
    wanted = set()
    for word in kinds:
        if word.casefold() == ALL:
            return []
        kind = find_kind(word, custom)
        if not kind:
            known = (*FOLDERS, *custom)
            raise UsageError(f"unknown kind '{word}'", f"one of: {', '.join((*known, ALL))}")
        wanted.add(kind)
    return [lambda row: row.entry.kind in wanted] if wanted else []


def _by_words(tags: Sequence[str], authors: Sequence[str]) -> list[Test]:
    tests: list[Test] = []
    if tags:
        wanted = {tag.casefold() for tag in tags}
        tests.append(lambda row: not wanted.isdisjoint(tag.casefold() for tag in row.entry.tags))
    if authors:
        parts = [author.casefold() for author in authors]
        tests.append(lambda row: any(part in name.casefold() for part in parts for name in _people(row)))
    return tests


def _people(row: Row) -> tuple[str, ...]:
    """Whom a record names; where it names nobody, who committed it."""
    return row.entry.authors or (row.added.author,)


def _by_time(request: TimelineRequest) -> list[Test]:
    if not (request.since or request.until):
        return []
    from kontext.query.dates import parse_since, parse_until
    from kontext.text import parse_day

    since = parse_since(request.since, request.now) if request.since else 0
    until = parse_until(request.until, request.now) if request.until else 0

    def is_within(row: Row) -> bool:
        day = parse_day(day_of(row))
        # A day counts as a whole: it is within when any moment of it is.
        return day is not None and day + 86399 >= since and (not until or day <= until)

    return [is_within]


def _by_paths(session: Session, paths: Sequence[RepoPath]) -> list[Test]:
    if not paths:
        return []
    from kontext.globs import compile_globs

    names = _names_of(session, paths)

    def governs_one(row: Row) -> bool:
        globs = compile_globs(row.entry.paths)
        return bool(globs) and any(globs.matches(name) for name in names)

    return [governs_one]


def _names_of(session: Session, paths: Sequence[RepoPath]) -> list[RepoPath]:
    """The paths, the names they had before, and what lies below them where they are folders."""
    from kontext.git.tree import files_below

    reader = session.paths()
    names: dict[RepoPath, None] = {}
    for path in paths:
        inside = files_below(session.repo, path)[:_MOST_FILES]
        names.update(dict.fromkeys([path, *inside] if path else inside))
        if reader is not None and path and inside in ([], [path]):
            names.update(dict.fromkeys(reader.earlier_names(path)))
    return list(names)
