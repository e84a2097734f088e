"""The records of the staging area or of a commit, read again only where a file changed.

Owns the cache that keeps a check within the time of a few Git calls: reading records takes longer than all the rest.
Must not know what the records are wanted for. A cache that cannot be read is no cache, one that cannot be written is
not written.
"""

from __future__ import annotations

import os

from kontext import __version__
from kontext.files import read_bytes, write_atomic
from kontext.git.repo import decode
from kontext.layout import kontext_folder, make_folder
from kontext.model import Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.model import Oid, RepoPath

_LARGEST = 64 << 20
_ADR_DIR = ".adr-dir"  # the store's ADR_DIR: importing it would cost a commit more than this check does
# Everything that can be a record, and the file in which adr-tools writes where its records are.
_PATTERNS = tuple(f":(top,icase,glob)**/*{ending}" for ending in (".md", ".markdown", ".mdx", ".rst"))
_TUPLES = ("authors", "tags", "paths", "supersedes", "superseded_by", "commits")


def staged_records(repo: Repo, config: Config) -> tuple[Entry, ...]:
    """Return the records of the staging area (of HEAD in a bare repository) with resolved links, without bodies."""
    if repo.is_bare:
        return records_at(repo, config, "HEAD") if repo.head else ()
    raw = repo.ask("ls-files", "-z", "-s", "--full-name", "--", *_PATTERNS, f":(top,literal){_ADR_DIR}")
    files = {}
    for item in decode(raw).split("\0"):
        if item:
            about, _, path = item.partition("\t")
            mode, oid, _ = about.split(" ")
            if mode.startswith("100"):
                files[path] = oid
    return _records(repo, config, files)


def records_at(repo: Repo, config: Config, rev: str) -> tuple[Entry, ...]:
    """Return the records of a commit with resolved links, without bodies."""
    from kontext.store.places import EXTENSIONS

    files = {}
    for item in decode(repo.ask("ls-tree", "-r", "-z", "--full-tree", rev)).split("\0"):
        about, _, path = item.partition("\t")
        if about.startswith("100") and (path.lower().endswith(EXTENSIONS) or path == _ADR_DIR):
            files[path] = about.split(" ")[2]
    return _records(repo, config, files)


def _records(repo: Repo, config: Config, files: Mapping[RepoPath, Oid]) -> tuple[Entry, ...]:
    place = os.path.join(kontext_folder(repo.common_dir), "check-cache.json")
    options = [__version__, config.get("store.dir"), config.get("store.kinds"), files.get(_ADR_DIR, "")]
    known = _load(place, options)
    if known.get("files") == files:
        return tuple(map(_entry, known["records"]))
    records, stated = _read(repo, config, files, known)
    content = {"options": options, "files": files, "stated": stated, "records": [_kept(entry) for entry in records]}
    _save(place, content)
    return records


def _read(
    repo: Repo, config: Config, files: Mapping[RepoPath, Oid], known: Mapping[str, Any]
) -> tuple[tuple[Entry, ...], dict[str, Any]]:
    """Parse what is new since `known` and resolve the links of all; return (records, kept forms as stated)."""
    from kontext.checks.knowledge import setting_of
    from kontext.checks.tree import Tree
    from kontext.git.objects import open_objects
    from kontext.store.discover import Judge, make_view

    objects = open_objects(repo)

    def read(oid: Oid) -> bytes:
        found = objects.read(oid)
        return found[2] if found else b""

    tree = Tree(tuple(files), frozenset(files), lambda path: read(files[path]))
    setting = setting_of(config, tree)
    judge = Judge(setting.adr_dir, setting.store_dir, setting.kind_paths)
    before: Mapping[str, Oid] = known.get("files", {})
    stated: dict[str, Any] = {}
    for path in sorted(files):
        if before.get(path) == files[path]:
            if path in known["stated"]:
                stated[path] = known["stated"][path]
        elif judge.is_candidate(path):
            parsed = judge.parse(path, read(files[path]))
            if isinstance(parsed, Entry):
                stated[path] = _kept(parsed)
    objects.close()
    return make_view(map(_entry, stated.values())).entries, stated


def _kept(entry: Entry) -> dict[str, Any]:
    return {name: value for name, value in entry._asdict().items() if name != "body"}


def _entry(kept: Mapping[str, Any]) -> Entry:
    fields: dict[str, Any] = {name: tuple(value) if name in _TUPLES else value for name, value in kept.items()}
    return Entry(**fields)


def _load(place: str, options: Sequence[object]) -> dict[str, Any]:
    import json

    try:
        content: dict[str, Any] = json.loads(read_bytes(place, _LARGEST) or b"{}")
        wanted = json.loads(json.dumps(options))
        for kept in [*content["records"], *content["stated"].values()]:
            _entry(kept)
        return content if content["options"] == wanted else {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _save(place: str, content: Mapping[str, Any]) -> None:
    import json

    try:
        make_folder(os.path.dirname(place))
        write_atomic(place, json.dumps(content, separators=(",", ":")).encode())
    except (OSError, ValueError):
        return
