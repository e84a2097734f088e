"""`kontext read`: the text behind a URI, at three depths.

Owns what each kind of URI gives at each level and the rule that nothing outside the work tree and no secret is read.
Must not know how it is shown.
"""

from __future__ import annotations

import os

from kontext.docs import named_section
from kontext.documents import entry_document
from kontext.errors import EntryNotFound, PathProblem, UnknownRevision, UsageError
from kontext.files import read_bytes
from kontext.git import notes
from kontext.git.borders import borders, why_cut
from kontext.git.history import commit_diff, read_with
from kontext.git.lines import read_blob
from kontext.git.renames import commit_files, last_change
from kontext.git.repo import find_commit
from kontext.git.tree import exists_at, skipped_files
from kontext.records import Record
from kontext.secrets import LOOKS_SECRET, is_secret_file
from kontext.text import file_text, first_sentences
from kontext.why.target import Place, repo_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kontext.model import RepoPath
    from kontext.refresh import Session

# Characters a level gives at most. Level 0 is one line.
LEVELS = (200, 4_000, 80_000)
_LARGEST = 8_000_000  # bytes of a file that are looked at


class Reading(Record):
    """What stands behind a URI. `omitted` counts the characters left out at the end.

    `date` and `author` are those of a commit or record, of any other file those of the last commit that touched it.
    """

    uri: str
    kind: str
    title: str
    text: str
    level: int
    omitted: int = 0
    date: str = ""
    author: str = ""
    draft: bool = False  # of this clone's inbox: no record yet


class _Found(Record):
    """What a reader returns: the whole text of a level, and who wrote it when."""

    kind: str
    title: str
    text: str
    date: str = ""
    author: str = ""
    is_draft: bool = False


def read(session: Session, uri: str, level: int = 1) -> Reading:
    """Return the text behind a URI (`kx:`, `file:`, `git:`, `code:`) or a plain path.

    Raises UsageError, EntryNotFound, UnknownRevision or PathProblem.
    """
    if level not in range(len(LEVELS)):
        raise UsageError(f"unknown level {level}", "0 is one line, 1 a page, 2 everything")
    scheme, colon, rest = uri.partition(":")
    reader = _READERS.get(scheme) if colon else None
    found = reader(session, rest, level) if reader else _read_typed(session, uri, level)
    text = found.text.strip("\n")
    if level == 0:
        text = first_sentences(text, LEVELS[0])
    kept = text[: LEVELS[level]]
    omitted = len(text) - len(kept) if level else 0
    return Reading(uri, found.kind, found.title, kept, level, omitted, found.date, found.author, found.is_draft)


def _read_record(session: Session, name: str, level: int) -> _Found:
    from kontext.why.ground import Ground
    from kontext.why.request import Request

    try:
        entry = Ground(session, Request((), 0)).entry(name)
    except EntryNotFound:
        draft = _find_draft(session, name)
        if draft is None:
            raise
        return draft
    document = next(iter(session.text().group(entry.path)), None)
    if document is None:
        raise EntryNotFound(name)
    return _Found(document.kind, document.title, document.body, document.date, document.author)


def _find_draft(session: Session, name: str) -> _Found | None:
    """A draft of the inbox of exactly this id."""
    from kontext.capture.inbox import drafts

    entry = next((one for one in drafts(session.repo) if one.id == name), None)
    if entry is None:
        return None
    document = entry_document(entry)
    return _Found(entry.kind, entry.title, document.body, entry.date, document.author, is_draft=True)


def _read_commit(session: Session, name: str, level: int) -> _Found:
    """Level 1: message, notes and changed files; level 2: the diff, too."""
    oid = find_commit(session.repo, name)
    found = read_with(session.repo, [oid], (notes.PLACEHOLDER,), options=(notes.OPTION,)) if oid else []
    if not found:
        raise UnknownRevision(name)
    commit, (note,) = found[0]
    if level == 0:
        line = f"{commit.oid[:10]} {commit.date[:10]} {commit.author}: {commit.subject}"
        return _Found("commit", commit.subject, line, commit.date, commit.author)
    head = f"commit {commit.oid}\nAuthor: {commit.author}\nDate:   {commit.date}\n\n{commit.subject}\n\n{commit.body}"
    changes = commit_files(session.repo, commit.oid)
    files = "\n".join(f"{change.status} {change.path}" for change in changes)
    if not files and commit.oid in borders(session.repo):
        files = f"(what it changed is not known: history is cut off at it; {why_cut(session.repo)})"
    noted = notes.attributed(session.repo, {commit.oid: note}).get(commit.oid, ())
    text = "\n\n".join([head.rstrip(), *(f"Notes ({one.ref}):\n{one.text}" for one in noted), files])
    if level > 1:
        secret = [change for change in changes if is_secret_file(change.path) or is_secret_file(change.old_path)]
        hidden = "".join(f"\n\ncontent of {change.path} is not shown: {LOOKS_SECRET}" for change in secret)
        without = {path for change in secret for path in (change.path, change.old_path) if path}
        text = f"{text}{hidden}\n\n{commit_diff(session.repo, commit.oid, without)}"
    return _Found("commit", commit.subject, text, commit.date, commit.author)


def _read_typed(session: Session, name: str, level: int) -> _Found:
    """A path as typed: seen from the current folder, else from the top."""
    repo = session.repo
    typed, hash_sign, anchor = name.partition("#")
    path = repo_path(typed, Place(repo.top, repo.prefix))
    if not os.path.lexists(os.path.join(repo.top, path)):
        path = repo_path(typed, Place(repo.top))
    return _read_file(session, f"{path}{hash_sign}{anchor}", level)


def _read_file(session: Session, name: str, level: int) -> _Found:
    """A file of the work tree (of HEAD in a bare repository); `#anchor` takes one section of a doc."""
    path, hash_sign, anchor = name.partition("#")
    text = _content(session, path)
    date, author = _last_touch(session, path)
    if not hash_sign:
        return _Found("doc" if session.text().group(path) else "file", path, text, date, author)
    section = named_section(path, text, anchor.partition("~")[0])  # a search tells the parts of a long section apart
    if section is None:
        raise PathProblem(f"{path} has no section #{anchor}", f"kontext read {path} shows all of it", path)
    after = f"\n\n(short sections follow: #{', #'.join(section.following)})" if section.following else ""
    return _Found("doc", section.title, section.text + after, date, author)


def _last_touch(session: Session, path: RepoPath) -> tuple[str, str]:
    """Date and author of the last commit that touched a file; ("", "") where none has."""
    reader = session.paths()
    if reader is not None:
        return next(((touch.date, touch.author) for touch in reader.history(path, 1)), ("", ""))
    found = last_change(session.repo, path) if session.repo.head else None
    return (found[0].date, found[0].author) if found else ("", "")


def _content(session: Session, path: RepoPath) -> str:
    repo = session.repo
    if is_secret_file(path):
        raise PathProblem(f"{path} is not read: {LOOKS_SECRET}", "", path)
    if repo.is_bare:
        raw = read_blob(repo, path, "HEAD") if exists_at(repo, "HEAD", path) == "file" else None
    else:
        raw = _from_work_tree(repo.top, path)
        if raw is None and path in skipped_files(repo):  # a sparse checkout leaves it out
            raw = read_blob(repo, path, "HEAD")
    if raw is None:
        raise PathProblem(f"no file {path} in this repository", "git ls-files lists them", path)
    return file_text(raw)


def _from_work_tree(top: str, path: RepoPath) -> bytes | None:
    """Read a file that lies in the work tree, also when links are followed."""
    root = os.path.realpath(top)
    real = os.path.realpath(os.path.join(root, path))
    inside = os.path.relpath(real, root)
    parts = inside.split(os.sep)
    if parts[0] == ".." or os.path.isabs(inside):
        raise PathProblem(f"{path} lies outside the repository", "only files of the work tree are read", path)
    if ".git" in map(str.lower, parts):
        raise PathProblem(f"{path} belongs to Git and is never read", "", path)
    if is_secret_file(inside):
        raise PathProblem(f"{path} is not read: {LOOKS_SECRET}", "", path)
    try:
        raw = read_bytes(real, _LARGEST)
    except OSError:
        return None
    if raw is None:
        raise PathProblem(f"{path} is larger than {_LARGEST // 1_000_000} MB", "open it in an editor", path)
    return raw


_READERS: dict[str, Callable[[Session, str, int], _Found]] = {
    "kx": _read_record,
    "git": _read_commit,
    "file": _read_file,
    "code": _read_file,
}
