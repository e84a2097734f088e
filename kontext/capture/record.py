"""A new record: written, staged, and named for the message of the commit that carries it out.

Owns the order of the steps and the proof that what is written reads as what was asked for. Must not ask anybody
anything: everything is in the request.
"""

from __future__ import annotations

import os

from kontext.capture.compose import STYLES, Neighbour, compose, front_matter_text, kept_text
from kontext.capture.mark import Marker
from kontext.capture.place import NUMBERINGS, SEQUENTIAL, Spot, find_spot, new_path
from kontext.capture.request import Request, checked, folded, says_same
from kontext.capture.secrets import refuse_secrets
from kontext.capture.staging import refuse_outside, write_and_stage
from kontext.capture.supersede import read_record
from kontext.errors import ConfigError, StoreError
from kontext.git.branches import names_on_branches
from kontext.model import Entry
from kontext.records import Record
from kontext.store.discover import Judge
from kontext.store.ids import get_entry, number_of, stem_of
from kontext.store.places import STORE_DIRS
from kontext.store.series import series_folder
from kontext.text import file_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kontext.checks.knowledge import Knowledge
    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.model import RepoPath
    from kontext.store.places import Setting

_TOKENS = {"decision": "Decision", "convention": "Convention", "learning": "Learning", "incident": "Incident"}


class Captured(Record):
    """A record that was written; `trailer` is the line that names it in a message, "" where its kind has none.

    `written` are the record and those it replaces; nothing where one that was there says the same.
    """

    id: str
    kind: str
    path: RepoPath
    trailer: str = ""
    is_draft: bool = False
    written: tuple[RepoPath, ...] = ()
    staged: tuple[RepoPath, ...] = ()
    notes: tuple[str, ...] = ()


def capture(
    repo: Repo, config: Config, setting: Setting, knowledge: Knowledge, request: Request, today: str
) -> Captured:
    """Write a record where its kind belongs, mark what it replaces, and stage all of it: all or nothing.

    Asked again for a record that is there, it answers with that one, and writes nothing.
    Raises UsageError for a request that cannot be meant, SecretFound for one with a secret in it, EntryNotFound and
    DuplicateId for what it supersedes, ConfigError for a style or numbering there is not, StoreError where a file
    cannot be written or edited.
    """
    request = checked(request)
    doubts = refuse_secrets(config, request)
    entries = [source.entry for source in knowledge.sources]
    replaced = list({one.path: one for one in (get_entry(entries, name) for name in request.supersedes)}.values())
    spot = _checked_spot(find_spot(knowledge, setting, config, request.kind))
    judge = _judge(setting, config)
    token = token_of(config, request.kind)
    if twin := _twin(judge, knowledge, spot, request, replaced, today):
        trailer = f"{token}: {twin.id}" if token else ""
        said = "it is there already, word for word: nothing was written"
        return Captured(twin.id, twin.kind, twin.path, trailer, notes=(*doubts, said))
    refuse_outside(repo.top, spot.folder)
    path, numbered = _free_path(repo, knowledge, spot, request)
    raw, entry = _composed(judge, knowledge, spot, request, path)
    marker = Marker(judge, [*entries, entry], today)
    changes = []
    for old in replaced:
        raw = marker.mark(entry, raw, "supersedes", old)
        changes.append((old.path, marker.mark(old, read_record(repo, old.path), "superseded_by", entry)))
    staged, notes = write_and_stage(repo, [(path, raw), *changes], {path})
    written = (path, *(path for path, _ in changes))
    trailer = f"{token}: {entry.id}" if token else ""
    return Captured(entry.id, request.kind, path, trailer, False, written, staged, (*doubts, *numbered, *notes))


def token_of(config: Config, kind: str) -> str:
    """Return the trailer token that names records of a kind, "" where there is none."""
    return str(config.get("store.kinds").get(kind, {}).get("trailer", "")) or _TOKENS.get(kind, "")


def _judge(setting: Setting, config: Config) -> Judge:
    """How files will be read once the store is there, which the first record makes."""
    if setting.store_dir:
        return Judge(setting.adr_dir, setting.store_dir, setting.kind_paths)
    store = STORE_DIRS[0]
    tables = config.get("store.kinds").items()
    own = {kind: f"{store}/{table['dir']}" for kind, table in tables if table.get("dir")}
    return Judge(setting.adr_dir, store, own | setting.kind_paths)


def _twin(
    judge: Judge, knowledge: Knowledge, spot: Spot, request: Request, replaced: Sequence[Entry], today: str
) -> Entry | None:
    """The record that says already what is asked for, as it would if it were written now under its name."""
    if request.text:
        return None  # a draft may hold more than is compared
    entries = [source.entry for source in knowledge.sources]
    for source in knowledge.sources:
        found = source.entry
        same = (found.kind, found.date, _letters(found.title)) == (request.kind, request.date, _letters(request.title))
        if not same or found.path in {old.path for old in replaced}:
            continue
        try:
            raw, entry = _composed(judge, knowledge, spot, request, found.path)
            for old in replaced:
                raw = Marker(judge, entries, today).mark(entry, raw, "supersedes", old)
        except StoreError:
            continue
        made, stated = judge.parse(found.path, raw), judge.parse(found.path, knowledge.tree.read(found.path) or b"")
        if isinstance(made, Entry) and isinstance(stated, Entry) and says_same(made, stated):
            return found
    return None


def _composed(judge: Judge, knowledge: Knowledge, spot: Spot, request: Request, path: RepoPath) -> tuple[bytes, Entry]:
    """The bytes of the record in the best dialect that reads back as what was asked for."""
    for asked, text in _texts(knowledge, spot, request, path):
        raw = text.encode("utf-8", "surrogateescape")
        entry = judge.parse(path, raw)
        if isinstance(entry, Entry) and _is_as_asked(entry, asked):
            taken = {source.entry.id for source in knowledge.sources}
            return raw, entry if entry.id not in taken else entry._replace(id=path)
    raise StoreError(
        f"{path} would not be read as the record that was asked for",
        "write it by hand, or choose another place: store.kinds.<kind>.path",
    )


def _texts(knowledge: Knowledge, spot: Spot, request: Request, path: RepoPath) -> Iterator[tuple[Request, str]]:
    like = Neighbour(spot.like.entry, file_text(knowledge.tree.read(spot.like.path) or b"")) if spot.like else None
    if request.text:
        kept = kept_text(request, path, spot.style or (like.entry.dialect if like else "frontmatter"))
        yield from ((request, text) for text in filter(None, [kept]))
    for asked in dict.fromkeys((request, folded(request))):
        yield asked, compose(asked, path, spot.style, like)
    if not path.endswith(".rst"):
        yield request, front_matter_text(request, path)


def _is_as_asked(entry: Entry, request: Request) -> bool:
    said = (entry.kind, entry.status, entry.date, set(entry.tags), set(entry.paths), set(entry.commits))
    wanted = (
        *(request.kind, request.status, request.date),
        *(set(request.tags), set(request.paths), set(request.commits)),
    )
    has_summary = not request.summary or entry.summary == request.summary
    return has_summary and said == wanted and _letters(entry.title) == _letters(request.title)


def _letters(text: str) -> str:
    """What of a title must survive: marks of Markdown and the number in front may be read differently."""
    return "".join(filter(str.isalnum, text)).casefold()


def _free_path(repo: Repo, knowledge: Knowledge, spot: Spot, request: Request) -> tuple[RepoPath, list[str]]:
    """A path for the record, and a note where a number that another branch has taken was passed over for it."""
    here = _names(repo, knowledge, spot.folder)
    path = new_path(spot, request.title, request.date, here)
    if spot.numbering != SEQUENTIAL:
        return path, []
    elsewhere = names_on_branches(repo, spot.folder)
    beyond = new_path(spot, request.title, request.date, here | elsewhere.keys())
    if beyond == path:
        return path, []
    last = max(
        (one for one in elsewhere if series_folder(one) == spot.folder), key=lambda one: number_of(stem_of(one)) or 0
    )
    return beyond, [f"numbered after {last.removesuffix('/.')}, which is on {elsewhere[last]}"]


def _names(repo: Repo, knowledge: Knowledge, folder: RepoPath) -> set[RepoPath]:
    """Every path that a new file may not have: tracked ones, and what lies in the folder untracked."""
    names = set(knowledge.tree.every)
    try:
        for entry in os.scandir(os.path.join(repo.top, folder)):
            names.add(f"{folder}/{entry.name}" + ("/." if entry.is_dir() else ""))
    except OSError:
        pass  # there is no such folder yet
    return names


def _checked_spot(spot: Spot) -> Spot:
    if spot.numbering not in NUMBERINGS:
        raise ConfigError(f"unknown numbering '{spot.numbering}' of new records", "one of: " + ", ".join(NUMBERINGS))
    if spot.style and spot.style not in STYLES:
        raise ConfigError(f"unknown style '{spot.style}' of new records", "one of: " + ", ".join(STYLES))
    return spot
