"""Text as lines that keep their ends, so that what is not changed stays as it is, byte for byte.

Owns splitting, joining and the line end of a file. Must not know what the lines say.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with their ends; joined they are the text again."""
    return _LINES.findall(text)


def newline_of(text: str) -> str:
    """Return the line end that a text uses; that of Unix where it has none."""
    found = re.search(r"\r\n|\r|\n", text)
    return found[0] if found else "\n"


def content(line: str) -> str:
    """Return a line without its end."""
    return line.rstrip("\r\n")


def inserted(lines: Sequence[str], at: int, new: Sequence[str], newline: str) -> str:
    """Return the text with new lines (given without ends) before lines[at]; a last line without an end stays last."""
    before, after = list(lines[:at]), list(lines[at:])
    made = [f"{line}{newline}" for line in new]
    if before and before[-1] == content(before[-1]):
        before[-1] += newline
        made[-1] = content(made[-1])
    return "".join((*before, *made, *after))
