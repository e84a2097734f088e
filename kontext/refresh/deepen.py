"""What no question waits for: the path part of the whole history, and the words of diffs.

Owns the second pass, its order and its chunks, so that a kill loses at most one chunk. One process at a time does
it. Must not know who started it.
"""

from __future__ import annotations

import os

from kontext.errors import IndexLocked
from kontext.files import Lock
from kontext.index.folder import open_engine, update
from kontext.index.reader import TextReader
from kontext.index.stored import to_tantivy
from kontext.refresh.build import build_paths
from kontext.refresh.words import with_diff_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.index.folder import Engine, Writer
    from kontext.index.manifest import Manifest
    from kontext.model import Document
    from kontext.refresh.session import Session

_CHUNK = 500
_WAIT = 10.0


def deepen(session: Session) -> bool:
    """Complete both parts of the index; False when another process is at it."""
    session.make_folder()
    try:
        with Lock(os.path.join(session.folder, "background.lock"), 0):
            session.text()
            _complete_paths(session)
            while _add_words(session):
                pass
    except IndexLocked:
        return False
    finally:
        session.forget()
    return True


def _complete_paths(session: Session) -> None:
    engine = open_engine(session.paths_folder(), session.language)
    if isinstance(engine, str) or not engine.manifest.complete:
        build_paths(session, None)


def _add_words(session: Session) -> bool:
    """Add the diff words of the next chunk; False when none is left."""
    opened = open_engine(session.text_folder(), session.language)
    if isinstance(opened, str):
        return False
    # Reading diffs takes seconds: the writer is only taken once they are read, so that no question waits for it.
    ready = list(with_diff_words(session.repo, TextReader(opened).pending(_CHUNK)))
    session.progress("diffs", len(ready))
    written: list[Document] = []

    def apply(engine: Engine, text: Writer) -> Manifest | None:
        reader = TextReader(engine)
        written.extend(document for document in ready if reader.is_pending(document.uri))
        for document in written:
            text.delete("key", document.uri)
            text.add(to_tantivy(document))
        left = reader.count_pending() - len(written)
        is_same = not written and left == engine.manifest.pending
        return None if is_same else engine.manifest._replace(pending=left)

    update(session.text_folder(), session.language, _WAIT, apply)
    return bool(written)
