"""Who replaced whom: links resolved over all entries, in both directions.

Owns the making of the graph of supersession; chains.py follows it. Must not know how a link was written in its file.
"""

from __future__ import annotations

import posixpath
import re

from kontext.store.ids import number_of, slug_of, stem_of
from kontext.store.words import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.model import Entry


class Directory:
    """Entries by everything a link may name them with."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.by_path = {entry.path.casefold(): entry for entry in entries}
        self.by_id: dict[str, list[Entry]] = {}
        self.by_stem: dict[str, list[Entry]] = {}
        self.by_slug: dict[str, list[Entry]] = {}
        self.by_number: dict[int, list[Entry]] = {}
        self.by_title: dict[str, list[Entry]] = {}
        for entry in entries:
            self.by_id.setdefault(entry.id.casefold(), []).append(entry)
            self.by_stem.setdefault(stem_of(entry.path).casefold(), []).append(entry)
            self.by_slug.setdefault(slug_of(entry.path), []).append(entry)
            self.by_title.setdefault(fold(entry.title), []).append(entry)
            if entry.number is not None:
                self.by_number.setdefault(entry.number, []).append(entry)

    def find(self, source: Entry, reference: str) -> Entry | None:
        """The entry that `reference`, as written in `source`, leads to; None when none or several do.

        Tried: path (relative, absolute, site route), id, file stem, the slug alone (a record that was renumbered),
        the number (a record that was renamed), title.
        """
        from urllib.parse import unquote  # only when links are resolved: a question never does

        link = unquote(re.sub(r"[?#].*$", "", reference)).strip().rstrip("/").lstrip("#")
        if not link:
            return None
        folder = posixpath.dirname(source.path)
        for path in (posixpath.normpath(posixpath.join(folder, link)), link.lstrip("/")):
            found = self.by_path.get(path.casefold())
            if found:
                return found
        stem = stem_of(link).casefold()
        for table, key in (
            (self.by_id, link.casefold()),
            (self.by_stem, stem),
            (self.by_id, stem),
            (self.by_slug, slug_of(link)),
        ):
            if key and key in table:
                return _nearest(source, table[key])
        number = number_of(stem_of(link))
        if number is not None:
            return _nearest(source, self.by_number.get(number, []))
        return _nearest(source, self.by_title.get(fold(reference), []))


def resolve_links(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries with their stated links as ids, and each link also on the side that did not state it.

    A link that names no entry stays as written, so that a check can tell. Self-links are dropped.
    """
    entries = tuple(entries)
    directory = Directory(entries)
    forward: dict[str, dict[str, None]] = {entry.path: {} for entry in entries}
    backward: dict[str, dict[str, None]] = {entry.path: {} for entry in entries}
    for entry in entries:
        for links, own, inverse in (
            (entry.supersedes, forward, backward),
            (entry.superseded_by, backward, forward),
        ):
            for reference in links:
                other = directory.find(entry, reference)
                if other is None:
                    own[entry.path][reference] = None
                elif other.path != entry.path:
                    own[entry.path][other.id] = None
                    inverse[other.path][entry.id] = None
    return tuple(e._replace(supersedes=tuple(forward[e.path]), superseded_by=tuple(backward[e.path])) for e in entries)


def _nearest(source: Entry, found: Sequence[Entry]) -> Entry | None:
    """The one candidate; of several, the one in the folder of the link's file."""
    others = [entry for entry in found if entry.path != source.path] or list(found)
    if len(others) == 1:
        return others[0]
    folder = posixpath.dirname(source.path)
    beside = [entry for entry in others if posixpath.dirname(entry.path) == folder]
    return beside[0] if len(beside) == 1 else None
