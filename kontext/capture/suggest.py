"""Commits that look like decisions and that no record names: where a team without records begins.

Owns which commits count and their order. Must not know how a commit is scored (signals) or shown.
"""

from __future__ import annotations

from kontext.documents import entry_from_extra
from kontext.git.history import iter_commits
from kontext.index.paths import Touch
from kontext.records import Record
from kontext.signals import DECISION_SCORE, KNOWLEDGE_TOKENS, score_commit
from kontext.trailers import parse_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.model import Oid
    from kontext.refresh import Session

NEWEST = 20_000  # commits of the path index that are looked at
_WITHOUT_INDEX = 2_000  # where each has to be scored anew
_OF_A_RECORD = 50  # commits of one record's file
_AT_LEAST = 7  # digits of an oid that a record lists


class Suggestion(Record):
    """A commit to record. `score` is that of its decision signals; `date` is RFC 3339."""

    oid: Oid
    date: str
    author: str
    subject: str
    score: float


class Suggestions(Record):
    """What was found, best first; `notes` say what was not looked at."""

    commits: tuple[Suggestion, ...]
    notes: tuple[str, ...] = ()


def suggest(session: Session, limit: int) -> Suggestions:
    """Return up to `limit` commits, the most decision-like first, the newer of equals first.

    Left out: commits whose trailers name a record (or say that none is needed), that a record lists, or that changed
    a record's file.
    """
    reader = session.paths()
    most = NEWEST if reader else _WITHOUT_INDEX
    touches = reader.history("", most + 1) if reader else _scored(session, most + 1)
    is_cut = len(touches) > most or (reader is not None and not reader.manifest.complete)
    touches = touches[:most]
    shaped = [touch for touch in touches if touch.score >= DECISION_SCORE]
    entries = [entry_from_extra(head.extra) for head in session.text().knowledge()]
    listed = {oid.lower() for entry in entries for oid in entry.commits if len(oid) >= _AT_LEAST}
    wrote: set[Oid] = set()
    for entry in entries if reader else ():
        assert reader is not None
        wrote.update(touch.oid for touch in reader.history(entry.path, _OF_A_RECORD))
    free = [one for one in shaped if one.oid not in wrote and not any(one.oid.startswith(oid) for oid in listed)]
    named = _naming(session, free)
    free = [one for one in free if one.oid not in named]
    free.sort(key=lambda one: (-one.score, -one.committed, one.oid))
    rows = (Suggestion(one.oid, one.date, one.author, one.subject, one.score) for one in free[:limit])
    said = [f"only the newest {len(touches):,} commits were looked at"] if is_cut else []
    return Suggestions(tuple(rows), (*session.notes, *said))


def _naming(session: Session, touches: Iterable[Touch]) -> set[Oid]:
    """Those of the commits that Git reads a trailer about knowledge from."""
    likely = [touch.oid for touch in touches if touch.cites]
    found = parse_many(session.repo, likely) if likely else {}
    return {oid for oid, trailers in found.items() if any(one.token.lower() in KNOWLEDGE_TOKENS for one in trailers)}


def _scored(session: Session, limit: int) -> Sequence[Touch]:
    """The newest commits, read and scored here, where no path index can be kept."""
    found = []
    for commit in iter_commits(session.repo, limit=limit, changes=False):
        score, _ = score_commit(commit.author, commit.subject, commit.body)
        found.append(Touch(commit.oid, commit.committed, commit.date, commit.author, commit.subject, score, cites=True))
    return found
