"""The check of every commit of a range: the gate that no hook option, rebase or button goes around.

Owns what is different for commits that exist: no kind of message is skipped, merges need no trailers of their own, a
record that is superseded further up the range was rightly named before. Fails rather than pass what it cannot see.
"""

from __future__ import annotations

from kontext.checks.cleanup import VERBATIM, Cleanup, clean
from kontext.checks.known import records_at
from kontext.checks.messages import SQUASHED, Judge, message_kind
from kontext.checks.named import Records
from kontext.checks.required import wants_sizes
from kontext.errors import GitError, UnknownRevision, UsageError
from kontext.git.borders import borders
from kontext.git.changes import listed_commits, range_commits
from kontext.git.repo import find_commit
from kontext.model import Finding, Oid, Trailer
from kontext.records import Record
from kontext.trailers import parse_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kontext.config import Config
    from kontext.git.changes import ChangedFile, RangeCommit
    from kontext.git.repo import Repo

_STORED = Cleanup(VERBATIM)


class Judged(Record):
    """A commit, the trailers that Git reads from its message, and what is wrong with it."""

    oid: Oid
    trailers: tuple[Trailer, ...]
    findings: tuple[Finding, ...]


def check_range(repo: Repo, text: str, config: Config, records: Records | None = None) -> tuple[list[Finding], int]:
    """Judge the commits of "A..B" ("A.." means up to HEAD); return the findings, oldest commit first, and their number.

    `records` are those names are looked up in; unless given, those of B. Raises UsageError for what is no range,
    UnknownRevision for an end that is not here, GitError where the clone is too shallow to tell what belongs to it.
    """
    base, head = range_ends(repo, text)
    records = records or Records(lambda: records_at(repo, config, head))
    return check_commits(repo, (head, f"^{base}"), config, records)


def check_commits(repo: Repo, revisions: Sequence[str], config: Config, records: Records) -> tuple[list[Finding], int]:
    """Judge the commits that `revisions` reach ("b", "^a"), through a fixed number of processes; see `check_range`."""
    commits = range_commits(repo, revisions, sizes=wants_sizes(config.get("trailers.require")))
    judged = _judged(repo, commits, config, records)
    return [finding for one in reversed(judged) for finding in one.findings], len(commits)


def judge_commits(repo: Repo, oids: Sequence[Oid], config: Config, records: Records) -> list[Judged]:
    """Judge single commits, children before parents, as `check_range` judges those of a range that holds just them."""
    commits = listed_commits(repo, oids, sizes=wants_sizes(config.get("trailers.require")))
    return _judged(repo, commits, config, records)


def _judged(repo: Repo, commits: Sequence[RangeCommit], config: Config, records: Records) -> list[Judged]:
    _refuse_border(repo, commits)
    judge = Judge(config, records)
    readings = parse_texts(repo, [commit.message for commit in commits])
    judged = []
    for commit, read in zip(commits, readings, strict=True):
        cleaned = clean(commit.message, _STORED)
        unread = judge.unread(cleaned, read, any(words in commit.message for words in SQUASHED))
        is_merge = len(commit.parents) > 1
        kind = message_kind(cleaned.lines, is_merge)
        found = judge.judge(cleaned, read, unread, kind, _changes(commit))
        judged.append(Judged(commit.oid, read, tuple(one._replace(oid=commit.oid) for one in found)))
        # A record that a later commit of the range writes was not yet replaced here, or does not replace one yet.
        judge.values.written_later.update(file.path for file in commit.changed)
    return judged


def range_ends(repo: Repo, text: str) -> tuple[str, str]:
    """Return the oids of A and B in "A..B"; raises UsageError and UnknownRevision."""
    base, dots, head = text.partition("..")
    if not dots or head.startswith("."):
        raise UsageError(f"'{text}' is no range", "write A..B, e.g. origin/main..HEAD")
    base, head = base or "HEAD", head or "HEAD"
    found = []
    for name in (base, head):
        oid = find_commit(repo, name)
        if oid is None:
            raise UnknownRevision(name, _how_to_get(name) if repo.head else "there is no commit yet")
        found.append(oid)
    return found[0], found[1]


def _how_to_get(name: str) -> str:
    if set(name) == {"0"}:
        return "a new branch has no commit before it: name the branch it will be merged into, e.g. origin/main..HEAD"
    remote, slash, branch = name.partition("/")
    fetch = f"git fetch {remote} {branch}" if slash else "git fetch"
    return f"{fetch} brings it; in a CI job the whole history has to be checked out (fetch-depth: 0)"


def _refuse_border(repo: Repo, commits: Sequence[RangeCommit]) -> None:
    """Raise GitError when the range reaches the border of a shallow clone: what lies behind may belong to it or not."""
    border = borders(repo) if repo.is_shallow else frozenset()
    for commit in commits:
        if commit.oid in border:
            raise GitError(
                f"the clone is shallow: its history ends at {commit.oid[:10]}, inside the range",
                "git fetch --unshallow brings the rest; in a CI job check out the whole history (fetch-depth: 0)",
            )


def _changes(commit: RangeCommit) -> Callable[[], Sequence[ChangedFile]]:
    return lambda: commit.changed
