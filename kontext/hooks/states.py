"""Which hooks run, from files and from Git's configuration together.

Owns the joining of the two. Must not change anything.
"""

from __future__ import annotations

from kontext.hooks.git_config import configured, older_gits
from kontext.hooks.install import ABSENT, OURS, OUTDATED, hook_states

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.git.repo import Repo
    from kontext.hooks.place import Place


def hook_rows(repo: Repo, place: Place) -> tuple[list[tuple[str, str, str]], list[str]]:
    """Return (event, state, what else runs there) of every event, and sentences about the place."""
    in_config = configured(repo)
    rows = []
    for event, state, beside in hook_states(place):
        if event in in_config:
            others = beside if state != ABSENT else ""
            rows.append((event, OURS if in_config[event] else OUTDATED, others))
        else:
            rows.append((event, state, beside))
    notes = [place.note] if place.note else []
    if in_config:
        notes.append("the hooks are in Git's configuration")
        notes += [f"{program} runs none of them: that began with Git 2.54" for program in older_gits(repo.env)]
    return rows, notes
