"""Regular expressions that admit what looks like a secret.

Owns what such an expression may hold, so that trying it costs little whatever it is tried on, and the trying. Must not
know which configuration it comes from.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 200  # characters of an expression
MOST_REPEATED = 2  # parts of it that may repeat: the time is that power of what is looked at, for each place in it
_LOOKED_AT = 300  # bytes of a value

_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|(?:[*+?]|\{\d*,?\d*\})[+?]?|\(\?[^:]|.", re.DOTALL)
_FIXED = re.compile(r"(?:[^\\.^$*+?{}\[\]|()]|\\[^A-Za-z0-9])++")


class Allowed:
    """What is admitted: every value in whose first 300 bytes one of the expressions is found."""

    __slots__ = ("_compiled",)

    def __init__(self, expressions: Iterable[str] = ()) -> None:
        self._compiled = [re.compile(one.encode("utf-8", "surrogateescape")) for one in expressions]

    def __bool__(self) -> bool:
        return bool(self._compiled)

    def admits(self, value: bytes) -> bool:
        """Tell whether a value is no secret here."""
        return any(one.search(value, 0, _LOOKED_AT) for one in self._compiled)


NOTHING = Allowed()


def problem(expression: str) -> str:
    """Return what is wrong with an expression, "" for nothing: its form, its length, or the time it could take."""
    if not expression or len(expression) > LONGEST:
        return f"is not of 1 to {LONGEST} characters"
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of what the next Python may read in another way
            re.compile(expression.encode("utf-8", "surrogateescape"))
    except (re.error, OverflowError, RecursionError, Warning) as error:
        return f"is no regular expression: {error}"
    repeated, before = 0, ""
    for token in _TOKEN.findall(expression.removeprefix("(?i)")):
        if token.startswith("(?") or re.fullmatch(r"\\\d", token):
            return "looks around, or back at what was found"
        if token[0] in "*+?" or (token[0] == "{" and len(token) > 1):
            repeated += 1
            if before == ")":
                return "repeats a group"
        before = token
    return f"repeats more than {MOST_REPEATED} of its parts" if repeated > MOST_REPEATED else ""


def is_fixed(expression: str) -> bool:
    """Tell whether an expression names one text and nothing else."""
    return _FIXED.fullmatch(expression) is not None


def whole(expression: str) -> str:
    """Return the expression that is found in nothing but what it is all of."""
    return rf"\A{expression}\Z"
