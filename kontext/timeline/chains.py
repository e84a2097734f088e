"""Supersession as trees: each record above the ones it replaced.

Owns the arrangement of rows in chains. Must not know which rows were asked for nor how lines are drawn.
"""

from __future__ import annotations

from kontext.timeline.rows import Row, newest_first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def chained(wanted: Sequence[Row], every: Sequence[Row]) -> list[Row]:
    """Return whole chains for the rows wanted, in their order: the newest record first, what it replaced below it.

    A record that replaced several, or was replaced by several, stands once, below the first that leads to it.
    """
    by_id = {row.entry.id: row for row in every}
    placed: set[str] = set()
    rows: list[Row] = []
    for row in wanted:
        for root in _roots(row, by_id):
            rows += _tree(root, (), by_id, placed)
    return rows


def _roots(row: Row, by_id: dict[str, Row]) -> list[Row]:
    """The ends of the chains a row is in; in a cycle, the row itself."""
    seen = {row.entry.id}
    queue = [row]
    ends = []
    for one in queue:
        after = [by_id[name] for name in one.entry.superseded_by if name in by_id]
        if not after:
            ends.append(one)
        for other in after:
            if other.entry.id not in seen:
                seen.add(other.entry.id)
                queue.append(other)
    return newest_first(ends) or [row]


def _tree(row: Row, trunk: tuple[bool, ...], by_id: dict[str, Row], placed: set[str]) -> Iterator[Row]:
    """A row and everything below it that has no place yet, depth first."""
    stack = [(row, trunk)]
    while stack:
        one, above = stack.pop()
        if one.entry.id in placed:
            continue
        placed.add(one.entry.id)
        yield one._replace(trunk=above)
        below = newest_first(by_id[name] for name in one.entry.supersedes if name in by_id and name not in placed)
        last = len(below) - 1
        stack += [(other, (*above, at < last)) for at, other in reversed(list(enumerate(below)))]
