"""Documents out of commits, sections and records.

Owns the URIs, what of an origin is searched and shown, and which commits say nothing worth finding. Pure. Must not
know where the origins come from, or the index.

    commit   git:<oid>                      group: the oid
    section  file:<path>[#<anchor>][~<n>]   group: the path; n counts the parts of a long section from 1
    record   kx:<id>                        group: its path
"""

from __future__ import annotations

import re

from kontext.model import Document, Entry
from kontext.text import BODY_LENGTH, clean_body, is_bot, parse_day, valid_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kontext.model import Commit, RepoPath, Section

FILES = 120  # searchable names per commit
INACTIVE = frozenset(("superseded", "deprecated", "rejected"))

_AUTOSQUASH = ("fixup!", "squash!", "amend!")
# What programs write about a merge: it names branches, or a request by its number, and says nothing else.
_NAME = r"(?:'[^']*'|\"[^\"]*\"|`[^`]*`|\S+)"
_NAMES = rf"{_NAME}(?:(?:, and|,| and| &) {_NAME})*"
_END = rf"(?: of {_NAMES})?(?: \(early part\))?(?: (?:in|into|to|from|with) {_NAMES}(?: branch)?)?[.]?"
_MERGE = re.compile(
    rf"Merged? (?:(?:remote(?:-tracking)? |the )?(?:branch(?:es)?|tags?|commits?)|remote) {_NAMES}{_END}"
    rf"|Merged? (?:pull request|merge request|PR|MR)s? [#!]?\d+(?: (?:from|in|into) {_NAME})*[.]?"
    rf"|Merged in {_NAME} \((?:pull request|PR) #\d+\)"
    rf"|Merged? (?:in |with |latest |from )*{_NAME}(?: branch)?{_END}",
    re.IGNORECASE,
).fullmatch
_REQUEST = re.compile(r"Merged? (?:pull request|PR|in .*\(pull request)\b").match
_REQUEST_LINE = re.compile(r"^See merge request \S+$", re.MULTILINE)  # GitLab closes its merges with it
_CONFLICTS = re.compile(r"^#? ?Conflicts:\n(?:#?[ \t]+\S.*(?:\n|\Z))*", re.MULTILINE)
_TUPLES = frozenset(("authors", "tags", "paths", "supersedes", "superseded_by", "commits"))


def commit_document(commit: Commit, *, files: tuple[RepoPath, ...] | None = None, extra: str = "") -> Document | None:
    """Return the document of a commit, None when it says nothing: a bare merge, a commit made for autosquash.

    `files` are the names it touched, in place of those of `commit.changes` (a merge has none of its own); `extra` is
    kept as it is.
    """
    subject = valid_text(commit.subject.strip())
    if subject.startswith(_AUTOSQUASH):
        return None
    body = clean_body(valid_text(commit.body))
    is_merge = len(commit.parents) > 1
    if is_merge or subject.startswith("Merge"):
        subject, body, is_bare = _merge_message(subject, body)
        if is_bare and is_merge:  # with one parent it is a change like any other, whatever it is called
            return None
    if not subject:
        subject, body = _first_line(body)
    return Document(
        uri=f"git:{commit.oid}",
        group=commit.oid,
        kind="commit",
        title=subject or commit.oid[:10],
        body=body,
        time=commit.committed,
        date=commit.date,
        author=valid_text(commit.author),
        oid=commit.oid,
        paths=_file_names(commit) if files is None else files[:FILES],
        demoted=is_bot(commit.author, subject) or (subject != commit.subject and is_bot("", commit.subject)),
        extra=extra,
    )


def section_document(section: Section) -> Document:
    """Return the document of a piece of a Markdown file; `extra` is the line it starts on."""
    uri = f"file:{section.path}"
    if section.anchor:
        uri += f"#{section.anchor}"
    if section.part:
        uri += f"~{section.part}"
    return Document(
        uri=uri,
        group=section.path,
        kind="doc",
        title=valid_text(section.title),
        body=valid_text(section.text),
        path=section.path,
        extra=str(section.first),
    )


def entry_document(entry: Entry, live: str = "") -> Document:
    """Return the document of a record; `live` is the id of its live successor, "" when it has none or is live itself.

    The summary comes first in the body, where a snippet without a match begins.
    """
    parts = (entry.summary, entry.body)
    return Document(
        uri=f"kx:{entry.id}",
        group=entry.path,
        kind=entry.kind,
        title=valid_text(entry.title),
        body=valid_text("\n\n".join(part.strip() for part in parts if part.strip())),
        time=parse_day(entry.date) or 0,
        date=entry.date,
        author=valid_text(", ".join(entry.authors)),
        path=entry.path,
        status=entry.status,
        paths=entry.paths,
        keywords=valid_text(" ".join((entry.id, *entry.tags))),
        demoted=bool(live) or entry.status in INACTIVE,
        extra=_dump(entry, live),
    )


def entry_from_extra(extra: str) -> Entry:
    """Return the record that `entry_document` kept, without its body."""
    import json

    kept: dict[str, Any] = json.loads(extra)
    del kept["live"]
    for name in _TUPLES:
        kept[name] = tuple(kept[name])
    return Entry(**kept)


def live_from_extra(extra: str) -> str:
    """Return the id of the live successor that `entry_document` was given."""
    import json

    live: str = json.loads(extra)["live"]
    return live


def _dump(entry: Entry, live: str) -> str:
    import json

    fields = {name: value for name, value in entry._asdict().items() if name != "body"}
    return json.dumps({**fields, "live": live}, separators=(",", ":"))


def _merge_message(subject: str, body: str) -> tuple[str, str, bool]:
    """Return what a merge says: title, body, and whether that is nothing of its own.

    A pull request is known by the first line of its description, not by the name of its branch.
    """
    body = _CONFLICTS.sub("", body).strip()
    is_request = _REQUEST(subject) is not None
    if "See merge request" in body:
        body, requests = _REQUEST_LINE.subn("", body)
        body = body.strip()
        is_request = is_request or requests > 0
    if not body:
        return subject, "", _MERGE(subject) is not None
    if not is_request:
        return subject, body, False
    title, rest = _first_line(body)
    return title, f"{rest}\n\n{subject}".strip()[:BODY_LENGTH], False


def _first_line(body: str) -> tuple[str, str]:
    title, _, rest = body.partition("\n")
    return title.strip(), rest.strip()


def _file_names(commit: Commit) -> tuple[RepoPath, ...]:
    """Return the files of a commit, then the old names of what it renamed."""
    names = [change.path for change in commit.changes[:FILES]]
    if len(names) < FILES:
        names += [change.old_path for change in commit.changes if change.old_path]
    return tuple(names[:FILES])
