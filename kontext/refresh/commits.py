"""The commit part of the index: from Git's history to documents and touches.

Owns which commits get text (the newest `index.max_commits`), how a moved HEAD becomes additions and deletions, and
when the window is listed again. Must not know files, records or when a refresh happens.
"""

from __future__ import annotations

import time

from kontext.documents import commit_document
from kontext.git.history import iter_commits, list_oids, moved, read_commits
from kontext.index.stored import to_tantivy
from kontext.index.window import held_commits
from kontext.records import Record
from kontext.refresh.words import with_diff_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kontext.git.repo import Repo
    from kontext.index.folder import Engine, Writer
    from kontext.model import Commit, Oid
    from kontext.refresh.touches import Touches

# Up to so many new commits get their diff words at once (2-7 ms each); more are left to the second pass.
INLINE_DIFFS = 20
# The window may grow by a quarter before it is listed again, so that this is rare.
SLACK = 1.25
_STEP = 200


class Window(Record):
    """What the text part holds: commits counted before noise rules, whether history ends there, diff words missing."""

    commits: int
    complete: bool
    pending: int


def fill_window(
    repo: Repo,
    limit: int | None,
    text: Writer,
    paths: Touches | None,
    progress: Callable[[str, int], None],
) -> Window:
    """Read the newest `limit` commits of HEAD (None = all) into the text part and, in the same pass, the path part."""
    seen = kept = 0
    now = time.time_ns()
    merges: list[Oid] = []
    for commit in _walk(repo, limit):
        if limit is not None and seen == limit:
            _add_merges(repo, merges, text)
            return Window(seen, False, kept)
        seen += 1
        if seen % _STEP == 0:
            progress("commits", seen)
        document = commit_document(commit)
        if paths is not None:
            paths.add(commit, now - seen, document.body if document and commit.subject else None)
        if document is None:
            continue
        if len(commit.parents) > 1:
            merges.append(commit.oid)
        else:
            text.add(to_tantivy(document, pending=True))
            kept += 1
    _add_merges(repo, merges, text)
    return Window(seen, True, kept)


def fill_touches(
    repo: Repo, limit: int | None, paths: Touches, progress: Callable[[str, int], None]
) -> tuple[int, bool]:
    """Read the newest `limit` commits of HEAD (None = all) into the path part.

    Returns their number and whether history ends there.
    """
    seen = 0
    now = time.time_ns()
    for commit in _walk(repo, limit):
        if seen == limit:
            return seen, False
        seen += 1
        if seen % _STEP == 0:
            progress("paths", seen)
        paths.add(commit, now - seen)
    return seen, True


def move_window(repo: Repo, old: Oid, window: Window, limit: int | None, engine: Engine, text: Writer) -> Window | None:
    """Bring the text part from HEAD `old` to the repository's HEAD; None where there is none any more."""
    if not repo.head:
        return None
    change = moved(repo, old, repo.head)
    if change is None:
        return _list_again(repo, window, limit, engine, text)
    added, gone = change
    commits = window.commits + len(added) - len(gone)
    # Too few: older commits are needed. Too many, or none of the old ones left: the window has to be cut.
    if limit is not None and ((not window.complete and commits < limit) or commits > limit * SLACK):
        return _list_again(repo, window, limit, engine, text)
    if limit is not None and len(gone) >= window.commits:
        return _list_again(repo, window, limit, engine, text)
    for oid in gone:
        text.delete("key", f"git:{oid}")
    return Window(commits, window.complete, window.pending + _add_new(repo, added, text))


def move_touches(repo: Repo, old: Oid, paths: Touches) -> tuple[int, int] | None:
    """Bring the path part from HEAD `old` to the repository's HEAD; return (added, gone), None = list afresh."""
    change = moved(repo, old, repo.head) if repo.head else None
    if change is None:
        return None
    added, gone = change
    for oid in gone:
        paths.delete(oid)
    now = time.time_ns()
    for place, commit in enumerate(read_commits(repo, added, changes=True)):
        paths.delete(commit.oid)
        paths.add(commit, now - place)
    return len(added), len(gone)


def _walk(repo: Repo, limit: int | None) -> Iterator[Commit]:
    """The newest commits and one more, from the HEAD that the manifest will name: it may have moved since."""
    revisions = (repo.head or "HEAD",)
    return iter_commits(repo, revisions, limit=None if limit is None else limit + 1)


def _list_again(repo: Repo, window: Window, limit: int | None, engine: Engine, text: Writer) -> Window:
    """Hold exactly what a build would: what is there already stays, with the words of its diffs."""
    oids = list_oids(repo, repo.head, None if limit is None else limit + 1)
    wanted = dict.fromkeys(oids[:limit])
    held = held_commits(engine)
    for oid in held:
        if oid not in wanted:
            text.delete("key", f"git:{oid}")
    for oid in held:
        wanted.pop(oid, None)
    pending = window.pending + _add_new(repo, list(wanted), text)
    return Window(len(oids[:limit]), len(oids) == len(oids[:limit]), pending)


def _add_new(repo: Repo, oids: list[Oid], text: Writer) -> int:
    """Add new commits; return how many still lack their diff words."""
    commits = read_commits(repo, oids, changes=True)
    documents = [one for one in map(commit_document, (c for c in commits if len(c.parents) < 2)) if one is not None]
    inline = len(documents) <= INLINE_DIFFS
    if inline:
        documents = list(with_diff_words(repo, documents))
    for document in documents:
        text.delete("key", document.uri)
        text.add(to_tantivy(document, pending=not inline))
    merges = [c.oid for c in commits if len(c.parents) > 1 and commit_document(c) is not None]
    _add_merges(repo, merges, text)
    return 0 if inline else len(documents)


def _add_merges(repo: Repo, oids: Iterable[Oid], text: Writer) -> None:
    """Add merges that say something, with the files they brought in."""
    for commit in read_commits(repo, oids, changes=True, merges="first-parent"):
        document = commit_document(commit)
        if document is not None:
            text.delete("key", document.uri)
            text.add(to_tantivy(document))
