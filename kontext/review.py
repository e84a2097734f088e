"""What a change should be judged by: the records that govern it, those it changes, and its trailers.

Owns what belongs to a review and its order. Must not know how it is shown, nor how a trailer is judged
(checks/ranges.py).
"""

from __future__ import annotations

from kontext.checks.known import records_at
from kontext.checks.named import Records, parts_of
from kontext.checks.ranges import check_range, range_ends
from kontext.checks.tokens import record_tokens
from kontext.errors import GitCommandError
from kontext.git.changes import range_commits
from kontext.git.repo import decode
from kontext.records import Record
from kontext.store.chains import live_successors
from kontext.store.governs import covering, is_live
from kontext.trailers import parse_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.model import Entry, Finding, RepoPath

# what a change did to a record's file, by Git's letter
_DONE = {"A": "added", "M": "changed", "D": "removed", "R": "renamed", "T": "changed"}


class Governing(Record):
    """A record that governs files of a change. `live` names what replaced it; `is_named`: a trailer says so."""

    entry: Entry
    live: str
    paths: tuple[RepoPath, ...]
    is_named: bool


class Touched(Record):
    """A record whose own file a change touches. `done` is added, changed, removed or renamed; `before` its status."""

    entry: Entry
    done: str
    before: str


class Review(Record):
    """Everything there is to say about A..B; `files` counts what it changes."""

    span: str
    commits: int
    files: int
    governing: tuple[Governing, ...]
    touched: tuple[Touched, ...]
    findings: tuple[Finding, ...]


def review(repo: Repo, config: Config, span: str) -> Review:
    """Return what to judge the commits of "A..B" by, records as they are in B.

    Raises UsageError for what is no range, UnknownRevision, GitError in a clone too shallow to tell.
    """
    base, head = range_ends(repo, span)
    records = Records(lambda: records_at(repo, config, head))
    findings, count = check_range(repo, span, config, records)
    changed = _changed(repo, base, head)
    named = _named(repo, base, head, config, records)
    before = {entry.path: entry for entry in records_at(repo, config, base)}
    touched = _touched(changed, {entry.path: entry for entry in records.entries}, before)
    own = {one.entry.path for one in touched}
    paths = [path for _, path in changed if path not in own]
    return Review(span, count, len(changed), _governing(records.entries, paths, own, named), touched, tuple(findings))


def _governing(
    entries: Sequence[Entry], paths: Sequence[RepoPath], own: set[RepoPath], named: set[RepoPath]
) -> tuple[Governing, ...]:
    """Records in force first, then those that govern most of the change."""
    governed: dict[RepoPath, list[RepoPath]] = {}
    for path in paths:
        for entry, _ in covering(entries, path):
            governed.setdefault(entry.path, []).append(path)
    live = live_successors(entries)
    found = [
        Governing(
            entry,
            "" if is_live(entry) else ", ".join(live.get(entry.id, ())),
            tuple(governed[entry.path]),
            entry.path in named,
        )
        for entry in entries
        if entry.path in governed and entry.path not in own
    ]
    found.sort(key=lambda one: (not is_live(one.entry), -len(one.paths), one.entry.id))
    return tuple(found)


def _touched(
    changed: Sequence[tuple[str, RepoPath]], now: dict[RepoPath, Entry], before: dict[RepoPath, Entry]
) -> tuple[Touched, ...]:
    found = []
    for letter, path in changed:
        entry = now.get(path) or before.get(path)
        if entry is not None:
            was = before[path].status if path in before and letter != "A" else ""
            found.append(Touched(entry, _DONE.get(letter, "changed"), was))
    return tuple(found)


def _named(repo: Repo, base: str, head: str, config: Config, records: Records) -> set[RepoPath]:
    """Paths of the records that trailers of the range name."""
    tokens = record_tokens(config)
    found: set[RepoPath] = set()
    commits = range_commits(repo, (head, f"^{base}"))
    for trailers in parse_texts(repo, [commit.message for commit in commits]):
        for trailer in trailers:
            if trailer.token.casefold() in tokens:
                found.update(entry.path for part in parts_of(trailer.value) for entry in records.named(part))
    return found


def _changed(repo: Repo, base: str, head: str) -> list[tuple[str, RepoPath]]:
    """(letter, path) of every file that differs between the point where B left A and B; a rename is two files."""
    options = ("diff", "--name-status", "-z", "--no-renames", "--no-ext-diff", "--no-relative", "--no-color")
    try:
        raw = repo.ask(*options, f"{base}...{head}", "--")
    except GitCommandError:  # nothing in common, as after a new beginning
        raw = repo.ask(*options, base, head, "--")
    items = decode(raw).split("\0")
    return [(letter[:1], path) for letter, path in zip(items[::2], items[1::2], strict=False)]
