"""Which records are numbered together.

Owns the folder of a series. Must not know numbers or contents.
"""

from __future__ import annotations

from kontext.store.ids import stem_of


def series_folder(path: str) -> str:
    """Return the folder a record is numbered in: `adr` for `adr/0007-x.md` and `adr/0007-x/README.md`."""
    folder, _, name = path.rpartition("/")
    above, _, own = folder.rpartition("/")
    stands_for_folder = bool(folder) and stem_of(path) == own and name.split(".")[0] != own
    return above if stands_for_folder else folder
