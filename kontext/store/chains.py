"""Chains of supersession followed to their ends.

Owns live successors and cycles, over entries whose links are resolved. On the path of every question, so it knows no
language and no file format.
"""

from __future__ import annotations

from kontext.store.active import is_active

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kontext.model import Entry


def live_successors(entries: Sequence[Entry]) -> dict[str, tuple[str, ...]]:
    """For every entry with a successor: the ids at the living ends of its chains, () when all of them are dead.

    Takes resolved entries. A cycle is walked once and ends there.
    """
    by_id = {entry.id: entry for entry in entries}
    return {
        entry.id: tuple(_living_ends(entry, by_id)) for entry in entries if any(n in by_id for n in entry.superseded_by)
    }


def find_cycles(entries: Sequence[Entry]) -> list[tuple[str, ...]]:
    """Every cycle of supersession, as ids in order of succession, each cycle once (its smallest id first)."""
    by_id = {entry.id: entry for entry in entries}
    state: dict[str, int] = {}
    cycles: dict[tuple[str, ...], None] = {}
    for root in by_id:
        trail: list[str] = []
        stack: list[tuple[str, int]] = [(root, 0)] if root not in state else []
        while stack:
            name, at = stack.pop()
            if at == 0:
                state[name] = 1
                trail.append(name)
            after = [n for n in by_id[name].superseded_by if n in by_id]
            if at < len(after):
                stack.append((name, at + 1))
                following = after[at]
                if state.get(following) == 1:
                    cycle = trail[trail.index(following) :]
                    low = cycle.index(min(cycle))
                    cycles[tuple(cycle[low:] + cycle[:low])] = None
                elif following not in state:
                    stack.append((following, 0))
            else:
                state[name] = 2
                trail.pop()
    return list(cycles)


def _living_ends(entry: Entry, by_id: Mapping[str, Entry]) -> Iterable[str]:
    seen = {entry.id}
    queue = list(entry.superseded_by)
    for name in queue:
        successor = by_id.get(name)
        if successor is None or name in seen:
            continue
        seen.add(name)
        onward = [n for n in successor.superseded_by if n in by_id]
        if onward:
            queue.extend(onward)
        elif is_active(successor.status):
            yield name
