"""Which records belong into a brief, in which order, and why each is there.

Owns the four reasons (a pattern covers, a commit names, the architecture, a rule for everything) and the order of a
whole repository's records. A record that no longer holds stands aside for the one that replaced it. Must not know how
long an answer may be.
"""

from __future__ import annotations

from kontext.checks.named import parts_of
from kontext.checks.tokens import record_tokens
from kontext.globs import compile_globs, specificity
from kontext.store.chains import live_successors
from kontext.store.governs import best_pattern, is_live
from kontext.store.ids import find_entries_named
from kontext.trailers import parse_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kontext.brief.focus import Focus, Spot
    from kontext.model import Entry, Oid, RepoPath
    from kontext.refresh import Session

_MODULE = "architecture"
_LEARNING, _CONVENTION = "learning", "convention"
PITFALL = "pitfall"  # the tag of a learning that warns
_NAMING = 200  # newest commits whose trailers are read
_LEAST_DIGITS = 7  # of an oid that a record lists
_SHOWN = 7


class Chosen:
    """A record with the reasons it was found for."""

    __slots__ = ("because", "entry", "replaces")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.because: list[str] = []
        self.replaces: list[str] = []


class _Choice:
    """Records in the order they were found, each once, those in force only."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.found: dict[RepoPath, Chosen] = {}
        self._by_id = {entry.id: entry for entry in entries}
        self._live = live_successors(entries)

    def add(self, entry: Entry, because: str = "") -> None:
        """Add a record, or in place of a dead one those that replaced it."""
        if is_live(entry):
            self._put(entry, because)
            return
        for name in self._live.get(entry.id, ()):
            if name != entry.id:
                self._put(self._by_id[name], because, entry.id)

    def _put(self, entry: Entry, because: str, replaces: str = "") -> None:
        chosen = self.found.setdefault(entry.path, Chosen(entry))
        # What covers the paths under its own name needs no second reason from its predecessor.
        if because and because not in chosen.because and not (replaces and chosen.because):
            chosen.because.append(because)
        if replaces and replaces not in chosen.replaces:
            chosen.replaces.append(replaces)


def choose(session: Session, entries: Sequence[Entry], focus: Focus) -> list[Chosen]:
    """Return the records for a focus, the most telling first."""
    named = _named(session, entries, focus)
    if not focus.spots:
        return _of_everything(entries, named)
    choice = _Choice(entries)
    for entry, because in _covering([one for one in entries if one.kind != _MODULE], focus.spots):
        choice.add(entry, because)
    for entry, oids in named:
        choice.add(entry, _because_named(oids))
    for entry, because in list(_covering([one for one in entries if one.kind == _MODULE], focus.spots))[:1]:
        choice.add(entry, because)
    for entry in _for_everything(entries):
        choice.add(entry, "no paths: holds everywhere")
    return list(choice.found.values())


def _covering(entries: Iterable[Entry], spots: Sequence[Spot]) -> Iterator[tuple[Entry, str]]:
    """Records whose patterns cover one of the paths: in force first, most specific pattern first, newest first."""
    found = []
    for entry in entries:
        globs = compile_globs(entry.paths)
        covered = {}
        for spot in spots if globs else ():
            pattern = best_pattern(globs, spot.path, spot.names, is_folder=spot.is_folder)
            if pattern:
                covered[spot.path] = pattern
        if covered:
            found.append((entry, covered))
    found.sort(key=lambda one: one[0].id)
    found.sort(key=lambda one: (is_live(one[0]), max(map(specificity, one[1].values())), one[0].date), reverse=True)
    for entry, covered in found:
        first, more = next(iter(covered)), len(covered) - 1
        yield entry, f"covers {first}" + (f" and {more} more" if more else "")


def _named(session: Session, entries: Sequence[Entry], focus: Focus) -> list[tuple[Entry, list[Oid]]]:
    """Records that commits of the focus name in trailers, or that list one of them, with these commits.

    In the order of the newest commit of each.
    """
    tokens = record_tokens(session.config)
    citing = [touch.oid for touch in focus.touches if touch.cites][:_NAMING]
    trailers = parse_many(session.repo, citing) if citing and entries else {}
    found: dict[RepoPath, tuple[Entry, list[Oid]]] = {}
    known: dict[str, Entry | None] = {}
    for oid in citing:
        for trailer in trailers.get(oid, ()):
            for part in parts_of(trailer.value) if trailer.token.casefold() in tokens else ():
                if part not in known:
                    named = find_entries_named(entries, part)
                    known[part] = named[0] if len(named) == 1 else None
                if entry := known[part]:
                    found.setdefault(entry.path, (entry, []))[1].append(oid)
    for entry in entries:
        listed = tuple(oid.lower() for oid in entry.commits if len(oid) >= _LEAST_DIGITS)
        for touch in focus.touches if listed else ():
            if touch.oid.startswith(listed):
                found.setdefault(entry.path, (entry, []))[1].append(touch.oid)
    return [(entry, list(dict.fromkeys(oids))) for entry, oids in found.values()]


def _because_named(oids: Sequence[Oid]) -> str:
    more = f" and {len(oids) - 1} more" if len(oids) > 1 else ""
    return f"named by {oids[0][:_SHOWN]}{more}"


def _for_everything(entries: Iterable[Entry]) -> list[Entry]:
    """Conventions, then pitfalls, that name no paths; newest first."""
    free = [entry for entry in entries if not entry.paths]
    rules = [entry for entry in free if entry.kind == _CONVENTION]
    warnings = [entry for entry in free if entry.kind == _LEARNING and is_pitfall(entry)]
    return [*_newest_first(rules), *_newest_first(warnings)]


def _of_everything(entries: Sequence[Entry], named: Sequence[tuple[Entry, list[Oid]]]) -> list[Chosen]:
    """All that holds (lessons that warn of nothing and modules left out), by the sum of two ranks: age and mentions."""
    choice = _Choice(entries)
    wanted = [one for one in entries if one.kind != _MODULE and (one.kind != _LEARNING or is_pitfall(one))]
    mentions = {entry.path: oids for entry, oids in named}
    by_age = {entry.path: rank for rank, entry in enumerate(_newest_first(filter(is_live, wanted)))}
    counts = sorted({len(oids) for oids in mentions.values()}, reverse=True)
    by_mentions = {path: counts.index(len(oids)) for path, oids in mentions.items()}

    def rank(path: RepoPath) -> tuple[int, int]:
        return by_age[path] + by_mentions.get(path, len(by_age)), by_age[path]

    for entry in sorted(filter(is_live, wanted), key=lambda one: rank(one.path)):
        oids = mentions.get(entry.path, [])
        choice.add(entry, _because_named(oids) if oids else "")
    return list(choice.found.values())


def is_pitfall(entry: Entry) -> bool:
    """Whether a record is tagged as a pitfall."""
    return any(tag.casefold() == PITFALL for tag in entry.tags)


def _newest_first(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(sorted(entries, key=lambda one: one.id), key=lambda one: one.date, reverse=True)
