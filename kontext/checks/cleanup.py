"""What of a message file the commit will hold.

Owns Git's clean-up modes, comment strings and the scissors line. Pure: must not ask Git, nor know any trailer.
"""

from __future__ import annotations

import re

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

STRIP, WHITESPACE, VERBATIM = "strip", "whitespace", "verbatim"
COMMENT, SCISSORS = "comment", "scissors"

_CUT = " ------------------------ >8 ------------------------"
_AUTO = "#;@!$%^&|:"  # what Git chooses from under core.commentChar=auto, in its order
_BLANK = " \t\r"


class Cleanup(Record):
    """How Git will clean a message: `mode` is one of the three constants, `comment` what its comment lines start with.

    The mode "scissors" is WHITESPACE here, as what is below a scissors line is left out in every mode.
    """

    mode: str = STRIP
    comment: str = "#"


class Dropped(Record):
    """A line the commit will not hold: `number` is 1-based, `why` is COMMENT or SCISSORS."""

    number: int
    text: str
    why: str


class Cleaned(Record):
    """The `lines` a commit will hold, their `numbers` in the message file (1-based), and what is left out."""

    lines: tuple[str, ...]
    numbers: tuple[int, ...]
    dropped: tuple[Dropped, ...] = ()

    @property
    def text(self) -> str:
        """The message as stored, "" when nothing is left of it."""
        return "".join(f"{line}\n" for line in self.lines)


def read_cleanup(git_values: Iterable[tuple[str, str]], is_edited: bool, message: str) -> Cleanup:
    """Return how `git commit` cleans this message file.

    `git_values` are (name, value) of commit.cleanup, core.commentChar and core.commentString as Git lists them.
    `is_edited` tells that an editor was opened: hooks see GIT_EDITOR=":" otherwise.
    """
    mode, comment = "default", "#"
    for name, value in git_values:
        if name == "commit.cleanup":
            mode = value.lower()
        elif name in ("core.commentchar", "core.commentstring"):
            comment = value
    if comment.lower() == "auto":
        comment = _chosen_comment(message) if is_edited else "#"
    if mode == VERBATIM:
        return Cleanup(VERBATIM, comment)
    strips = mode == STRIP or (mode not in (WHITESPACE, SCISSORS) and is_edited)
    return Cleanup(STRIP if strips else WHITESPACE, comment)


def clean(message: str, cleanup: Cleanup) -> Cleaned:
    """Return what is left of a message file: without scissors, comments, blanks at line ends and surplus blank lines.

    Blank lines before the subject go in every mode, as Git looks for the subject below them.
    """
    lines = message.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    cut = next((at for at, line in enumerate(lines) if line == cleanup.comment + _CUT), len(lines))
    dropped = [Dropped(number, line, SCISSORS) for number, line in enumerate(lines[cut:], cut + 1)]
    kept: list[tuple[int, str]] = []
    comments = []
    for number, raw in enumerate(lines[:cut], 1):
        if cleanup.mode == STRIP and raw.startswith(cleanup.comment):
            comments.append(Dropped(number, raw, COMMENT))
            continue
        line = raw if cleanup.mode == VERBATIM else raw.rstrip(_BLANK)
        if is_blank(line) and (not kept or (cleanup.mode != VERBATIM and not kept[-1][1])):
            continue
        kept.append((number, line))
    while kept and is_blank(kept[-1][1]):
        kept.pop()
    return Cleaned(tuple(line for _, line in kept), tuple(number for number, _ in kept), (*comments, *dropped))


def is_blank(line: str) -> bool:
    """Tell whether Git takes a line for blank."""
    return not line.strip(_BLANK)


def _chosen_comment(message: str) -> str:
    """The comment character Git has chosen under "auto", read off the help it put below the message."""
    if found := re.search(rf"^(.){re.escape(_CUT)}$", message, re.MULTILINE):
        return found[1]
    last = next((line for line in reversed(message.split("\n")) if not is_blank(line)), "")
    return last[0] if last and last[0] in _AUTO else "#"
