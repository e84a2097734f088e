"""Decisions that only commit messages hold, and trailers that name no record in force.

Owns which trailers count: those that say what they mean, those that name a record where there is none or one that no
longer holds, and lines meant as trailers that Git does not read. Must not know how they are shown.
"""

from __future__ import annotations

from kontext.checks.named import Records, parts_of, rules_of
from kontext.checks.tokens import record_tokens
from kontext.checks.verdicts import judge_mentions
from kontext.git.messages import commits_with_tokens
from kontext.model import Entry, Mention
from kontext.records import Record
from kontext.signals import KNOWLEDGE_TOKENS
from kontext.timeline.origins import Origin
from kontext.timeline.rows import Row
from kontext.trailers import parse_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kontext.checks.named import Rules
    from kontext.git.repo import Repo
    from kontext.index.paths import Touch
    from kontext.model import Commit, Finding, Trailer
    from kontext.refresh import Session

_TIMEOUT = 5.0  # seconds; a whole history of 80,000 commits takes one or two
_BATCH = 200


class _Ground(Record):
    """What trailers are judged by."""

    records: Records
    rules: Rules
    tokens: Mapping[str, str]

    def finding(self, mention: Mention) -> Finding | None:
        """The first thing that is wrong with a mention. Where there are no records, trailers are free text."""
        if not self.records.entries or mention.token.casefold() not in self.tokens:
            return None
        return next(iter(judge_mentions((mention,), self.records, self.rules)), None)

    def is_named(self, value: str) -> bool:
        """Whether a value names a record."""
        return any(self.records.named(name) for name in parts_of(value))


def rows_from_messages(session: Session, entries: Sequence[Entry], limit: int, notes: list[str]) -> list[Row]:
    """Return up to `limit` rows of either kind, newest commits first; `entry.id` is the commit's address, `git:<oid>`.

    What Git does not read comes from the path index, where there is one.
    """
    ground = _Ground(Records(lambda: entries), rules_of(session.config), record_tokens(session.config))
    rows: list[Row] = []
    for batch in _batches(session.repo, notes):
        trailers = parse_many(session.repo, (commit.oid for commit in batch))
        for commit in batch:
            rows += _rows(commit, trailers.get(commit.oid, ()), ground)
        if len(rows) >= limit:
            break
    reader = session.paths()
    unread = [row for touch in reader.unread(limit) for row in _unread(touch, ground)] if reader else []
    return [*rows[:limit], *unread[:limit]]


def _batches(repo: Repo, notes: list[str]) -> Iterator[list[Commit]]:
    batch: list[Commit] = []
    try:
        for commit in commits_with_tokens(repo, sorted(KNOWLEDGE_TOKENS), timeout=_TIMEOUT):
            batch.append(commit)
            if len(batch) == _BATCH:
                yield batch
                batch = []
    except TimeoutError:
        notes.append("older commits were not searched for trailers")
    if batch:
        yield batch


def _rows(commit: Commit, trailers: Sequence[Trailer], ground: _Ground) -> Iterator[Row]:
    for trailer in trailers:
        if trailer.token.lower() not in KNOWLEDGE_TOKENS or not trailer.value:
            continue
        mention = Mention(trailer.token, trailer.value)
        finding = ground.finding(mention)
        if finding or not ground.is_named(trailer.value):
            yield _row(commit, mention, finding)


def _unread(touch: Touch, ground: _Ground) -> Iterator[Row]:
    for mention in touch.mentions:
        finding = ground.finding(mention) if mention.why else None
        if finding:
            yield _row(touch, mention, finding)


def _row(commit: Commit | Touch, mention: Mention, finding: Finding | None) -> Row:
    date, author = commit.date, commit.author
    entry = Entry(f"git:{commit.oid}", mention.token.lower(), mention.value, "", date=date[:10], authors=(author,))
    return Row(entry, "", Origin(commit.oid, date, author, commit.subject), finding=finding)
