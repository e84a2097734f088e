"""What the lines were before their origin: earlier commits of the same lines, with the code as it was.

Owns the walk that `git log -L` does by diffing every commit, done by blaming only the lines that were replaced. Must
not know the rules by which a change is judged.
"""

from __future__ import annotations

import time

from kontext.git.blame import blame
from kontext.git.objects import open_objects
from kontext.lineage.contents import Contents
from kontext.lineage.deadline import Deadline
from kontext.lineage.judge import Judge
from kontext.lineage.lexers import rules_for
from kontext.lineage.versions import Versions
from kontext.model import BlameHunk, LineSpan
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kontext.git.blame import IgnoreRevs
    from kontext.git.objects import Objects
    from kontext.git.repo import Repo
    from kontext.lineage.versions import Region
    from kontext.model import LineOrigin, Oid, RepoPath

STEPS = 40  # commits looked at, noise included


class EarlierLines(Record):
    """Lines as a commit left them: `span` of `path` at `oid`, and their text without the last line end.

    At a `boundary` history is cut off: the lines were so, but who made them so is not known.
    """

    oid: Oid
    path: RepoPath
    span: LineSpan
    code: str
    boundary: bool


class _Place(Record):
    """Lines of a file as a commit left them, and where blame says they were before it."""

    oid: Oid
    path: RepoPath
    first: int
    last: int
    previous: tuple[Oid, RepoPath] | None
    boundary: bool


def earlier(
    repo: Repo,
    origin: LineOrigin,
    limit: int,
    *,
    budget_ms: float = 300,
    ignore: IgnoreRevs | None = None,
    objects: Objects | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> list[EarlierLines]:
    """Return up to `limit` commits that made the lines of an origin what they were before it, newest first.

    Commits that only reformatted the lines are passed over. Ends where the lines were added, where history is cut
    off, or `budget_ms` after the start (0 = no clock), ending programs that still run then.
    """
    deadline = Deadline(budget_ms, clock)
    found: list[EarlierLines] = []
    door = objects if objects is not None else open_objects(repo)
    try:
        contents = Contents(door)
        judge = Judge(repo, contents, deadline=deadline)
        hunk = origin.hunk
        last = hunk.first + hunk.span.last - hunk.span.first
        place: _Place | None = _Place(hunk.oid, hunk.path, hunk.first, last, hunk.previous, hunk.boundary)
        for _ in range(STEPS):
            if place is None or len(found) >= limit or deadline.is_over():
                break
            place = _before(repo, contents, place, ignore, deadline)
            if place is not None and not _is_noise(judge, place, deadline):
                text = (contents.text(place.oid, place.path) or "").split("\n")
                code = "\n".join(text[place.first - 1 : place.last])
                found.append(
                    EarlierLines(place.oid, place.path, LineSpan(place.first, place.last), code, place.boundary)
                )
    except TimeoutError:
        pass  # what was found so far is the answer
    finally:
        if objects is None:
            door.close()
    return found


def _before(
    repo: Repo, contents: Contents, place: _Place, ignore: IgnoreRevs | None, deadline: Deadline
) -> _Place | None:
    """The lines that a commit replaced, as the newest of their own commits left them; None where it added them."""
    if place.boundary or not place.oid.strip("0"):
        return None
    parents = contents.parents(place.oid)
    parent, path = place.previous or (parents[0] if parents else "", place.path)
    old = contents.text(parent, path) if parent else None
    new = contents.text(place.oid, place.path)
    if old is None or new is None:
        return None
    versions = Versions(old, new, rules_for(place.path, new), deadline=deadline)
    region = versions.around(place.first, place.last)
    span = _replaced(region, place.first, place.last) if region else None
    if span is None:
        return None
    hunks = blame(repo, path, [span], rev=parent, ignore=ignore, timeout=deadline.left())
    newest = max(hunks, key=lambda hunk: contents.time(hunk.oid))
    return _as_left(contents, newest, span)


def _as_left(contents: Contents, hunk: BlameHunk, span: LineSpan) -> _Place:
    """Where lines around a hunk stood in its commit: nothing among them changed since, so they stood together."""
    text = contents.text(hunk.oid, hunk.path) or ""
    shift = hunk.span.first - hunk.first
    first = max(1, span.first - shift)
    last = min(span.last - shift, text.count("\n") + 1)
    return _Place(hunk.oid, hunk.path, first, max(first, last), hunk.previous, hunk.boundary)


def _replaced(region: Region, first: int, last: int) -> LineSpan | None:
    """Old lines that stood where new lines stand: what lies between their neighbours, else what they share."""
    old, new, code = region.old.code, region.new.code, region.code
    if new.span(first)[0] == new.span(last)[1]:
        old, new, code = region.old.comments, region.new.comments, region.comments
    low, high = new.span(first)[0], new.span(last)[1]
    left, right = low - 1, high
    while left >= 0 and code.old_of(left) < 0:
        left -= 1
    while right < len(new.texts) and code.old_of(right) < 0:
        right += 1
    a = code.old_of(left) + 1 if left >= 0 else 0
    z = code.old_of(right) if right < len(new.texts) else len(old.texts)
    if a < z and old.lines[z - 1] - old.lines[a] <= 2 * (last - first) + 3:
        return LineSpan(old.lines[a], old.lines[z - 1])
    shared = [old.lines[at] for at in map(code.old_of, range(low, high)) if at >= 0]
    return LineSpan(min(shared), max(shared)) if shared else None


def _is_noise(judge: Judge, place: _Place, deadline: Deadline) -> bool:
    """Whether a commit changed only the looks or the place of these lines."""
    span = LineSpan(place.first, place.last)
    hunk = BlameHunk(place.oid, place.path, span, place.first, place.boundary, place.previous)
    lines = list(range(place.first, place.last + 1))
    verdict = judge.judge(hunk, lines)
    if verdict.cut:
        deadline.check()
    return bool(verdict.steps) and all(line in verdict.steps or line in verdict.void for line in lines)
