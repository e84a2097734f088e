"""What is wrong with a text that is to be edited.

Owns the one error of the editors. Must not know files.
"""

from __future__ import annotations


class BrokenTextError(ValueError):
    """Text of another form than it should have, or that only a person can change. `line` is 1-based, 0 = unknown."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
