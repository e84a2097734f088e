"""The history of a path: its decision-shaped commits and the latest ones.

Owns the choice among the commits that touched a path. Must not know lines or records.
"""

from __future__ import annotations

from kontext.git.history import path_commits, read_commits
from kontext.records import Record
from kontext.signals import DECISION_SCORE, knowledge_token, score_commit
from kontext.why.answer import Past

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.index.paths import Touch
    from kontext.model import Commit, RepoPath
    from kontext.why.ground import Ground

LATEST = 3
_GIT_TIMEOUT = 0.3  # seconds Git may take where the path index has no answer yet


class History(Record):
    """Chosen commits, newest first, out of `total` looked at."""

    chosen: tuple[Past, ...]
    total: int
    more: bool = False  # the count looked at is the most that is


def history_of(ground: Ground, path: RepoPath) -> History:
    """Return decision-shaped commits among the last `why.commits` touching a path, then the latest three."""
    most = int(ground.session.config.get("why.commits"))
    looked_at = _touching(ground, path, most)
    shaped = [past for past in looked_at if past.score >= DECISION_SCORE][: ground.limit]
    latest = looked_at[: min(LATEST, ground.limit)]
    newest = {past.oid for past in latest}
    decided = {past.oid for past in shaped}
    ordered = [*shaped, *(past for past in latest if past.oid not in decided)]
    chosen = [past._replace(latest=past.oid in newest) for past in ordered]
    if ground.request.limit:  # asked for: the latest count, too
        chosen = chosen[: ground.request.limit]
    if ground.request.explain:
        chosen = explained(ground, chosen)
    return History(tuple(chosen), len(looked_at), len(looked_at) == most)


def explained(ground: Ground, past: list[Past]) -> list[Past]:
    """Add the signals behind each score."""
    commits = ground.commits(one.oid for one in past)
    return [
        one._replace(signals=score_commit(commit.author, commit.subject, commit.body)[1])
        for one in past
        if (commit := commits.get(one.oid)) is not None
    ]


def _touching(ground: Ground, path: RepoPath, count: int) -> list[Past]:
    """From the path index; from Git, for a bounded time, where the index does not reach."""
    reader = None if ground.rev else ground.paths()
    if reader is not None:
        touches = reader.history(path, count)
        if len(touches) == count or reader.manifest.complete:
            return [_from_touch(touch) for touch in touches]
    commits, complete = path_commits(
        ground.repo, path, limit=count, rev=ground.rev or "HEAD", timeout=None if ground.rev else _GIT_TIMEOUT
    )
    if not complete:
        ground.incomplete.append("history")
        ground.say("the history of this path is still being indexed: older commits may be missing")
        if reader is not None and len(touches) > len(commits):
            return [_from_touch(touch) for touch in touches]
    return [_from_commit(commit) for commit in commits]


def past_of(ground: Ground, oids: list[str]) -> list[Past]:
    """Return commits as history lines, in the order given."""
    return [_from_commit(commit) for commit in read_commits(ground.repo, oids)]


def _from_touch(touch: Touch) -> Past:
    return Past(touch.oid, touch.date, touch.author, touch.subject, touch.score, cites=touch.cites)


def _from_commit(commit: Commit) -> Past:
    score, signals = score_commit(commit.author, commit.subject, commit.body)
    cites = bool(knowledge_token(commit.body))
    return Past(commit.oid, commit.date, commit.author, commit.subject, score, signals, cites=cites)
