"""What a new record is to say, gathered from what was typed, a commit or what is staged.

Owns defaults and the refusal of what cannot be meant. Must not know where the record goes or how it is written.
"""

from __future__ import annotations

import os
import re

from kontext.errors import UnknownRevision, UsageError
from kontext.git.history import read_commits
from kontext.git.repo import find_commit
from kontext.git.tree import staged_paths
from kontext.model import Entry
from kontext.records import Record
from kontext.store.active import CORE
from kontext.store.dates import find_date
from kontext.store.kinds import DECISION, FOLDERS, TAGGED, find_kind
from kontext.text import clean_body, valid_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.git.repo import Repo
    from kontext.model import Commit, RepoPath

MOST_PATHS = 5  # more folders than this say nothing about what a change is about
_SHORT_OID = 12
_PULL_REQUEST = re.compile(r"\s*\((?:#\d+|![0-9]+)\)\s*$")
_TRAILER = re.compile(r"^[A-Za-z][A-Za-z-]*-?(?:by|to|id)?: \S", re.IGNORECASE)
_SPECIAL = re.compile(r"([*?\[\]{}\\])")


class Request(Record):
    """A record to be written; dates are YYYY-MM-DD, `supersedes` names as typed."""

    kind: str
    title: str
    date: str
    body: str = ""
    status: str = ""
    paths: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    text: str = ""  # the whole file where a draft is promoted: what somebody added to it is kept
    summary: str = ""  # a sentence or two that say it all


def checked_kind(word: str, custom: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the kind that a typed word means and the tags it brings; raises UsageError."""
    kind = find_kind(word, tuple(custom))
    if not kind:
        raise UsageError(f"unknown kind '{word}'", "one of: " + ", ".join((*FOLDERS, *custom)))
    tag = TAGGED.get(word.strip().casefold())
    return kind, (tag,) if tag else ()


def checked(request: Request) -> Request:
    """Return a request with a default status; raises UsageError for an empty title, a strange status or date."""
    title = valid_text(" ".join(request.title.split()))
    if not title or not any(map(str.isalnum, title)):
        raise UsageError("a record needs a title", 'kontext capture --title "Prices are integer cents"')
    if request.status and request.status not in CORE:
        raise UsageError(f"unknown status '{request.status}'", "one of: " + ", ".join(CORE))
    if request.status == "superseded" and not request.text:
        raise UsageError(
            "a new record cannot be superseded: it would not say by what", "write it, then kontext supersede OLD NEW"
        )
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", request.date) or find_date(request.date) != request.date:
        raise UsageError(f"'{request.date}' is no day", "write it as YYYY-MM-DD")
    for path in request.paths:
        if not path.strip() or path.startswith("..") or not path.isprintable():
            raise UsageError(f"'{path}' is no path of this repository", "give paths or patterns from its top folder")
    status = request.status or ("accepted" if request.kind == DECISION else "")
    return request._replace(title=title, status=status, summary=" ".join(request.summary.split()))


def from_commit(repo: Repo, revision: str) -> Request:
    """Return what a commit says, as a decision. Raises UnknownRevision."""
    oid = find_commit(repo, revision)
    found = read_commits(repo, [oid] if oid else [], changes=True, merges="first-parent")
    if not found:
        raise UnknownRevision(revision, "git log --oneline lists the commits, kontext suggest those like decisions")
    commit = found[0]
    return Request(
        kind=DECISION,
        title=_PULL_REQUEST.sub("", commit.subject).strip().rstrip("."),
        date=commit.date[:10],
        body=_explanation(commit),
        paths=common_paths(change.path for change in commit.changes),
        commits=(commit.oid[:_SHORT_OID],),
    )


def from_entry(entry: Entry, today: str) -> Request:
    """Return what a draft says."""
    return Request(
        entry.kind,
        entry.title,
        entry.date or today,
        entry.body.strip("\n"),
        entry.status,
        entry.paths,
        entry.tags,
        entry.supersedes,
        entry.commits,
        summary=entry.summary,
    )


def folded(request: Request) -> Request:
    """Return a request with its summary as the beginning of its body, for a form without a place for it."""
    parts = (request.summary, request.body)
    return request._replace(summary="", body="\n\n".join(part for part in parts if part))


def says_same(one: Entry, other: Entry) -> bool:
    """Tell whether two records of one form say the same, whatever they are called."""
    return _content(one) == _content(other)


def _content(entry: Entry) -> tuple[object, ...]:
    words = (entry.kind, entry.status, entry.date, entry.title, entry.summary, " ".join(entry.body.split()))
    return (*words, *map(frozenset, (entry.tags, entry.paths, entry.commits, entry.supersedes)))


def staged_patterns(repo: Repo, records: Iterable[RepoPath]) -> tuple[str, ...]:
    """Return the common folders of what is staged, records left out; () when that is nothing or everything."""
    known = set(records)
    return common_paths(path for path in staged_paths(repo) if path not in known)


def pattern_of(top: str, typed: str) -> str:
    """Return a pattern as typed, an absolute path below the folder `top` as one that matches it.

    A leading / anchors a pattern to the top: `/src/` and `/*.py` stay. Raises UsageError for the top itself, and for
    a path that lies elsewhere on this machine.
    """
    if not os.path.isabs(typed):
        return typed
    folder, name = os.path.split(typed.rstrip("/"))
    for root, path in ((top, typed), (os.path.realpath(top), os.path.join(os.path.realpath(folder), name))):
        inside = os.path.relpath(path, root)
        if inside == ".":
            raise UsageError("a record of everything needs no path", "leave the path out, or name a folder")
        if inside.split("/")[0] != "..":
            return _anchored(top, inside, typed.endswith("/"))
    is_elsewhere = os.path.lexists(typed) or (folder != "/" and os.path.isdir(folder))
    if is_elsewhere and not os.path.lexists(top + typed) and not os.path.isdir(top + folder):
        raise UsageError(f"'{typed}' lies outside of {top}", "give paths or patterns from its top folder")
    return typed


def _anchored(top: str, inside: str, is_folder: bool) -> str:
    """A path below the top as a pattern that begins there: what is there is meant as it is, else it may be one."""
    place = os.path.join(top, inside)
    pattern = _SPECIAL.sub(r"\\\1", inside) if os.path.lexists(place) else inside
    pattern += "/" if is_folder or os.path.isdir(place) else ""
    return pattern if "/" in inside else f"/{pattern}"


def common_paths(paths: Iterable[RepoPath]) -> tuple[str, ...]:
    """Return patterns for files: each top folder's deepest common one, a lone file itself; () for too many.

    `src/a/x.py`, `src/a/y.py`, `web/z.ts` give `src/a/` and `web/z.ts`. A file at the top is anchored there.
    """
    by_top: dict[str, list[str]] = {}
    for path in dict.fromkeys(paths):
        top = path.split("/", 1)[0]
        by_top.setdefault(top, []).append(path)
    if len(by_top) > MOST_PATHS:
        return ()
    found = []
    for same in by_top.values():
        if len(same) == 1:
            found.append(same[0] if "/" in same[0] else f"/{same[0]}")
            continue
        parts = [path.split("/")[:-1] for path in same]
        shared = []
        for level in zip(*parts, strict=False):
            if len(set(level)) > 1:
                break
            shared.append(level[0])
        found.append("/".join(shared) + "/")
    return tuple(_SPECIAL.sub(r"\\\1", path) for path in sorted(found) if path.isprintable())


def _explanation(commit: Commit) -> str:
    """The body of a message without what it says for programs: trailers, sign-offs, rules."""
    paragraphs = clean_body(commit.body).split("\n\n")
    if paragraphs and all(_TRAILER.match(line) for line in paragraphs[-1].split("\n") if line.strip()):
        paragraphs.pop()
    return "\n\n".join(paragraphs).strip()
