"""The values that pass between floors.

Owns their names, fields and bases (stated beside each field). Must not know how any of them is made or shown.
Oids are lower-case hex of any length; paths are POSIX, relative to the work tree root, as Git stores them
(undecodable bytes as surrogates); times are whole seconds since the epoch, dates RFC 3339 with zone.
"""

from __future__ import annotations

from kontext.records import Record

Oid = str
RepoPath = str


class LineSpan(Record):
    """Lines `first` to `last` of a file, 1-based, inclusive."""

    first: int
    last: int


class Trailer(Record):
    """One trailer of a message as Git reads it: `token` as written, `value` unfolded to one line."""

    token: str
    value: str


class Note(Record):
    """What somebody wrote about a commit after the fact, with `git notes`: the `ref` that holds it, and its text."""

    ref: str
    text: str


class Mention(Record):
    """A line of a stored message that was meant to name records, whatever records there are.

    Git reads it where `why` is ""; else `text` is the line, `reason` one of checks/diagnosis.py and `why` a sentence.
    `counts` tells when one that is not read was meant as a trailer: "" always, "record" when its value names a record,
    "text" then, and where sentences are allowed.
    """

    token: str
    value: str
    text: str = ""
    reason: str = ""
    why: str = ""
    counts: str = ""


class Change(Record):
    """One file of a commit. `status` is Git's letter (A M D R C T); `old_path` is "" unless R or C."""

    status: str
    path: RepoPath
    old_path: RepoPath = ""


class Commit(Record):
    """One commit. Author after mailmap as "Name <mail>"; `changes` is empty for merges and where not asked for."""

    oid: Oid
    parents: tuple[Oid, ...]
    date: str  # author date, RFC 3339 with zone
    committed: int  # committer time, the order of history
    author: str
    subject: str
    body: str  # without the subject, trailers included
    changes: tuple[Change, ...] = ()


class BlameHunk(Record):
    """Consecutive lines that one commit last touched."""

    oid: Oid  # all zeros for lines that are not committed
    path: RepoPath  # name of the file in that commit
    span: LineSpan  # lines in the file that was asked about
    first: int  # line in `path` at `oid` that span.first was, 1-based
    boundary: bool  # history is cut off here (kontext/git/borders.py): who made the lines is not known
    previous: tuple[Oid, RepoPath] | None  # parent and path that held the lines before


class SeenThrough(Record):
    """A commit that did not change what a line says, and why we know: `why` is one of these.

    "formatting" (the same tokens in the same place), "imports" (a list of imports in another order), "move" (the line
    stood elsewhere before), "rename" (its file had another name), "copy" (it still stands there; only when asked to
    look deep).
    """

    oid: Oid
    why: str


class LineOrigin(Record):
    """Where lines really come from: the origin hunk, its `spans` in the file asked about, the noise on the way."""

    hunk: BlameHunk
    spans: tuple[LineSpan, ...]
    seen_through: tuple[SeenThrough, ...] = ()  # oldest first
    incomplete: bool = False  # a bound (depth, time) was hit: an older origin may exist


class Entry(Record):
    """One decision record (or convention, learning, incident, architecture note)."""

    id: str
    kind: str
    title: str
    path: RepoPath
    status: str = ""  # one of the five core words, "" when none is stated, else as written
    status_text: str = ""  # as written
    date: str = ""  # YYYY-MM-DD, "" when none is stated
    number: int | None = None
    summary: str = ""
    body: str = ""  # Markdown without front matter
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()  # patterns it governs
    supersedes: tuple[str, ...] = ()  # ids, resolved where possible
    superseded_by: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()  # oid prefixes it lists
    dialect: str = "frontmatter"


class Section(Record):
    """A piece of a Markdown file. `anchor` is "" for the part before the first heading of its file."""

    path: RepoPath
    anchor: str
    title: str  # doc title › heading
    text: str
    first: int  # line the section starts on, 1-based
    part: int = 0  # 0-based; a long section is cut into several


class Document(Record):
    """The unit of the text index. `uri` is its key; `group` the key of all documents made from one origin."""

    uri: str
    group: str  # repository path or oid: deleting a group deletes every document of it
    kind: str  # decision, convention, learning, incident, architecture, doc, commit, code
    title: str
    body: str  # searched and shown in snippets
    time: int = 0  # seconds since the epoch, 0 = unknown
    date: str = ""
    author: str = ""
    path: RepoPath = ""  # "" for commits
    oid: Oid = ""
    status: str = ""
    paths: tuple[RepoPath, ...] = ()  # files it is about: searchable, never in snippets
    keywords: str = ""  # further words it is found by, never shown: id and tags of a record
    changed: str = ""  # words of added and removed source lines (second pass)
    changed_tests: str = ""
    demoted: bool = False  # bots and the like: found, but ranked down
    extra: str = ""  # JSON of further fields the origin wants back


class Query(Record):
    """What a user asked for, parsed. Words are as typed, lower case left to the analyzer."""

    text: str
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    since: int = 0  # epoch seconds, 0 = open
    until: int = 0


class Contribution(Record):
    """What one source gave to a fused hit. `rank` is 1-based; `amount` is weight / (k + rank)."""

    source: str
    rank: int
    weight: float
    amount: float
    score: float  # comparable within the source only


class Hit(Record):
    """One answer of a search."""

    uri: str
    kind: str
    title: str
    snippet: str = ""
    score: float = 0.0
    source: str = "local"
    path: RepoPath = ""
    oid: Oid = ""
    date: str = ""
    author: str = ""
    status: str = ""
    live: str = ""  # id of the live successor of a superseded record
    marks: tuple[tuple[int, int], ...] = ()  # matched ranges of the snippet, characters, end exclusive
    contributions: tuple[Contribution, ...] = ()
    terms: tuple[tuple[str, float], ...] = ()  # what made the score, for --explain


class Snapshot(Record):
    """What an answer is true of: HEAD at the time of asking and the commit the index holds."""

    head: Oid
    indexed: Oid


class SearchResult(Record):
    """A ranked list with what went wrong on the way."""

    query: str
    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()  # names of sources that did not answer in full
    snapshot: Snapshot = Snapshot("", "")


class Signal(Record):
    """One reason a commit looks like a decision, and its weight."""

    name: str
    weight: float


class Finding(Record):
    """One judgement of a check. `level` is "error" or "warning"; `line` is 1-based, 0 = whole file."""

    level: str
    rule: str
    message: str
    remedy: str = ""
    path: RepoPath = ""
    line: int = 0
    oid: Oid = ""


class RefreshReport(Record):
    """What a refresh or rebuild did, in documents."""

    commits: int = 0
    entries: int = 0
    sections: int = 0
    removed: int = 0
    rebuilt: bool = False
    seconds: float = 0.0
