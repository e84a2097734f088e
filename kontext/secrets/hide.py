"""Hiding the secrets of a text wherever they are quoted.

Owns how a quotation is recognised that was cut off or written in other letters. Must not know what is quoted, or where.
"""

from __future__ import annotations

import re

from kontext.secrets.allow import NOTHING
from kontext.secrets.scan import find_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kontext.secrets.allow import Allowed

_TELLING = 10  # characters of a secret by which a quotation of it is known


def hiding(texts: Iterable[bytes], allowed: Allowed = NOTHING) -> Callable[[str], str]:
    """Return a function that shortens, as findings do, what of a text is a secret of one of `texts`."""
    values = {value: shown for text in texts for value, shown in find_values(text, allowed)}
    parts: dict[str, str] = {}
    for value, shown in values.items():
        for line in value.decode("utf-8", "replace").split("\n"):
            if line.strip():
                parts.setdefault(line.strip(), shown)
    longest_first = sorted(parts.items(), key=lambda part: -len(part[0]))
    return lambda text: _hidden(text, longest_first)


def _hidden(text: str, parts: Iterable[tuple[str, str]]) -> str:
    for secret, shown in parts:
        start = re.compile(re.escape(secret[:_TELLING]), re.IGNORECASE)
        done, at = [], 0
        while found := start.search(text, at):
            done += [text[at : found.start()], shown]
            at = found.end()
            rest = secret[_TELLING:]
            while rest and text[at : at + 1].casefold() == rest[0].casefold():
                at, rest = at + 1, rest[1:]
        text = "".join([*done, text[at:]])
    return text
