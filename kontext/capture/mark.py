"""One record told to name another: proposals are read back, and the first that says just that is taken.

Owns the proof: the changed file is the same record as before, but for the one link and the status that goes with it.
Must not know how a dialect is edited.
"""

from __future__ import annotations

from kontext.capture.front_edits import front_edits
from kontext.capture.references import references
from kontext.capture.text_edits import Proposed, text_edits
from kontext.errors import InvalidEntry
from kontext.model import Entry
from kontext.store.page import read_page
from kontext.store.parse import collect
from kontext.store.supersession import Directory
from kontext.text import wide_encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kontext.store.discover import Judge


class Marker:
    """Edits the records of one state of the tree; `entries` are all of them, `today` is YYYY-MM-DD."""

    def __init__(self, judge: Judge, entries: Sequence[Entry], today: str) -> None:
        self._judge = judge
        self._directory = Directory(entries)
        self._today = today

    def mark(self, entry: Entry, raw: bytes, field: str, other: Entry) -> bytes:
        """Return the file of `entry` saying that it "supersedes" or is "superseded_by" the other record.

        A file that says so is returned as it is. Raises InvalidEntry where no edit of a line or two would do.
        """
        before = self._judge.parse(entry.path, raw)
        if not isinstance(before, Entry):
            raise InvalidEntry(
                f"cannot be read: {before.reason}", entry.path, before.line or 1, "correct the file first"
            )
        if encoding := wide_encoding(raw):
            raise InvalidEntry(
                f"is {encoding.upper()}, which is read but not edited", entry.path, 1, "save it as UTF-8"
            )
        if self._says(before, field, other):
            return raw
        text = raw.decode("utf-8", "surrogateescape")
        for proposal in self._proposals(text, entry.path, field, other):
            made = proposal.encode("utf-8", "surrogateescape")
            after = self._judge.parse(entry.path, made)
            if isinstance(after, Entry) and self._is_only_change(before, after, field, other):
                return made
        line = "status: superseded, superseded_by" if field == "superseded_by" else "supersedes"
        raise InvalidEntry(
            "its status stands where kontext cannot change it without touching more",
            entry.path,
            1,
            f"say it by hand ({line}: {other.id}), then run the command again",
        )

    def _proposals(self, text: str, path: str, field: str, other: Entry) -> Iterator[str]:
        page = read_page(path, text)
        yield from front_edits(text, page, field, other.id)
        short = tuple(references(path, other, with_title=False))
        long = tuple(references(path, other, with_title=True))
        yield from text_edits(text, page, collect(page), Proposed(field, short, long, self._today))

    def _says(self, entry: Entry, field: str, other: Entry) -> bool:
        is_marked = field == "supersedes" or entry.status == "superseded"
        return is_marked and other.path in self._links(entry, field)

    def _links(self, entry: Entry, field: str) -> set[str]:
        """The paths of the records that a field names; what names none stays as written."""
        found = set()
        for reference in getattr(entry, field):
            named = self._directory.find(entry, reference)
            found.add(named.path if named else reference)
        return found

    def _is_only_change(self, before: Entry, after: Entry, field: str, other: Entry) -> bool:
        if _rest(before) != _rest(after) or after.date not in (before.date, self._today):
            return False
        status = "superseded" if field == "superseded_by" else before.status
        inverse = "supersedes" if field == "superseded_by" else "superseded_by"
        return (
            after.status == status
            and self._links(after, field) == self._links(before, field) | {other.path}
            and self._links(after, inverse) == self._links(before, inverse)
        )


def _rest(entry: Entry) -> Entry:
    """What an edit must leave as it is."""
    return entry._replace(body="", status="", status_text="", date="", supersedes=(), superseded_by=(), dialect="")
