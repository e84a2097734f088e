"""The window of commits that have text.

Owns the trimming of the oldest ones. Must not know how large the window shall be.
"""

from __future__ import annotations

import tantivy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.index.folder import Engine, Writer


def trim_commits(engine: Engine, text: Writer, keep: int) -> None:
    """Delete all but the newest `keep` commit documents of a published index (commits of one second go together)."""
    commits = tantivy.Query.term_query(engine.schema, "kind", "commit", "basic")
    searched = engine.searcher.search(commits, 1, count=False, order_by_field="at", offset=max(0, keep))
    if not searched.hits:
        return
    newest_to_go = searched.hits[0][0]
    old = tantivy.Query.range_query(engine.schema, "at", tantivy.FieldType.Integer, None, newest_to_go)
    text.delete_where(tantivy.Query.boolean_query([(tantivy.Occur.Must, commits), (tantivy.Occur.Must, old)]))
