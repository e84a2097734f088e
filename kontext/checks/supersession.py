"""Who replaced whom, said on both sides and without going in circles.

Owns these rules. Must not know how a link is written.
"""

from __future__ import annotations

from kontext.checks.findings import error, warning
from kontext.store.chains import find_cycles
from kontext.store.supersession import Directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kontext.checks.findings import Found
    from kontext.checks.knowledge import Knowledge
    from kontext.checks.source import Source

# field -> (the field that the other side has to state, what the link says)
_SIDES = {"supersedes": ("superseded_by", "supersedes"), "superseded_by": ("supersedes", "is superseded by")}


def links(knowledge: Knowledge) -> Iterator[Found]:
    """Yield links that name no record, and links that only one of two records states."""
    directory = Directory([source.entry for source in knowledge.sources])
    by_path = {source.path: source for source in knowledge.sources}
    for source in knowledge.sources:
        for field, (inverse, says) in _SIDES.items():
            for reference in getattr(source.stated, field):
                other = directory.find(source.entry, reference)
                if other is not None:
                    yield from _one_sided(directory, source, by_path[other.path], field, inverse, says)
                elif "://" not in reference:
                    message = f"{says} '{reference}', and no record is called so"
                    remedy = "name a record by its id or file name, or leave it out"
                    yield warning("dangling-link", source.path, source.line(field), message, remedy)


def cycles(knowledge: Knowledge) -> Iterator[Found]:
    """Yield circles of supersession, once each; a record that names itself is the smallest."""
    directory = Directory([source.entry for source in knowledge.sources])
    for source in knowledge.sources:
        for field, (_, says) in _SIDES.items():
            if any(_leads_to(directory, source, reference) for reference in getattr(source.stated, field)):
                message = f"{says} itself"
                yield error("cycle", source.path, source.line(field, "status"), message, "take that link out")
                break
    by_id = {source.entry.id: source for source in knowledge.sources}
    for cycle in find_cycles([source.entry for source in knowledge.sources]):
        first = by_id[cycle[0]]
        chain = " -> ".join((*cycle, cycle[0]))
        line = first.line("superseded_by", "supersedes", "status")
        remedy = "the newest record has no successor: take the link out where it is wrong"
        others = [by_id[name].path for name in cycle]
        yield error("cycle", first.path, line, f"records replace each other in a circle: {chain}", remedy, others)


def _leads_to(directory: Directory, source: Source, reference: str) -> bool:
    """Whether a link of a record leads to the record."""
    found = directory.find(source.entry, reference)
    return found is not None and found.path == source.path


def _one_sided(
    directory: Directory, source: Source, other: Source, field: str, inverse: str, says: str
) -> Iterator[Found]:
    if other.path == source.path:
        return
    back = (directory.find(other.entry, reference) for reference in getattr(other.stated, inverse))
    if any(entry is not None and entry.path == source.path for entry in back):
        return
    message = f"{says} {other.entry.id}, which does not say so itself"
    remedy = f"add {inverse}: {source.entry.id} to {other.path}"
    yield warning("one-sided-link", source.path, source.line(field, "status"), message, remedy, [other.path])
