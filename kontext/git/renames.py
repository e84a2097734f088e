"""Following a path: the last commit that changed it, the names it had and the name it has.

Owns rename chains, one commit at a time, so that they hold through merges (`git log --follow` loses them there).
Must not know about lines (blame follows those on its own).
"""

from __future__ import annotations

from collections import Counter

from kontext.git.log import log_arguments, walk
from kontext.git.repo import Repo, literal
from kontext.git.tree import exists_at
from kontext.model import Change, Commit, Oid, RepoPath

MAX_NAMES = 20  # a bound against histories that rename back and forth


def commit_files(repo: Repo, oid: Oid, *, timeout: float | None = None) -> list[Change]:
    """Return the files of one commit: a root commit adds all of them, a merge is compared with its first parent.

    Raises TimeoutError after `timeout` seconds.
    """
    arguments = log_arguments(changes=True, merges="first-parent")
    for commit in walk(repo, arguments, "--no-walk", "--end-of-options", oid, "--", timeout=timeout):
        return list(commit.changes)
    return []


def merge_files(repo: Repo, oid: Oid) -> list[RepoPath]:
    """Return the paths that a merge brought into its first parent."""
    return [change.path for change in commit_files(repo, oid)]


def last_change(repo: Repo, path: RepoPath, rev: str = "HEAD") -> tuple[Commit, Change] | None:
    """Return the last commit that changed a file or folder, a deleted one too, and what it did to it.

    The change is an "R" with `old_path` == `path` where the path was renamed away. For a folder it is the first of
    the changes below it. None when no commit ever had the path.
    """
    commit = _last(repo, path, rev, "--full-diff")
    if commit is None:
        return None
    if len(commit.parents) > 1:
        commit = commit._replace(changes=tuple(commit_files(repo, commit.oid)))
    for change in commit.changes:
        if path in (change.path, change.old_path):
            return commit, change
    below = path.rstrip("/") + "/"
    for change in commit.changes:
        if change.path.startswith(below) or change.old_path.startswith(below):
            return commit, change
    return None


def renamed_to(repo: Repo, path: RepoPath, rev: str = "HEAD") -> tuple[RepoPath, tuple[Oid, ...]] | None:
    """Return the name that a file or folder of the past has at `rev`, and the commits that renamed it, oldest first.

    The name is "" when it is deleted (the last of the commits deleted it). A path that is still there is its own
    answer, without commits. None when no commit ever had the path.
    """
    via: list[Oid] = []
    seen = {path}
    while not exists_at(repo, rev, path):
        found = last_change(repo, path, rev)
        if found is None:
            return ("", tuple(via)) if via else None
        commit, change = found
        via.append(commit.oid)
        path = change.path if change.old_path == path else _new_folder(commit, path)
        if not path or path in seen or len(via) > MAX_NAMES:
            return "", tuple(via)
        seen.add(path)
    return path, tuple(via)


def earlier_names(
    repo: Repo, path: RepoPath, rev: str = "HEAD", *, timeout: float | None = None
) -> list[tuple[RepoPath, Oid]]:
    """Return the names a file had before, newest first, each with the commit that renamed it away.

    `timeout` is in seconds per name; past it the chain found so far is returned.
    """
    chain: list[tuple[RepoPath, Oid]] = []
    seen = {path}
    while len(chain) < MAX_NAMES:
        try:
            born = _last(repo, path, rev, "--diff-filter=A", timeout=timeout)
        except TimeoutError:
            break
        if born is None or not born.parents:
            break
        change = next((found for found in commit_files(repo, born.oid) if found.path == path), None)
        if change is None or change.status != "R" or change.old_path in seen:
            break
        path, rev = change.old_path, born.parents[0]
        chain.append((path, born.oid))
        seen.add(path)
    return chain


def _last(repo: Repo, path: RepoPath, rev: str, *options: str, timeout: float | None = None) -> Commit | None:
    """The newest commit that made the path what it is at `rev`, discarded side branches left out.

    A merge has no changes here: comparing it would make Git walk into every branch.
    """
    if not repo.head and rev == "HEAD":
        return None
    which = ("--max-count=1", *options, "--end-of-options", rev, "--", literal(path))
    return next(iter(list(walk(repo, log_arguments(changes=True), *which, timeout=timeout))), None)


def _new_folder(commit: Commit, folder: RepoPath) -> RepoPath:
    """Where most files of a folder went in the commit that emptied it, "" when they are gone."""
    targets: Counter[RepoPath] = Counter()
    for change in commit.changes:
        inner = change.old_path.removeprefix(folder.rstrip("/"))
        if inner.startswith("/") and change.old_path != inner and change.path.endswith(inner):
            targets[change.path.removesuffix(inner)] += 1
    return targets.most_common(1)[0][0] if targets else ""
