"""One record takes the place of another: both files are edited, or neither.

Owns the plan of such an edit and what may not replace what. Must not know how a file is edited (mark.py).
"""

from __future__ import annotations

import os

from kontext.capture.mark import Marker
from kontext.capture.staging import write_and_stage
from kontext.errors import StoreError, UsageError
from kontext.files import read_bytes
from kontext.records import Record
from kontext.store.ids import get_entry
from kontext.store.parse import LARGEST_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.checks.knowledge import Knowledge
    from kontext.git.repo import Repo
    from kontext.model import Entry, RepoPath


class Superseded(Record):
    """What was done: the two records as they were, the files written, those of them staged, what is left to do."""

    old: Entry
    new: Entry
    written: tuple[RepoPath, ...]
    staged: tuple[RepoPath, ...]
    notes: tuple[str, ...] = ()


def supersede(repo: Repo, knowledge: Knowledge, old_name: str, new_name: str, today: str) -> Superseded:
    """Say in two records that the second replaced the first, and stage what held no other change.

    Names are ids, paths or numbers. Raises EntryNotFound, DuplicateId, UsageError (a record cannot replace itself),
    StoreError (a circle, a file that cannot be edited or written). Said already, nothing is written.
    """
    entries = [source.entry for source in knowledge.sources]
    old, new = get_entry(entries, old_name), get_entry(entries, new_name)
    refuse_circle(entries, old, new)
    changes = []
    marker = Marker(knowledge.judge, entries, today)
    for entry, field, other in ((new, "supersedes", old), (old, "superseded_by", new)):
        raw = read_record(repo, entry.path)
        made = marker.mark(entry, raw, field, other)
        if made != raw:
            changes.append((entry.path, made))
    staged, notes = write_and_stage(repo, changes)
    return Superseded(old, new, tuple(path for path, _ in changes), staged, notes)


def refuse_circle(entries: Sequence[Entry], old: Entry, new: Entry) -> None:
    """Raise UsageError or StoreError where `new` cannot replace `old`: it is the same, or was itself replaced by it."""
    if old.path == new.path:
        raise UsageError(f"{old.id} cannot replace itself", "kontext supersede OLD NEW names two records")
    by_id = {entry.id: entry for entry in entries}
    seen, waiting = {new.id}, list(new.superseded_by)
    for name in waiting:
        if name == old.id:
            raise StoreError(
                f"{new.id} is itself superseded by {old.id}", "name the older record first: kontext supersede OLD NEW"
            )
        if name in by_id and name not in seen:
            seen.add(name)
            waiting.extend(by_id[name].superseded_by)


def read_record(repo: Repo, path: RepoPath) -> bytes:
    """Return the bytes of a record in the work tree; raises StoreError."""
    try:
        raw = read_bytes(os.path.join(repo.top, path), LARGEST_FILE)
    except OSError as failed:
        raise StoreError(f"{path} cannot be read: {failed.strerror or failed}", "") from None
    if raw is None:
        raise StoreError(f"{path} is too large to be a record", "")
    return raw
