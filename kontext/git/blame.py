"""Who last changed these lines: `git blame`, its ignore lists and its refusals.

Owns the blame call, the parsing of --porcelain and the sentences for what cannot be blamed. Must not know what a
formatting commit is (kontext/lineage sees through those).
"""

from __future__ import annotations

import os
import re
import time

from kontext import process
from kontext.errors import EXIT_GIT_USAGE, GitCommandError, PathProblem, UnknownRevision, UsageError
from kontext.git.borders import borders
from kontext.git.lines import read_work_tree
from kontext.git.repo import Repo, config_values, decode, failure, find_commit, unquote
from kontext.git.tree import FOLDER, SUBMODULE, entry_at, is_tracked
from kontext.model import BlameHunk, LineSpan, Oid, RepoPath
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Lines = LineSpan | str

IGNORE_FILE = ".git-blame-ignore-revs"

_TOO_SHORT = r"has only (\d+) lines?"
_NO_MATCH = r"-L parameter '(.*)' starting at line \d+: (.*)"
_ODD = re.compile(rb"[\0-\x08\x0e-\x1a]")


class IgnoreRevs(Record):
    """Commits that blame passes over. `paths` are the files they come from (as configured), "" parts never.

    `options` and `data` (what Git reads on stdin) belong to one call of blame; `warning` is one sentence or "".
    """

    paths: tuple[str, ...] = ()
    options: tuple[str, ...] = ("--no-ignore-revs-file",)
    data: bytes | None = None
    warning: str = ""


class Blaming:
    """A `git blame` that runs: call `finish` once, or `give_up`."""

    __slots__ = ("_argv", "_path", "_repo", "_rev", "_running", "_until")

    def __init__(
        self, repo: Repo, path: RepoPath, rev: str | None, argv: list[str], data: bytes | None, timeout: float | None
    ) -> None:
        self._repo = repo
        self._path = path
        self._rev = rev
        self._argv = argv
        self._until = None if timeout is None else time.monotonic() + timeout
        self._running = process.start(argv, env=repo.env, data=data, timeout=timeout)

    def finish(self) -> list[BlameHunk]:
        """Return and raise what `blame` does."""
        done = self._running.finish()
        if done.timed_out:
            raise TimeoutError
        if done.status:
            raise _explain(self._repo, self._path, self._rev, failure(self._argv, done.status, done.stderr))
        hunks, odd = _parse(done.stdout)
        if odd and _holds_no_text(self._repo, self._path, self._rev):
            remedy = "ask about the file as a whole: name it without a line"
            raise PathProblem(f"{self._path} is a binary file", remedy, self._path)
        return _mark_boundaries(self._repo, hunks, self._until)

    def give_up(self) -> None:
        """End the program: its answer is not wanted."""
        self._running.kill()
        self._running.finish()


def begin_blame(
    repo: Repo,
    path: RepoPath,
    lines: Sequence[Lines] = (),
    *,
    rev: str | None = None,
    ignore: IgnoreRevs | None = None,
    stopgap: bool = False,
    timeout: float | None = None,
) -> Blaming:
    """Start what `blame` does, for whoever has other work meanwhile. Raises UnknownRevision."""
    if rev is not None and (rev.startswith("-") or not rev):
        raise UnknownRevision(rev)
    ignored = ignore or IgnoreRevs()
    if rev is None and not _on_disk(repo, path):
        rev = "HEAD"
    argv = repo.argv("-c", "core.quotePath=false", "blame", "--porcelain", "--root", "--no-textconv")
    argv += ignored.options
    argv += ["-w", "-M", "-C"] if stopgap else []
    for part in lines:
        argv += ["-L", part if isinstance(part, str) else f"{part.first},{part.last}"]
    argv += [*([] if rev is None else [rev]), "--", _from_here(repo, path)]
    return Blaming(repo, path, rev, argv, ignored.data, timeout)


def blame(
    repo: Repo,
    path: RepoPath,
    lines: Sequence[Lines] = (),
    *,
    rev: str | None = None,
    ignore: IgnoreRevs | None = None,
    stopgap: bool = False,
    timeout: float | None = None,
) -> list[BlameHunk]:
    """Return who last changed `lines` of `path`, in file order; no lines = the whole file.

    `lines` are spans or what `git blame -L` takes ("3,7", "3,+4", "/re/", ":func"). Without `rev` the work tree is
    asked (HEAD where the file is not checked out): lines that are not committed have an oid of zeros. `ignore` comes
    from `ignore_revs`; None passes over nothing. `stopgap` adds Git's own -w -M -C. After `timeout` seconds the program
    is ended.
    Raises PathProblem (no such path, not committed, a folder, binary, a line past the end), UnknownRevision, and
    TimeoutError.
    """
    return begin_blame(repo, path, lines, rev=rev, ignore=ignore, stopgap=stopgap, timeout=timeout).finish()


def ignore_revs(repo: Repo, rev: str | None = None, configured: Sequence[str] | None = None) -> IgnoreRevs:
    """Find the commits that blame shall pass over.

    The files of blame.ignoreRevsFile count (`configured`: its values where they are known already), else
    `.git-blame-ignore-revs` at the top level of the work tree, or HEAD's copy of it with `rev` or in a bare
    repository. A missing file or a malformed line is a warning, never a failure.
    """
    if configured is None:
        configured = [value for _, value in config_values(repo, r"^blame\.ignorerevsfile$")]
    files: list[str] = []
    for value in configured:
        files = [*files, value] if value else []  # an empty value clears what stands before it, as in Git
    contents: list[tuple[str, bytes]] = []
    warnings: list[str] = []
    for name in files:
        optional = name.startswith(":(optional)")
        raw = _load(os.path.join(repo.top, _expand(repo, name.removeprefix(":(optional)"))))
        if raw is not None:
            contents.append((name, raw))
        elif not optional:
            warnings.append(f"blame.ignoreRevsFile names '{name}', which cannot be read; blame goes without it")
    if not files:
        raw = _default_list(repo, rev)
        contents = [] if raw is None else [(IGNORE_FILE, raw)]
    return _ignore_list(repo, contents, warnings)


def line_count(repo: Repo, path: RepoPath, rev: str | None = None) -> int:
    """Return how many lines the file has, in the work tree or at `rev`; raise PathProblem when it is not there."""
    raw = _contents(repo, path, rev)
    if raw is None:
        raise PathProblem(f"there is no file {path}" + (f" at {rev}" if rev else ""), "", path)
    return raw.count(b"\n") + (not raw.endswith(b"\n") and bool(raw))


def _parse(raw: bytes) -> tuple[list[BlameHunk], bool]:
    """Read --porcelain: the hunks, and whether some line looks like a part of a binary file.

    What is said about a commit comes once, before its first line; its path and predecessor come again where the
    commit holds the lines under several names.
    """
    hunks: list[BlameHunk] = []
    names: dict[bytes, tuple[RepoPath, tuple[Oid, RepoPath] | None]] = {}
    oid = b""
    first = start = count = 0
    previous: tuple[Oid, RepoPath] | None = None
    odd = False
    for line in raw.split(b"\n"):
        if line.startswith(b"\t"):
            odd = odd or _looks_odd(line)
            if count:
                path, before = names[oid]
                span = LineSpan(start, start + count - 1)
                hunks.append(BlameHunk(decode(oid), path, span, first, False, before))
            oid, count, previous = b"", 0, None
        elif not oid:
            words = line.split(b" ")
            if len(words) == 4:
                oid, first, start, count = words[0], int(words[1]), int(words[2]), int(words[3])
            else:
                oid = words[0]
        elif line.startswith(b"previous "):
            _, parent, name = line.split(b" ", 2)
            previous = (decode(parent), decode(unquote(name)))
        elif line.startswith(b"filename "):
            names[oid] = (decode(unquote(line[9:])), previous)
    return hunks, odd


def _looks_odd(line: bytes) -> bool:
    if line.isascii():
        return _ODD.search(line) is not None
    try:
        line.decode()
    except UnicodeDecodeError:
        return True
    return False


def _mark_boundaries(repo: Repo, hunks: list[BlameHunk], until: float | None) -> list[BlameHunk]:
    """Flag the hunks at which history is cut off; `until` of time.monotonic, past it TimeoutError is raised."""
    if all(hunk.previous is not None for hunk in hunks):
        return hunks
    cut = borders(repo, timeout=None if until is None else max(0.0, until - time.monotonic()))
    return [hunk._replace(boundary=hunk.oid in cut) for hunk in hunks] if cut else hunks


def _explain(repo: Repo, path: RepoPath, rev: str | None, refusal: GitCommandError) -> Exception:
    """Turn Git's refusal into a sentence about the path."""
    if rev not in (None, "HEAD") and find_commit(repo, rev or "") is None:
        return UnknownRevision(rev or "")
    too_short = re.search(_TOO_SHORT, refusal.stderr)
    if too_short:
        count = int(too_short[1])
        state = f"has {count} line{'' if count == 1 else 's'}" if count else "is empty"
        remedy = f"name a line from 1 to {count}" if count else "name it without a line"
        return PathProblem(f"{path} {state}", remedy, path)
    no_match = re.search(_NO_MATCH, refusal.stderr, re.DOTALL)
    if no_match:
        said = "" if no_match[2].strip().lower() == "no match" else f" ({no_match[2].strip()})"
        return PathProblem(f"nothing in {path} matches '{no_match[1]}'{said}", "", path)
    if refusal.status == EXIT_GIT_USAGE or "-L invalid" in refusal.stderr:
        return UsageError("these are no lines of a file", "count from 1: -L 3,7 -L 3,+4 -L /REGEX/ -L :FUNCTION")
    entry = entry_at(repo, rev or "HEAD", path)
    if entry is not None and entry[0] == FOLDER:
        return PathProblem(f"{path} is a folder", "name a file in it", path)
    if entry is not None and entry[0] == SUBMODULE:
        return PathProblem(f"{path} is a submodule", f"ask inside it: git -C {path} why …", path)
    if entry is not None:
        return refusal
    if rev in (None, "HEAD") and _on_disk(repo, path):
        if is_tracked(repo, path):
            return PathProblem(f"{path} is not committed yet", "git commit it first", path)
        remedy = f"git add '{path}' && git commit"
        return PathProblem(f"{path} is not tracked by Git and not committed yet", remedy, path)
    where = f"at {rev}" if rev not in (None, "HEAD") else "here"
    return PathProblem(f"there is no file {path} {where}", "paths are looked up in the current folder", path)


def _default_list(repo: Repo, rev: str | None) -> bytes | None:
    if rev is None and not repo.is_bare:
        return _load(os.path.join(repo.top, IGNORE_FILE))
    return _contents(repo, IGNORE_FILE, "HEAD")


def _ignore_list(repo: Repo, contents: Iterable[tuple[str, bytes]], warnings: list[str]) -> IgnoreRevs:
    """Keep the whole oids: one line that is something else would make every blame fail."""
    whole = re.compile(rb"[0-9a-fA-F]{%d}" % (64 if repo.object_format == "sha256" else 40)).fullmatch
    oids: list[bytes] = []
    paths: list[str] = []
    for name, raw in contents:
        paths.append(name)
        for number, line in enumerate(raw.split(b"\n"), 1):
            word = line.partition(b"#")[0].strip()
            if whole(word):
                oids.append(word)
            elif word:
                warnings.append(f"{name}:{number}: '{decode(word)}' is no full commit id; blame goes without it")
    if not oids:
        return IgnoreRevs(tuple(paths), warning="; ".join(warnings))
    options = ("--no-ignore-revs-file", "--ignore-revs-file=/dev/stdin")
    return IgnoreRevs(tuple(paths), options, b"\n".join(oids) + b"\n", "; ".join(warnings))


def _expand(repo: Repo, name: str) -> str:
    home = repo.env.get("HOME", "")
    return home + name[1:] if name.startswith("~/") and home else name


def _load(path: str) -> bytes | None:
    try:
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _contents(repo: Repo, path: RepoPath, rev: str | None) -> bytes | None:
    if rev is None and _on_disk(repo, path):
        try:
            return read_work_tree(repo, path)
        except OSError:
            return None
    entry = entry_at(repo, rev or "HEAD", path)
    return None if entry is None or entry[0] in (FOLDER, SUBMODULE) else repo.ask("cat-file", "blob", entry[1])


def _holds_no_text(repo: Repo, path: RepoPath, rev: str | None) -> bool:
    from kontext.text import is_binary

    return is_binary(_contents(repo, path, rev) or b"")


def _on_disk(repo: Repo, path: RepoPath) -> bool:
    return not repo.is_bare and os.path.lexists(os.path.join(repo.top, path))


def _from_here(repo: Repo, path: RepoPath) -> str:
    """`git blame` takes a path as seen from the current folder, not a pathspec."""
    return "../" * repo.prefix.count("/") + path
