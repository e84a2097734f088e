"""The answer object of `kontext brief`: the same for the terminal, for JSON and for agents.

Owns its shape. Must not know how any part is found or shown. Every field is always present; an empty tuple or ""
says that there is nothing.
"""

from __future__ import annotations

from kontext.model import Oid, RepoPath, Snapshot
from kontext.records import Record

BUDGET = 1400  # tokens
ASKED, CHANGED, ALL = "asked", "changed", "all"


class Item(Record):
    """One record in force. `because` says why it is here, in words; `replaces` names what it took the place of."""

    id: str
    kind: str
    title: str
    status: str
    date: str  # the day it states, else the day its file was committed
    author: str  # whom it names, else who committed its file
    summary: str  # its summary, else the beginning of its Decision section
    paths: tuple[str, ...]  # patterns it governs, the first few
    more_paths: int  # ... and how many more
    because: tuple[str, ...]
    replaces: tuple[str, ...]  # ids of the superseded records through which it was found
    uri: str
    path: RepoPath


class Shaped(Record):
    """A commit that looks like a decision, shown where no record governs: it is evidence, not a decision."""

    oid: Oid
    date: str  # RFC 3339
    author: str
    subject: str
    reason: str  # the sentence of its body that carries the reason
    score: float
    signals: tuple[str, ...]  # what makes it look like one
    uri: str


class Brief(Record):
    """What is to be known before these paths are changed.

    `source` says where the focus comes from: asked for, changed files, or all (no focus). `commits` is only filled
    where there are no items. `truncated` counts what the budget or the limit left out, `tokens` is the estimate for
    the text of what is there.
    """

    focus: tuple[RepoPath, ...]
    source: str
    project: str  # its configured name, else that of its folder
    description: str
    items: tuple[Item, ...]
    commits: tuple[Shaped, ...]
    truncated: int
    tokens: int
    budget_tokens: int
    records: int  # how many records there are in the repository
    notes: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()
    snapshot: Snapshot = Snapshot("", "")
    in_force: int = 0  # ... and how many of them hold
