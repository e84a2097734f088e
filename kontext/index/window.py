"""The window of commits with text: which ones a published index holds.

Owns that one question. Must not know which commits are wanted.
"""

from __future__ import annotations

import tantivy

from kontext.index.folder import with_engine
from kontext.index.stored import head_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.index.folder import Engine
    from kontext.model import Oid


def held_commits(engine: Engine) -> list[Oid]:
    """Return the oids of all commits with text, in no order. Reads every one: about 20 ms a thousand."""
    commits = tantivy.Query.term_query(engine.schema, "kind", "commit", "basic")
    searcher = engine.searcher
    hits = with_engine(lambda: searcher.search(commits, max(1, searcher.num_docs), count=False).hits)
    return [head_of(searcher.doc(address)).oid for _, address in hits]
