"""Commits that no remote has yet, and those of them that a push would be refused for.

Owns which commits those are, and when there is a reason to judge them: the configuration demands something of commits,
or one of them says something about records where there are records. The verdict is the range check's, so that what is
said here is what a push will say. Must not know how it is shown.
"""

from __future__ import annotations

from kontext.checks.findings import ERROR
from kontext.checks.known import records_at
from kontext.checks.named import Records
from kontext.checks.ranges import judge_commits
from kontext.errors import GitError
from kontext.git.history import unpushed_oids
from kontext.model import Finding, Oid
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.index.paths import PathReader
    from kontext.refresh.session import Session

MOST = 1000  # commits that are looked at, the newest


class Refused(Record):
    """A commit, and the first thing that is wrong with it."""

    oid: Oid
    finding: Finding


class Unpushed(Record):
    """The commits of HEAD that no remote-tracking branch has, counted to MOST; `note` says why none could be judged."""

    commits: int
    refused: tuple[Refused, ...] = ()  # newest first
    note: str = ""


def unpushed(session: Session, reader: PathReader | None) -> Unpushed | None:
    """Return what is not pushed; None where no remote-tracking branch tells. `reader` may be behind HEAD, or None."""
    oids = unpushed_oids(session.repo, MOST)
    if not oids:
        return None if oids is None else Unpushed(0)
    records = Records(lambda: records_at(session.repo, session.config, session.repo.head))
    demands = session.config.get("trailers.require") or session.config.get("trailers.forbid")
    try:
        if not demands and not (_may_mention(session, reader, oids) and records.entries):
            return Unpushed(len(oids))
        judged = judge_commits(session.repo, oids, session.config, records)
    except GitError as failed:  # a border of the history, or contents that are not here
        return Unpushed(len(oids), note=f"unpushed commits were not judged: {failed.message}")
    wrong = ((one.oid, [found for found in one.findings if found.level == ERROR]) for one in judged)
    return Unpushed(len(oids), tuple(Refused(oid, found[0]) for oid, found in wrong if found))


def _may_mention(session: Session, reader: PathReader | None, oids: Sequence[Oid]) -> bool:
    """Whether one of the commits says something about records, or is not known to say nothing."""
    if reader is None or not session.is_at_head(reader.manifest):
        return True
    held = reader.touches(oids)
    is_all = reader.manifest.complete or len(held) == len(oids)
    return not is_all or any(touch.mentions for touch in held.values())
