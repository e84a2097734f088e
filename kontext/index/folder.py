"""Index folders: opening, writing, building aside and swapping.

Owns the life of a Tantivy index on disk and in memory: one writer at a time (Tantivy's own lock), every failure of
the engine turned into IndexLocked or IndexUnusable, and a build that readers never see half done.
Must not know what is written. Tantivy's locks are kernel locks: nothing here ever deletes one.
"""

from __future__ import annotations

import os
import time

import tantivy

from kontext import stopping
from kontext.errors import IndexLocked
from kontext.files import Lock, stamp
from kontext.index.analyzer import analyzers, register
from kontext.index.failures import is_engine_failure, unusable
from kontext.index.manifest import CORRUPT, MISSING, Manifest, dump_manifest, load_manifest
from kontext.index.schema import MANIFEST_KEY, exact, is_known
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import TypeVar

    T = TypeVar("T")

# Tantivy asks for 15 MB a writing thread at least; a larger heap only pays when tens of thousands of documents come.
UPDATE_HEAP = 15_000_000
BUILD_HEAP = 50_000_000
_LOCK_POLL = 0.02
_WRITER_LOCK = ".tantivy-writer.lock"
_SWAP_WAIT = 10.0  # seconds a finished build waits for a writer of the old index to end
_LINK_TRIES = 3


class Engine(Record):
    """One opened index and the state it was in at that moment."""

    core: tantivy.Index
    schema: tantivy.Schema
    searcher: tantivy.Searcher
    analyzers: Mapping[str, tantivy.TextAnalyzer]
    manifest: Manifest
    folder: str  # "" = in memory
    published: tuple[int, ...] = ()  # stamp of the publish it shows; () where that is not known


class Writer:
    """Collects changes; nothing is visible before `publish`. Use as a context manager: it always ends its threads."""

    def __init__(self, index: tantivy.Index, heap: int) -> None:
        self._index = index
        self._writer = open_writer(index, heap)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            self._writer.wait_merging_threads()
        except Exception as failed:
            if error is None:
                raise unusable("written", failed) from failed

    def add(self, document: tantivy.Document) -> None:
        """Add one document; delete its old version first."""
        with_engine(lambda: self._writer.add_document(document))

    def delete(self, field: str, term: str) -> None:
        """Delete every document that has `term` in an exact field."""
        with_engine(lambda: self._writer.delete_documents_by_term(field, exact(term)))

    def delete_where(self, query: tantivy.Query) -> None:
        """Delete every document a query finds."""
        with_engine(lambda: self._writer.delete_documents_by_query(query))

    def clear(self) -> None:
        """Delete everything."""
        with_engine(self._writer.delete_all_documents)

    def publish(self, manifest: Manifest) -> None:
        """Make all changes and the manifest visible together."""
        document = tantivy.Document()
        document.add_text("key", MANIFEST_KEY)
        document.add_bytes("stored", dump_manifest(manifest))
        self.delete("key", MANIFEST_KEY)
        self.add(document)
        with_engine(self._writer.commit)


def open_engine(folder: str, language: str) -> Engine | str:
    """Open an index for reading; return MISSING or CORRUPT instead when that is its state."""
    published = last_publish(folder)  # before it is opened: one that comes between is seen as a change, never missed
    if not published:
        return MISSING
    try:
        return _engine(tantivy.Index.open(folder), language, folder)._replace(published=published)
    except FileNotFoundError:
        return MISSING
    except BaseException as failed:
        if not is_engine_failure(failed):
            raise
        return CORRUPT if os.access(folder, os.W_OK) else _open_copy(folder, language)


def last_publish(folder: str) -> tuple[int, ...]:
    """Return a stamp that every publish into an index changes; () where there is no index."""
    return stamp(os.path.join(folder, "meta.json")) or ()


def _open_copy(folder: str, language: str) -> Engine | str:
    """Open an index in a folder we may not write: the engine locks before it reads, so it is given a copy."""
    import shutil
    import tempfile

    place = tempfile.mkdtemp(prefix="kontext-")
    try:
        if not _take_segments(folder, place, shutil.copyfile):
            return CORRUPT
        return _engine(tantivy.Index.open(place), language, folder)
    except BaseException as failed:
        if not is_engine_failure(failed):
            raise
        return CORRUPT
    finally:
        shutil.rmtree(place, ignore_errors=True)  # what is open stays readable


def memory_index(schema: tantivy.Schema, language: str) -> tantivy.Index:
    """An index that leaves nothing on disk."""
    index = tantivy.Index(schema)
    register(index, analyzers(language))
    return index


def open_writer(index: tantivy.Index, heap: int) -> tantivy.IndexWriter:
    """Take the writer; raise IndexLocked when another process has it."""
    try:
        return index.writer(heap, 1)
    except ValueError as failed:
        if "LockBusy" in str(failed):
            raise IndexLocked from None
        raise unusable("written", failed) from failed


def update(folder: str, language: str, wait: float, apply: Callable[[Engine, Writer], Manifest | None]) -> None:
    """Change an index in place.

    `apply` sees the state as of the moment the lock was taken and returns the manifest to publish, or None to publish
    nothing. Waits up to `wait` seconds for the lock, then raises IndexLocked.
    """
    deadline = time.monotonic() + wait
    while True:
        try:
            index = with_engine(lambda: tantivy.Index.open(folder))
            register(index, analyzers(language))
            writer = Writer(index, UPDATE_HEAP)
            break
        except IndexLocked:
            if time.monotonic() >= deadline:
                raise
            stopping.check()
            time.sleep(_LOCK_POLL)
    with writer:
        with_engine(index.reload)  # another writer may have published between our opening and our lock
        manifest = apply(with_engine(lambda: _engine(index, language, folder)), writer)
        if manifest is not None:
            writer.publish(manifest)


def build(folder: str, schema: tantivy.Schema, language: str, fill: Callable[[Writer], Manifest]) -> None:
    """Build an index aside and put it in the place of `folder` in one rename; readers see the old or the new one."""
    import shutil

    aside = f"{folder}.new-{os.getpid()}"
    shutil.rmtree(aside, ignore_errors=True)
    try:
        os.makedirs(aside)
        index = with_engine(lambda: tantivy.Index(schema, aside))
        register(index, analyzers(language))
        with Writer(index, BUILD_HEAP) as writer:
            writer.publish(fill(writer))
        swap(aside, folder)
    except OSError as failed:
        raise unusable("written", failed) from failed
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def build_in_memory(schema: tantivy.Schema, language: str, fill: Callable[[Writer], Manifest]) -> Engine:
    """Build an index that lives as long as this process."""
    index = memory_index(schema, language)
    with Writer(index, BUILD_HEAP) as writer:
        writer.publish(fill(writer))
    index.reload()
    return _engine(index, language, "")


def swap(new: str, old: str) -> None:
    """Put folder `new` where `old` is. Readers that have the old one open go on reading it.

    The engine writes by path: a writer of the old index has to end first, or it would publish into the new one.
    """
    import shutil

    if not os.path.isdir(old):
        os.rename(new, old)
        return
    trash = f"{old}.old-{os.getpid()}"
    with Lock(os.path.join(old, _WRITER_LOCK), _SWAP_WAIT):
        os.rename(old, trash)
        os.rename(new, old)
    shutil.rmtree(trash, ignore_errors=True)


def discard(folder: str) -> None:
    """Remove an index that cannot be used, once no writer is at work on it. Raises OSError, IndexLocked."""
    import shutil

    if os.path.isdir(folder):
        trash = f"{folder}.old-{os.getpid()}"
        with Lock(os.path.join(folder, _WRITER_LOCK), _SWAP_WAIT):
            os.rename(folder, trash)
        shutil.rmtree(trash, ignore_errors=True)


def start_from(source: str, folder: str) -> bool:
    """Let `folder` begin as a copy of another index, with its segment files as hard links; False when that fails.

    Segment files never change. What they are is in meta.json, which is read first and written last; a merge may
    remove some meanwhile, so that the copy starts again.
    """
    import shutil

    aside = f"{folder}.new-{os.getpid()}"
    try:
        for _ in range(_LINK_TRIES):
            shutil.rmtree(aside, ignore_errors=True)
            os.makedirs(aside)
            if _take_segments(source, aside, os.link):
                swap(aside, folder)
                return True
    except (OSError, IndexLocked, ValueError):
        return False  # another file system, or no index there
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return False


def _take_segments(source: str, aside: str, take: Callable[[str, str], object]) -> bool:
    """Copy or link what meta.json names; False when a merge removed some of it meanwhile."""
    import json

    with open(os.path.join(source, "meta.json"), "rb") as file:
        meta = file.read()
    segments = tuple(one["segment_id"].replace("-", "") for one in json.loads(meta)["segments"])
    linked = []
    try:
        for name in sorted(_names(source)):
            if name.startswith(segments):
                take(os.path.join(source, name), os.path.join(aside, name))
                linked.append(name)
        with open(os.path.join(source, "meta.json"), "rb") as file:
            if file.read() != meta:
                return False
    except FileNotFoundError:
        return False
    for name, content in ((".managed.json", json.dumps([*linked, "meta.json"]).encode()), ("meta.json", meta)):
        with open(os.path.join(aside, name), "wb") as file:
            file.write(content)
    return True


def sweep(folder: str) -> None:
    """Remove what killed builds left beside `folder`: names carry the process that made them."""
    import shutil

    parent, name = os.path.split(folder)
    for entry in _names(parent):
        if entry.startswith((f"{name}.new-", f"{name}.old-")) and not _is_alive(entry.rpartition("-")[2]):
            shutil.rmtree(os.path.join(parent, entry), ignore_errors=True)


def with_engine(call: Callable[[], T]) -> T:
    """Run a call into the engine; whatever it throws (panics included) becomes IndexUnusable."""
    try:
        return call()
    except BaseException as failed:
        if is_engine_failure(failed):
            raise unusable("used", failed) from failed
        raise


def _engine(index: tantivy.Index, language: str, folder: str) -> Engine:
    made = analyzers(language)
    register(index, made)
    schema = index.schema
    if not is_known(schema):
        raise ValueError("fields of another build")
    searcher = index.searcher()
    found = searcher.search(tantivy.Query.term_query(schema, "key", MANIFEST_KEY, "basic"), 1, count=False).hits
    if not found:
        raise ValueError("no manifest inside")
    manifest = load_manifest(searcher.doc(found[0][1]).get_first("stored") or b"")
    return Engine(index, schema, searcher, made, manifest, folder)


def _names(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            yield from [entry.name for entry in entries]
    except OSError:
        return


def _is_alive(pid: str) -> bool:
    if not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
