"""The history of commits: walking it, reading some of it, what moved between two points.

Owns how `git log` is asked so that no configuration of the user changes the answer, and the parsing of what it
prints. Must not know what the commits are wanted for, nor anything about blame or blobs (kontext/git/renames.py
follows paths, kontext/git/patches.py reads changed lines).
"""

from __future__ import annotations

import re

from kontext.errors import GitCommandError, UnknownRevision
from kontext.git.patches import iter_patches
from kontext.git.repo import Repo, decode, find_commit, literal
from kontext.model import Change, Commit, Oid, RepoPath

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "commit_diff",
    "commit_files",
    "count_commits",
    "iter_commits",
    "iter_patches",
    "log_arguments",
    "merge_files",
    "moved",
    "parse_log",
    "path_commits",
    "read_commits",
]

# Every record starts with a NUL and `git log -z` ends it with another, so two NULs in a row stand between records and
# nowhere else: each field holds at least one character, and neither messages nor paths can hold a NUL.
_FORMAT = "%x00%H %P%x00%ct %aI%x00%aN <%aE>%x00%s%n%b"

# log.*, diff.* and format.* settings must not reach what we parse.
_PLAIN = (
    "log",
    "-z",
    f"--format={_FORMAT}",
    "--encoding=UTF-8",
    "--no-color",
    "--no-notes",
    "--no-show-signature",
    "--no-decorate",
    "--no-follow",
)
_CHANGES = (
    "--name-status",
    "-M",
    "-l1000",
    "--root",
    "--no-ext-diff",
    "--no-relative",
    "--ignore-submodules=none",
    "-O/dev/null",
)

_HEX = re.compile("[0-9a-f]{40,}").fullmatch


def log_arguments(*, changes: bool, merges: str = "off") -> tuple[str, ...]:
    """Return the start of a `git log` call whose output `parse_log` reads.

    `merges` says what a merge is compared with: "off" (no changes) or "first-parent".
    """
    return (*_PLAIN, *_CHANGES, f"--diff-merges={merges}") if changes else (*_PLAIN, "--no-patch")


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
    chunks = repo.stream(*log_arguments(changes=changes), *bound, "--end-of-options", *revisions, "--")
    try:
        yield from parse_log(chunks)
    except GitCommandError as error:
        if "bad revision" in error.stderr or "unknown revision" in error.stderr:
            raise UnknownRevision(" ".join(revisions)) from None
        raise


def read_commits(repo: Repo, oids: Iterable[Oid], *, changes: bool = False, merges: str = "off") -> list[Commit]:
    """Return these commits in the order given, through one call; what is missing or no commit is left out.

    `merges` says what a merge is compared with, as for `log_arguments`.
    """
    wanted = [oid for oid in dict.fromkeys(oids) if _HEX(oid)]
    if not wanted:
        return []
    question = "".join(f"{oid}\n" for oid in wanted).encode()
    chunks = repo.stream(
        *log_arguments(changes=changes, merges=merges),
        "--no-walk=unsorted",
        "--ignore-missing",
        "--stdin",
        data=question,
    )
    found = {commit.oid: commit for commit in parse_log(chunks)}
    return [found[oid] for oid in wanted if oid in found]


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


def commit_files(repo: Repo, oid: Oid) -> list[Change]:
    """Return the files of one commit: a root commit adds all of them, a merge is compared with its first parent."""
    arguments = log_arguments(changes=True, merges="first-parent")
    for commit in parse_log(repo.stream(*arguments, "--no-walk", "--end-of-options", oid, "--")):
        return list(commit.changes)
    return []


def merge_files(repo: Repo, oid: Oid) -> list[RepoPath]:
    """Return the paths that a merge brought into its first parent."""
    return [change.path for change in commit_files(repo, oid)]


def commit_diff(repo: Repo, oid: Oid) -> str:
    """Return the patch of one commit as text, a merge against its first parent."""
    raw = repo.ask(
        *("-c", "core.quotePath=false", "log", "--no-walk", "--format=", "-p", "-M", "--root", "--no-color"),
        *("--diff-merges=first-parent", "--no-ext-diff", "--no-textconv", "--no-relative", "--submodule=short"),
        *("--src-prefix=a/", "--dst-prefix=b/", "--no-show-signature", "--no-notes", "--end-of-options", oid, "--"),
    )
    return decode(raw)


def path_commits(
    repo: Repo, path: RepoPath, *, limit: int, rev: str = "HEAD", timeout: float | None = None
) -> tuple[list[Commit], bool]:
    """Return the last `limit` commits that touched a file or folder, newest first, merges left out.

    Side branches count in full. Past `timeout` seconds: what was found so far, and False for "not complete".
    """
    if not repo.head and rev == "HEAD":
        return [], True
    arguments = (*log_arguments(changes=False), f"--max-count={limit}", "--full-history", "--no-merges")
    found: list[Commit] = []
    try:
        for commit in parse_log(repo.stream(*arguments, "--end-of-options", rev, "--", literal(path), timeout=timeout)):
            found.append(commit)  # noqa: PERF402 - what came before a timeout must be kept
    except TimeoutError:
        return found, False
    return found, True


def parse_log(chunks: Iterable[bytes]) -> Iterator[Commit]:
    """Yield the commits in the output of a call made with `log_arguments`, holding one chunk at a time.

    A record counts as complete when the next one begins or the output ends without an exception.
    """
    held = bytearray(b"\0")
    for chunk in chunks:
        start = len(held) - 1
        held += chunk
        cut = held.rfind(b"\0\0", start)
        if cut >= 0:
            yield from _parse_records(held[:cut])
            del held[: cut + 2]
    if held.endswith(b"\0"):
        yield from _parse_records(held[:-1])


def _parse_records(raw: bytearray) -> Iterator[Commit]:
    for record in raw.decode("utf-8", "surrogateescape").split("\0\0"):
        if not record:
            continue  # before the first
        head, times, author, message, *names = record.split("\0")
        oid, *parents = head.split()
        committed, _, date = times.partition(" ")
        subject, _, body = message.partition("\n")
        changes = _parse_changes(names) if names else ()
        # A damaged committer line has no time.
        yield Commit(oid, tuple(parents), date, int(committed or 0), author, subject, body.rstrip("\n"), changes)


def _parse_changes(names: list[str]) -> tuple[Change, ...]:
    """Pair what --name-status -z prints; the first status carries the newline that ends the message."""
    names[0] = names[0][1:]
    letters = names[::2]
    if len("".join(letters)) == len(letters):
        return tuple(map(Change, letters, names[1::2]))
    changes = []
    items = iter(names)
    for status in items:
        first = next(items)
        if status[0] in "RC":
            changes.append(Change(status[0], next(items), first))
        else:
            changes.append(Change(status[0], first))
    return tuple(changes)
