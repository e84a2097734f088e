"""Which commits of a history belong to a ticket.

Owns the reading of the newest commits of a clone, what counts as naming a ticket, and which commits are no answer to
anything (bots, releases, notes). Must not know release notes or scores.
"""

from __future__ import annotations

import re
import subprocess
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from release_notes import tickets_of

WINDOW = 5000  # newest commits, merges included
MOST_TICKETS = 5  # a body that names more is a list, not a change
MOST_BROUGHT = 10  # commits that one merge brings in

_AFTER = re.compile(
    r"\b(?:fix(?:e[sd])?|clos(?:e[sd]?|ing)|resolv(?:e[sd]?|ing)|ref(?:s|erences?)?|backport(?:s|ed)?(?:\s+of)?|"
    r"address(?:es)?|implement(?:s|ed)?|part\s+of)\b(?:\s+(?:issues?|bugs?|pr|pull\s+request|ticket|for))?[\s:]*"
    r"((?:(?:https?://\S+|[\w.-]*/?[\w.-]*#\d+|gh-\d+)[\s,;&]*(?:and\s+)?)+)",
    re.I,
)
_BOT = re.compile(
    r"\[bot\]|\b(?:dependabot|renovate|pre-commit-ci|github-actions|pyup-bot|snyk-bot|greenkeeper)\b", re.I
)
_RELEASE = re.compile(
    r"^(?:\W|chore\W+)*(?:release\b|prepare\b.*\brelease|prepare\b.*\d\.\d|bump(?:ed)?\s+version|version\s+\d|v?\d+\.\d+"
    r"|(?:fix|chore|build)\(deps|bump\b.*\bfrom\b.*\bto\b|cut\s+v?\d|update\s+change\s?log|merge\s+(?:branch|remote|commit|tag)\b)",
    re.I,
)
_CODE = re.compile(
    r"\.(?:py|pyx|pyi|c|h|cc|cpp|hpp|go|rs|rb|erb|rake|php|java|kt|kts|scala|swift|ts|tsx|js|jsx|mjs|cjs|mts|cts|vue|"
    r"svelte|ex|exs|y|l|sh|ps1|lua|sublime-syntax|scm)$",
    re.I,
)
_NOT_SOURCE = re.compile(
    r"(?:^|/)(?:docs?|documentation|website|examples?|vendor|_vendor|third[_-]party|node_modules|\.github|ci|tools)/"
    r"|(?:^|/)(?:setup|conf|noxfile|tasks)\.py$",
    re.I,
)
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|__tests__|specs?|playground|fixtures?|testdata|benches|benchmarks?|e2e)/"
    r"|(?:^|/)(?:test_[^/]*|conftest\.py|[^/]*_(?:test|spec)\.\w+|[^/]*\.(?:test|spec)\.\w+)$",
    re.I,
)


class Past(NamedTuple):
    """One commit of the window; `files` is empty for merges."""

    oid: str
    parents: tuple[str, ...]
    author: str
    subject: str
    body: str
    files: tuple[str, ...]

    @property
    def is_merge(self) -> bool:
        return len(self.parents) > 1

    @property
    def touches_code(self) -> bool:
        """True when it changes more than notes, docs and settings (tests count)."""
        return any(_CODE.search(path) and not _NOT_SOURCE.search(path) for path in self.files)

    @property
    def touches_source(self) -> bool:
        """True when it changes code that is not a test."""
        return any(
            _CODE.search(path) and not _NOT_SOURCE.search(path) and not _TEST.search(path) for path in self.files
        )


class Truth(NamedTuple):
    """The commits of a change, and the merges that brought it in, newest first."""

    commits: tuple[str, ...]
    merges: tuple[str, ...]


class TicketHistory:
    """The newest commits of a clone at a pinned commit, by the tickets they name. Reads Git once."""

    def __init__(self, clone: Path, repo: str, pin: str) -> None:
        self.clone = clone
        self.repo = repo
        self.pin = pin

    @cached_property
    def commits(self) -> dict[str, Past]:
        """The window by oid, newest first."""
        form = "--format=%x01%H%x00%P%x00%an <%ae>%x00%s%x00%b%x00"
        raw = self._git("log", "-z", "-n", str(WINDOW), form, "--name-only", "--no-renames", self.pin)
        found = {}
        for record in raw.split("\x01")[1:]:
            oid, parents, author, subject, body, *files = record.split("\0")
            named = tuple(name for name in (one.lstrip("\n") for one in files) if name)
            found[oid] = Past(oid, tuple(parents.split()), author, subject, body, named)
        return found

    @cached_property
    def _by_ticket(self) -> dict[int, list[Past]]:
        index: dict[int, list[Past]] = {}
        for commit in self.commits.values():
            for ticket in self._named_by(commit):
                index.setdefault(ticket, []).append(commit)
        return index

    def truth(self, tickets: tuple[int, ...]) -> Truth:
        """Commits and merges of any of the tickets; no commits = nothing that could be found."""
        commits: dict[str, None] = {}
        merges: dict[str, None] = {}
        for commit in (one for ticket in tickets for one in self._by_ticket.get(ticket, [])):
            if not commit.is_merge:
                if is_answer(commit) and commit.touches_code:
                    commits[commit.oid] = None
                continue
            merges[commit.oid] = None
            brought = [self.commits[oid] for oid in self._brought(commit.oid) if oid in self.commits]
            if len(brought) <= MOST_BROUGHT:
                commits.update((one.oid, None) for one in brought if is_answer(one) and one.touches_source)
        order = {oid: place for place, oid in enumerate(self.commits)}
        newest = sorted(commits, key=order.__getitem__)
        return Truth(tuple(newest), tuple(sorted(merges, key=order.__getitem__)))

    def show(self, path: str) -> str:
        """Content of a file at the pin."""
        return self._git("show", f"{self.pin}:{path}")

    def files(self, folder: str) -> list[str]:
        """Names of the files of a folder at the pin."""
        return self._git("ls-tree", "--name-only", f"{self.pin}:{folder}").splitlines()

    def _named_by(self, commit: Past) -> set[int]:
        """Tickets the subject names, and those its body closes or refers to."""
        if len(tickets_of(commit.body, self.repo)) > MOST_TICKETS:
            return set()
        named = set(tickets_of(commit.subject, self.repo))
        for listed in _AFTER.findall(commit.body):
            named.update(tickets_of(listed, self.repo))
        return named

    def _brought(self, merge: str) -> list[str]:
        return self._git("rev-list", "--no-merges", f"{merge}^1..{merge}").split()

    def _git(self, *args: str) -> str:
        done = subprocess.run(["git", "-C", str(self.clone), *args], capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace")


def is_answer(commit: Past) -> bool:
    """False for bots and release commits: nobody asks for them."""
    return not _BOT.search(commit.author) and not _RELEASE.match(commit.subject)
