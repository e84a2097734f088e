"""Where a new record goes: its folder, the record there it is written like, and its name.

Owns the choice of the folder and the numbering of new names. Must not know how a record is written.
"""

from __future__ import annotations

import collections
import re

from kontext.records import Record
from kontext.store.ids import number_of, stem_of
from kontext.store.kinds import DECISION
from kontext.store.places import STORE_DIRS, kind_folders
from kontext.store.series import series_folder
from kontext.text import slug

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kontext.checks.knowledge import Knowledge
    from kontext.checks.source import Source
    from kontext.config import Config
    from kontext.model import RepoPath
    from kontext.store.places import Setting

DATE, SEQUENTIAL, PLAIN = "date", "sequential", "none"
NUMBERINGS = (DATE, SEQUENTIAL, PLAIN)
_WIDTH = 4  # digits of the first number of a folder
_DATED = re.compile(r"^\d{4}-\d{2}-\d{2}[-_]")
_NUMBERED = re.compile(r"^(?P<before>.*?)(?P<digits>\d{1,5})(?P<gap>[-_ .]*)")


class Spot(Record):
    """A folder for new records: how they are numbered there, and the newest record to write like (None = none yet)."""

    folder: RepoPath
    numbering: str
    like: Source | None
    style: str  # configured dialect, "" = that of `like`, else front matter


def find_spot(knowledge: Knowledge, setting: Setting, config: Config, kind: str) -> Spot:
    """Return where new records of a kind go.

    That is the kind's configured path; for decisions then the folder `.adr-dir` names or the one with most of them;
    else the folder of the kind in the store.
    """
    own: Mapping[str, str] = config.get("store.kinds").get(kind, {})
    same = [source for source in knowledge.sources if source.entry.kind == kind]
    counts = collections.Counter(series_folder(source.path) for source in same)
    if own.get("path"):
        folder = str(own["path"])
    elif kind == DECISION and setting.adr_dir:
        folder = setting.adr_dir
    elif kind == DECISION and counts:
        folder = min(counts, key=lambda name: (-counts[name], name))
    else:
        store = setting.store_dir or STORE_DIRS[0]
        folder = kind_folders({kind: own}, store)[kind]
    folder = folder.strip().removeprefix("./").strip("/")
    there = [source for source in same if series_folder(source.path) == folder]
    there.sort(key=lambda source: (source.entry.date, source.path))
    usual = _numbering_of([stem_of(one.path) for one in there])
    numbering = str(own.get("numbering", "")) or usual
    there = [one for one in there if _numbering_of([stem_of(one.path)]) == usual]
    if not numbering:
        numbering = SEQUENTIAL if kind == DECISION and setting.adr_dir else DATE
    style = str(own.get("style", "")) or str(config.get("store.style"))
    if not style and not there and kind == DECISION and setting.adr_dir:
        style = "nygard"
    return Spot(folder, numbering, there[-1] if there else None, style)


def new_path(spot: Spot, title: str, day: str, taken: Collection[RepoPath]) -> RepoPath:
    """Return a free path for a record of this title and day (YYYY-MM-DD); one that is taken gets "-2".

    `taken` are all paths that count, of the work tree and of branches; numbers count on from the highest in the folder.
    """
    stem = _stem(spot, slug(title), day, taken)
    ending = ".rst" if spot.style == "rst" or (spot.like and spot.like.path.endswith(".rst")) else ".md"
    inner = _inner_file(spot)
    folded = {path.casefold() for path in taken}
    for count in range(1, len(folded) + 2):
        name = stem if count == 1 else f"{stem}-{count}"
        own = f"{spot.folder}/{name}".lstrip("/")
        path = f"{own}/{inner}" if inner else f"{own}{ending}"
        if path.casefold() not in folded and not (
            inner and any(one.startswith(f"{own.casefold()}/") for one in folded)
        ):
            return path
    raise AssertionError("more names than files")


def _stem(spot: Spot, words: str, day: str, taken: Collection[RepoPath]) -> str:
    like = stem_of(spot.like.path) if spot.like else ""
    if "_" in like and "-" not in _DATED.sub("", like):
        words = words.replace("-", "_")
    if spot.numbering == DATE:
        return f"{day}-{words}"
    if spot.numbering == PLAIN:
        return words
    used = [
        number
        for path in taken
        if series_folder(path) == spot.folder and (number := number_of(stem_of(path))) is not None
    ]
    found = _NUMBERED.match(like) if number_of(like) is not None else None
    before, digits, gap = (found["before"], found["digits"], found["gap"]) if found else ("", "0" * _WIDTH, "-")
    rest = like[found.end() :] if found else words
    return f"{before}{max(used, default=0) + 1:0{len(digits)}d}{gap}{words if rest else ''}"


def _numbering_of(stems: Collection[str]) -> str:
    """How the records of a folder are named, by most of them; "" where there are none."""
    counts = collections.Counter(
        DATE if _DATED.match(stem) else SEQUENTIAL if number_of(stem) is not None else PLAIN for stem in stems
    )
    return counts.most_common(1)[0][0] if counts else ""


def _inner_file(spot: Spot) -> str:
    """`README.md` where each record has a folder of its own, else ""."""
    if spot.like is None:
        return ""
    folder, _, name = spot.like.path.rpartition("/")
    return name if folder != spot.folder else ""
