"""Trailers written into a message before anybody edits it.

Owns which records a commit to be names by itself: those it adds, and the one its branch is called after. Must not
judge the message; Git places the lines.
"""

from __future__ import annotations

import os
import re

from kontext.checks.cleanup import clean, read_cleanup
from kontext.checks.known import staged_records
from kontext.checks.messages import message_kind
from kontext.checks.named import Records, Rules, check_values
from kontext.checks.tokens import record_tokens
from kontext.files import read_bytes, write_atomic
from kontext.git.repo import decode
from kontext.model import Trailer
from kontext.store.governs import is_live
from kontext.store.ids import stem_of
from kontext.trailers import append_trailer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.model import Entry

_NUMBERED = re.compile(r"^(?:\d{4}-\d\d-\d\d|\d+)[-_]")
_LARGEST = 32 << 20
_WRITTEN = ("merge", "squash", "commit")  # messages that somebody, or Git, wrote before


def is_only_trailers(lines: Sequence[str], config: Config) -> bool:
    """Tell whether a cleaned message holds trailers that name records, and nothing else."""
    tokens = record_tokens(config)
    return bool(lines) and all(not line or line.partition(":")[0].casefold() in tokens for line in lines)


def prepare(repo: Repo, config: Config, git_values: Iterable[tuple[str, str]], path: str, source: str) -> None:
    """Add the trailers of the records that the commit adds, and of the live one its branch is named after.

    `source` is what Git says about the message: "message", "template", "" for one that is still to be written …
    A message that is there already is left alone, as are those of fixups and their like, and all in a rebase.
    """
    is_rebase = os.path.isdir(os.path.join(repo.git_dir, "rebase-merge"))
    raw = None if source in _WRITTEN or is_rebase else read_bytes(path, _LARGEST)
    if raw is None:
        return
    text = decode(raw)
    cleanup = read_cleanup(git_values, source != "message", text)
    lines = clean(text, cleanup).lines
    if message_kind(lines):
        return
    tokens = record_tokens(config)
    new = text
    records = Records(lambda: staged_records(repo, config))
    for entry in _named(repo, records.entries):
        kind = config.get("store.kinds").get(entry.kind, {})
        token = kind.get("trailer") or tokens.get(entry.kind.casefold())
        # What the check of the message would not let pass is not written: an id that two records have, for one.
        if token and not check_values([(Trailer(token, entry.id), 0)], records, Rules(False, "error")):
            new = append_trailer(repo, new, token, entry.id, cleanup.comment)
    if new != text:
        new = new if lines else "\n\n" + new.lstrip("\n")  # room for the subject, and the blank line below it
        write_atomic(path, new.encode("utf-8", "surrogateescape"))


def _named(repo: Repo, entries: Sequence[Entry]) -> list[Entry]:
    added = set(
        decode(repo.ask("diff", "--cached", "--name-only", "-z", "--no-renames", "--diff-filter=A")).split("\0")
    )
    found = [entry for entry in entries if entry.path in added]
    branch = decode(repo.ask("symbolic-ref", "-q", "--short", "HEAD", ok=(0, 1))).strip().rpartition("/")[2]
    called = [entry for entry in entries if is_live(entry) and is_called(entry, branch)]
    return found + [entry for entry in called if entry not in found] if len(called) == 1 else found


def is_called(entry: Entry, name: str) -> bool:
    """Tell whether a branch is named after a record: by its whole name, or all of it behind the date or number.

    A number alone is more often that of a ticket.
    """
    if not name or name.isdecimal():
        return False
    names = (entry.id.casefold(), stem_of(entry.path).casefold())
    return any(name.casefold() in (one, _NUMBERED.sub("", one)) for one in names)
