"""A mapping that knows the lines of its keys.

Owns the one type of both readers, the library's and the quick one. Must not know either.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Table(dict[str, "Any"]):
    """A mapping as a plain dict; `lines` holds the 1-based line of each of its keys."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}


def position(data: object, key: str) -> int:
    """Return the line `key` stands on in a loaded table, 0 when unknown."""
    return data.lines.get(key, 0) if isinstance(data, Table) else 0
