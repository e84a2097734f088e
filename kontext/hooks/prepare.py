"""Trailers written into a message before anybody edits it.

Owns which records a commit to be names by itself: those it adds, and the one its branch is called after. Must not
judge the message; Git places the lines.
"""

from __future__ import annotations

import os
import re

from kontext.checks.candidates import is_none
from kontext.checks.cleanup import clean, is_blank, read_cleanup
from kontext.checks.diagnosis import find_unread
from kontext.checks.known import staged_records
from kontext.checks.messages import message_kind
from kontext.checks.named import Records, Rules, check_values, parts_of
from kontext.checks.tokens import record_tokens
from kontext.files import read_bytes, write_atomic
from kontext.git.repo import decode
from kontext.model import Trailer
from kontext.store.governs import is_live
from kontext.store.ids import stem_of
from kontext.trailers import append_trailer, parse_trailers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kontext.checks.cleanup import Cleaned, Cleanup
    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.model import Entry

_NUMBERED = re.compile(r"^(?:\d{4}-\d\d-\d\d|\d+)[-_]")
_FOLDS = (" ", "\t")
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
    cleaned = clean(text, cleanup)
    if message_kind(cleaned.lines):
        return
    tokens = record_tokens(config)
    new = text
    records = Records(lambda: staged_records(repo, config))
    entries = _named(repo, records.entries)
    said = _Said(repo, cleaned, tokens, records) if entries else None
    for entry in entries:
        kind = config.get("store.kinds").get(entry.kind, {})
        token = kind.get("trailer") or tokens.get(entry.kind.casefold())
        if not token or (said and said.covers(entry, token)):
            continue
        # What the check of the message would not let pass is not written: an id that two records have, for one.
        if not check_values([(Trailer(token, entry.id), 0)], records, Rules(False, "error")):
            new = _filled(repo, new, token, entry.id, cleanup) or append_trailer(
                repo, new, token, entry.id, cleanup.comment
            )
    if new != text:
        # Room for the subject, and the blank line below it.
        new = "\n\n" + new.lstrip("\n") if _lacks_subject(text, cleaned.lines) else new
        write_atomic(path, new.encode("utf-8", "surrogateescape"))


class _Said:
    """What a message says about records already, in any form a value may have, read by Git or not yet."""

    __slots__ = ("_none", "_paths")

    def __init__(self, repo: Repo, cleaned: Cleaned, tokens: Mapping[str, str], records: Records) -> None:
        read = parse_trailers(repo, cleaned.text)
        said = [(one.token, one.value) for one in read if one.token.casefold() in tokens]
        said += [one.trailer for one in find_unread(cleaned, read, tokens, records.resolve) if one.at >= 0]
        self._paths = {one.path for _, value in said for part in parts_of(value) for one in records.named(part)}
        self._none = {token.casefold() for token, value in said if is_none(value)}

    def covers(self, entry: Entry, token: str) -> bool:
        """Whether a record is named, or the author says that none is to be."""
        return entry.path in self._paths or token.casefold() in self._none


def _filled(repo: Repo, text: str, token: str, value: str, cleanup: Cleanup) -> str:
    """The message with its first empty line of this token filled in, as templates have one; "" where Git reads none."""
    cleaned = clean(text, cleanup)
    for at, line in enumerate(cleaned.lines):
        is_folded = cleaned.lines[at + 1 : at + 2] and cleaned.lines[at + 1][:1] in _FOLDS
        if _empty_token(line) != token.casefold() or is_folded:
            continue
        lines = text.split("\n")
        lines[cleaned.numbers[at] - 1] = f"{token}: {value}"
        filled = "\n".join(lines)
        subject = "S\n\n" if _lacks_subject(text, cleaned.lines) else ""
        if Trailer(token, value) in parse_trailers(repo, subject + clean(filled, cleanup).text):
            return filled
    return ""


def _empty_token(line: str) -> str:
    """The token of a line that has a token and no value, "" for other lines."""
    token, colon, value = line.partition(":")
    return token.strip().casefold() if colon and not value.strip() else ""


def _lacks_subject(text: str, lines: Sequence[str]) -> bool:
    """Whether the subject is still to be written: nothing is there, or what a template has below it."""
    return not lines or is_blank(text.partition("\n")[0]) or bool(_empty_token(lines[0]))


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
