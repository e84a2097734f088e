"""Everything the rules judge by: all records of one state of the tree, with their files.

Owns how it is gathered. Must not know any rule.
"""

from __future__ import annotations

from kontext.checks.source import Source
from kontext.records import Record
from kontext.store.discover import Judge, find_entries
from kontext.store.places import ADR_DIR, STORE, Setting, find_setting
from kontext.text import file_text, not_utf8

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.checks.tree import Tree
    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.model import RepoPath
    from kontext.store.discover import Problem


class Knowledge(Record):
    """The records of one tree. `problems` are files of the store that could not be read as they are meant."""

    repo: Repo
    tree: Tree
    sources: tuple[Source, ...]
    problems: tuple[Problem, ...]
    judge: Judge
    kinds: tuple[str, ...]  # configured ones
    longest: int  # lines of a body
    encodings: tuple[tuple[RepoPath, int, str], ...]  # files that are no UTF-8, on which line, and why


def setting_of(config: Config, tree: Tree) -> Setting:
    """Return where the records of a tree are, by configuration and by `.adr-dir`."""
    raw = tree.read(ADR_DIR) if ADR_DIR in tree.paths else None
    return find_setting(str(config.get("store.dir")), config.get("store.kinds"), tree.paths, raw)


def gather(repo: Repo, config: Config, tree: Tree, setting: Setting) -> Knowledge:
    """Read every record of a tree."""
    kept: dict[RepoPath, bytes] = {}

    def read(path: RepoPath) -> bytes | None:
        raw = tree.read(path)
        if raw is not None:
            kept[path] = raw
        return raw

    view = find_entries(read, tree.paths, setting.adr_dir, setting.store_dir, setting.kind_paths)
    judge = Judge(setting.adr_dir, setting.store_dir, setting.kind_paths)
    sources = tuple(
        Source(entry, stated, file_text(kept[entry.path]), _is_in_store(judge, entry.path))
        for entry, stated in zip(view.entries, view.stated, strict=True)
    )
    records = {*(entry.path for entry in view.entries), *(problem.path for problem in view.problems)}
    return Knowledge(
        repo,
        tree,
        sources,
        view.problems,
        judge,
        tuple(config.get("store.kinds")),
        int(config.get("store.max_body_lines")),
        tuple((path, *why) for path in sorted(records) if (why := not_utf8(kept[path]))),
    )


def _is_in_store(judge: Judge, path: RepoPath) -> bool:
    place = judge.place(path)
    return place is not None and place.threshold == STORE
