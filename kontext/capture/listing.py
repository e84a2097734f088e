"""The list of the records that a store shows to a reader of its folder.

Owns the part of the file between two markers; all outside of them is kept, byte for byte. Must not know how records
are written or shown elsewhere.
"""

from __future__ import annotations

import os
import posixpath
import re

from kontext.capture.lines import newline_of
from kontext.capture.place import find_spot
from kontext.capture.references import references
from kontext.capture.staging import refuse_outside, write_and_stage
from kontext.errors import StoreError
from kontext.files import read_bytes
from kontext.records import Record
from kontext.store.chains import live_successors
from kontext.store.governs import is_live
from kontext.store.kinds import DECISION, FOLDERS
from kontext.store.places import STORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.checks.knowledge import Knowledge
    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.model import Entry, RepoPath
    from kontext.store.places import Setting

BEGIN, END = "<!-- kontext:records -->", "<!-- /kontext:records -->"
_BLOCK = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
_NAME = "README.md"
_LARGEST = 4_000_000


class Listing(Record):
    """The file that lists the records, how many it lists, and whether it had to be written."""

    path: RepoPath
    records: int
    is_changed: bool
    staged: tuple[RepoPath, ...] = ()
    notes: tuple[str, ...] = ()


def write_listing(repo: Repo, config: Config, setting: Setting, knowledge: Knowledge) -> Listing:
    """Bring the list of the store up to date, newest first, and stage it; a file without markers gets it at its end.

    Raises StoreError where the file cannot be read or written.
    """
    folder = setting.store_dir or find_spot(knowledge, setting, config, DECISION).folder
    name = str(config.get("store.index_file")) or _NAME
    path = posixpath.normpath(f"{folder}/{name}")
    place = knowledge.judge.place(path)
    if path.startswith("..") or (place is not None and place.threshold == STORE):
        raise StoreError(
            f"{path} would be read as a record itself", "name another file: kontext config set store.index_file NAME"
        )
    entries = [source.entry for source in knowledge.sources if source.path != path]
    if not entries:
        raise StoreError("there is no record to list", "kontext capture writes the first one")
    if setting.store_dir:
        entries = [entry for entry in entries if entry.path.startswith(f"{folder}/")]
    refuse_outside(repo.top, path)
    file = os.path.join(repo.top, path)
    try:
        old = (read_bytes(file, _LARGEST) or b"") if os.path.exists(file) else b""
    except OSError as failed:
        raise StoreError(f"{path} cannot be read: {failed.strerror or failed}", "make it readable") from None
    new = _with_list(old, render_list(entries, path))
    staged, notes = write_and_stage(repo, [(path, new)] if new != old else [])
    return Listing(path, len(entries), new != old, staged, notes)


def render_list(entries: Sequence[Entry], path: RepoPath) -> str:
    """Return the list in Markdown for the file at `path`: a heading for each kind, where there are several."""
    live = live_successors(entries)
    by_id = {entry.id: entry for entry in entries}
    kinds = list(dict.fromkeys((*FOLDERS, *(entry.kind for entry in entries))))
    parts = []
    for kind in kinds:
        same = sorted((e for e in entries if e.kind == kind), key=lambda e: (e.date, e.number or 0, e.id), reverse=True)
        if not same:
            continue
        rows = [_row(entry, path, [by_id[name] for name in live.get(entry.id, ()) if name in by_id]) for entry in same]
        name = FOLDERS.get(kind, kind).capitalize()
        parts.append("\n".join(([f"### {name}", ""] if len({e.kind for e in entries}) > 1 else []) + rows))
    return "\n\n".join(parts)


def _row(entry: Entry, path: RepoPath, successors: Iterable[Entry]) -> str:
    link = references(path, entry, with_title=True)[0]
    said = [f"{entry.date} " if entry.date else "", link]
    state = entry.status if is_live(entry) else entry.status or "superseded"
    by = ", ".join(references(path, one, with_title=True)[0] for one in successors)
    if not is_live(entry) and by:
        state = f"superseded by {by}"
    if state:
        said.append(f" ({state})")
    return f"- {''.join(said)}"


def _with_list(old: bytes, rendered: str) -> bytes:
    text = old.decode("utf-8", "surrogateescape")
    newline = newline_of(text)
    block = f"{BEGIN}\n\n{rendered}\n\n{END}".replace("\n", newline)
    if _BLOCK.search(text):
        made = _BLOCK.sub(lambda _: block, text, count=1)
    else:
        gap = newline * 2 if text and not text.endswith("\n") else newline if text else ""
        made = f"{text}{gap}{block}{newline}" if text else f"# Records{newline * 2}{block}{newline}"
    return made.encode("utf-8", "surrogateescape")
