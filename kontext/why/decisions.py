"""The records that bear on a target: by trailer, by the commits they list, by the paths they govern.

Owns their order and the reason each is shown for. Must not know how records are written.
"""

from __future__ import annotations

from kontext.store.governs import covering, is_live
from kontext.why.answer import Decision
from kontext.why.ground import RECORD_TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kontext.model import Entry, Oid, RepoPath, Trailer
    from kontext.why.ground import Ground

MODULE_KIND = "architecture"
BY_TRAILER = "trailer"
BY_COMMITS = "commits"
BY_PATHS = "paths"


def by_commits(ground: Ground, oids: Iterable[Oid], trailers: Mapping[Oid, tuple[Trailer, ...]]) -> list[Decision]:
    """Return records that the commits name in trailers, then records that list one of the commits."""
    wanted = list(oids)
    found: dict[str, Decision] = {}
    for oid in wanted:
        for trailer in trailers.get(oid, ()):
            if trailer.token.lower() not in RECORD_TOKENS:
                continue
            for name in trailer.value.split(","):
                entry = ground.named(name)
                if entry is not None:
                    found.setdefault(entry.path, as_decision(ground, entry, BY_TRAILER))
    for entry in ground.entries():
        if any(oid.startswith(listed.lower()) for listed in entry.commits if len(listed) >= 7 for oid in wanted):
            found.setdefault(entry.path, as_decision(ground, entry, BY_COMMITS))
    return list(found.values())


def by_path(ground: Ground, path: RepoPath, earlier: Iterable[RepoPath], *, is_folder: bool = False) -> list[Decision]:
    """Return records whose patterns cover a path, under its earlier names too: live first, most specific first."""
    entries = [entry for entry in ground.entries() if entry.kind != MODULE_KIND]
    found = covering(entries, path, earlier, is_folder=is_folder)
    return [as_decision(ground, entry, f"{BY_PATHS} {pattern}") for entry, pattern in found]


def module_of(ground: Ground, path: RepoPath) -> Decision | None:
    """Return the architecture record with the most specific pattern that covers a path."""
    entries = [entry for entry in ground.entries() if entry.kind == MODULE_KIND]
    for entry, pattern in covering(entries, path):
        return as_decision(ground, entry, f"{BY_PATHS} {pattern}")
    return None


def joined(*lists: Iterable[Decision]) -> tuple[Decision, ...]:
    """Join lists, each record once, under the first reason it was found for."""
    found: dict[RepoPath, Decision] = {}
    for one in lists:
        for decision in one:
            found.setdefault(decision.path, decision)
    return tuple(found.values())


def as_decision(ground: Ground, entry: Entry, because: str) -> Decision:
    """Return the line of an answer that shows a record."""
    return Decision(
        id=entry.id,
        title=entry.title,
        status=entry.status,
        live="" if is_live(entry) else ground.live_of(entry),
        stale=ground.is_stale(entry),
        path=entry.path,
        because=because,
        date=entry.date,
        kind=entry.kind,
        summary=entry.summary,
    )
