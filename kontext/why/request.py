"""What a caller of `git why` asks for.

Owns the options. Must not know how they were typed.
"""

from __future__ import annotations

from kontext.records import Record


class Request(Record):
    """One question, maybe about several targets.

    `texts` are targets as typed; `ranges` are -L values for the one path in `texts`; `paths_only` says that `texts`
    stood after `--`; `limit` 0 = as configured; `now` in epoch seconds.
    """

    texts: tuple[str, ...]
    now: int
    ranges: tuple[str, ...] = ()
    paths_only: bool = False
    commits_only: bool = False
    rev: str = ""
    limit: int = 0
    see_through: bool = True
    deep: bool = False
    explain: bool = False
    patch: bool = False
