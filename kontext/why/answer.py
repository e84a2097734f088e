"""The answer object of `git why`: the same for terminal, JSON, porcelain and agents.

Owns its shape. Must not know how any part is found or shown. Every field is always present; an empty tuple or ""
says that there is nothing. Commit values carry `date` as RFC 3339 with zone and `author` as "Name <mail>".
"""

from __future__ import annotations

from kontext.model import Entry, Finding, Hit, LineSpan, Note, Oid, RepoPath, Signal, Snapshot, Trailer
from kontext.records import Record


class Target(Record):
    """What was asked about. `kind`: lines, path, commit, range, entry, symbol or topic."""

    kind: str
    text: str  # as typed
    path: RepoPath = ""
    first: int = 0  # 1-based, 0 = no line
    last: int = 0
    rev: str = ""  # as typed with --rev, "" = the work tree


class Verdict(Record):
    """The best reason found: one sentence of the evidence.

    `source` is an oid, `note:` and the oid of the commit it was added to, or a kx: URI; "" = none is recorded.
    """

    text: str
    source: str = ""
    score: float = 0.0


class Link(Record):
    """A pull request or issue a commit names. `url` is "" when the forge is not known."""

    text: str
    url: str = ""


class Origin(Record):
    """A commit that made the lines asked about what they are."""

    oid: Oid
    date: str
    author: str
    subject: str
    reason: str = ""  # the sentence of its body that carries the reason
    trailers: tuple[Trailer, ...] = ()
    links: tuple[Link, ...] = ()
    spans: tuple[LineSpan, ...] = ()
    boundary: bool = False
    path: RepoPath = ""  # name of the file in that commit
    seen_through: tuple[Oid, ...] = ()  # oldest first
    signals: tuple[Signal, ...] = ()
    patch: str = ""  # with --patch: what it made of the lines, the body of a unified diff
    merge: Oid = ""  # the merge that brought it in, where its own message names no pull request
    git_notes: tuple[Note, ...] = ()
    has_more: bool = False  # its message explains something below the subject


class Seen(Record):
    """A commit that was seen through; `why` says why."""

    oid: Oid
    date: str
    author: str
    subject: str
    why: str


class Earlier(Record):
    """An earlier commit of the same lines, with the code as it was then."""

    oid: Oid
    date: str
    author: str
    subject: str
    reason: str = ""
    signals: tuple[Signal, ...] = ()
    code: str = ""
    patch: str = ""  # with --patch: what it made of the lines, the body of a unified diff


class Past(Record):
    """A commit of the path's history; `latest` marks the newest, kept whatever they say."""

    oid: Oid
    date: str
    author: str
    subject: str
    score: float = 0.0
    signals: tuple[Signal, ...] = ()
    latest: bool = False
    cites: bool = False  # its message may name a record


class Decision(Record):
    """A record that bears on the target. `because`: trailer, commits or paths (with the pattern)."""

    id: str
    title: str
    status: str
    live: str  # id of its live successor, "" when it is live itself or has none
    stale: bool
    path: RepoPath
    because: str
    date: str = ""
    kind: str = "decision"
    summary: str = ""


class CommitDetail(Record):
    """A commit that was asked about: its message whole, its files, and where its lines live now."""

    oid: Oid
    date: str
    author: str
    subject: str
    body: str
    trailers: tuple[Trailer, ...] = ()
    files: tuple[tuple[str, RepoPath], ...] = ()  # (status letter, path)
    now_at: tuple[tuple[RepoPath, RepoPath], ...] = ()  # (path then, path now), where they differ; now "" = deleted
    links: tuple[Link, ...] = ()
    git_notes: tuple[Note, ...] = ()


class Why(Record):
    """One answer. Lists are complete for the limits asked for; `omitted` counts what was left out of the history."""

    target: Target
    verdict: Verdict
    code: tuple[tuple[int, str], ...] = ()  # (line number, text), at most five
    lines: tuple[Origin, ...] = ()  # heaviest first
    seen: tuple[Seen, ...] = ()  # oldest first
    lineage: tuple[Earlier, ...] = ()
    decisions: tuple[Decision, ...] = ()
    module: Decision | None = None
    history: tuple[Past, ...] = ()
    history_total: int = 0  # commits looked at, 0 = history not asked for
    history_more: bool = False  # there may be older ones
    commit: CommitDetail | None = None  # target.kind == "commit"
    commits: tuple[Past, ...] = ()  # target.kind == "range"
    hits: tuple[Hit, ...] = ()  # target.kind == "topic"
    entry: Decision | None = None  # target.kind == "entry"
    record: Entry | None = None  # the same, with everything it states but its body
    findings: tuple[Finding, ...] = ()  # about trailers of the commits shown, each with its oid
    adapters: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()
    snapshot: Snapshot = Snapshot("", "")
