"""One sentence: the best reason found, taken from the evidence and never written anew.

Owns the choice between what commits and records say, and the plain line when nothing is recorded. Must not know how
either was found.
"""

from __future__ import annotations

from kontext.signals import DECISION_SCORE, reason_sentence, subject_reason
from kontext.store.active import is_active
from kontext.why.answer import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.model import Note, Oid
    from kontext.why.answer import Decision, Origin

NOTHING = "No recorded reason."


def verdict_of(origins: Sequence[Origin], decisions: Sequence[Decision], cut: str = "") -> Verdict:
    """Return the best reason found.

    In this order: an origin's own sentence, the record that its commit names, the subject that says why itself, what
    was noted about the commit later, a record in force that governs the path. Where there is none of these and history
    is cut off at an origin, the plain line says so, with `cut` for why.
    """
    known = [origin for origin in origins if not origin.boundary]
    for origin in known:
        if origin.reason:
            return Verdict(origin.reason, origin.oid, score_of(origin))
    direct = [one for one in decisions if one.because in ("trailer", "commits")]
    for decision in direct:
        return Verdict(_sentence(decision), f"kx:{decision.id}", DECISION_SCORE)
    for origin in known:
        if subject_reason(origin.subject):
            return Verdict(origin.subject, origin.oid, score_of(origin))
    for origin in known:
        noted = verdict_of_notes(origin.oid, origin.subject, origin.git_notes, score_of(origin))
        if noted:
            return noted
    for decision in decisions:
        if is_active(decision.status) and not decision.live:
            return Verdict(_sentence(decision), f"kx:{decision.id}", 1.0)
    if len(known) < len(origins):
        return Verdict(history_ends(next(one.oid for one in origins if one.boundary), cut))
    return Verdict(NOTHING)


def history_ends(oid: Oid, cut: str) -> str:
    """Say that nothing older than a commit is here."""
    return f"History ends here, at {oid[:7]} ({cut})."


def verdict_of_notes(oid: Oid, subject: str, noted: Sequence[Note], score: float) -> Verdict | None:
    """Return the reason that a note of a commit gives; None when none does."""
    for note in noted:
        reason = reason_sentence(subject, note.text)
        if reason:
            return Verdict(reason, f"note:{oid}", score)
    return None


def score_of(origin: Origin) -> float:
    """Sum of a commit's decision signals."""
    return sum(signal.weight for signal in origin.signals)


def _sentence(decision: Decision) -> str:
    return decision.summary or decision.title
