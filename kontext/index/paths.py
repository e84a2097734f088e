"""The path index: which commits touched a path, for the whole history.

Owns writing and asking one small document a commit: paths with all their folders, committer time, renames and what
a line of history shows. Equals `git log --full-history --no-merges -- PATH` and follows renames of files.
Must not know Git: it is handed what a commit touched.
"""

from __future__ import annotations

import json

import tantivy

from kontext.index.folder import with_engine
from kontext.index.schema import exact, folders_of
from kontext.model import Mention, Oid, RepoPath
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.index.folder import Engine

ROOT = "/"
UNREAD = "unread"
_encode = json.JSONEncoder(separators=(",", ":")).encode
_RENAMES = 10  # a file that was renamed more often is followed this far


class Touch(Record):
    """One commit as the path index keeps it.

    `renames` are (old, new) pairs; `score` sums its decision signals; `cites` tells that its message may name a record,
    `mentions` is what it says about records, in words that no record's fate changes. A merge is held for its mentions
    alone: no path leads to it.
    """

    oid: Oid
    committed: int
    date: str
    author: str
    subject: str
    score: float
    paths: tuple[RepoPath, ...] = ()  # not read back
    renames: tuple[tuple[RepoPath, RepoPath], ...] = ()
    cites: bool = False
    order: int = 0  # grows with history among commits of one second
    mentions: tuple[Mention, ...] = ()
    is_merge: bool = False  # not read back


def to_tantivy(touch: Touch) -> tantivy.Document:
    """Make the indexed form."""
    made = tantivy.Document()
    made.add_text("key", touch.oid)
    names = set(touch.paths)
    for path in touch.paths:
        names.update(folders_of(path))
    if not touch.is_merge:
        names.add(ROOT)
    for name in names:
        made.add_text("path", exact(name))
    for old, new in touch.renames:
        made.add_text("renamed_to", exact(new))
        made.add_text("renamed_from", exact(old))
    if any(one.why for one in touch.mentions):
        made.add_text("says", UNREAD)
    made.add_integer("at", touch.committed)
    values = [
        touch.oid,
        touch.committed,
        touch.date,
        touch.author,
        touch.subject,
        touch.score,
        touch.renames,
        touch.cites,
        touch.order,
        touch.mentions,
    ]
    made.add_bytes("stored", _encode(values).encode("ascii"))
    return made


def from_tantivy(found: tantivy.Document) -> Touch:
    """Read back what `to_tantivy` stored."""
    values = json.loads(found.get_first("stored") or b"")
    oid, committed, date, author, subject, score, renames, cites, order, mentions = values
    pairs = tuple((old, new) for old, new in renames)
    said = tuple(Mention(*fields) for fields in mentions)
    return Touch(oid, committed, date, author, subject, score, (), pairs, cites, order, said)


class PathReader:
    """Questions to an opened path index."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.manifest = engine.manifest

    def history(self, path: RepoPath, limit: int) -> list[Touch]:
        """Return the newest commits that touched a file or folder ("" = the whole tree), newest first.

        A file is followed through its renames: under an older name only up to the commit that renamed it.
        """
        found = {touch.oid: touch for touch in self._touching(path, None, limit)}
        name, until = path, None
        for _ in range(_RENAMES):
            rename = self._rename_of(name, until)
            if rename is None:
                break
            name, until = rename
            found.update((touch.oid, touch) for touch in self._touching(name, until, limit))
        return sorted(found.values(), key=lambda touch: (-touch.committed, -touch.order))[:limit]

    def earlier_names(self, path: RepoPath) -> list[RepoPath]:
        """Return the names a file had before, newest first."""
        names: list[RepoPath] = []
        name, until = path, None
        while len(names) < _RENAMES and (rename := self._rename_of(name, until)) is not None:
            name, until = rename
            if name in names or name == path:
                break
            names.append(name)
        return names

    def later_name(self, path: RepoPath, since: int = 0) -> RepoPath:
        """Return the name that a file of the past was renamed to in the end; its own when it never was.

        `since` (seconds since the epoch) is when it had the name: what was called so before is another file.
        """
        name, seen = path, {path}
        while True:
            move = self._first(self._term("renamed_from", exact(name)), since)
            new = next((new for old, new in move.renames if old == name), "") if move else ""
            if move is None or not new or new in seen:
                return name
            name, since = new, move.committed
            seen.add(name)

    def touched_since(self, names: Iterable[RepoPath], since: int, enough: int) -> int:
        """Return how many commits touched one of these files, or a folder whose name ends in "/", counted to `enough`.

        `since` in epoch seconds; commits of that second count.
        """
        terms = [exact(name) for name in names]
        if not terms:
            return 0
        schema, searcher = self.engine.schema, self.engine.searcher
        touching = tantivy.Query.term_set_query(schema, "path", terms)
        later = tantivy.Query.range_query(schema, "at", tantivy.FieldType.Integer, since, None)
        both = tantivy.Query.boolean_query([(tantivy.Occur.Must, touching), (tantivy.Occur.Must, later)])
        return len(with_engine(lambda: searcher.search(both, enough, count=False).hits))

    def touches(self, oids: Sequence[Oid]) -> dict[Oid, Touch]:
        """Return those of the commits that are held."""
        if not oids:
            return {}
        which = tantivy.Query.term_set_query(self.engine.schema, "key", list(oids))
        return {touch.oid: touch for touch in self._read(which, len(oids), tantivy.Order.Desc)}

    def unread(self, limit: int) -> list[Touch]:
        """Return the newest commits with a line that was meant as a trailer and that Git does not read."""
        return self._newest(self._term("says", UNREAD), None, limit)

    def count(self) -> int:
        """Return the number of commits held."""
        return self.engine.searcher.num_docs - 1

    def _touching(self, path: RepoPath, until: int | None, limit: int) -> list[Touch]:
        """Under one name, as a file and as a folder: it may have been both."""
        name = exact(path.rstrip("/"))
        terms = [name, f"{name}/"] if name else [ROOT]
        query = tantivy.Query.boolean_query([(tantivy.Occur.Should, self._term("path", term)) for term in terms])
        return self._newest(query, until, limit)

    def _rename_of(self, path: RepoPath, until: int | None) -> tuple[RepoPath, int] | None:
        """Return the name a file had before its newest rename to `path`, and when that was."""
        for touch in self._newest(self._term("renamed_to", exact(path)), until, 1):
            for old, new in touch.renames:
                if new == path:
                    return old, touch.committed
        return None

    def _newest(self, query: tantivy.Query, until: int | None, limit: int) -> list[Touch]:
        if until is not None:
            bound = tantivy.Query.range_query(self.engine.schema, "at", tantivy.FieldType.Integer, None, until)
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), (tantivy.Occur.Must, bound)])
        return self._read(query, limit, tantivy.Order.Desc)

    def _first(self, query: tantivy.Query, since: int) -> Touch | None:
        """The oldest commit not before `since`."""
        bound = tantivy.Query.range_query(self.engine.schema, "at", tantivy.FieldType.Integer, since, None)
        query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), (tantivy.Occur.Must, bound)])
        return next(iter(self._read(query, 1, tantivy.Order.Asc)), None)

    def _read(self, query: tantivy.Query, limit: int, order: tantivy.Order) -> list[Touch]:
        searcher = self.engine.searcher
        limit = min(limit, searcher.num_docs + 1)  # the engine sets memory aside for all that is asked for

        def read() -> list[Touch]:
            hits = searcher.search(query, limit, count=False, order_by_field="at", order=order).hits
            return [from_tantivy(searcher.doc(address)) for _, address in hits]

        return with_engine(read)

    def _term(self, field: str, value: str) -> tantivy.Query:
        return tantivy.Query.term_query(self.engine.schema, field, value, "basic")
