"""The ground every answer stands on: one session, one request, and what both tell again and again.

Owns the questions shared by all kinds of targets: commits with their trailers and links, all records, the path index.
Must not know any kind of target.
"""

from __future__ import annotations

from kontext import trailers
from kontext.git import notes
from kontext.git.borders import borders
from kontext.git.history import read_with
from kontext.git.merges import MergeSearch
from kontext.model import Snapshot
from kontext.store.chains import live_successors
from kontext.store.ids import find_entries_named, get_entry
from kontext.why.answer import Link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.git.repo import Repo
    from kontext.index.paths import PathReader
    from kontext.model import Commit, Entry, Note, Oid, RepoPath, Trailer
    from kontext.refresh import Session
    from kontext.refresh.freshness import Freshness
    from kontext.why.ahead import Ahead
    from kontext.why.request import Request

_MERGE_TIMEOUT = 0.1  # seconds; it runs beside the rest of the answer

# Trailer tokens that name a record, lower case.
RECORD_TOKENS = ("decision", "convention", "learning", "incident")


class Ground:
    """Made once per request; everything is read when first needed."""

    def __init__(self, session: Session, request: Request, ahead: Ahead | None = None) -> None:
        self.session = session
        self.request = request
        self.ahead = ahead
        self.notes: list[str] = []
        self.there: dict[RepoPath, bool] = {}  # what was found out about paths
        self.incomplete: list[str] = []
        self._entries: tuple[Entry, ...] | None = None
        self._live: dict[str, tuple[str, ...]] = {}
        self._told: dict[Oid, tuple[Commit, tuple[Trailer, ...] | None]] = {}
        self._git_notes: dict[Oid, tuple[Note, ...]] = {}
        self._freshness: Freshness | None = None
        self._borders: frozenset[Oid] | None = None

    @property
    def repo(self) -> Repo:
        """The repository asked."""
        return self.session.repo

    @property
    def rev(self) -> str | None:
        """The revision asked as of; None = the work tree."""
        return self.request.rev or None

    @property
    def limit(self) -> int:
        """How many commits of a history are listed."""
        return self.request.limit or int(self.session.config.get("why.limit"))

    def entries(self) -> tuple[Entry, ...]:
        """All records, from stored fields (no YAML is read)."""
        if self._entries is None:
            from kontext.documents import entry_from_extra

            heads = self.session.text().knowledge()
            self._entries = tuple(entry_from_extra(head.extra) for head in heads)
            self._live = live_successors(self._entries)
        return self._entries

    def live_of(self, entry: Entry) -> str:
        """Ids of the records in force that replaced an entry, "" when none did."""
        self.entries()
        return ", ".join(one for one in self._live.get(entry.id, ()) if one != entry.id)

    def is_stale(self, entry: Entry) -> bool:
        """Whether the files a decision governs moved on since."""
        if not (entry.paths and entry.date):
            return False
        if self._freshness is None:
            from kontext.refresh.freshness import Freshness

            threshold = int(self.session.config.get("freshness.threshold_commits"))
            self._freshness = Freshness(self.repo, self.paths(), threshold)
        return self._freshness.is_stale(entry)

    def named(self, wanted: str) -> Entry | None:
        """The one record that a trailer's value names; None when none or several do."""
        found = find_entries_named(self.entries(), wanted)
        return found[0] if len(found) == 1 else None

    def entry(self, wanted: str) -> Entry:
        """The one record that answers to a typed name; raise EntryNotFound or DuplicateId."""
        return get_entry(self.entries(), wanted)

    def paths(self) -> PathReader | None:
        """The path index; None where Git has to be asked itself."""
        return self.session.paths()

    def commits(self, oids: Iterable[Oid]) -> dict[Oid, Commit]:
        """Read commits with their trailers and notes, all at once; what was read before is not read again."""
        wanted = list(dict.fromkeys(oids))
        unread = [oid for oid in wanted if oid not in self._told]
        noted = {}
        are_renamed = trailers.are_renamed(self.session.git_values)
        also = (notes.PLACEHOLDER,) if are_renamed else (notes.PLACEHOLDER, trailers.PLACEHOLDER)
        for commit, (note, *pairs) in read_with(self.repo, unread, also, trailers.SEPARATOR, (notes.OPTION,)):
            self._told[commit.oid] = (commit, None if are_renamed else trailers.parse_pairs(pairs))
            noted[commit.oid] = note
        self._git_notes |= notes.attributed(self.repo, noted)
        return {oid: self._told[oid][0] for oid in wanted if oid in self._told}

    def git_notes(self, oid: Oid) -> tuple[Note, ...]:
        """The notes of a commit that `commits` has read."""
        return self._git_notes.get(oid, ())

    def trailers(self, commits: Iterable[Commit]) -> dict[Oid, tuple[Trailer, ...]]:
        """Trailers as Git reads them; no process where no message has a line that looks like one."""
        listed = list(commits)
        told = ((c.oid, self._told[c.oid][1]) for c in listed if c.oid in self._told)
        found = {oid: trailing for oid, trailing in told if trailing is not None}
        others = (c for c in listed if c.oid not in found)
        likely = [c.oid for c in others if trailers.looks_like_trailer_lines(f"{c.subject}\n\n{c.body}")]
        return found | self.trailers_of(likely)

    def trailers_of(self, oids: list[Oid]) -> dict[Oid, tuple[Trailer, ...]]:
        """Trailers of commits that are known to have some that matter."""
        return trailers.parse_many(self.repo, oids) if oids else {}

    def links(self, commit: Commit) -> tuple[Link, ...]:
        """Pull requests and issues a message names, with addresses where the remote's forge is known."""
        from kontext.forge import find_forge, issue_links

        forge = find_forge(self._remote())
        return tuple(Link(one.text, one.url) for one in issue_links(commit.subject, commit.body, forge))

    def begin_merge_search(self, commit: Commit) -> MergeSearch | None:
        """Look for the merge that brought a commit in, where that can tell more than the commit itself.

        Its message is read for pull requests, so a commit that names one, or a remote without a forge, needs no search.
        """
        from kontext.forge import find_forge

        if find_forge(self._remote()) is None or self.links(commit) or len(commit.parents) > 1:
            return None
        return MergeSearch(self.repo, commit.oid, self.rev or "HEAD", _MERGE_TIMEOUT)

    def borders(self) -> frozenset[Oid]:
        """The commits at which history is cut off."""
        if self._borders is None:
            self._borders = borders(self.repo)
        return self._borders

    def snapshot(self) -> Snapshot:
        """What the answer is true of."""
        return Snapshot(self.repo.head, self.session.text().manifest.head)

    def say(self, note: str) -> None:
        """Add a note once."""
        if note not in self.notes:
            self.notes.append(note)

    def _remote(self) -> str:
        """URL of `origin`, else of the first remote."""
        urls = {name: value for name, value in self.session.git_values if name.endswith(".url")}
        return urls.get("remote.origin.url") or next(iter(urls.values()), "")
