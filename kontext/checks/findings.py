"""Findings and what they are about.

Owns their making, their order and which of them are reported. Must not know any rule.
"""

from __future__ import annotations

from kontext.model import Finding
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kontext.model import RepoPath

ERROR = "error"
WARNING = "warning"
MOST = 100  # findings of a kind that are listed for one message


class Found(Record):
    """A finding, and the other files it is about: a change of any of them may have caused it."""

    finding: Finding
    others: tuple[RepoPath, ...] = ()


def error(rule: str, path: RepoPath, line: int, message: str, remedy: str, others: Iterable[RepoPath] = ()) -> Found:
    """Return a finding that has to be put right."""
    return Found(Finding(ERROR, rule, message, remedy, path, line), tuple(others))


def warning(rule: str, path: RepoPath, line: int, message: str, remedy: str, others: Iterable[RepoPath] = ()) -> Found:
    """Return a finding that ought to be put right."""
    return Found(Finding(WARNING, rule, message, remedy, path, line), tuple(others))


def reported(found: Iterable[Found], changed: frozenset[RepoPath] | None, paths: Collection[RepoPath]) -> list[Finding]:
    """Return the findings in the order of files and lines.

    `changed` keeps those that a change of one of these files may have caused (None = all), `paths` those in one of
    these files or folders (empty = all).
    """
    kept = {
        one.finding: None
        for one in found
        if (changed is None or one.finding.path in changed or not changed.isdisjoint(one.others))
        and (not paths or any(_is_at_or_below(one.finding.path, path) for path in paths))
    }
    return sorted(kept, key=lambda one: (one.path, one.line, one.level, one.rule, one.message))


def bounded(findings: Iterable[Finding]) -> list[Finding]:
    """Return the first MOST findings of each level and rule, and behind them one that counts the others."""
    kept: list[Finding] = []
    counts: dict[tuple[str, str], int] = {}
    for one in findings:
        kind = (one.level, one.rule)
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= MOST:
            kept.append(one)
    for (level, rule), count in counts.items():
        if count > MOST:
            more = f"\u2026 and {count - MOST:,} more findings of {rule}"
            kept.append(Finding(level, rule, more, "put the first ones right, and look again"))
    return kept


def is_failure(findings: Iterable[Finding], strict: bool) -> bool:
    """Whether a check fails: on errors, with `strict` on warnings too."""
    return any(strict or one.level == ERROR for one in findings)


def _is_at_or_below(path: RepoPath, place: RepoPath) -> bool:
    return not place or path == place or path.startswith(place.rstrip("/") + "/")
