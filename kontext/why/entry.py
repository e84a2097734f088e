"""The answer for a decision record: what it says, what it replaced, the commits that carry it, the paths it governs.

Owns the composition. Must not know how records are written.
"""

from __future__ import annotations

from kontext.why.answer import Target, Verdict, Why
from kontext.why.decisions import as_decision
from kontext.why.history import history_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.why.ground import Ground
    from kontext.why.target import Wanted


def explain_entry(ground: Ground, wanted: Wanted) -> Why:
    """Answer for a record; raise EntryNotFound or DuplicateId."""
    entry = ground.entry(wanted.text.removeprefix("kx:"))
    related = {one.id: one for one in ground.entries() if one.id in entry.supersedes or one.id in entry.superseded_by}
    replaced = [as_decision(ground, related[one], "replaced by it") for one in entry.supersedes if one in related]
    replacing = [as_decision(ground, related[one], "replaces it") for one in entry.superseded_by if one in related]
    past = history_of(ground, entry.path)
    return Why(
        target=Target("entry", wanted.text, entry.path),
        verdict=Verdict(entry.summary or entry.title, f"kx:{entry.id}"),
        entry=as_decision(ground, entry, ", ".join(entry.paths)),
        decisions=(*replacing, *replaced),
        history=past.chosen,
        history_total=past.total,
    )
