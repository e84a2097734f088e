"""The history of commits: walking it, reading some of it, what moved between two points.

Owns the questions asked of `git log` and `git rev-list`; those that follow a path through renames and those about
changed lines have files of their own and are offered here too. Must not know what the commits are wanted for, nor
anything about blame or blobs.
"""

from __future__ import annotations

import re

from kontext.errors import GitCommandError, UnknownRevision
from kontext.git.borders import borders
from kontext.git.log import STEADY, STEADY_NAMES, STEADY_PATCH, log_arguments, parse_fields, walk
from kontext.git.patches import iter_patches
from kontext.git.renames import commit_files, earlier_names, last_change, merge_files, renamed_to
from kontext.git.repo import Repo, decode, find_commit, literal
from kontext.model import Commit, Oid, RepoPath

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "commit_diff",
    "commit_files",
    "count_commits",
    "earlier_names",
    "iter_commits",
    "iter_patches",
    "last_change",
    "list_oids",
    "merge_files",
    "moved",
    "path_commits",
    "read_commits",
    "read_with",
    "renamed_to",
    "unpushed_oids",
]

_THESE = ("--no-walk=unsorted", "--ignore-missing", "--stdin")
_HEX = re.compile("[0-9a-f]{40,}").fullmatch


def iter_commits(
    repo: Repo,
    revisions: Sequence[str] = ("HEAD",),
    *,
    limit: int | None = None,
    changes: bool = True,
) -> Iterator[Commit]:
    """Yield the commits reachable from `revisions` ("^x" and "a..b" too), newest first, as `git log` orders them.

    Streams: memory does not grow with the history. Merges come without changes. An unborn HEAD has no commits.
    Raises UnknownRevision, and GitCommandError when Git fails on the way (a damaged repository).
    """
    if not repo.head and tuple(revisions) == ("HEAD",):
        return
    bound = () if limit is None else (f"--max-count={limit}",)
    try:
        yield from walk(repo, log_arguments(changes=changes), *bound, "--end-of-options", *revisions, "--")
    except GitCommandError as error:
        if "bad revision" in error.stderr or "unknown revision" in error.stderr:
            raise UnknownRevision(" ".join(revisions)) from None
        raise


def read_commits(repo: Repo, oids: Iterable[Oid], *, changes: bool = False, merges: str = "off") -> list[Commit]:
    """Return these commits in the order given, through one call; what is missing or no commit is left out.

    `merges` says what a merge is compared with, as for `log_arguments`.
    """
    wanted, question = _asked(oids)
    if not wanted:
        return []
    found = {
        commit.oid: commit
        for commit in walk(repo, log_arguments(changes=changes, merges=merges), *_THESE, data=question)
    }
    return [found[oid] for oid in wanted if oid in found]


def read_with(
    repo: Repo, oids: Iterable[Oid], also: Sequence[str], before: Sequence[str] = (), options: Sequence[str] = ()
) -> list[tuple[Commit, list[str]]]:
    """Return these commits as `read_commits` does, each with the values of `also` (placeholders of --format).

    `before` are options before the sub-command, `options` such of `git log`. A value that holds NULs comes in parts.
    """
    wanted, question = _asked(oids)
    if not wanted:
        return []
    arguments = (*before, *log_arguments(changes=False, also=also), *options, *_THESE)
    found = {told[0].oid: told for told in parse_fields(repo.stream(*arguments, data=question))}
    return [found[oid] for oid in wanted if oid in found]


def _asked(oids: Iterable[Oid]) -> tuple[list[Oid], bytes]:
    """Each oid once, and as Git reads them on its stdin with _THESE."""
    wanted = [oid for oid in dict.fromkeys(oids) if _HEX(oid)]
    return wanted, "".join(f"{oid}\n" for oid in wanted).encode()


def count_commits(repo: Repo, limit: int, rev: str = "HEAD") -> int:
    """Return how many commits `rev` reaches, counting no further than `limit`; 0 on an unborn branch."""
    if not repo.head and rev == "HEAD":
        return 0
    return int(repo.ask("rev-list", "--count", f"--max-count={limit}", "--end-of-options", rev, "--"))


def moved(repo: Repo, old: Oid, new: Oid, at_most: int = 20_000) -> tuple[list[Oid], list[Oid]] | None:
    """Return the commits (added, gone) between two states of a branch, newest first.

    None when `old` is not in the repository any more, or when more than `at_most` commits differ: start afresh then.
    """
    if not old or find_commit(repo, new) is None:
        return None
    bound = f"--max-count={at_most + 1}"
    try:
        raw = repo.ask("rev-list", "--left-right", bound, "--end-of-options", f"{old}...{new}", "--")
    except GitCommandError:
        return None
    lines = decode(raw).split()
    if len(lines) > at_most:
        return None
    return [line[1:] for line in lines if line[0] == ">"], [line[1:] for line in lines if line[0] == "<"]


def list_oids(repo: Repo, rev: str, limit: int | None = None) -> list[Oid]:
    """Return the oids of the newest `limit` commits of `rev` (None = all), in the order of `iter_commits`."""
    bound = () if limit is None else (f"--max-count={limit}",)
    return decode(repo.ask("rev-list", *bound, "--end-of-options", rev, "--")).split()


def unpushed_oids(repo: Repo, limit: int) -> list[Oid] | None:
    """Return the newest `limit` commits of HEAD that no remote-tracking branch reaches, children before parents.

    None where there is no such branch: nothing tells then what was pushed.
    """
    if not repo.head or not repo.ask("for-each-ref", "--count=1", "--format=%(objectname)", "refs/remotes/").strip():
        return None
    which = ("--topo-order", f"--max-count={limit}", repo.head, "--not", "--remotes", "--")
    return decode(repo.ask("rev-list", *which)).split()


def commit_diff(repo: Repo, oid: Oid, without: Iterable[RepoPath] = ()) -> str:
    """Return the patch of one commit as text, a merge against its first parent; "" where history is cut off at it.

    The paths `without` are left out.
    """
    if oid in borders(repo):
        return ""
    raw = repo.ask(
        *(*STEADY_NAMES, "log", *STEADY, *STEADY_PATCH, "-p", "-M", "-l1000", "--diff-merges=first-parent"),
        *("--format=", "--no-walk", "--end-of-options", oid, "--", ":(top)"),
        *(f":(top,exclude,literal){path}" for path in without),
    )
    return decode(raw)


def path_commits(
    repo: Repo, path: RepoPath, *, limit: int, rev: str = "HEAD", timeout: float | None = None
) -> tuple[list[Commit], bool]:
    """Return the last `limit` commits that touched a file or folder, newest first, merges left out.

    Side branches count in full; commits at which history is cut off do not. Past `timeout` seconds: what was found so
    far, and False for "not complete".
    """
    if not repo.head and rev == "HEAD":
        return [], True
    cut = borders(repo)
    bounds = (f"--max-count={limit}", "--full-history", "--no-merges")
    which = ("--end-of-options", rev, "--", literal(path))
    found: list[Commit] = []
    try:
        for commit in walk(repo, log_arguments(changes=False), *bounds, *which, timeout=timeout):
            if commit.oid not in cut:
                found.append(commit)  # noqa: PERF401 - what came before a timeout must be kept
    except TimeoutError:
        return found, False
    return found, True
