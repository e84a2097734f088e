"""Origins of records, kept per HEAD so that the timeline costs no walk through the history.

Owns the file, what makes it valid and how it moves on with HEAD. Deleting it is safe, a broken one is as good as
none, and where it cannot be written every answer is found anew. Must not know how an origin is found.
"""

from __future__ import annotations

import json
import os

from kontext.errors import GitCommandError
from kontext.files import read_bytes, write_atomic
from kontext.layout import kontext_folder, make_folder
from kontext.timeline.origins import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kontext.git.repo import Repo
    from kontext.model import RepoPath

_VERSION = 1  # of the form of the file, and of the rules that find an origin
_LARGEST = 50_000_000  # bytes


def origins_of(repo: Repo, paths: Iterable[RepoPath], graft: str = "") -> dict[RepoPath, Origin]:
    """Return the origin of every path, from the cache where HEAD or the records' folders have not changed.

    `graft` names the borders of a shallow clone and replaced objects: other ones make another history. Raises
    GitCommandError when Git fails.
    """
    wanted = list(dict.fromkeys(paths))
    if not wanted:
        return {}
    file = os.path.join(kontext_folder(repo.git_dir), "timeline.json")
    head, known = _load(file, graft)
    is_complete = all(path in known for path in wanted)
    if is_complete and head == repo.head:
        return {path: known[path] for path in wanted}
    if not (is_complete and head and repo.head and _is_untouched(repo, head, wanted)):
        from kontext.timeline.origins import find_origins

        known = find_origins(repo, wanted)
    _save(file, graft, repo.head, known)
    return {path: known[path] for path in wanted}


def _is_untouched(repo: Repo, head: str, paths: list[RepoPath]) -> bool:
    """True when no commit between two states of HEAD added, moved or removed a file beside the records."""
    from kontext.timeline.events import CHANGED, events_below
    from kontext.timeline.origins import scopes

    try:
        events = events_below(repo, [f"{head}...{repo.head}"], scopes(paths))
    except GitCommandError:
        return False  # the old commit is gone
    return all(step.status == CHANGED for event in events for step in event.steps)


def _load(file: str, graft: str) -> tuple[str, dict[RepoPath, Origin]]:
    """What the file holds: ("", {}) when it is missing, broken or of another history."""
    try:
        kept = json.loads(read_bytes(file, _LARGEST) or b"")
        if kept["version"] != _VERSION or kept["graft"] != graft:
            return "", {}
        origins = {str(path): Origin(*map(str, fields)) for path, fields in kept["origins"].items()}
        return str(kept["head"]), origins
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "", {}


def _save(file: str, graft: str, head: str, origins: Mapping[RepoPath, Origin]) -> None:
    kept = {"version": _VERSION, "graft": graft, "head": head, "origins": origins}
    try:
        make_folder(os.path.dirname(file))
        write_atomic(file, json.dumps(kept, separators=(",", ":")).encode("ascii"))
    except OSError:
        pass  # a read-only repository is asked anew each time
