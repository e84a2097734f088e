"""The commit part of the index: from Git's history to documents and touches.

Owns which commits get text (the newest `index.max_commits`), how a moved HEAD becomes additions and deletions, and
the trimming of the window. Must not know files, records or when a refresh happens.
"""

from __future__ import annotations

from kontext.documents import commit_document
from kontext.git.history import iter_commits, moved, read_commits
from kontext.index.paths import Touch
from kontext.index.paths import to_tantivy as touch_document
from kontext.index.stored import to_tantivy
from kontext.index.window import trim_commits
from kontext.records import Record
from kontext.refresh.words import with_diff_words
from kontext.signals import score_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kontext.git.repo import Repo
    from kontext.index.folder import Engine, Writer
    from kontext.model import Commit, Oid

# Up to so many new commits get their diff words at once (2-7 ms each); more are left to the second pass.
INLINE_DIFFS = 20
# The window may grow by a quarter before it is trimmed, so that trimming is rare.
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
    paths: Writer | None,
    progress: Callable[[str, int], None],
) -> Window:
    """Read the newest `limit` commits of HEAD (None = all) into the text part and, in the same pass, the path part."""
    seen = kept = 0
    merges: list[Oid] = []
    for commit in iter_commits(repo, limit=None if limit is None else limit + 1):
        if limit is not None and seen == limit:
            _add_merges(repo, merges, text)
            return Window(seen, False, kept)
        seen += 1
        if seen % _STEP == 0:
            progress("commits", seen)
        document = commit_document(commit)
        if len(commit.parents) > 1:
            if document is not None:
                merges.append(commit.oid)
            continue
        if document is not None:
            text.add(to_tantivy(document, pending=True))
            kept += 1
        if paths is not None:
            _add_touch(commit, paths, document.body if document and commit.subject else None)
    _add_merges(repo, merges, text)
    return Window(seen, True, kept)


def fill_touches(
    repo: Repo, limit: int | None, paths: Writer, progress: Callable[[str, int], None]
) -> tuple[int, bool]:
    """Read the newest `limit` commits of HEAD (None = all) into the path part.

    Returns their number and whether history ends there.
    """
    seen = 0
    for commit in iter_commits(repo, limit=None if limit is None else limit + 1):
        if seen == limit:
            return seen, False
        seen += 1
        if seen % _STEP == 0:
            progress("paths", seen)
        _add_touch(commit, paths)
    return seen, True


def move_window(repo: Repo, old: Oid, window: Window, limit: int | None, engine: Engine, text: Writer) -> Window | None:
    """Bring the text part from HEAD `old` to the repository's HEAD; None when it has to be listed afresh."""
    change = moved(repo, old, repo.head) if repo.head else None
    if change is None:
        return None
    added, gone = change
    commits = window.commits + len(added) - len(gone)
    if limit is not None and not window.complete and commits < limit:
        return None  # the window would shrink: older commits are needed
    for oid in gone:
        text.delete("key", f"git:{oid}")
    added = added if limit is None else added[: int(limit * SLACK)]
    pending = window.pending + _add_new(repo, added, text)
    complete = window.complete
    if limit is not None and commits > limit * SLACK:
        trim_commits(engine, text, limit - len(added))
        commits, complete = limit, False
    return Window(commits, complete, pending)


def move_touches(repo: Repo, old: Oid, paths: Writer) -> tuple[int, int] | None:
    """Bring the path part from HEAD `old` to the repository's HEAD; return (added, gone), None = list afresh."""
    change = moved(repo, old, repo.head) if repo.head else None
    if change is None:
        return None
    added, gone = change
    for oid in gone:
        paths.delete("key", oid)
    for commit in read_commits(repo, added, changes=True):
        _add_touch(commit, paths)
    return len(added), len(gone)


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


def _add_touch(commit: Commit, paths: Writer, cleaned: str | None = None) -> None:
    if len(commit.parents) > 1:
        return
    score, _ = score_commit(commit.author, commit.subject, commit.body, cleaned=cleaned)
    names = [change.path for change in commit.changes]
    renames = tuple((change.old_path, change.path) for change in commit.changes if change.status == "R")
    names += [old for old, _ in renames]
    paths.add(
        touch_document(
            Touch(
                oid=commit.oid,
                committed=commit.committed,
                date=commit.date,
                author=commit.author,
                subject=commit.subject,
                score=score,
                paths=tuple(names),
                renames=renames,
            )
        )
    )
