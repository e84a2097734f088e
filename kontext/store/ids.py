"""How entries are named, and how a name a user typed finds its entry.

Owns stems, numbers, qualified ids and their resolution. Must not know file contents.
"""

from __future__ import annotations

import re

from kontext.errors import DuplicateId, EntryNotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kontext.model import Entry

_FOLDER_FILES = frozenset(("readme", "index", "_index"))
_EXTENSION = re.compile(r"\.(?:mdx?|markdown|rst|html?|adoc)$", re.IGNORECASE)
_TELLING_WORDS = 3
_DATE = re.compile(r"^(?:\d{4}-\d{2}-\d{2}|\d{8})[-_T]?")
# `0007-x`; `ADR-7`, `adr_7`, `rfc7`, `API-12`, `note-0007`; `ODH-ADR-Operator-0001`. Not `utf-8-names`.
_NUMBER = re.compile(
    r"^(?:(?:(?:[Aa][Dd][Rr]|[Rr][Ff][Cc]|[A-Z]{2,10})[-_ .#]{0,2}|#)?(\d{1,5})"
    r"|(?:[A-Za-z]{1,20}[-_ ]){1,4}(0\d{1,4}))(?![\d.]*\d)"
)
_DATED_NUMBER = re.compile(r"(0\d{1,4})(?![\d.]*\d)")  # after a date: `3-replicas` there are words of a title
_TYPED_NUMBER = re.compile(r"^(?:[A-Za-z]+[-_ #]*)?#?(\d{1,5})$")


def stem_of(path: str) -> str:
    """File name without extension; the folder's name for a README or index (`adr/0007-x/README.md` -> `0007-x`)."""
    folder, _, name = path.rpartition("/")
    stem = _EXTENSION.sub("", name)
    if stem.casefold() in _FOLDER_FILES and folder:
        return folder.rpartition("/")[2]
    return stem


def slug_of(path: str) -> str:
    """The words of a stem after its number, "" where hardly any are left: what stays when records are renumbered."""
    slug = words_of(stem_of(path).casefold())
    return slug if len(re.split(r"[-_]", slug)) >= _TELLING_WORDS else ""


def words_of(name: str) -> str:
    """What of a stem is neither date nor number (`0007-3-replicas` -> `3-replicas`): the words of its title."""
    rest, match = _numbered(name)
    return rest[match.end() if match else 0 :].strip("-_. ")


def number_of(name: str) -> int | None:
    """The record number a stem or id carries (`0007-x`, `ADR-7`, `scs-0001-v2-x`); None for dates and plain slugs."""
    _, match = _numbered(name)
    return int(match[1] or match[match.re.groups]) if match else None


def _numbered(name: str) -> tuple[str, re.Match[str] | None]:
    """A stem without its date, and the number in front of that."""
    rest = _DATE.sub("", name, count=1)
    return rest, (_NUMBER if rest == name else _DATED_NUMBER).match(rest)


def assign_ids(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Qualify ids that only come from file names shared by several entries (`archive/0007-foo`)."""
    entries = tuple(entries)
    by_id: dict[str, list[Entry]] = {}
    for entry in entries:
        by_id.setdefault(entry.id, []).append(entry)
    renamed: dict[str, str] = {}
    for same in by_id.values():
        paths = [entry.path for entry in same]
        if len(same) > 1:
            renamed.update((e.path, _qualified(e.path, paths)) for e in same if e.id == stem_of(e.path))
    if not renamed:
        return entries
    return tuple(e._replace(id=renamed[e.path]) if e.path in renamed else e for e in entries)


def find_entries_named(entries: Sequence[Entry], wanted: str) -> list[Entry]:
    """All entries `wanted` may mean, by the first rule that finds any; see `get_entry`."""
    wanted = wanted.strip().removeprefix("./")
    low = wanted.casefold()
    number = _TYPED_NUMBER.match(wanted)
    rules: tuple[Callable[[Entry], bool], ...] = (
        lambda e: e.id == wanted or e.path == wanted,
        lambda e: e.id.casefold() == low or stem_of(e.path).casefold() == low or _EXTENSION.sub("", e.path) == wanted,
        lambda e: number is not None and e.number is not None and e.number == int(number[1]),
        lambda e: e.id.casefold().startswith(low) or stem_of(e.path).casefold().startswith(low),
        lambda e: _undated(e.id).casefold().endswith(low),
    )
    if not wanted:
        return []
    for rule in rules:
        found = [entry for entry in entries if rule(entry)]
        if found:
            return found
    return []


def get_entry(entries: Sequence[Entry], wanted: str) -> Entry:
    """Return the one entry that `wanted` names.

    Tried in this order: exact id or repository path; the same in any case, or a file stem; the number of a sequential
    record (`7`, `0007`, `ADR-7`); a prefix; a suffix after the date. Raises DuplicateId when the first rule that
    finds something finds several, EntryNotFound with the closest ids when none does.
    """
    found = find_entries_named(entries, wanted)
    if len(found) == 1:
        return found[0]
    if found:
        raise DuplicateId(wanted, tuple(sorted(entry.path for entry in found)))
    raise EntryNotFound(wanted, _close(entries, wanted))


def _qualified(path: str, paths: Sequence[str]) -> str:
    """The shortest tail of `path`, without extension, that no other path of `paths` shares; at least one folder."""
    parts = _id_parts(path)
    others = [_id_parts(other) for other in paths if other != path]
    for length in range(2, len(parts) + 1):
        tail = parts[-length:]
        if all(other[-length:] != tail for other in others):
            return "/".join(tail)
    return _EXTENSION.sub("", path)


def _id_parts(path: str) -> list[str]:
    folder, _, _ = path.rpartition("/")
    parts = [part for part in folder.split("/") if part]
    stem = stem_of(path)
    return parts if parts and parts[-1] == stem and _is_folder_file(path) else [*parts, stem]


def _is_folder_file(path: str) -> bool:
    return _EXTENSION.sub("", path.rpartition("/")[2]).casefold() in _FOLDER_FILES


def _undated(name: str) -> str:
    return _DATE.sub("", name, count=1)


def _close(entries: Sequence[Entry], wanted: str) -> tuple[str, ...]:
    """Up to three ids a user may have meant: those that contain the words typed, then those spelled alike."""
    import difflib

    low = wanted.casefold()
    ids = [entry.id for entry in entries]
    inside = [name for name in ids if low in name.casefold()]
    alike = difflib.get_close_matches(low, [name.casefold() for name in ids], 3, 0.5)
    spelled = [name for match in alike for name in ids if name.casefold() == match]
    return tuple(dict.fromkeys([*inside, *spelled]))[:3]
