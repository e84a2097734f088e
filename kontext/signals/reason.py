"""The sentence of a message that says why.

Owns which sentence is taken. Must not know who shows it.
"""

from __future__ import annotations

from kontext.signals.explanation import explanation
from kontext.signals.languages import wording_table
from kontext.text import fold, sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.signals.wording import Found

# A reason proper outweighs the news; among equals the first sentence is taken.
_REASON, _STRONG, _CONTRAST, _POLICY = 3.0, 2.0, 1.0, 0.5
_READ = 2500  # characters: what comes later is detail


def reason_sentence(subject: str, body: str) -> str:
    """Return the sentence of the body that carries the reason, on one line, without a bullet; "" when none does."""
    table = wording_table()
    best, chosen = 0.0, ""
    for sentence in sentences(explanation(body)[:_READ]):
        if "\n" in sentence or fold(sentence) == fold(subject):
            continue
        weight = _weigh(table.find(sentence))
        if weight > best:
            best, chosen = weight, sentence.lstrip("-*•+ ")
    return chosen


def _weigh(found: Found) -> float:
    return (
        _REASON * bool(found.rationale)
        + _STRONG * bool(found.strong or found.comparing)
        + _CONTRAST * bool(found.contrast)
        + _POLICY * min(2, len(found.policy))
    )
