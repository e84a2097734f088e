"""From a parsed query to a Tantivy query: which fields count how much.

Owns the two rankers and their weights ("default", measured best; "reference", the textbook layout). Filters never
change scores. Must not know where documents come from, nor any judged case.
"""

from __future__ import annotations

import math
import re

import tantivy

from kontext.errors import UsageError
from kontext.index.analyzer import NAMES, WORDS
from kontext.index.schema import exact
from kontext.query import identifiers, oid_prefix
from kontext.records import Record
from kontext.text import cjk_bigrams, prepare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kontext.model import Query

# Field weights. Title words are in `all` already; `title` is a light bonus on top of them.
DEFAULT = {"all": 1.0, "title": 0.5, "names": 0.2, "changed": 0.2, "changed_tests": 0.4}
REFERENCE = {"title": 2.5, "names": 1.5, "body": 1.0}
RANKERS = {"default": DEFAULT, "reference": REFERENCE}
# Each distinct word of the query that occurs anywhere in a document is worth this share of its rarity once more.
COVERAGE = 0.3
# Phrases need positions, which only these fields have.
PHRASE_FIELDS = ("all", "title")
# What the phrase of a code-shaped word adds where plain words are asked for as well; more costs them their order.
BESIDE_WORDS = 0.25
# Among other words, an abbreviated oid has at least so many digits: "added" and "2024" are words.
SURE_OID = 7
# A query of thousands of words is cut here; the rest could not change what comes first.
MOST_TERMS = 256
_OID_BOOST = 1000.0

_WORD = re.compile(r"\w+")

Should = tantivy.Occur.Should
Must = tantivy.Occur.Must
MustNot = tantivy.Occur.MustNot


class Clause(Record):
    """One scored part of a query: what a user typed, and the query it became. `terms` are its analysed words."""

    label: str
    query: tantivy.Query
    terms: tuple[str, ...]


class Planner:
    """Makes Tantivy queries for one opened index."""

    def __init__(
        self,
        schema: tantivy.Schema,
        searcher: tantivy.Searcher,
        analyzers: Mapping[str, tantivy.TextAnalyzer],
        ranker: str,
    ) -> None:
        if ranker not in RANKERS:
            raise UsageError(f"unknown ranker '{ranker}'", f"one of: {', '.join(RANKERS)}")
        self.schema = schema
        self.searcher = searcher
        self.analyzers = analyzers
        self.weights = RANKERS[ranker]
        self.coverage = COVERAGE if ranker == "default" else 0.0
        self.total = searcher.num_docs

    def clauses(self, query: Query) -> list[Clause]:
        """Return the scored parts, in the order typed; equal words are one clause that counts as often.

        A query of code alone (`RunContext`) finds its words side by side, not every document that holds one of them;
        among plain words the parts of code count as words, too.
        """
        code = identifiers(query)
        analyze = self.analyzers[WORDS].analyze
        is_code = {found.word for found in code}
        among_words = any(word not in is_code and analyze(word) for word in query.words)
        counts: dict[str, int] = {}
        for word in query.words[: 4 * MOST_TERMS]:
            counts[word] = counts.get(word, 0) + 1
        made: list[Clause] = []
        for word, times in counts.items():
            made += self._word(prepare(word) if among_words else cjk_bigrams(word), times, len(counts) == 1)
        for found in code:
            label = " ".join(found.parts)
            weight = (BESIDE_WORDS if among_words else 1.0) * counts.get(found.word, 1)
            made += self._phrase_clause(label, self.phrase_terms(label), weight)
        for phrase in query.phrases:
            made += self._phrase_clause(f'"{phrase}"', self.phrase_terms(phrase), 1.0)
        return made[:MOST_TERMS]

    def whole(self, query: Query, clauses: Iterable[Clause]) -> tantivy.Query:
        """Join clauses, required phrases, exclusions and filters."""
        scored = [(Should, clause.query) for clause in clauses]
        parts: list[tuple[tantivy.Occur, tantivy.Query]] = []
        if scored:
            parts.append((Must, tantivy.Query.boolean_query(scored)))
        for phrase in query.phrases:
            required = self._phrase(self.phrase_terms(phrase))
            if required is not None:
                parts.append((Must, _unscored(required)))
        parts += [(Must, _unscored(part)) for part in self._filters(query)]
        for word in query.excluded:
            parts += [(MustNot, self._anywhere(term)) for term in self.analyzers[WORDS].analyze(prepare(word))]
        if not any(occur is Must or occur == Must for occur, _ in parts):
            parts.append((Must, _unscored(tantivy.Query.all_query())))
        return tantivy.Query.boolean_query(parts)

    def rarity(self, term: str) -> float:
        """Inverse document frequency over title and body, as BM25 has it."""
        found = self.searcher.doc_freq("all" if "all" in self.weights else "body", term)
        return math.log(1 + (self.total - found + 0.5) / (found + 0.5))

    def near(self, term: str) -> tantivy.Query:
        """Words one letter away from a term that nothing holds."""
        return tantivy.Query.fuzzy_term_query(self.schema, PHRASE_FIELDS[0], term, 1)

    def phrase_terms(self, text: str) -> list[tuple[int, str]]:
        """Analysed words with their places; dropped stop words leave a gap, as they do in the index."""
        terms = []
        for place, word in enumerate(_WORD.findall(text)[:MOST_TERMS]):
            analysed = self.analyzers[WORDS].analyze(word)
            if analysed:
                terms.append((place, analysed[0]))
        return terms

    def _word(self, word: str, times: int, alone: bool) -> list[Clause]:
        """The terms of a word, and the commit it may be the beginning of the oid of."""
        terms = self.analyzers[WORDS].analyze(word)
        made = [Clause(term, self._term(term, times), (term,)) for term in terms]
        prefix = oid_prefix(word)
        return made + self._oid(prefix) if prefix and (alone or len(prefix) >= SURE_OID) else made

    def _phrase_clause(self, label: str, terms: list[tuple[int, str]], weight: float) -> list[Clause]:
        part = self._phrase(terms)
        return [] if part is None else [Clause(label, _boost(part, weight), tuple(term for _, term in terms))]

    def _term(self, term: str, times: int) -> tantivy.Query:
        fields = [(Should, _boost(self._in(field, term), weight * times)) for field, weight in self.weights.items()]
        if self.coverage:
            fields.append(
                (Should, tantivy.Query.const_score_query(self._anywhere(term), self.coverage * self.rarity(term)))
            )
        return tantivy.Query.boolean_query(fields)

    def _anywhere(self, term: str) -> tantivy.Query:
        return tantivy.Query.boolean_query([(Should, self._in(field, term)) for field in self.weights])

    def _in(self, field: str, term: str) -> tantivy.Query:
        return tantivy.Query.term_query(self.schema, field, term, "freq")

    def _phrase(self, terms: list[tuple[int, str]]) -> tantivy.Query | None:
        """A phrase over every field with positions. Tantivy panics on a phrase of one word: that is a term."""
        if not terms:
            return None
        fields = []
        for field in PHRASE_FIELDS:
            one = (
                tantivy.Query.phrase_query(self.schema, field, list(terms))
                if len(terms) > 1
                else self._in(field, terms[0][1])
            )
            fields.append((Should, _boost(one, self.weights.get(field, 1.0))))
        return tantivy.Query.boolean_query(fields)

    def _oid(self, word: str) -> list[Clause]:
        """A commit by an abbreviated oid that only one commit has."""
        found = self.searcher.terms_with_prefix("oid", word, None, 2)
        if len(found) != 1:
            return []
        exact = tantivy.Query.term_query(self.schema, "oid", found[0][0], "basic")
        return [Clause(word, tantivy.Query.const_score_query(exact, _OID_BOOST), ())]

    def _filters(self, query: Query) -> list[tantivy.Query]:
        made = []
        for field, values in (("kind", query.kinds), ("status", query.statuses)):
            if values:
                made.append(tantivy.Query.term_set_query(self.schema, field, list(values)))
        if query.paths:
            made.append(tantivy.Query.boolean_query([(Should, self._path(path)) for path in query.paths]))
        for author in query.authors:
            terms = self.analyzers[NAMES].analyze(author)
            made.append(tantivy.Query.boolean_query([(Must, _exact(self.schema, "author", term)) for term in terms]))
        if query.since or query.until:
            upper = query.until or None
            made.append(
                tantivy.Query.range_query(self.schema, "at", tantivy.FieldType.Integer, query.since or 1, upper)
            )
        return made

    def _path(self, path: str) -> tantivy.Query:
        """A file, a folder, or a pattern with * and ?."""
        plain = exact(path.strip("/"))
        if plain in ("", "."):
            return tantivy.Query.all_query()
        if "*" in plain or "?" in plain:
            pattern = "".join({"*": ".*", "?": "."}.get(letter) or re.escape(letter) for letter in plain)
            try:
                return tantivy.Query.regex_query(self.schema, "raw_path", pattern)
            except ValueError:
                raise UsageError(f"path:{path[:40]}… is too long a pattern", "use fewer of * and ?") from None
        return tantivy.Query.term_set_query(self.schema, "raw_path", [plain, plain + "/"])


def _boost(query: tantivy.Query, weight: float) -> tantivy.Query:
    return query if weight == 1.0 else tantivy.Query.boost_query(query, weight)


def _exact(schema: tantivy.Schema, field: str, term: str) -> tantivy.Query:
    return tantivy.Query.term_query(schema, field, term, "freq")


def _unscored(query: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.const_score_query(query, 0.0)
