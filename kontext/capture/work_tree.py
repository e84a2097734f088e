"""The records of a work tree, as whoever writes one needs them.

Owns how they are read once for all steps, what a new record is given where nothing was said, and the choice between a
draft and a record. Must not know who asks.
"""

from __future__ import annotations

from kontext.capture.inbox import write_draft
from kontext.capture.record import Captured, capture
from kontext.capture.request import Request, checked_kind, pattern_of, staged_patterns
from kontext.checks.knowledge import Knowledge, gather, setting_of
from kontext.checks.tree import work_tree
from kontext.config import Config, store_dirs
from kontext.errors import UsageError
from kontext.git.repo import Repo
from kontext.records import Record
from kontext.store.ids import get_entry
from kontext.store.kinds import DECISION
from kontext.store.places import Setting


class WorkTree(Record):
    """A repository, its configuration and every record of its work tree."""

    repo: Repo
    config: Config
    setting: Setting
    knowledge: Knowledge


def read_work_tree(repo: Repo, config: Config) -> WorkTree:
    """Read the records of the work tree. Raises UsageError in a bare repository, which has none."""
    if repo.is_bare:
        raise UsageError("a bare repository has no files to write records in", "run it in a clone with a work tree")
    tree = work_tree(repo, store_dirs(config))
    setting = setting_of(config, tree)
    return WorkTree(repo, config, setting, gather(repo, config, tree, setting))


def completed(tree: WorkTree, word: str, request: Request) -> Request:
    """Return a request as a record of the kind that `word` means, with the tags that the word brings.

    A decision without paths governs the folders of what is staged. Raises UsageError for a word that is no kind and
    for a path outside of the work tree, EntryNotFound and DuplicateId for what it supersedes.
    """
    kind, tags = checked_kind(word, tuple(tree.config.get("store.kinds")))
    sources = tree.knowledge.sources
    paths = tuple(dict.fromkeys(pattern_of(tree.repo.top, path) for path in request.paths))
    if not paths and kind == DECISION:
        paths = staged_patterns(tree.repo, [source.path for source in sources])
    for replaced in request.supersedes:
        get_entry([source.entry for source in sources], replaced)
    return request._replace(kind=kind, paths=paths, tags=tuple(dict.fromkeys((*request.tags, *tags))))


def write_record(tree: WorkTree, request: Request, *, draft: bool, today: str) -> Captured:
    """Write a record, or a draft of it; raises what `capture` and `write_draft` raise."""
    if draft:
        return write_draft(tree.repo, tree.config, request)
    return capture(tree.repo, tree.config, tree.setting, tree.knowledge, request, today)
