"""A message as paragraphs of lines, each line as Git's reader of trailers sees it.

Owns Git's rule for what is a block of trailers, to explain it; whether a block is read is always Git's own answer.
Pure: must not know any token but those Git itself writes.
"""

from __future__ import annotations

import re

from kontext.checks.cleanup import is_blank
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

COMMENT, TRAILER, FOLDED, PROSE = "comment", "trailer", "folded", "prose"

# Every clone that has not been told otherwise takes such lines of a stored message for comments.
DEFAULT_COMMENT = "#"
_TRAILER = re.compile(r"[A-Za-z0-9-]+[ \t]*:").match
_BY_GIT = ("Signed-off-by: ", "(cherry picked from commit ")


class Paragraph(Record):
    """Lines `first` to `last` (0-based, inclusive) of a message, and what each is: `roles` in the same order."""

    first: int
    last: int
    roles: tuple[str, ...]
    has_git_line: bool  # a sign-off or a cherry-pick note, beside which Git accepts some prose

    @property
    def indexes(self) -> range:
        """The lines it consists of."""
        return range(self.first, self.last + 1)

    def role(self, at: int) -> str:
        """What line `at` of the message is."""
        return self.roles[at - self.first]

    def prose(self) -> list[int]:
        """The lines that are no trailers; what is folded below one of them belongs to it."""
        found: list[int] = []
        above = PROSE
        for at in self.indexes:
            role = self.role(at)
            if role == PROSE or (role == FOLDED and above == PROSE):
                found.append(at)
            if role in (PROSE, TRAILER):
                above = role
        return found

    def count(self, role: str) -> int:
        """How many lines are `role`."""
        return self.roles.count(role)


def split_paragraphs(lines: Sequence[str]) -> list[Paragraph]:
    """Split a stored message; paragraphs of comments only are left out, as Git looks past them."""
    found: list[Paragraph] = []
    start: int | None = None
    for at, line in enumerate([*lines, ""]):
        if not is_blank(line):
            start = at if start is None else start
        elif start is not None:
            made = _paragraph(lines, start, at - 1)
            if set(made.roles) != {COMMENT}:
                found.append(made)
            start = None
    return found


def is_trailer_line(line: str) -> bool:
    """Tell whether Git takes one line for a trailer."""
    return _TRAILER(line) is not None or line.startswith(_BY_GIT)


def looks_like_block(lines: Sequence[str], paragraph: Paragraph) -> bool:
    """Tell whether a paragraph could be the block that trailers are added to; an address alone is none."""
    own = [at for at in paragraph.indexes if paragraph.role(at) == TRAILER and "://" not in lines[at].split(" ", 1)[0]]
    prose = len(paragraph.prose())
    return bool(own) and (not prose or (paragraph.has_git_line and paragraph.count(TRAILER) * 3 >= prose))


def _paragraph(lines: Sequence[str], first: int, last: int) -> Paragraph:
    span = lines[first : last + 1]
    return Paragraph(first, last, tuple(map(_role, span)), any(line.startswith(_BY_GIT) for line in span))


def _role(line: str) -> str:
    if line.startswith(DEFAULT_COMMENT):
        return COMMENT
    if line[0] in " \t":
        return FOLDED
    return TRAILER if is_trailer_line(line) else PROSE
