"""One record or commit of a brief, described by what it says itself.

Owns where a summary, a day and an author come from when a record does not state them. Must not choose anything.
"""

from __future__ import annotations

from kontext.brief.answer import Item, Shaped
from kontext.git.borders import borders
from kontext.git.history import read_commits
from kontext.git.tree import exists_at
from kontext.signals import reason_sentence, score_commit
from kontext.text import first_sentences, shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.brief.choose import Chosen
    from kontext.index.paths import Touch
    from kontext.model import Entry
    from kontext.refresh import Session

SUMMARY = 240  # characters
_TITLE = 160
_PATHS = 8
_RECORD_HISTORY = 200  # commits of one record's file, of which the oldest added it


def item_of(session: Session, chosen: Chosen) -> Item:
    """Describe a record."""
    entry = chosen.entry
    date, author = entry.date, ", ".join(entry.authors)
    if not (date and author):
        added_on, added_by = _added(session, entry)
        date, author = date or added_on, author or added_by
    return Item(
        id=entry.id,
        kind=entry.kind,
        title=shorten(entry.title, _TITLE),
        status=entry.status,
        date=date,
        author=author,
        summary=shorten(entry.summary, SUMMARY) if entry.summary.strip() else _passage(session, entry),
        paths=entry.paths[:_PATHS],
        more_paths=len(entry.paths[_PATHS:]),
        because=tuple(chosen.because),
        replaces=tuple(chosen.replaces),
        uri=f"kx:{entry.id}",
        path=entry.path,
    )


def commits_of(session: Session, touches: Sequence[Touch]) -> list[Shaped]:
    """Describe commits that look like decisions."""
    bodies = {commit.oid: commit.body for commit in read_commits(session.repo, [touch.oid for touch in touches])}
    return [_shaped(touch, bodies.get(touch.oid, "")) for touch in touches]


def _shaped(touch: Touch, body: str) -> Shaped:
    _, signals = score_commit(touch.author, touch.subject, body)
    return Shaped(
        oid=touch.oid,
        date=touch.date,
        author=touch.author,
        subject=shorten(touch.subject, _TITLE),
        reason=shorten(reason_sentence(touch.subject, body), SUMMARY),
        score=touch.score,
        signals=tuple(signal.name for signal in signals),
        uri=f"git:{touch.oid}",
    )


def _added(session: Session, entry: Entry) -> tuple[str, str]:
    """The day the record's file was first committed and by whom, ("", "") where that is not known."""
    reader = session.paths()
    touches = reader.history(entry.path, _RECORD_HISTORY) if reader else []
    if not touches or reader is None or len(touches) == _RECORD_HISTORY:
        return "", ""
    names = (entry.path, *reader.earlier_names(entry.path))
    if any(exists_at(session.repo, oid, name) for oid in borders(session.repo) for name in names):
        return "", ""  # it is older than what is here
    return touches[-1].date[:10], touches[-1].author


def _passage(session: Session, entry: Entry) -> str:
    """The beginning of the Decision section; of the text where there is no such section."""
    document = next(iter(session.text().group(entry.path)), None)
    if document is None or not document.body.strip():
        return ""
    from kontext.store.labels import section_of

    if entry.path.endswith(".rst"):
        from kontext.rst import sections
    else:
        from kontext.markdown import sections
    _, pieces = sections(document.body)
    for piece in sorted(pieces, key=lambda one: section_of(one.heading) != "decision"):
        text = piece.text.partition("\n")[2] if piece.heading else piece.text
        if text.strip():
            return first_sentences(text, SUMMARY)
    return ""
