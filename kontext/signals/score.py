"""How much a commit looks like a decision.

Owns the weights. Must not know any language (see `languages`) or where the commit comes from.
"""

from __future__ import annotations

import re

from kontext.model import Signal
from kontext.signals.explanation import KNOWLEDGE_TOKENS, explanation, knowledge_token
from kontext.signals.languages import wording_table
from kontext.text import is_bot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.model import Trailer
    from kontext.signals.wording import Found

DECISION_SCORE = 2.0  # from here on a commit counts as decision-shaped

STRONG = 3.0
COMPARING_BODY = 1.5  # "instead of", "rather than" said only in a body
POLICY, POLICY_MOST = 0.75, 3
CONTRAST_SUBJECT, CONTRAST_BODY = 2.0, 0.75
RATIONALE, RATIONALE_MORE = 1.0, 1.5
BREAKING = 2.0
KNOWLEDGE_TRAILER = 4.0
LENGTHS = ((1200, 1.5), (700, 1.0), (300, 0.5))
TYPES = {"refactor": 1.0, "revert": 1.0, "feat": 0.5, "perf": 0.5}
TYPES |= dict.fromkeys(("fix", "chore", "test", "tests", "style", "ci", "build", "docs", "doc"), -0.5)
FORGIVEN = ("fix", "docs", "doc")  # not held against a commit that says what was decided

_CONVENTIONAL = re.compile(r"([A-Za-z]{2,10})(?:\(([^)]*)\))?(!)?:\s").match
_PLAIN_FIX = re.compile(r"(?:[^\s:]+: )*fix(?:es|ed|ing)?\b", re.IGNORECASE).match  # "http: fix a crash"
_BREAKING = re.compile(r"^BREAKING[ -]CHANGES?\b", re.MULTILINE).search


def score_commit(
    author: str, subject: str, body: str, trailers: Iterable[Trailer] = (), *, cleaned: str | None = None
) -> tuple[float, tuple[Signal, ...]]:
    """Return the decision score of a commit and the signals it is the sum of.

    `author` is "Name <mail>", `body` the message without its subject. Knowledge trailers are also seen in the last
    paragraph of the body, so that a score needs no second reading of the message by Git. `cleaned` is
    `clean_body(body)` where the caller has it already: a history is scored commit by commit.
    """
    text = explanation(body, cleaned)
    table = wording_table()
    in_subject, in_body = table.find(subject, is_subject=True), table.find(text)
    # A touch-up (typo, comment, link) decides nothing, however its message speaks of what was touched.
    signals = [
        *([] if in_subject.trivial else _wording(in_subject, in_body)),
        *_reasons(in_body, text),
        *_conventions(subject, body, in_subject, in_body),
        *_knowledge(body, trailers),
    ]
    score = sum((signal.weight for signal in signals), 0.0)
    if score > 0 and is_bot(author, subject):
        signals.append(Signal("made by a machine", -score))
        score = 0.0
    return score, tuple(signals)


def _wording(in_subject: Found, in_body: Found) -> list[Signal]:
    signals = []
    strong = in_subject.strong | in_subject.comparing or in_body.strong
    if strong:
        signals.append(Signal(f"wording: {min(strong)}", STRONG))
    elif in_body.comparing:
        signals.append(Signal(f"wording: {min(in_body.comparing)}", COMPARING_BODY))
    policies = sorted(in_subject.policy | in_body.policy)[:POLICY_MOST]
    signals += [Signal(f"policy: {name}", POLICY) for name in policies]
    if in_subject.contrast:
        signals.append(Signal(f"contrast in the subject: {min(in_subject.contrast)}", CONTRAST_SUBJECT))
    elif in_body.contrast and not in_body.comparing:  # "instead of" is not counted twice
        signals.append(Signal(f"contrast: {min(in_body.contrast)}", CONTRAST_BODY))
    return signals


def _reasons(in_body: Found, text: str) -> list[Signal]:
    signals = []
    kinds = sorted(in_body.rationale)
    if kinds:
        signals.append(Signal(f"rationale: {', '.join(kinds)}", RATIONALE_MORE if len(kinds) > 1 else RATIONALE))
    for length, weight in LENGTHS:
        if len(text) > length:
            signals.append(Signal(f"explanation over {length} characters", weight))
            break
    return signals


def _conventions(subject: str, body: str, in_subject: Found, in_body: Found) -> list[Signal]:
    signals = []
    if "BREAKING" in body and _BREAKING(body):
        signals.append(Signal("breaking change", BREAKING))
    head = _CONVENTIONAL(subject)
    if head is None:
        kind, scope = ("revert" if subject.startswith('Revert "') else ""), ""
    else:
        kind, scope = head[1].lower(), (head[2] or "").lower()
        if head[3]:
            signals.append(Signal("breaking mark", BREAKING))
    if kind not in TYPES and _PLAIN_FIX(subject):
        kind = "fix"
    weight = TYPES.get(kind, 0.0)
    if kind in FORGIVEN:
        if kind != "fix" and scope == "adr":
            weight = 2.0
        elif any(found.contrast or found.strong or found.comparing for found in (in_subject, in_body)):
            weight = 0.0
    if weight:
        signals.append(Signal(f"type: {kind}", weight))
    return signals


def _knowledge(body: str, trailers: Iterable[Trailer]) -> list[Signal]:
    given = (trailer.token for trailer in trailers if trailer.token.lower() in KNOWLEDGE_TOKENS)
    token = next(given, "") or knowledge_token(body)
    return [Signal(f"trailer: {token}", KNOWLEDGE_TRAILER)] if token else []
