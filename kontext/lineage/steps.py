"""The way back from the last touch of lines to their origin.

Owns the walk: blame, then from each blamed commit to the parent where that commit changed only the looks or the place
of the lines, and blame again. Bounded by depth and time. Must not know the rules by which a change is judged.
"""

from __future__ import annotations

import time

from kontext.git.blame import begin_blame, blame
from kontext.git.objects import open_objects
from kontext.lineage.contents import Contents
from kontext.lineage.deadline import Deadline
from kontext.lineage.judge import Judge
from kontext.model import BlameHunk, LineOrigin, LineSpan, SeenThrough

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kontext.git.blame import Blaming, IgnoreRevs
    from kontext.git.objects import Objects
    from kontext.git.repo import Repo
    from kontext.lineage.judge import Step
    from kontext.model import Oid, RepoPath

    Weights = dict[int, float]  # line asked about -> its share in something


class Strand:
    """Lines of one commit that lines asked about come from: `lines` maps each to what it stands for."""

    __slots__ = ("hunk", "lines", "seen")

    def __init__(self, hunk: BlameHunk, lines: dict[int, Weights], seen: tuple[SeenThrough, ...]) -> None:
        self.hunk = hunk
        self.lines = lines
        self.seen = seen  # newest first

    def weight(self) -> float:
        """How many of the lines asked about it stands for."""
        return sum(sum(shares.values()) for shares in self.lines.values())


def trace(
    repo: Repo,
    path: RepoPath,
    spans: Sequence[LineSpan | str] | str,
    *,
    rev: str | None = None,
    see_through: bool = True,
    budget_ms: float = 300,
    depth: int = 20,
    deep: bool = False,
    ignore: IgnoreRevs | None = None,
    objects: Objects | None = None,
    begun: Blaming | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> list[LineOrigin]:
    """Return where lines of a file really come from, heaviest origin first.

    `spans` are line ranges and arguments of `git blame -L`. Without `rev` the work tree is asked. The walk ends
    `budget_ms` after the first blame (0 = no clock), when programs that still run are ended too, or after `depth`
    commits; origins it could not prove to be the last word are `incomplete`. `deep` follows copies too. `objects` is a
    door to use instead of opening one, `begun` a blame of these lines that runs already.
    Raises what `blame` raises: PathProblem, UnknownRevision.
    """
    first = begun or begin_blame(repo, path, [spans] if isinstance(spans, str) else spans, rev=rev, ignore=ignore)
    hunks = first.finish()
    deadline = Deadline(budget_ms, clock)
    door = objects if objects is not None else open_objects(repo)
    try:
        walk = _Walk(repo, Contents(door), ignore, deep, deadline)
        walk.begin(hunks)
        if see_through:
            walk.run(depth)
        return walk.origins()
    finally:
        if objects is None:
            door.close()


class _Walk:
    """The strands still to be judged, and those that ended."""

    def __init__(
        self, repo: Repo, contents: Contents, ignore: IgnoreRevs | None, deep: bool, deadline: Deadline
    ) -> None:
        self._repo = repo
        self._deadline = deadline
        self._contents = contents
        self._ignore = ignore
        self._judge = Judge(repo, contents, deep, deadline)
        self._open: list[Strand] = []
        self._ended: list[tuple[Strand, bool]] = []

    def begin(self, hunks: Iterable[BlameHunk]) -> None:
        """Take the answer of the first blame: every line stands for itself."""
        for hunk in hunks:
            shift = hunk.span.first - hunk.first
            lines = {line - shift: {line: 1.0} for line in range(hunk.span.first, hunk.span.last + 1)}
            self._open.append(Strand(hunk, lines, ()))
        self._open = _merged(self._open)

    def run(self, depth: int) -> None:
        """Judge strands, heaviest first, until none is left or a bound is hit."""
        while self._open:
            self._open.sort(key=Strand.weight)
            strand = self._open.pop()
            if strand.hunk.boundary or not strand.hunk.oid.strip("0"):
                self._ended.append((strand, False))
            elif len(strand.seen) >= depth or self._deadline.is_over():
                self._ended.append((strand, True))
            else:
                self._step(strand)

    def origins(self) -> list[LineOrigin]:
        """Return what was found, lines that say nothing counted only where nothing else is there."""
        self._ended += [(strand, False) for strand in self._open]
        self._open = []
        groups: dict[tuple[Oid, RepoPath], list[tuple[Strand, bool]]] = {}
        for strand, cut in self._ended:
            groups.setdefault((strand.hunk.oid, strand.hunk.path), []).append((strand, cut))
        found = [(sum(strand.weight() for strand, _ in group), self._origin(group)) for group in groups.values()]
        found.sort(key=lambda pair: (-pair[0], pair[1].spans))
        heavy = [origin for weight, origin in found if weight > 0]
        return heavy or [origin for _, origin in found]

    def _step(self, strand: Strand) -> None:
        """Take the lines of a strand to the parents where they were; what is new here ends here."""
        verdict = self._judge.judge(strand.hunk, sorted(strand.lines))
        stays: dict[int, Weights] = {}
        goes: dict[tuple[Oid, RepoPath, str], list[int]] = {}
        for line, shares in strand.lines.items():
            if line in verdict.void:
                stays[line] = dict.fromkeys(shares, 0.0)
            elif line not in verdict.steps:
                stays[line] = shares
            else:
                step = verdict.steps[line]
                goes.setdefault((step.parent, step.path, step.why), []).append(line)
        if stays:
            self._ended.append((Strand(strand.hunk, stays, strand.seen), verdict.cut))
        for lines in goes.values():
            self._follow(strand, {line: verdict.steps[line] for line in lines})

    def _follow(self, strand: Strand, steps: Mapping[int, Step]) -> None:
        """Blame the lines where they were before; with no time left for that they end where they are."""
        at = next(iter(steps.values()))
        before: dict[int, Weights] = {}
        for line, step in steps.items():
            total = sum(weight for _, weight in step.lines)
            for old, weight in step.lines:
                _add(before.setdefault(old, {}), strand.lines[line], weight / total)
        try:
            left = self._deadline.left()
            hunks = blame(self._repo, at.path, _spans(before), rev=at.parent, ignore=self._ignore, timeout=left)
        except TimeoutError:
            self._ended.append((Strand(strand.hunk, {line: strand.lines[line] for line in steps}, strand.seen), True))
            return
        seen = (*strand.seen, SeenThrough(strand.hunk.oid, at.why))
        strands = []
        for hunk in hunks:
            shift = hunk.span.first - hunk.first
            span = range(hunk.span.first, hunk.span.last + 1)
            strands.append(Strand(hunk, {line - shift: before[line] for line in span}, seen))
        self._open += _merged(strands)

    def _origin(self, group: Sequence[tuple[Strand, bool]]) -> LineOrigin:
        """One origin of all strands that ended in one commit and file."""
        strands = [strand for strand, _ in group]
        shares = [pair for strand in strands for shares in strand.lines.values() for pair in shares.items()]
        asked = {line for line, share in shares if share} or {line for line, _ in shares}
        chains = sorted((strand.seen for strand in strands), key=len, reverse=True)
        seen = {one.oid: one for chain in chains for one in reversed(chain)}
        ordered = list(seen.values())
        if len(set(chains)) > 1:
            ordered.sort(key=lambda one: self._contents.time(one.oid))
        first = min(strands, key=lambda strand: strand.hunk.first)
        cut = any(cut for _, cut in group)
        return LineOrigin(first.hunk, tuple(_spans(asked)), tuple(ordered), cut)


def _merged(strands: Iterable[Strand]) -> list[Strand]:
    """Put lines of one commit and file into one strand, so that they are judged together."""
    found: dict[tuple[Oid, RepoPath], Strand] = {}
    for strand in strands:
        held = found.setdefault((strand.hunk.oid, strand.hunk.path), strand)
        if held is not strand:
            for line, shares in strand.lines.items():
                _add(held.lines.setdefault(line, {}), shares, 1.0)
    return list(found.values())


def _add(into: Weights, shares: Mapping[int, float], factor: float) -> None:
    for line, share in shares.items():
        into[line] = into.get(line, 0.0) + share * factor


def _spans(lines: Iterable[int]) -> list[LineSpan]:
    """Line numbers as ranges."""
    spans: list[LineSpan] = []
    for line in sorted(lines):
        if spans and spans[-1].last + 1 == line:
            spans[-1] = LineSpan(spans[-1].first, line)
        else:
            spans.append(LineSpan(line, line))
    return spans
