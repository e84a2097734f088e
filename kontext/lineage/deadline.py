"""The time an answer may take, as everything that could be long asks for it.

Owns the one clock of a walk: programs are given what is left, and work on texts is refused before it would run over.
Must not know what the work is.
"""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_RATE = 1_500_000.0  # characters lexed and aligned in a second, on a slow day; corrected by what is measured
_WORTH_MEASURING = 20_000  # characters
SCAN = 20  # looking a text through costs that much less than lexing it


class Deadline:
    """Ends `budget_ms` after it was made; 0 = never. A limit that is hit is a TimeoutError."""

    __slots__ = ("_clock", "_limit", "_rate")

    def __init__(self, budget_ms: float = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._limit = clock() + budget_ms / 1000 if budget_ms else None
        self._rate = _RATE

    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._limit is not None and self._clock() >= self._limit

    def left(self) -> float | None:
        """Return the seconds that are left, None without a limit; raise TimeoutError when there are none."""
        if self._limit is None:
            return None
        left = self._limit - self._clock()
        if left <= 0:
            raise TimeoutError
        return left

    def check(self, chars: int = 0) -> None:
        """Raise TimeoutError when the time is over, or would be after lexing so many characters."""
        left = self.left()
        if left is not None and chars > left * self._rate:
            raise TimeoutError

    def learn(self, chars: int, since: float | None) -> None:
        """Note how long so many characters took: `since` is what was left before."""
        if self._limit is None or since is None or chars < _WORTH_MEASURING:
            return
        took = since - (self._limit - self._clock())
        if took > 0:
            self._rate = min(self._rate, chars / took)
