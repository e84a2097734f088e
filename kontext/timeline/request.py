"""What a timeline is asked for.

Owns the question's shape and defaults. Must not know how it is answered.
"""

from __future__ import annotations

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import RepoPath

LIMIT = 50


class TimelineRequest(Record):
    """What is asked for. Empty = no filter; `now` in epoch seconds; `paths` are relative to the work tree root."""

    now: int
    kinds: tuple[str, ...] = ("decision",)
    everything: bool = False  # also what no longer holds
    limit: int = LIMIT
    since: str = ""  # as typed: a day, a month, a year, 2.weeks
    until: str = ""
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    paths: tuple[RepoPath, ...] = ()
    graph: bool = False
    trailers: bool = False
