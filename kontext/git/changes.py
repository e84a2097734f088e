"""What a commit to be, or each commit of a range, changes and says.

Owns the questions about staged changes with their sizes, and about ranges with whole messages. Must not know what the
answers are judged by.
"""

from __future__ import annotations

from kontext.errors import GitCommandError, UnknownRevision
from kontext.git.bounded import shortened
from kontext.git.log import STEADY, STEADY_DIFF
from kontext.git.repo import Repo, decode
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kontext.model import Oid, RepoPath

_FORMAT = "%x00%H %P%x00%B%x00"


class ChangedFile(Record):
    """One file of a change; `lines` is how many were added and removed, 0 for binary files or when not asked for."""

    path: RepoPath
    lines: int = 0


class RangeCommit(Record):
    """A commit with its `message` as stored (in UTF-8, a long one shortened); merges come without changed files."""

    oid: Oid
    parents: tuple[Oid, ...]
    message: str
    changed: tuple[ChangedFile, ...] = ()


def staged_sizes(repo: Repo) -> list[ChangedFile]:
    """Return the files that the next commit changes, with their numbers of lines."""
    options = [option for option in STEADY_DIFF if option != "--root"]
    raw = repo.ask("diff", "--cached", "--numstat", "-z", "--no-renames", "--no-color", *options, "--")
    return [_numstat(item) for item in decode(raw).split("\0") if item]


def range_commits(repo: Repo, revisions: Sequence[str], *, sizes: bool = False) -> list[RangeCommit]:
    """Return the commits that `revisions` reach ("a..b", "b" and "^a"), children before parents, through one call.

    `sizes` asks for numbers of lines, which a clone without the contents of files cannot tell. Raises
    UnknownRevision, and GitCommandError when Git fails.
    """
    try:
        return _ask(repo, sizes, "--topo-order", "--end-of-options", *revisions, "--")
    except GitCommandError as error:
        if "bad revision" in error.stderr or "unknown revision" in error.stderr or "bad object" in error.stderr:
            raise UnknownRevision(" ".join(revisions)) from None
        raise


def listed_commits(repo: Repo, oids: Sequence[Oid], *, sizes: bool = False) -> list[RangeCommit]:
    """Return these commits in the order given, through one call; see `range_commits` for `sizes`."""
    question = "".join(f"{oid}\n" for oid in oids).encode()
    return _ask(repo, sizes, "--no-walk=unsorted", "--stdin", data=question) if oids else []


def _ask(repo: Repo, sizes: bool, *which: str, data: bytes | None = None) -> list[RangeCommit]:
    changes = ("--numstat" if sizes else "--name-only", "--no-renames", "--diff-merges=off")
    raw = repo.ask("log", "-z", f"--format={_FORMAT}", *STEADY, *changes, *STEADY_DIFF, *which, data=data)
    return list(_parse(iter(decode(raw).split("\0")), sizes))


def _parse(items: Iterator[str], sizes: bool) -> Iterator[RangeCommit]:
    """Each commit is a head, a message, an empty item and, when it has files, these and another empty item.

    The line break before the first file tells it from a head.
    """
    pending = ""
    while True:
        head = pending or next((item for item in items if item), "")
        if not head:
            return
        oid, *parents = head.split()
        message = shortened(next(items))
        next(items, "")
        changed: list[ChangedFile] = []
        pending = next(items, "")
        if pending.startswith("\n"):
            item = pending[1:]
            while item:
                changed.append(_numstat(item) if sizes else ChangedFile(item))
                item = next(items, "")
            pending = ""
        yield RangeCommit(oid, tuple(parents), message, tuple(changed))


def _numstat(item: str) -> ChangedFile:
    """Read one item of `--numstat -z --no-renames`; binary files have dashes for numbers."""
    added, removed, path = item.split("\t", 2)
    return ChangedFile(path, sum(int(number) for number in (added, removed) if number != "-"))
