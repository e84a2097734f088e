"""What an index holds, whole, and what one built from nothing would hold."""

from __future__ import annotations

import os
import shutil
import time

import tantivy

from gitbox import GitBox
from kontext.index.folder import Engine, build_in_memory
from kontext.index.manifest import Manifest
from kontext.index.paths import PathReader, from_tantivy
from kontext.index.reader import TextReader
from kontext.index.schema import SCHEMA_VERSION, paths_schema, text_schema
from kontext.index.stored import whole_of
from kontext.model import Document, Mention
from kontext.refresh import Session, open_session
from kontext.refresh.build import fill_text
from kontext.refresh.commits import fill_touches
from kontext.refresh.touches import Touches
from kontext.search import SearchOptions, search

NOW = 1_800_000_000


# What is found must not hang on how busy a machine is.
NO_CLOCK = {"KONTEXT_WHY_SEE_THROUGH_MS": "0", "KONTEXT_WHY_LINEAGE_MS": "0"}


def sit(box: GitBox, folder: str = "", **settings: str) -> Session:
    """A session at a repository (or a folder in it); settings are KONTEXT_… variables, as `index_max_commits="20"`."""
    given = {f"KONTEXT_{name.upper()}": value for name, value in settings.items()}
    return open_session(os.path.join(box.path, folder), {**NO_CLOCK, **box.env, **given})


def uris(session: Session, text: str, **options: object) -> list[str]:
    """Uris of what a search finds, best first."""
    return [hit.uri for hit in search(session, text, SearchOptions(NOW, **options)).hits]


def take_away(folder: str | os.PathLike[str]) -> None:
    """Remove a folder at once: an open reader that sees its index change may make a lock file there meanwhile."""
    gone = f"{folder}.gone-{time.monotonic_ns()}"
    os.rename(folder, gone)
    shutil.rmtree(gone, ignore_errors=True)


def documents(reader: TextReader) -> dict[str, Document]:
    """Every document of a text index but the manifest; each key must be there once."""
    searcher = reader.engine.searcher
    hits = searcher.search(tantivy.Query.all_query(), max(1, searcher.num_docs), count=False).hits
    found = [searcher.doc(address) for _, address in hits]
    whole = [whole_of(one) for one in found if len(one.get_all("stored")) == 2]
    assert len({one.uri for one in whole}) == len(whole)
    return {one.uri: one for one in whole}


def histories(reader: PathReader) -> dict[str, list[str]]:
    """The history of every path and folder a path index knows, as oids."""
    searcher = reader.engine.searcher
    mentions(reader)
    names = {term.rstrip("/") for term, _ in searcher.terms_with_prefix("path", "", None, 100_000)}
    return {name: found for name in names if (found := [touch.oid for touch in reader.history(name, 1000)])}


def mentions(reader: PathReader) -> dict[str, tuple[Mention, ...]]:
    """What each commit of a path index says about records; each must be there once."""
    searcher = reader.engine.searcher
    hits = searcher.search(tantivy.Query.all_query(), max(1, searcher.num_docs), count=False).hits
    stored = [searcher.doc(address) for _, address in hits]
    touches = [from_tantivy(one) for one in stored if not is_manifest(one)]
    assert len({one.oid for one in touches}) == len(touches)
    return {one.oid: one.mentions for one in touches}


def is_manifest(stored: tantivy.Document) -> bool:
    return bool(stored.get_first("stored").startswith(b"{"))


def assert_as_if_built_now(session: Session) -> None:
    """Both parts hold what a build from nothing would hold, whatever way they went."""
    text, paths = session.text(), session.paths()
    assert paths is not None
    assert text.engine.folder and paths.engine.folder, session.notes
    fresh = _built(session)
    mine = documents(text)
    theirs = documents(TextReader(fresh))
    assert sorted(mine) == sorted(theirs)
    assert mine == theirs
    for name in ("head", "graft", "files", "listed", "tree", "complete"):
        assert getattr(text.manifest, name) == getattr(fresh.manifest, name), name
    assert paths.manifest.head == session.repo.head
    anew = PathReader(_touches(session))
    said, all_said = mentions(paths), mentions(anew)
    assert said == {oid: all_said[oid] for oid in said}
    held, whole = histories(paths), histories(anew)
    if paths.manifest.complete:
        assert sorted(said) == sorted(all_said)
    if paths.manifest.complete:
        assert held == whole
    for name, oids in held.items():
        assert oids == whole[name][: len(oids)]


def _built(session: Session) -> Engine:
    return build_in_memory(text_schema(), session.language, lambda text: fill_text(session, text, None))


def _touches(session: Session) -> Engine:
    def fill(paths: object) -> Manifest:
        with Touches(session.repo, session.config, paths) as touches:
            fill_touches(session.repo, None, touches, lambda part, done: None)
        return Manifest(SCHEMA_VERSION, "")

    return build_in_memory(paths_schema(), session.language, fill)


RECORD = "---\nid: {id}\nkind: decision\ntitle: {title}\nstatus: {status}\ndate: 2024-01-01\n{more}---\n\n{body}\n"


def record(name: str, title: str, status: str = "accepted", more: str = "", body: str = "So be it.") -> str:
    return RECORD.format(id=name, title=title, status=status, more=more, body=body)


def fill_and_index(box: GitBox) -> GitBox:
    """A repository with commits, docs and records, and its index."""
    box.commit(
        "Begin", {"src/a.py": "a = 1\n", "src/b.py": "b = 1\n", "README.md": "# Shop\n\n## Prices\n\nIn cents.\n"}
    )
    box.commit("Decide", {".kontext/decisions/cents.md": record("cents", "Prices are cents")})
    box.commit("Change a\n\nBecause one was too few.\n", {"src/a.py": "a = 2\n"})
    box.commit("Change b", {"src/b.py": "b = 2\n"})
    assert_as_if_built_now(sit(box))
    return box


def as_built(box: GitBox) -> Session:
    session = sit(box)
    assert_as_if_built_now(session)
    assert session.notes == []
    return session
