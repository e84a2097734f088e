"""The part of a message that explains, and the trailers that name knowledge.

Owns which trailers count as knowledge. Must not know their values or what they are worth. Git's own reading of trailers
comes from the caller where it matters; here the last paragraph is looked at, which needs no program.
"""

from __future__ import annotations

import re

from kontext.text import clean_body

_RECORDS = "Decision|Convention|Learning|Incident"  # they name a record
_LORE = "Constraint|Rejected|Directive"  # they say what they mean
KNOWLEDGE_TOKENS = frozenset(f"{_RECORDS}|{_LORE}".lower().split("|"))

_RECORD_LINES = re.compile(rf"^(?:{_RECORDS}): \S+[ \t]*$\n?", re.IGNORECASE | re.MULTILINE).sub


def explanation(body: str, cleaned: str | None = None) -> str:
    """Return the body without attribution lines and without lines that only name a record.

    `cleaned` is `clean_body(body)` where the caller has it already.
    """
    text = clean_body(body) if cleaned is None else cleaned
    return _RECORD_LINES("", text).strip() if knowledge_token(body) else text


def knowledge_token(body: str) -> str:
    """Return the first knowledge trailer's token in the last paragraph of a body, "" when there is none."""
    for line in body.rstrip().rpartition("\n\n")[2].split("\n"):
        token, colon, value = line.partition(":")
        if colon and token.lower() in KNOWLEDGE_TOKENS and value.strip():
            return token
    return ""
