"""Why is this code like this: from a target to an answer.

Owns the composition of answers, one file per kind of target. Must not know how an answer is shown, nor how its parts
are stored. `explain` is the one way in; everything it returns is in answer.py.
"""

from __future__ import annotations

from kontext.why.request import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.refresh import Session
    from kontext.why.ahead import Ahead
    from kontext.why.answer import Why

__all__ = ["Request", "explain"]


def explain(session: Session, request: Request, ahead: Ahead | None = None) -> list[Why]:
    """Answer every target of a request, in order; `ahead` is what was started for it before there was a session.

    Raises PathProblem, UnknownRevision, EntryNotFound, UsageError with what is wrong and how to put it right.
    """
    from kontext.why.answering import answer  # what answers are made of is not needed to start their programs

    try:
        return answer(session, request, ahead)
    finally:
        if ahead:
            ahead.close()
