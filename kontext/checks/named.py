"""Records as the values of trailers name them.

Owns what a value means (ids, none, a sentence) and what is wrong with it. Must not know messages or how records are
found: they come in as a function that is called when the first name has to be looked up.
"""

from __future__ import annotations

import re

from kontext.checks.candidates import is_none
from kontext.checks.findings import ERROR, WARNING
from kontext.errors import EntryNotFound
from kontext.model import Entry, Finding
from kontext.store.ids import find_entries_named, get_entry, number_of, stem_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kontext.config import Config
    from kontext.model import Trailer

_DEAD = ("superseded", "rejected")
_SUGGESTIONS = 20  # unknown names of a message for which close ones are looked for
_LAST_NUMBER = re.compile(r"(\d{1,5})\Z")


class Records:
    """The records of one state of a repository; `load` is called once, when a name is looked up."""

    __slots__ = ("_entries", "_known", "_live", "_load", "_names", "_numbers")

    def __init__(self, load: Callable[[], Sequence[Entry]]) -> None:
        self._load = load
        self._entries: Sequence[Entry] | None = None
        self._known: dict[str, list[Entry]] = {}
        self._live: dict[str, tuple[str, ...]] | None = None
        self._names = ""
        self._numbers: set[int] = set()

    @property
    def entries(self) -> Sequence[Entry]:
        """All of them."""
        if self._entries is None:
            self._entries = self._load()
            names = [name for one in self._entries for name in (one.id, stem_of(one.path), one.path)]
            self._names = "\n".join(["", *names, ""]).casefold()
            self._numbers = {one.number for one in self._entries if one.number is not None}
        return self._entries

    def named(self, part: str) -> list[Entry]:
        """Return the records that one id of a value may mean."""
        found = self._known.get(part)
        if found is None:
            found = find_entries_named(self.entries, part) if self._may_name(part) else []
            self._known[part] = found
        return found

    def _may_name(self, part: str) -> bool:
        """Tell in microseconds whether a name may be one of ours; False is certain. A message may hold thousands."""
        low = part.strip().removeprefix("./").casefold()
        entries, number = self.entries, _LAST_NUMBER.search(low)
        if not entries or not low:
            return False
        is_number = number is not None and int(number[1]) in self._numbers
        return is_number or f"\n{low}" in self._names or f"{low}\n" in self._names

    def resolve(self, value: str) -> str:
        """Return a value with full ids when each part of it names one record, else ""."""
        ids = []
        for part in parts_of(value):
            found = self.named(part)
            if len(found) != 1:
                return ""
            ids.append(found[0].id)
        return ", ".join(dict.fromkeys(ids))

    def live(self, entry: Entry) -> list[Entry]:
        """Return the records in force that replaced one."""
        if self._live is None:
            from kontext.store.chains import live_successors

            self._live = live_successors(self.entries)
        ids = self._live.get(entry.id, ())
        return [other for other in self.entries if other.id in ids and other.id != entry.id]

    def close_to(self, wanted: str) -> tuple[str, ...]:
        """Return the ids that may have been meant."""
        try:
            get_entry(self.entries, wanted)
        except EntryNotFound as error:
            return error.suggestions
        return ()


class Rules:
    """What the configuration says about values."""

    __slots__ = ("free_text", "superseded", "unstaged", "written_later")  # one `unstaged` for all names: it asks Git

    def __init__(self, free_text: bool, superseded: str, unstaged: Callable[[], Iterable[str]] | None = None) -> None:
        """Take trailers.free_text, trailers.superseded, and a function that lists files that are not staged."""
        self.free_text = free_text
        self.superseded = WARNING if superseded == "warn" else ERROR
        self.unstaged = None if unstaged is None else Records(lambda: [_file_entry(path) for path in unstaged()])
        self.written_later: set[str] = set()  # records that commits above the judged one write: not dead yet


def rules_of(config: Config, unstaged: Callable[[], Iterable[str]] | None = None) -> Rules:
    """Return what a configuration says about values; `unstaged` as for Rules."""
    return Rules(bool(config.get("trailers.free_text")), config.get("trailers.superseded"), unstaged)


def parts_of(value: str) -> list[str]:
    """Split a value at its commas."""
    return [part for part in (part.strip() for part in value.split(",")) if part]


def check_values(
    trailers: Sequence[tuple[Trailer, int]],
    records: Records,
    rules: Rules,
) -> list[Finding]:
    """Judge the values of trailers that name records, each with its line; each finding names its remedy."""
    findings: list[Finding] = []
    seen: set[str] = set()
    unknown: set[str] = set()
    for trailer, line in trailers:
        found = _check(trailer, records, rules, unknown)
        for entry in _certain(trailer.value, records):
            if entry.path in seen:
                found.append(_error("trailer-twice", f"{entry.id} is named twice", "remove one of the two"))
            seen.add(entry.path)
        findings += [one._replace(line=line) for one in found]
    return findings


def _check(trailer: Trailer, records: Records, rules: Rules, unknown: set[str]) -> list[Finding]:
    token, value = trailer
    if not value or value.casefold() == "none":
        said = f'"{token}: {value}" gives no reason' if value else f'"{token}:" names nothing'
        return [_error("trailer-value", said, f"name a record, or write {token}: none (why none is needed)")]
    if is_none(value):
        return []
    findings: list[Finding] = []
    for part in parts_of(value):
        found = [] if is_none(part) else records.named(part)
        if len(found) == 1:
            findings += _check_status(token, part, found[0], records, rules)
        elif found:
            findings.append(_ambiguous(part, found))
        elif " " in part and not is_none(part):
            return [] if rules.free_text else [_sentence(token, value)]
        elif not is_none(part):
            unknown.add(part)
            findings.append(_unknown(token, part, records, rules, len(unknown) <= _SUGGESTIONS))
    return findings


def _check_status(token: str, part: str, entry: Entry, records: Records, rules: Rules) -> list[Finding]:
    status = entry.status.casefold()
    live = records.live(entry) if status in _DEAD or entry.superseded_by else []
    # One that replaces it only when it is agreed on leaves it in force.
    if status not in _DEAD and all(one.status.casefold() == "proposed" for one in live):
        return []
    if not rules.written_later.isdisjoint([entry.path, *(one.path for one in live)]):
        return []
    kind = token.lower()
    if not live:
        remedy = f"name a record that is in force, or write {token}: none (why none is needed)"
        return [Finding(rules.superseded, "trailer-superseded", f"{kind} {part} is {status}", remedy)]
    names = ", ".join(f"{one.id} ({one.status})" if one.status else one.id for one in live)
    again = live[0].id
    remedy = f"name the live one, or record a new {kind} that replaces it:\n  kontext capture --supersedes {again}"
    return [Finding(rules.superseded, "trailer-superseded", f"{kind} {part} is superseded by {names}", remedy)]


def _ambiguous(part: str, found: Sequence[Entry]) -> Finding:
    ids = [entry.id for entry in found]
    names = ids if len(set(ids)) == len(ids) else [entry.path for entry in found]
    return _error("trailer-ambiguous", f"'{part}' names {len(found)} records", "name one of: " + ", ".join(names))


def _sentence(token: str, value: str) -> Finding:
    shown = value if len(value) <= 50 else f"{value[:47]}..."
    remedy = (
        f"name a record by its id (kontext capture makes one), or write {token}: none (why none is needed); "
        "trailers.free_text allows sentences"
    )
    return _error("trailer-text", f'"{token}: {shown}" names no record', remedy)


def _unknown(token: str, part: str, records: Records, rules: Rules, suggests: bool) -> Finding:
    message = f"no record is named '{part}'"
    if rules.unstaged is not None:
        there = rules.unstaged.named(part)
        if there:
            paths = " ".join(_quoted(entry.path) for entry in there)
            return _error("trailer-unstaged", f"the record '{part}' is not staged", f"git add {paths}")
    close = records.close_to(part) if suggests else ()
    remedy = f"did you mean {', '.join(close)}?" if close else f"name a record, or write {token}: none (why not)"
    return _error("trailer-unknown", message, remedy)


def _certain(value: str, records: Records) -> list[Entry]:
    """The records a value names for sure."""
    if is_none(value):
        return []
    found = [records.named(part) for part in parts_of(value)]
    return [entries[0] for entries in found if len(entries) == 1]


def _file_entry(path: str) -> Entry:
    """What a file's name alone says about the record in it."""
    stem = stem_of(path)
    return Entry(stem, "", "", path, number=number_of(stem))


def _quoted(path: str) -> str:
    import shlex

    return shlex.quote(path)


def _error(rule: str, message: str, remedy: str) -> Finding:
    return Finding(ERROR, rule, message, remedy)
