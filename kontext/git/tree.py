"""What a commit, the staging area and the work trees hold: names, modes, oids.

Owns `ls-tree`, `ls-files` and `worktree list`. Must not know the contents of anything (kontext/git/objects.py reads).
"""

from __future__ import annotations

from kontext import process
from kontext.errors import EXIT_GIT_USAGE, GitCommandError
from kontext.git.repo import Repo, decode, literal, local_env

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.model import Oid, RepoPath

_STAGED = ("ls-files", "-z", "-s", "--full-name", "--")
FILE = "100644"
EXECUTABLE = "100755"
SYMLINK = "120000"
SUBMODULE = "160000"
FOLDER = "040000"


def tracked_files(repo: Repo) -> list[tuple[RepoPath, str]]:
    """Return (path, mode) of everything in the staging area, the whole work tree; a file in conflict comes once."""
    return list({path: mode for mode, _, path in _staged(repo, ":(top)")}.items())


def skipped_files(repo: Repo) -> dict[RepoPath, Oid]:
    """Return the staged blobs of files that a sparse checkout leaves out of the work tree."""
    found = {}
    for item in decode(repo.ask("ls-files", "-z", "-t", "-s", "--full-name", "--", ":(top)")).split("\0"):
        if item.startswith("S "):
            about, _, path = item.partition("\t")
            _, mode, oid, _ = about.split(" ")
            if mode in (FILE, EXECUTABLE):
                found[path] = oid
    return found


def files_below(repo: Repo, path: RepoPath) -> list[RepoPath]:
    """Return the tracked files at or below a path ("" = all), from HEAD in a bare repository."""
    if repo.is_bare:
        if not repo.head:
            return []
        where = ("--", path) if path else ()
        return [name for _, _, name in _listed(repo.ask("ls-tree", "-r", "-z", "--full-tree", "HEAD", *where))]
    return list(dict.fromkeys(name for _, _, name in _staged(repo, literal(path) if path else ":(top)")))


def staged_blobs(repo: Repo) -> dict[RepoPath, tuple[str, Oid]]:
    """Return (mode, oid) of every path that a commit made now would hold; what is in conflict is left out."""
    found: dict[RepoPath, tuple[str, Oid]] = {}
    twice = set()
    for mode, oid, path in _staged(repo, ":(top)"):
        if path in found:
            twice.add(path)
        found[path] = (mode, oid)
    return {path: blob for path, blob in found.items() if path not in twice}


def staged_paths(repo: Repo) -> list[RepoPath]:
    """Return the paths that a commit made now would add, change or remove; all of them before the first commit."""
    raw = repo.ask("diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-relative")
    return [path for path in decode(raw).split("\0") if path]


def changed_paths(repo: Repo) -> list[RepoPath]:
    """Return the tracked paths whose work tree or staging area differs from HEAD; none in a bare repository."""
    if repo.is_bare:
        return []
    if not repo.head:
        return staged_paths(repo)
    options = ("--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=dirty")
    return [path for path in decode(repo.ask("diff", "HEAD", *options, "--")).split("\0") if path]


def untracked_below(repo: Repo, folders: Iterable[RepoPath]) -> list[RepoPath]:
    """Return the files below these folders that Git neither tracks nor ignores."""
    specs = [literal(folder) for folder in folders]
    if not specs:
        return []
    raw = repo.ask("ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", *specs)
    return [path for path in decode(raw).split("\0") if path]


def is_tracked(repo: Repo, path: RepoPath) -> bool:
    """Tell whether the staging area holds this file, or something below this folder."""
    return bool(_staged(repo, literal(path)))


class Tracked:
    """Asks what `is_tracked` does while others work; `finish` once."""

    __slots__ = ("_running",)

    def __init__(self, repo: Repo, path: RepoPath) -> None:
        self._running = repo.begin(*_STAGED, literal(path))

    def finish(self) -> bool:
        """Return whether the staging area holds the path."""
        return bool(self._running.finish().stdout)


def staging_oid(repo: Repo, path: RepoPath) -> Oid:
    """Return the oid of the staged blob at `path`, "" when there is none (untracked, deleted, in conflict)."""
    entries = [(oid, name) for _, oid, name in _staged(repo, literal(path)) if name == path]
    return entries[0][0] if len(entries) == 1 else ""


def tree_files(repo: Repo, rev: str, *, timeout: float | None = None) -> list[tuple[str, Oid, RepoPath]]:
    """Return (mode, oid, path) of every file of a commit, symlinks and submodules included.

    Raises TimeoutError after `timeout` seconds.
    """
    return _listed(b"".join(repo.stream("ls-tree", "-r", "-z", "--full-tree", rev, timeout=timeout)))


def entry_at(repo: Repo, rev: str, path: RepoPath) -> tuple[str, Oid] | None:
    """Return (mode, oid) of a file or folder of a commit, None when it (or the commit) is not there."""
    try:
        raw = repo.ask("ls-tree", "-z", "--full-tree", rev, "--", path.rstrip("/"))
    except GitCommandError:
        return None
    return next(((mode, oid) for mode, oid, name in _listed(raw) if name == path.rstrip("/")), None)


def exists_at(repo: Repo, rev: str, path: RepoPath) -> str:
    """Return "file", "tree" (a folder; a submodule is one too) or "" for what a commit holds at `path`."""
    if path in ("", "."):
        return "tree"
    entry = entry_at(repo, rev, path)
    if entry is None:
        return ""
    return "tree" if entry[0] in (FOLDER, SUBMODULE) else "file"


def present_at(repo: Repo, rev: str, paths: Iterable[RepoPath]) -> set[RepoPath]:
    """Return those of the paths that a commit holds, through one call; empty when the commit is not there."""
    wanted = [path for path in paths if path]
    try:
        raw = repo.ask("ls-tree", "-z", "--name-only", "--full-tree", rev, "--", *wanted) if wanted else b""
    except GitCommandError:
        return set()
    return set(wanted).intersection(decode(raw).split("\0"))


def worktrees(repo: Repo) -> list[str]:
    """Return the Git folder of every work tree of this repository that is still there, the main one first."""
    listing = ("worktree", "list", "--porcelain")
    raw = repo.ask(*listing, "-z", ok=(0, EXIT_GIT_USAGE))
    lines = decode(raw).split("\0") if raw else decode(repo.ask(*listing)).split("\n")  # -z came with Git 2.36
    tops = [line.removeprefix("worktree ") for line in lines if line.startswith("worktree ")]
    found = [repo.common_dir]
    for top in tops[1:]:
        done = process.run(["git", "-C", top, "rev-parse", "--absolute-git-dir"], env=local_env(repo.env))
        if done.status == 0:
            found.append(decode(done.stdout).removesuffix("\n"))
    return found


def _staged(repo: Repo, pathspec: str) -> list[tuple[str, Oid, RepoPath]]:
    """(mode, oid, path) of the staging area; a file in conflict has up to three."""
    found = []
    for item in decode(repo.ask(*_STAGED, pathspec)).split("\0"):
        if item:
            about, _, path = item.partition("\t")
            mode, oid, _ = about.split(" ")
            found.append((mode, oid, path))
    return found


def _listed(raw: bytes) -> list[tuple[str, Oid, RepoPath]]:
    """Read what `ls-tree -z` prints."""
    found = []
    for item in decode(raw).split("\0"):
        if item:
            about, _, path = item.partition("\t")
            mode, _, oid = about.split(" ")
            found.append((mode, oid, path))
    return found
