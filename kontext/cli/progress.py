"""The progress line.

Owns one line on stderr, replaced in place. Must not print anything where stderr is no terminal, nor for work that
is over within half a second.
"""

from __future__ import annotations

import os
import time

PATIENCE = 0.5  # seconds before the first word
PACE = 0.1  # seconds between two


class Progress:
    """Call it with what is going on; `close()` wipes the line."""

    __slots__ = ("_due", "_shown", "_started", "is_terminal")

    def __init__(self) -> None:
        self.is_terminal = os.isatty(2)
        self._started = time.monotonic()
        self._due = self._started + PATIENCE
        self._shown = False

    def __call__(self, text: str) -> None:
        """Show `text` in place of what was shown before, at most ten times a second."""
        now = time.monotonic()
        if not self.is_terminal or now < self._due:
            return
        self._due = now + PACE
        self._shown = True
        os.write(2, f"\r\x1b[Kkontext: {text}".encode())

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._shown:
            self._shown = False
            os.write(2, b"\r\x1b[K")
