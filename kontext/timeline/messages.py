"""Decisions that only commit messages hold.

Owns which trailers count: those that say what they mean, and those that name a record where there is none. Must not
know how they are shown.
"""

from __future__ import annotations

from kontext.git.messages import commits_with_tokens
from kontext.model import Entry
from kontext.signals import KNOWLEDGE_TOKENS
from kontext.store.ids import find_entries_named
from kontext.timeline.origins import Origin
from kontext.timeline.rows import Row
from kontext.trailers import parse_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kontext.git.repo import Repo
    from kontext.model import Commit, Oid, Trailer

_TIMEOUT = 5.0  # seconds; a whole history of 80,000 commits takes one or two
_BATCH = 200


def rows_from_messages(repo: Repo, entries: Sequence[Entry], limit: int, notes: list[str]) -> list[Row]:
    """Return up to `limit` rows, newest commits first; `entry.id` is the address of the commit, `git:<oid>`."""
    rows: list[Row] = []
    for batch in _batches(repo, notes):
        trailers = parse_many(repo, (commit.oid for commit in batch))
        for commit in batch:
            rows += _rows(commit, trailers, entries)
        if len(rows) >= limit:
            break
    return rows[:limit]


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


def _rows(commit: Commit, trailers: dict[Oid, tuple[Trailer, ...]], entries: Sequence[Entry]) -> Iterator[Row]:
    for trailer in trailers.get(commit.oid, ()):
        token = trailer.token.lower()
        if token not in KNOWLEDGE_TOKENS or not trailer.value:
            continue
        if any(find_entries_named(entries, name) for name in trailer.value.split(",")):
            continue
        entry = Entry(f"git:{commit.oid}", token, trailer.value, "", date=commit.date[:10], authors=(commit.author,))
        yield Row(entry, "", Origin(commit.oid, commit.date, commit.author, commit.subject))
