"""The file part of the index: records and docs, from the work tree or, in a bare repository, from HEAD.

Owns which files are read and the documents made of them. Must not know commits or when a refresh happens; whether
there is anything to do is stamps.py's question.
"""

from __future__ import annotations

from kontext.docs import doc_sections, select_docs
from kontext.documents import entry_document, section_document
from kontext.files import read_bytes
from kontext.git.objects import object_sizes, open_objects
from kontext.git.tree import skipped_files, tracked_files, tree_files
from kontext.index.stored import to_tantivy
from kontext.records import Record
from kontext.refresh.stamps import ABSENT, DOC, ENTRY, NOTHING, SKIPPED, record_files, stamp_of
from kontext.store.chains import live_successors
from kontext.store.discover import Judge, find_entries
from kontext.store.parse import LARGEST_FILE
from kontext.store.places import ADR_DIR, Setting, find_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.index.folder import Writer
    from kontext.index.manifest import Stamp
    from kontext.model import Entry, RepoPath

FileStamps = dict[str, tuple[int, int, str]]

_REGULAR = ("100644", "100755")


class Files(Record):
    """The files of one repository as they are now. `listed` is the staging area's stamp they were listed at."""

    stamps: dict[RepoPath, Stamp]
    listed: Stamp
    tree: str
    read: Callable[[RepoPath, int], bytes | None]  # None also for a file of more bytes than that
    judge: Judge
    setting: Setting


def list_files(repo: Repo, config: Config, store_dirs: Iterable[str]) -> Files:
    """List the files that may be docs or records, with their stamps."""
    if repo.is_bare:
        return _files_of_head(repo, config)
    listed = stamp_of(repo.staging_file)
    tracked = [path for path, mode in tracked_files(repo) if mode in _REGULAR]
    top = repo.top
    in_store = record_files(top, store_dirs)
    has_adr_dir = stamp_of(f"{top}/{ADR_DIR}") != ABSENT  # a link is no file of the repository
    adr_dir = _read(f"{top}/{ADR_DIR}", LARGEST_FILE) if has_adr_dir else None
    judge, setting = _judge(config, adr_dir, [*tracked, *in_store])
    wanted = dict.fromkeys([*_wanted(tracked, config, judge), *in_store])
    found = {path: stamp_of(f"{top}/{path}") for path in wanted}
    absent = [path for path, stamp in found.items() if stamp == ABSENT]
    skipped = skipped_files(repo) if absent else {}
    blobs = {path: skipped[path] for path in absent if path in skipped}
    stamps = {path: stamp for path, stamp in found.items() if stamp != ABSENT}
    stamps |= {path: (_blob_stamp(oid), SKIPPED) for path, oid in blobs.items()}
    from_objects = _blob_reader(repo, blobs) if blobs else None

    def read(path: RepoPath, limit: int) -> bytes | None:
        return from_objects(path, limit) if from_objects and path in blobs else _read(f"{top}/{path}", limit)

    return Files(stamps, listed, "", read, judge, setting)


def update_files(files: Files, config: Config, known: FileStamps, text: Writer) -> tuple[FileStamps, int, int]:
    """Bring the file part up to date; return (what is known now, entries written, sections written).

    Only changed files are read, but records are judged together: one may replace another.
    """
    changed = {path for path, found in files.stamps.items() if known.get(path, (0, 0, ""))[:2] != found}
    gone = [path for path in known if path not in files.stamps]
    if ADR_DIR in changed or ADR_DIR in gone:
        changed = set(files.stamps)  # what counts as a record has changed
    now: FileStamps = {path: (*files.stamps[path], known[path][2]) for path in files.stamps if path not in changed}
    for path in [*changed, *gone]:
        if path in known and known[path][2] != NOTHING:
            text.delete("group", path)
    entries = _update_entries(files, changed, gone, known, config, text)
    sections = 0
    docs = set(select_docs(changed, config.get("sources.include"), config.get("sources.exclude")))
    if entries is not None:
        docs -= set(entries)
    for path in changed:
        role = NOTHING
        if entries is not None and path in entries:
            role = ENTRY
        elif path in docs:
            role = DOC
            sections += _write_sections(path, files.read(path, config.get("sources.max_bytes")), config, text)
        now[path] = (*files.stamps[path], role)
    return now, len(entries or ()), sections


def _update_entries(
    files: Files,
    changed: set[RepoPath],
    gone: Iterable[RepoPath],
    known: FileStamps,
    config: Config,
    text: Writer,
) -> dict[RepoPath, Entry] | None:
    """Write all records again when one of them changed; None when none did."""
    candidates = {path for path in changed if files.judge.is_candidate(path)}
    before = {path for path, (_, _, role) in known.items() if role == ENTRY}
    if not candidates and before.isdisjoint(gone):
        return None
    paths = sorted(candidates | (before & files.stamps.keys()))
    where = files.setting
    view = find_entries(
        lambda path: files.read(path, LARGEST_FILE), paths, where.adr_dir, where.store_dir, where.kind_paths
    )
    live = live_successors(view.entries)
    for entry in view.entries:
        text.delete("group", entry.path)
        text.add(to_tantivy(entry_document(entry, ", ".join(one for one in live.get(entry.id, ()) if one != entry.id))))
    return {entry.path: entry for entry in view.entries}


def _write_sections(path: RepoPath, raw: bytes | None, config: Config, text: Writer) -> int:
    if raw is None:
        return 0
    sections = doc_sections(path, raw, max_bytes=config.get("sources.max_bytes"))
    for section in sections:
        text.add(to_tantivy(section_document(section)))
    return len(sections)


def _judge(config: Config, adr_dir: bytes | None, paths: Iterable[RepoPath]) -> tuple[Judge, Setting]:
    setting = find_setting(str(config.get("store.dir")), config.get("store.kinds"), paths, adr_dir)
    return Judge(setting.adr_dir, setting.store_dir, setting.kind_paths), setting


def _wanted(paths: list[RepoPath], config: Config, judge: Judge) -> list[RepoPath]:
    docs = select_docs(paths, config.get("sources.include"), config.get("sources.exclude"))
    return [*docs, *(path for path in paths if path == ADR_DIR or judge.is_candidate(path))]


def _files_of_head(repo: Repo, config: Config) -> Files:
    if not repo.head:
        judge, setting = _judge(config, None, ())
        return Files({}, (0, 0), "", lambda path, limit: None, judge, setting)
    blobs = {path: oid for mode, oid, path in tree_files(repo, repo.head) if mode in _REGULAR}
    adr_dir = {ADR_DIR: blobs[ADR_DIR]} if ADR_DIR in blobs else {}
    judge, setting = _judge(config, _blob_reader(repo, adr_dir)(ADR_DIR, LARGEST_FILE), blobs)
    wanted = {path: blobs[path] for path in _wanted(list(blobs), config, judge)}
    stamps = {path: (_blob_stamp(oid), 0) for path, oid in wanted.items()}
    return Files(stamps, (0, 0), repo.head, _blob_reader(repo, wanted), judge, setting)


def _blob_stamp(oid: str) -> int:
    """A blob's oid is its stamp: the first sixty bits are enough to notice a change."""
    return int(oid[:15], 16)


def _blob_reader(repo: Repo, blobs: Mapping[RepoPath, str]) -> Callable[[RepoPath, int], bytes | None]:
    objects = open_objects(repo)
    sizes: dict[str, int] = {}

    def read(path: RepoPath, limit: int) -> bytes | None:
        if path not in blobs:
            return None
        if not sizes:
            sizes.update(object_sizes(repo, blobs.values()))
        found = objects.read(blobs[path]) if sizes.get(blobs[path], 0) <= limit else None
        return found[2] if found else None

    return read


def _read(path: str, limit: int) -> bytes | None:
    try:
        return read_bytes(path, limit)
    except OSError:
        return None
