"""The answer for a commit: its message, its files, the records it relates to, where its lines live now. And a range.

Owns the composition. Must not know lines or blame.
"""

from __future__ import annotations

from kontext.git.borders import why_cut
from kontext.git.history import iter_commits
from kontext.git.renames import commit_files
from kontext.git.repo import resolve_commit
from kontext.git.tree import present_at
from kontext.signals import DECISION_SCORE, reason_sentence, score_commit, subject_reason
from kontext.why.answer import CommitDetail, Past, Target, Verdict, Why
from kontext.why.decisions import by_commits, by_path, joined
from kontext.why.verdict import NOTHING, verdict_of_notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import Change, Commit, Note, RepoPath
    from kontext.why.ground import Ground
    from kontext.why.target import Wanted

_PLACES = 20  # changed files whose present place is looked up and whose records are shown
_RANGE = 1000  # commits of a range that are read


def explain_commit(ground: Ground, wanted: Wanted) -> Why:
    """Answer for one commit; raise UnknownRevision."""
    oid = resolve_commit(ground.repo, wanted.text)
    commit = ground.commits([oid])[oid]
    trailers = ground.trailers([commit])
    changes = commit_files(ground.repo, oid)
    if oid in ground.borders():
        ground.say(f"what this commit changed is not known: history is cut off at it ({why_cut(ground.repo)})")
    named = trailers.get(oid, ())
    governed = [one for change in changes[:_PLACES] for one in by_path(ground, change.path, ())]
    score, _ = score_commit(commit.author, commit.subject, commit.body, named)
    noted = ground.git_notes(oid)
    return Why(
        target=Target("commit", wanted.text, rev=oid),
        verdict=_verdict(commit, score, noted),
        decisions=joined(by_commits(ground, [oid], trailers), governed),
        commit=CommitDetail(
            oid=oid,
            date=commit.date,
            author=commit.author,
            subject=commit.subject,
            body=commit.body,
            trailers=named,
            files=tuple((change.status, change.path) for change in changes),
            now_at=tuple(_moved(ground, commit, changes[:_PLACES])),
            links=ground.links(commit),
            git_notes=noted,
        ),
    )


def explain_range(ground: Ground, wanted: Wanted) -> Why:
    """Answer for `A..B`: its decision-shaped commits and the records they name."""
    commits = list(iter_commits(ground.repo, (wanted.text,), limit=_RANGE, changes=False))
    if len(commits) == _RANGE:
        ground.say(f"only the newest {_RANGE} commits of the range were read")
    trailers = ground.trailers(commits)
    past = []
    for commit in commits:
        score, signals = score_commit(commit.author, commit.subject, commit.body, trailers.get(commit.oid, ()))
        past.append(Past(commit.oid, commit.date, commit.author, commit.subject, score, signals))
    shaped = sorted((one for one in past if one.score >= DECISION_SCORE), key=lambda one: -one.score)[: ground.limit]
    kept = {one.oid for one in shaped}
    decisions_first = [one for one in past if one.oid in kept] + [one for one in past if one.oid not in kept]
    chosen = decisions_first[: ground.limit]
    return Why(
        target=Target("range", wanted.text),
        verdict=Verdict("" if past else f"{wanted.text} holds no commits."),
        decisions=joined(by_commits(ground, [one.oid for one in past], trailers)),
        commits=tuple(chosen),
        history_total=len(past),
    )


def _verdict(commit: Commit, score: float, noted: tuple[Note, ...]) -> Verdict:
    reason = reason_sentence(commit.subject, commit.body) or subject_reason(commit.subject)
    if reason:
        return Verdict(reason, commit.oid, score)
    return verdict_of_notes(commit.oid, commit.subject, noted, score) or Verdict(NOTHING)


def _moved(ground: Ground, commit: Commit, changes: list[Change]) -> list[tuple[RepoPath, RepoPath]]:
    """Where files of the commit are today, for those that are elsewhere or gone."""
    here = present_at(ground.repo, "HEAD", [change.path for change in changes])
    gone = [change.path for change in changes if change.path not in here]
    if not gone:
        return []
    reader = ground.paths()
    now = {path: reader.later_name(path, commit.committed) if reader else path for path in gone}
    there = present_at(ground.repo, "HEAD", now.values())
    if reader and reader.manifest.complete:
        return [(path, now[path] if now[path] in there else "") for path in gone]
    # A rename may lie where the path index does not reach: then nothing is called deleted.
    ground.incomplete.append("now_at")
    return [(path, now[path]) for path in gone if now[path] in there]
