"""Decision signals: what in a commit's message says that something was decided, and why.

Owns the wording lists (a file per language), the weights and the choice of the sentence that carries the reason.
Pure. Must not know Git, the records or the index.
"""

from __future__ import annotations

from kontext.signals.explanation import KNOWLEDGE_TOKENS, knowledge_token
from kontext.signals.languages import wording_table
from kontext.signals.purpose import searches
from kontext.signals.reason import reason_sentence, subject_reason
from kontext.signals.score import DECISION_SCORE, score_commit
from kontext.text import clean_body, is_bot

__all__ = [
    "DECISION_SCORE",
    "KNOWLEDGE_TOKENS",
    "clean_body",
    "is_bot",
    "knowledge_token",
    "prepare_wording",
    "reason_sentence",
    "score_commit",
    "subject_reason",
]


def prepare_wording() -> None:
    """Make what the first message would wait for: the table of words and the patterns."""
    wording_table()
    searches()
    clean_body("")
