"""Care for the index: rebuild it, tell its state, remove it.

Owns the answers of `kontext reindex`, `status` and `clean`. Must not know how they are shown.
"""

from __future__ import annotations

import os
import shutil
import time

from kontext.documents import entry_from_extra
from kontext.errors import IndexUnusable
from kontext.files import Lock
from kontext.index.folder import open_engine
from kontext.index.manifest import CURRENT, STALE
from kontext.index.paths import PathReader
from kontext.index.reader import TextReader
from kontext.layout import kontext_folder
from kontext.model import RefreshReport
from kontext.records import Record
from kontext.refresh.build import build_all
from kontext.refresh.deepen import deepen
from kontext.refresh.freshness import Freshness
from kontext.refresh.unpushed import Unpushed, unpushed
from kontext.store.governs import is_live
from kontext.store.kinds import DECISION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.refresh.session import Session

_REINDEX_WAIT = 10.0
_REMEDY = "make it writable; until then questions are answered from memory"


class Status(Record):
    """State of a worktree's index. `state` is one of manifest.py's; sizes in bytes, times in epoch seconds."""

    state: str
    head: str
    indexed: str
    counts: dict[str, int]
    commits: int
    complete: bool
    pending: int
    paths_complete: bool
    size: int
    refreshed: int
    by: str
    folder: str
    live: int = 0  # decisions in force
    superseded: int = 0  # ... and others
    stale: tuple[str, ...] = ()  # ids of those in force whose files moved on since
    unpushed: Unpushed | None = None  # None: no remote-tracking branch tells


def reindex(session: Session, *, whole: bool = True) -> RefreshReport:
    """Rebuild from nothing, then (with `whole`) complete paths and diff words. Raises IndexLocked, IndexUnusable."""
    started = time.monotonic()
    try:
        session.make_folder()
        with Lock(os.path.join(session.folder, "build.lock"), _REINDEX_WAIT):
            build_all(session)
    except OSError as failed:
        why = failed.strerror or str(failed)
        raise IndexUnusable(f"no index can be written below {session.repo.git_dir}: {why}", _REMEDY) from failed
    session.forget()
    if whole:
        deepen(session)
    counts = session.text().counts()
    return RefreshReport(
        commits=counts.get("commit", 0),
        entries=sum(count for kind, count in counts.items() if kind not in ("commit", "doc")),
        sections=counts.get("doc", 0),
        rebuilt=True,
        seconds=time.monotonic() - started,
    )


def status(session: Session) -> Status:
    """Tell the state of the index without changing it."""
    text = open_engine(session.text_folder(), session.language)
    paths = open_engine(session.paths_folder(), session.language)
    size = _size(session.folder)
    reader = None if isinstance(paths, str) else PathReader(paths)
    ahead = unpushed(session, reader)
    if isinstance(text, str):
        empty = Status(text, session.repo.head, "", {}, 0, False, 0, False, size, 0, "", session.folder)
        return empty._replace(unpushed=ahead)
    manifest = text.manifest
    live, superseded, stale = _decisions(session, TextReader(text), reader)
    return Status(
        state=STALE if session.is_text_stale(manifest) else CURRENT,
        head=session.repo.head,
        indexed=manifest.head,
        counts=TextReader(text).counts(),
        commits=manifest.commits,
        complete=manifest.complete,
        pending=manifest.pending,
        paths_complete=reader is not None and reader.manifest.complete,
        size=size,
        refreshed=manifest.refreshed,
        by=manifest.by,
        folder=session.folder,
        live=live,
        superseded=superseded,
        stale=stale,
        unpushed=ahead,
    )


def clean(session: Session) -> int:
    """Remove every index of this worktree, of any version; return the bytes freed. Always safe."""
    folder = os.path.join(kontext_folder(session.repo.git_dir), "index")
    freed = _size(folder)
    session.forget()
    shutil.rmtree(folder, ignore_errors=True)
    return freed


def _decisions(session: Session, reader: TextReader, paths: PathReader | None) -> tuple[int, int, tuple[str, ...]]:
    """How many decisions are in force, how many are not, and which of the former are stale."""
    entries = [entry_from_extra(head.extra) for head in reader.knowledge()]
    decisions = sorted((entry for entry in entries if entry.kind == DECISION), key=lambda entry: entry.id)
    live = [entry for entry in decisions if is_live(entry)]
    threshold = int(session.config.get("freshness.threshold_commits"))
    freshness = Freshness(session.repo, paths, threshold)
    stale = tuple(entry.id for entry in live if freshness.is_stale(entry))
    return len(live), len(decisions) - len(live), stale


def _size(folder: str) -> int:
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(place, name)).st_size
            except OSError:
                continue
    return total
