"""Drafts: records of this clone only, until they are promoted.

Owns the inbox folder. A draft is a file in the front matter of our own; promoting writes it where its kind belongs.
Must not know how a record is placed or written (record.py).
"""

from __future__ import annotations

import os

from kontext.capture.compose import front_matter_text
from kontext.capture.place import DATE, Spot, new_path
from kontext.capture.record import Captured, capture
from kontext.capture.request import Request, checked, from_entry, says_same
from kontext.capture.secrets import refuse_secrets
from kontext.errors import EntryNotFound, StoreError
from kontext.files import first_link, read_bytes, write_together
from kontext.layout import inbox_folder, make_folder
from kontext.model import Entry
from kontext.store.ids import get_entry
from kontext.store.parse import LARGEST, parse_entry
from kontext.store.places import STORE, Place
from kontext.text import file_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.checks.knowledge import Knowledge
    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.store.places import Setting


def write_draft(repo: Repo, config: Config, request: Request) -> Captured:
    """Keep a record in the inbox. Raises UsageError, SecretFound, and StoreError where it cannot be written."""
    request = checked(request)
    doubts = refuse_secrets(config, request)
    folder = inbox_folder(repo.common_dir)
    if link := first_link(repo.common_dir, os.path.relpath(folder, repo.common_dir)):
        link = os.path.join(repo.common_dir, link)
        raise StoreError(f"nothing was written: {link} is a symbolic link", "put a folder there")
    try:
        make_folder(folder)
        name = new_path(Spot("", DATE, None, ""), request.title, request.date, set(os.listdir(folder)))
        text = front_matter_text(request, name)
        if request.supersedes:
            text = _with_links(text, request)
        made = parse_entry(name, text, Place(STORE))
        for one in drafts(repo):
            if isinstance(made, Entry) and says_same(one, made):
                said = "it is there already, word for word: nothing was written"
                return Captured(one.id, one.kind, one.path, is_draft=True, notes=(*doubts, said))
        file = os.path.join(folder, name)
        write_together([(file, text.encode("utf-8", "surrogateescape"))], {file})
    except FileExistsError:
        raise StoreError(f"nothing was written: the inbox has come to hold {name}", "run the command again") from None
    except OSError as failed:
        raise StoreError(
            f"the inbox cannot be written: {failed.strerror or failed}", f"make {folder} writable"
        ) from None
    return Captured(name.removesuffix(".md"), request.kind, os.path.join(folder, name), is_draft=True, notes=doubts)


def drafts(repo: Repo) -> list[Entry]:
    """Return the drafts of this clone, newest first, with the paths of their files."""
    folder = inbox_folder(repo.common_dir)
    found = []
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    for name in names:
        file = os.path.join(folder, name)
        if name.endswith(".md") and not name.startswith("."):
            try:
                raw = read_bytes(file, LARGEST)
            except OSError:
                continue
            entry = parse_entry(name, file_text(raw or b""), Place(STORE))
            if isinstance(entry, Entry):
                found.append(entry._replace(path=file))
    return sorted(found, key=lambda entry: (entry.date, entry.id), reverse=True)


def promote(repo: Repo, config: Config, setting: Setting, knowledge: Knowledge, name: str, today: str) -> Captured:
    """Write a draft as a record and take it out of the inbox; raises what `capture` and `get_entry` raise."""
    try:
        draft = get_entry(drafts(repo), name)
    except EntryNotFound as missing:
        raise EntryNotFound(name, missing.suggestions, is_draft=True) from None
    with open(draft.path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        request = from_entry(draft, today)._replace(text=file.read())
    done = capture(repo, config, setting, knowledge, request, today)
    try:
        os.unlink(draft.path)
    except OSError as failed:
        note = f"the draft is still in the inbox: {failed.strerror or failed}"
        return done._replace(notes=(*done.notes, note))
    return done


def _with_links(text: str, request: Request) -> str:
    from kontext.yamlio import RoundTrip

    yaml_text, fence, body = text.removeprefix("---\n").partition("\n---\n")
    trip = RoundTrip(f"{yaml_text}\n")
    trip.set(["supersedes"], list(request.supersedes))
    return f"---\n{trip.text}{fence.removeprefix(chr(10))}{body}"
