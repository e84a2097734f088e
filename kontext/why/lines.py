"""The answer for lines: what they say, the commits that made them so, and the records behind those.

Owns the composition. How lines are seen through noise is lineage's; how records are chosen is decisions'.
"""

from __future__ import annotations

from kontext.git.blame import blame
from kontext.git.borders import why_cut
from kontext.git.lines import read_lines
from kontext.model import LineSpan
from kontext.secrets import LOOKS_SECRET, is_secret_file
from kontext.signals import prepare_wording, reason_sentence, score_commit
from kontext.signals.explanation import explanation
from kontext.why.ahead import lines_of
from kontext.why.answer import Origin, Seen, Target, Verdict, Why
from kontext.why.decisions import by_commits, by_path, joined, module_of
from kontext.why.history import history_of
from kontext.why.tracing import Tracing
from kontext.why.verdict import verdict_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import Commit, LineOrigin, Oid, RepoPath, Trailer
    from kontext.why.ground import Ground
    from kontext.why.target import Wanted

MOST_CODE = 5
LONGEST_LINE = 2000  # characters of a line that are shown; one of minified code may be as long as a file
_UNCOMMITTED = "0"
_NEAR = 200  # lines above and below uncommitted ones among which a committed one is looked for


def explain_lines(ground: Ground, wanted: Wanted) -> Why:
    """Answer for `wanted.first`..`wanted.last` of a file, or for what its -L ranges name."""
    tracing = Tracing(ground, wanted.path, lines_of(wanted))
    try:
        return _explain(ground, wanted, tracing)
    finally:
        tracing.close()


def _explain(ground: Ground, wanted: Wanted, tracing: Tracing) -> Why:
    # What needs no blame comes first: Git is at it meanwhile.
    past = history_of(ground, wanted.path)
    reader = None if ground.rev else ground.paths()
    governing = by_path(ground, wanted.path, reader.earlier_names(wanted.path) if reader else [])
    module = module_of(ground, wanted.path)
    prepare_wording()
    origins = tracing.origins()
    committed = [one for one in origins if one.hunk.oid.strip(_UNCOMMITTED)]
    is_committed = bool(committed)
    if len(committed) < len(origins):
        ground.say(
            "these lines are not committed yet" if not committed else "some of these lines are not committed yet"
        )
        if not committed:
            committed = _around(ground, tracing, origins)
    first, last = _asked(wanted, origins)
    commits = ground.commits(
        [one.hunk.oid for one in committed] + [s.oid for one in committed for s in one.seen_through]
    )
    code = _code(ground, wanted.path, LineSpan(first, min(last, first + MOST_CODE - 1)))
    about = "\n".join([wanted.path.rpartition("/")[2], *(text for _, text in code)])
    made = [one for one in committed if not one.hunk.boundary]  # by a commit of which is known what it changed
    first_commit = commits.get(made[0].hunk.oid) if made[:1] == committed[:1] and made else None
    merge_search = ground.begin_merge_search(first_commit) if first_commit else None
    trailers = ground.trailers(commits[one.hunk.oid] for one in made if one.hunk.oid in commits)
    known = [(one, commits[one.hunk.oid]) for one in committed if one.hunk.oid in commits]
    lines = tuple(_origin(ground, one, commit, trailers, about) for one, commit in known)
    decisions = joined(by_commits(ground, [one.oid for one in lines if not one.boundary], trailers), governing)
    if any(one.incomplete for one in committed):
        ground.incomplete.append("lines")
        ground.say("the search for the origin was cut short: an older commit may have made these lines")
    lineage = tracing.lineage(committed, about)
    patches = tracing.patches
    lines = tuple(one if one.boundary else one._replace(patch=patches.get(one.oid, "")) for one in lines)
    if merge_search:
        lines = (_with_merge(ground, lines[0], merge_search.finish()), *lines[1:])
    return Why(
        target=Target("lines", wanted.text, wanted.path, first, last, ground.request.rev),
        verdict=verdict_of(lines, decisions, why_cut(ground.repo)) if is_committed else _uncommitted(lines),
        code=code,
        lines=lines,
        seen=_seen(committed, commits),
        lineage=lineage,
        decisions=decisions,
        module=module,
        history=past.chosen,
        history_total=past.total,
        history_more=past.more,
    )


def _code(ground: Ground, path: RepoPath, span: LineSpan) -> tuple[tuple[int, str], ...]:
    """The lines as far as they are shown: of a file of secrets none are."""
    if is_secret_file(path):
        ground.say(f"content of {path} is not shown: {LOOKS_SECRET}")
        return ()
    lines = read_lines(ground.repo, path, span, ground.rev)
    for number, text in lines:
        if len(text) > LONGEST_LINE:
            ground.say(f"line {number} has {len(text):,} characters: the first {LONGEST_LINE:,} are shown")
    return tuple((number, text[:LONGEST_LINE]) for number, text in lines)


def _asked(wanted: Wanted, origins: list[LineOrigin]) -> tuple[int, int]:
    """The lines as they were asked for; those that a function or pattern named are Git's to tell."""
    if wanted.first:
        return wanted.first, wanted.last
    spans = [span for one in origins for span in one.spans]
    return min(span.first for span in spans), max(span.last for span in spans)


def _uncommitted(near: tuple[Origin, ...]) -> Verdict:
    """No commit made these lines: what is told is about the nearest line that one made."""
    if not near:
        return Verdict("Not committed yet.")
    return Verdict(f"Not committed yet. Of line {near[0].spans[0].first}, the nearest that is:")


def _around(ground: Ground, tracing: Tracing, origins: list[LineOrigin]) -> list[LineOrigin]:
    """For lines that are not committed: the nearest committed line before them, else after."""
    if not ground.repo.head:
        return []
    spans = sorted(span for one in origins for span in one.spans)
    first, last = spans[0].first, spans[-1].last
    below = len(read_lines(ground.repo, tracing.path, LineSpan(last + 1, last + _NEAR), ground.rev))
    hunks = blame(ground.repo, tracing.path, [LineSpan(max(1, first - _NEAR), last + below)], rev=ground.rev)
    lines = [line for h in hunks if h.oid.strip(_UNCOMMITTED) for line in range(h.span.first, h.span.last + 1)]
    before, after = [line for line in lines if line < first], [line for line in lines if line > last]
    if not before and not after:
        return []
    line = before[-1] if before else after[0]
    ground.say(f"the answer is about line {line}, the nearest one that is")
    return tracing.origins_of(line)


def _origin(
    ground: Ground, found: LineOrigin, commit: Commit, trailers: dict[Oid, tuple[Trailer, ...]], about: str
) -> Origin:
    named = trailers.get(commit.oid, ())
    origin = Origin(
        oid=commit.oid,
        date=commit.date,
        author=commit.author,
        subject=commit.subject,
        spans=found.spans,
        boundary=found.hunk.boundary,
        path=found.hunk.path,
        seen_through=tuple(one.oid for one in found.seen_through),
    )
    if origin.boundary:  # its message is about other lines, or about these by chance
        return origin
    return origin._replace(
        reason=reason_sentence(commit.subject, commit.body, about),
        trailers=named,
        links=ground.links(commit),
        signals=score_commit(commit.author, commit.subject, commit.body, named)[1],
        git_notes=ground.git_notes(commit.oid),
        has_more=bool(explanation(commit.body)),
    )


def _with_merge(ground: Ground, origin: Origin, merge: Oid) -> Origin:
    """Add the merge that brought a commit in, and the pull request that merge names."""
    if not merge:
        return origin
    commit = ground.commits([merge])[merge]
    return origin._replace(merge=merge, links=(*origin.links, *ground.links(commit)))


def _seen(origins: list[LineOrigin], commits: dict[Oid, Commit]) -> tuple[Seen, ...]:
    """Every commit seen through once, oldest first."""
    found: dict[Oid, Seen] = {}
    for origin in origins:
        for one in origin.seen_through:
            commit = commits.get(one.oid)
            if commit is not None:
                found.setdefault(one.oid, Seen(commit.oid, commit.date, commit.author, commit.subject, one.why))
    return tuple(sorted(found.values(), key=lambda seen: commits[seen.oid].committed))
