"""Which statuses hold.

Owns the core words and which of them count as active. On the path of every question, so it knows no language: reading
a status as people write it is status.py's.
"""

from __future__ import annotations

CORE = ("proposed", "accepted", "superseded", "deprecated", "rejected")
INACTIVE = frozenset(("superseded", "deprecated", "rejected"))


def is_active(status: str) -> bool:
    """Whether an entry of this status still holds: anything but superseded, deprecated or rejected."""
    return status.casefold() not in INACTIVE
