"""What became of files, commit by commit: added, renamed, deleted.

Owns one question to `git log` (by which names, how similar) and the reading of its answer. Must not know what a
record is or which of the files matter.
"""

from __future__ import annotations

import re

from kontext.errors import GitCommandError
from kontext.git.log import STEADY, STEADY_DIFF, same_zone
from kontext.git.repo import decode, lacks_objects
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kontext.git.repo import Repo
    from kontext.model import Oid, RepoPath

ADDED, RENAMED, COPIED, DELETED, CHANGED = "ARCDM"

# A record starts with a NUL and -z ends it with another: two in a row stand between records, because no field is empty
# and neither messages nor names hold a NUL.
_HEAD = re.compile("[0-9a-f]{40,}(?: [0-9a-f]{40,})* ?").fullmatch
_FORMAT = "%x00%H %P%x00%ct %aI %aN <%aE>%n%s"
# A record was some text before it became one. Nothing else is compared: a commit may move thousands of files.
_PROSE = tuple(f":(top,icase)*.{ending}" for ending in ("md", "markdown", "mdx", "rst", "txt", "adoc"))


class Step(Record):
    """One file of a commit. `similarity` (percent) and `old_path` are those of a rename or copy, else 0 and ""."""

    status: str
    path: RepoPath
    old_path: RepoPath = ""
    similarity: int = 0


class Event(Record):
    """One commit. A merge may come several times, once a parent, where that was asked for."""

    oid: Oid
    parents: tuple[Oid, ...]
    committed: int
    date: str  # author date, RFC 3339 with zone
    author: str
    subject: str
    steps: tuple[Step, ...]


def events_below(repo: Repo, revisions: Sequence[str], pathspecs: Sequence[str]) -> list[Event]:
    """Return the commits that changed something below `pathspecs`, children before parents.

    Every side of a merge counts. A merge has the files that differ from all of its parents: what it added itself.
    """
    shape = ("--topo-order", "--full-history", "--diff-merges=combined")
    return _ask(repo, *shape, "--end-of-options", *revisions, "--", *pathspecs)


def whole_events(repo: Repo, oids: Iterable[Oid], copies: bool = False) -> list[Event]:
    """Return these commits with all of their prose files, wherever they lie; a merge once for each of its parents.

    With `copies` a file that is like one of the commit before is a copy of it; that reads the whole tree each time.
    """
    question = "".join(f"{oid}\n" for oid in dict.fromkeys(oids)).encode()
    if not question:
        return []
    likeness = "-C" if copies else "-M"
    how = ("--find-copies-harder",) if copies else ()
    which = (*how, "--no-walk=unsorted", "--stdin", "--diff-merges=separate", "--", *_PROSE)
    return _ask(repo, *which, data=question, likeness=likeness)


def parse_events(raw: bytes) -> Iterator[Event]:
    """Yield the commits in what Git printed. A record that is cut off is left out."""
    event: Event | None = None
    for record in decode(raw).split("\0\0"):
        head, *rest = record.strip("\0").split("\0")
        if _HEAD(head) and rest:
            if event is not None:
                yield event
            event = _parse_head(head, rest[0])._replace(steps=tuple(_parse_steps(rest[1:])))
        elif event is not None and head:  # two NULs also stand between a merge and its files
            event = event._replace(steps=(*event.steps, *_parse_steps([head, *rest])))
    if event is not None:
        yield event


def _parse_head(head: str, about: str) -> Event:
    oid, *parents = head.split()
    about, _, subject = about.partition("\n")
    committed, _, about = about.partition(" ")
    date, _, author = about.partition(" ")
    return Event(oid, tuple(parents), _number(committed), same_zone(date), author, subject, ())


def _ask(repo: Repo, *which: str, data: bytes | None = None, likeness: str = "-M") -> list[Event]:
    start = ("log", "-z", f"--format={_FORMAT}", *STEADY, "--name-status", "-l1000", *STEADY_DIFF)
    try:
        # -B takes a rewritten file apart, so that records which change places are seen to.
        return list(parse_events(repo.ask(*start, "-B", likeness, *which, data=data)))
    except GitCommandError as error:
        if not lacks_objects(error):
            raise
    # A clone without the contents of old files can still tell what was moved unchanged.
    return list(parse_events(repo.ask(*start, f"{likeness}100%", *which, data=data)))


def _parse_steps(words: Sequence[str]) -> Iterator[Step]:
    items = iter(words)
    for word in items:
        status = word.lstrip("\n")  # the first one carries the end of the message
        path = next(items, "")
        if not status or not path:
            continue
        similarity = status[1:]
        if status[0] in "RC" and similarity.isascii() and similarity.isdigit():
            new = next(items, "")
            if new:
                yield Step(status[0], new, path, int(similarity))
        else:
            yield Step(_together(status.rstrip("0123456789")), path)  # M095 is a rewrite


def _together(letters: str) -> str:
    """What a merge did to a file, from what it is against each parent; one letter of a plain commit stays."""
    found = set(letters)
    if found <= {"A", "R", "C"}:
        return ADDED
    return DELETED if found == {"D"} else CHANGED


def _number(text: str) -> int:
    """A committer time; 0 for a damaged line."""
    return int(text) if text.isascii() and text.isdigit() else 0
