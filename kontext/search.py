"""Search: text in, one ranked list out.

Owns the joining of the query language with the options of a caller, the question to the index and the fusion of
sources. Must not know how hits are shown.
"""

from __future__ import annotations

from kontext.documents import live_from_extra
from kontext.errors import UsageError
from kontext.fusion import Ranking, fuse
from kontext.index.reader import SOURCES
from kontext.model import Hit, Query, SearchResult, Snapshot
from kontext.query import parse, resolve_kinds
from kontext.records import Record
from kontext.text import valid_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.index.reader import TextReader
    from kontext.refresh import Session

LOCAL = "local"
_OVERFETCH = 5


class SearchOptions(Record):
    """What a caller adds to the text: `limit` 0 = as configured, `now` in epoch seconds for relative dates.

    `prefix` is the folder that `path:` is seen from, "" = the top, else ending in "/".
    """

    now: int
    limit: int = 0
    kinds: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    ranker: str = "default"
    explain: bool = False
    prefix: str = ""


def search(session: Session, text: str, options: SearchOptions) -> SearchResult:
    """Return the best hits for a query.

    Raises UsageError for an unknown kind or source, an unreadable date or nothing to search for.
    """
    unknown = [name for name in options.sources if name != LOCAL]
    if unknown:
        raise UsageError(f"unknown source '{unknown[0]}'", f"one of: {LOCAL}")
    custom = tuple(session.config.get("store.kinds"))
    query = parse(valid_text(text), options.now, custom, options.prefix)
    if options.kinds:
        wanted = resolve_kinds(options.kinds, custom)
        kinds = tuple(kind for kind in wanted if not query.kinds or kind in query.kinds)
        if not kinds:
            raise UsageError(
                "the query and --kind exclude each other", f"--kind {','.join(wanted)} allows none of them"
            )
        query = query._replace(kinds=kinds)
    if query == Query(query.text):
        raise UsageError("nothing to search for", 'write some words, e.g. git kx-search "rounding of prices"')
    return session.ask(lambda: _search(session, text, query, options))


def _search(session: Session, text: str, query: Query, options: SearchOptions) -> SearchResult:
    limit = options.limit or int(session.config.get("search.limit"))
    reader = session.text()
    found = reader.search(query, limit=limit + _OVERFETCH, ranker=options.ranker, explain=options.explain)
    hits = [_with_live(reader, hit) if hit.kind not in SOURCES else hit for hit in found.hits]
    hits = _live_first(hits)
    fused = fuse([Ranking(LOCAL, 1.0, tuple(hits))], limit)
    notes = list(session.notes)
    if found.near_word:
        notes.append(f"nothing holds '{found.near_word}': these hold a word one letter away")
    return SearchResult(
        query=text,
        hits=tuple(fused),
        notes=tuple(notes),
        snapshot=Snapshot(session.repo.head, reader.manifest.head),
    )


def _with_live(reader: TextReader, hit: Hit) -> Hit:
    """Name the record in force where a superseded one was found."""
    document = reader.get(hit.uri)
    return hit._replace(live=live_from_extra(document.extra)) if document and document.extra else hit


def _live_first(hits: list[Hit]) -> list[Hit]:
    """Put the record in force before the ones it replaced, wherever both were found."""
    ordered = list(hits)
    for hit in hits:
        for name in filter(None, hit.live.split(", ")):
            at = ordered.index(hit)
            successor = next((other for other in ordered[at + 1 :] if other.uri == f"kx:{name}"), None)
            if successor is not None:
                ordered.remove(successor)
                ordered.insert(at, successor)
    return ordered
