"""Which entries govern a path.

Owns matching under earlier names and the order of the answer. Must not know history: earlier names come in.
"""

from __future__ import annotations

from kontext.globs import compile_globs, specificity
from kontext.store.active import is_active

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.globs import Globs
    from kontext.model import Entry


_ANY = "\x00"  # a name that no file has: only a pattern for all files matches it


def covering(
    entries: Iterable[Entry], path: str, earlier_names: Iterable[str] = (), *, is_folder: bool = False
) -> list[tuple[Entry, str]]:
    """Return (entry, its best matching pattern) for every entry that governs `path`, or did under an earlier name.

    A folder is governed by what would govern a new file in it, and by patterns that begin inside it.
    Live entries come first, then the most specific pattern, then the newest. Entries without patterns govern nothing.
    """
    earlier = tuple(earlier_names)
    found = [
        (entry, pattern)
        for entry in entries
        if (pattern := best_pattern(compile_globs(entry.paths), path, earlier, is_folder=is_folder))
    ]
    found.sort(key=lambda pair: pair[0].id)
    found.sort(key=lambda pair: (is_live(pair[0]), specificity(pair[1]), pair[0].date), reverse=True)
    return found


def best_pattern(globs: Globs, path: str, earlier_names: Iterable[str] = (), *, is_folder: bool = False) -> str:
    """Return the most specific of an entry's patterns that governs a path as `covering` says, "" when none does."""
    names = (path, *earlier_names, f"{path}/{_ANY}") if is_folder else (path, *earlier_names)
    matching = {pattern for name in names for pattern in globs.covering(name)}
    if is_folder:
        matching.update(pattern for pattern in globs.patterns if pattern.lstrip("/").startswith(f"{path}/"))
    return max(matching, key=specificity, default="")


def is_live(entry: Entry) -> bool:
    """Whether an entry holds and nothing replaced it."""
    return is_active(entry.status) and not entry.superseded_by
