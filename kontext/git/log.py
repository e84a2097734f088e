"""How `git log` is asked and read.

Owns the options that keep the user's configuration out of the answer, the record format, and its parsing. Must not
know which commits are asked for (kontext/git/history.py) nor why.
"""

from __future__ import annotations

from itertools import islice

from kontext.errors import GitCommandError
from kontext.git.borders import borders
from kontext.git.bounded import LARGE, drop_middle, shortened
from kontext.git.repo import Repo, lacks_objects
from kontext.model import Change, Commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# Every record starts with a NUL and `git log -z` ends it with another, so two NULs in a row stand between records and
# nowhere else: each field holds at least one character, and neither messages nor paths can hold a NUL.
_FORMAT = "%x00%H %P%x00%ct %aI%x00%aN <%aE>%x00%s%n%b"
_OWN = 4  # fields of that

# log.*, diff.* and format.* settings must not reach what we parse: these for every call …
STEADY = ("--encoding=UTF-8", "--no-color", "--no-notes", "--no-show-signature", "--no-decorate", "--no-follow")
# … these where changes are compared …
STEADY_DIFF = ("--root", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=none", "-O/dev/null")
# … and these where they are shown as patches (quotePath is an option before the sub-command).
STEADY_NAMES = ("-c", "core.quotePath=false")
STEADY_PATCH = (*STEADY_DIFF, "--src-prefix=a/", "--dst-prefix=b/", "--inter-hunk-context=0", "--submodule=short")

_RENAMES = ("-M", "-l1000")


def log_arguments(*, changes: bool, merges: str = "off", also: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the start of a `git log` call whose output `parse_log` reads.

    `merges` says what a merge is compared with: "off" (no changes) or "first-parent". `also` are placeholders of
    --format, for `parse_fields` (without changes only).
    """
    start = ("log", "-z", f"--format={_FORMAT}{''.join(f'%x00={one}' for one in also)}", *STEADY)
    if not changes:
        return (*start, "--no-patch")
    return (*start, "--name-status", *_RENAMES, *STEADY_DIFF, f"--diff-merges={merges}")


def walk(
    repo: Repo,
    arguments: tuple[str, ...],
    *which: str,
    data: bytes | None = None,
    timeout: float | None = None,
) -> Iterator[Commit]:
    """Yield the commits that `git log` prints for `arguments` (made by `log_arguments`) and `which`.

    In a partial clone without the contents of files only exact renames are told. What a commit changed at which history
    is cut off is not known: it comes without changes. Raises as Repo.stream does.
    """
    cut = borders(repo, timeout=timeout) if "--name-status" in arguments else frozenset()
    told = 0
    try:
        for commit in parse_log(repo.stream(*arguments, *which, data=data, timeout=timeout)):
            yield commit._replace(changes=()) if commit.oid in cut else commit
            told += 1
        return
    except GitCommandError as error:
        if "-M" not in arguments or not lacks_objects(error):
            raise
    exact = ["-M100%" if word == "-M" else word for word in arguments]
    for commit in islice(parse_log(repo.stream(*exact, *which, data=data, timeout=timeout)), told, None):
        yield commit._replace(changes=()) if commit.oid in cut else commit


def parse_log(chunks: Iterable[bytes]) -> Iterator[Commit]:
    """Yield the commits in the output of a call made with `log_arguments`, holding one chunk at a time.

    A record counts as complete when the next one begins or the output ends without an exception.
    """
    for fields in _records(chunks):
        yield _commit(fields, _parse_changes(fields[_OWN:]) if len(fields) > _OWN else ())


def parse_fields(chunks: Iterable[bytes]) -> Iterator[tuple[Commit, list[str]]]:
    """Yield as `parse_log` does, with the values of `also`; one that holds a NUL comes in parts."""
    for fields in _records(chunks):
        yield _commit(fields, ()), [field.removeprefix("=") for field in fields[_OWN:]]


def _records(chunks: Iterable[bytes]) -> Iterator[list[str]]:
    """The fields of each commit."""
    held = bytearray(b"\0")
    for chunk in chunks:
        start = len(held) - 1
        held += chunk
        cut = held.rfind(b"\0\0", start)
        if cut >= 0:
            yield from _split(held[:cut])
            del held[: cut + 2]
        if len(held) > LARGE:
            drop_middle(held, _message_at(held))
    if held.endswith(b"\0"):
        yield from _split(held[:-1])


def _message_at(record: bytearray) -> int:
    """Where the message begins in a record that is not whole yet; its end where that is still to come."""
    at = 0
    for _ in range(_OWN - 1):
        at = record.find(b"\0", at) + 1
        if not at:
            return len(record)
    return at


def _split(raw: bytearray) -> list[list[str]]:
    # What stands before the first record is empty.
    return [record.split("\0") for record in raw.decode("utf-8", "surrogateescape").split("\0\0") if record]


def same_zone(date: str) -> str:
    """Return a date of %aI as every Git writes it: newer ones say Z for +00:00."""
    return date.replace("Z", "+00:00")


def _commit(fields: list[str], changes: tuple[Change, ...]) -> Commit:
    head, times, author, message = fields[:_OWN]
    oid, *parents = head.split()
    committed, _, date = times.partition(" ")
    subject, _, body = shortened(message).partition("\n")
    # A damaged committer line has no time.
    return Commit(
        oid, tuple(parents), same_zone(date), int(committed or 0), author, subject, body.rstrip("\n"), changes
    )


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
