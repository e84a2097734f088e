"""Kinds and statuses as they may be typed.

Owns the known names, their other names, and the error that lists them. Must not know what carries them.
"""

from __future__ import annotations

from kontext.errors import UsageError
from kontext.text import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = ("decision", "convention", "learning", "incident", "architecture", "doc", "commit", "code")
KIND_ALIASES = {
    "adr": "decision",
    "rfc": "decision",
    "rule": "convention",
    "guideline": "convention",
    "note": "learning",
    "lesson": "learning",
    "pitfall": "learning",
    "gotcha": "learning",
    "postmortem": "incident",
    "outage": "incident",
    "module": "architecture",
    "docs": "doc",
}
# Core words first; the others are what people write for them.
STATUS_ALIASES = {
    "approved": "accepted",
    "done": "accepted",
    "adopted": "accepted",
    "active": "accepted",
    "implemented": "accepted",
    "draft": "proposed",
    "proposal": "proposed",
    "open": "proposed",
    "pending": "proposed",
    "replaced": "superseded",
    "obsolete": "superseded",
    "superceded": "superseded",
    "declined": "rejected",
    "abandoned": "rejected",
}


def resolve_kinds(values: Iterable[str], custom: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the kinds that were meant, each once; `custom` are kinds of the configuration.

    Raises UsageError naming the closest and all known kinds.
    """
    known = (*KINDS, *custom)
    kinds = []
    for value in values:
        kind = _known_kind(fold(value), known)
        if kind is None:
            raise UsageError(f"unknown kind '{value}' ({_closest(value, known)}one of: {', '.join(known)})")
        if kind not in kinds:
            kinds.append(kind)
    return tuple(kinds)


def resolve_status(value: str) -> str:
    """Return the core word for a status, else the status folded: records may carry words of their own."""
    folded = fold(value)
    return STATUS_ALIASES.get(folded, folded)


def _known_kind(value: str, known: tuple[str, ...]) -> str | None:
    for candidate in (value, value.removesuffix("s")):
        if candidate in known:
            return candidate
        if candidate in KIND_ALIASES:
            return KIND_ALIASES[candidate]
    return None


def _closest(value: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(fold(value), (*known, *KIND_ALIASES), n=1, cutoff=0.8)
    return f"did you mean {close[0]}? " if close else ""
