"""Asking the text index: ranked hits, single documents, all entries.

Owns search over one opened index, re-ranking of demoted and superseded documents, and the explanation of a score.
Must not know how the index came to be or who asks.
"""

from __future__ import annotations

import tantivy

from kontext.index.folder import with_engine
from kontext.index.schema import exact
from kontext.index.stored import PENDING, head_of, whole_of
from kontext.model import Document, Hit
from kontext.text import snippet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.index.folder import Engine
    from kontext.index.ranking import Clause, Planner
    from kontext.model import Oid, Query

_MUST = tantivy.Occur.Must
SOURCES = ("commit", "doc", "code")  # every other kind is one of records, configured kinds too
# Bots are found but stand behind what people wrote; a superseded record behind the one in force.
_DEMOTED = 0.5
_SUPERSEDED = 0.8
_INACTIVE = ("superseded", "deprecated", "rejected")
# At most this many sections of one file among the first ten.
_SECTIONS_A_FILE = 2
_FIRST_PAGE = 10
_OVERFETCH = 3


class Found:
    """A ranked answer of one index. `near_word` is the word that had to be taken loosely, "" if none."""

    __slots__ = ("hits", "near_word")

    def __init__(self, hits: list[Hit], near_word: str = "") -> None:
        self.hits = hits
        self.near_word = near_word


class TextReader:
    """Questions to an opened text index."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.manifest = engine.manifest

    def search(self, query: Query, *, limit: int, ranker: str = "default", explain: bool = False) -> Found:
        """Return the best `limit` hits. An empty query with filters lists the newest documents they allow."""
        from kontext.index.ranking import Planner  # brings the query language along, which only a search needs

        planner = Planner(self.engine.schema, self.engine.searcher, self.engine.analyzers, ranker)
        limit = min(limit, self.engine.searcher.num_docs + 1)  # the engine sets memory aside for all that is asked for
        return with_engine(lambda: self._search(planner, query, limit, explain))

    def get(self, uri: str) -> Document | None:
        """Return one document by its uri, whole."""
        found = self._all("key", uri, 1)
        return whole_of(found[0]) if found else None

    def group(self, group: str) -> list[Document]:
        """Return every document of one origin (a path or an oid), whole."""
        return [whole_of(found) for found in self._all("group", group, 1000)]

    def knowledge(self) -> list[Document]:
        """Return the heads of all decision records and their like."""
        terms = with_engine(lambda: self.engine.searcher.terms_with_prefix("kind", "", None, 100))
        held = [kind for kind, _ in terms if kind not in SOURCES]
        kinds = tantivy.Query.term_set_query(self.engine.schema, "kind", held)
        return [head_of(found) for found in self._documents(kinds, max(1, self.engine.searcher.num_docs))]

    def with_prefix(self, prefix: str, limit: int = 2) -> list[Oid]:
        """Return up to `limit` indexed oids that begin so."""
        return [
            oid for oid, _ in with_engine(lambda: self.engine.searcher.terms_with_prefix("oid", prefix, None, limit))
        ]

    def pending(self, limit: int) -> list[Document]:
        """Return commits whose diff words are not in yet, newest first."""
        hits = self.engine.searcher.search(self._term("state", PENDING), limit, count=False, order_by_field="at").hits
        return [whole_of(self.engine.searcher.doc(address)) for _, address in hits]

    def is_pending(self, uri: str) -> bool:
        """True when the commit of this uri is there and its diff words are not in yet."""
        both = [(_MUST, self._term("key", exact(uri))), (_MUST, self._term("state", PENDING))]
        return self._count(tantivy.Query.boolean_query(both)) > 0

    def count_pending(self) -> int:
        """Return how many commits lack their diff words."""
        return self._count(self._term("state", PENDING))

    def counts(self) -> dict[str, int]:
        """Return the number of documents of each kind."""
        kinds = with_engine(lambda: self.engine.searcher.terms_with_prefix("kind", "", None, 100))
        # The engine's own numbers count deleted documents until a merge drops them.
        counted = {kind: self._count(self._term("kind", kind)) for kind, _ in kinds}
        return {kind: count for kind, count in counted.items() if count}

    def _search(self, planner: Planner, query: Query, limit: int, explain: bool) -> Found:
        clauses = planner.clauses(query)
        whole = planner.whole(query, clauses)
        searcher = self.engine.searcher
        if not clauses:
            newest = searcher.search(whole, limit + 1, count=False, order_by_field="at").hits
            shown = [address for _, address in newest if not self._is_manifest(address)][:limit]
            return Found([self._hit(0.0, address, ()) for address in shown])
        wanted = limit * _OVERFETCH + _FIRST_PAGE
        found = searcher.search(whole, wanted, count=False).hits
        near_word = ""
        if not found and query.words:
            near_word, clauses = _loosen(planner, clauses)
            found = searcher.search(planner.whole(query, clauses), wanted, count=False).hits
        ranked = self._ranked(found)[:limit]
        terms = [term for clause in clauses for term in clause.terms]
        hits = [self._hit(score, address, terms) for score, address in ranked]
        if explain:
            hits = [
                hit._replace(terms=self._explained(clauses, address))
                for hit, (_, address) in zip(hits, ranked, strict=True)
            ]
        return Found(hits, near_word if hits else "")

    def _ranked(self, found: Sequence[tuple[float, tantivy.DocAddress]]) -> list[tuple[float, tantivy.DocAddress]]:
        """Apply demotions, then keep one file from filling the first page. Ties go to the newer document."""
        scored = []
        for score, address in found:
            head = head_of(self.engine.searcher.doc(address))
            scored.append((score * _factor(head), head, address))
        scored.sort(key=lambda one: (-one[0], _newest_first(one[1].date), one[1].uri))
        first: list[tuple[float, tantivy.DocAddress]] = []
        later: list[tuple[float, tantivy.DocAddress]] = []
        sections: dict[str, int] = {}
        for score, head, address in scored:
            if head.kind == "doc" and len(first) < _FIRST_PAGE:
                sections[head.path] = sections.get(head.path, 0) + 1
                if sections[head.path] > _SECTIONS_A_FILE:
                    later.append((score, address))
                    continue
            first.append((score, address))
        return first[:_FIRST_PAGE] + sorted(later + first[_FIRST_PAGE:], key=lambda one: -one[0])

    def _hit(self, score: float, address: tantivy.DocAddress, terms: Sequence[str]) -> Hit:
        document = whole_of(self.engine.searcher.doc(address))
        text, marks = snippet(document.body, self._surface(document.body, terms))
        return Hit(
            uri=document.uri,
            kind=document.kind,
            title=document.title,
            snippet=text,
            score=score,
            path=document.path,
            oid=document.oid,
            date=document.date,
            author=document.author,
            status=document.status,
            marks=marks,
        )

    def _surface(self, body: str, terms: Sequence[str]) -> list[str]:
        """Words of the body whose analysed form is one of `terms`: what a snippet highlights."""
        wanted = set(terms)
        analyze = self.engine.analyzers["words"].analyze
        return [word for word in set(_words(body)) if wanted.intersection(analyze(word))] if wanted else []

    def _explained(self, clauses: Iterable[Clause], address: tantivy.DocAddress) -> tuple[tuple[str, float], ...]:
        """What each word gave to this document's score, most first."""
        import json

        given = []
        for clause in clauses:
            only = tantivy.Query.boolean_query([(_MUST, clause.query)])
            try:
                value = json.loads(only.explain(self.engine.searcher, address).to_json())["value"]
            except ValueError:  # Tantivy refuses to explain a document that the clause does not match
                continue
            given.append((clause.label, float(value)))
        return tuple(sorted(given, key=lambda one: -one[1]))

    def _is_manifest(self, address: tantivy.DocAddress) -> bool:
        return len(self.engine.searcher.doc(address).get_all("stored")) < 2

    def _all(self, field: str, term: str, limit: int) -> list[tantivy.Document]:
        return self._documents(self._term(field, exact(term)), limit)

    def _term(self, field: str, term: str) -> tantivy.Query:
        return tantivy.Query.term_query(self.engine.schema, field, term, "basic")

    def _count(self, query: tantivy.Query) -> int:
        found = with_engine(lambda: self.engine.searcher.search(query, 1, count=True))
        return int(found.count or 0)  # type: ignore[attr-defined] # its stubs leave it out

    def _documents(self, query: tantivy.Query, limit: int) -> list[tantivy.Document]:
        searcher = self.engine.searcher
        hits = with_engine(lambda: searcher.search(query, limit, count=False).hits)
        return with_engine(lambda: [searcher.doc(address) for _, address in hits])


def _loosen(planner: Planner, clauses: list[Clause]) -> tuple[str, list[Clause]]:
    """Take the rarest word with edit distance 1."""
    words = [clause for clause in clauses if len(clause.terms) == 1]
    if not words:
        return "", clauses
    rarest = max(words, key=lambda clause: planner.rarity(clause.terms[0]))
    loose = rarest._replace(query=planner.near(rarest.terms[0]), terms=())
    return rarest.label, [loose if clause is rarest else clause for clause in clauses]


def _factor(head: Document) -> float:
    """How much of its score a document keeps."""
    if head.status in _INACTIVE:
        return _SUPERSEDED
    return _DEMOTED if head.demoted else 1.0


def _newest_first(date: str) -> tuple[int, ...]:
    """A sort key that puts later RFC 3339 dates first."""
    return tuple(-ord(letter) for letter in date)


def _words(text: str) -> list[str]:
    import re

    return re.findall(r"\w+", text)
