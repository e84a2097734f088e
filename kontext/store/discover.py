"""Which files of a repository are entries.

Owns the walk from a list of tracked paths and a reader to a `StoreView`. Must not know where the bytes come from:
the work tree, HEAD's blobs or a bare repository are one to it.
"""

from __future__ import annotations

import re

from kontext.model import Entry
from kontext.records import Record
from kontext.store.ids import assign_ids, number_of, stem_of
from kontext.store.parse import LARGEST_FILE, TOO_LARGE, NotARecord, front_matter_problem, parse_entry
from kontext.store.places import ELSEWHERE, STORE, Place, Places, find_store
from kontext.store.supersession import resolve_links
from kontext.store.words import STATUS_LABELS, fold
from kontext.text import file_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


_HEAD = 65536


def _status_line() -> re.Pattern[bytes]:
    """A line that begins, after marks, with a word for "status" of any language, as written and without diacritics."""
    words = {form for word in STATUS_LABELS for form in (word, word.capitalize(), word.upper(), fold(word))}
    labels = b"|".join(re.escape(word.encode()) for word in sorted(words, key=len, reverse=True))
    return re.compile(rb"^[^A-Za-z0-9\n]{0,24}(?:" + labels + rb")(?![A-Za-z0-9])", re.IGNORECASE | re.MULTILINE)


_STATUS_LINE = _status_line()


def _status_words() -> tuple[bytes, ...]:
    """The same words as bytes, in the forms that lower-casing ASCII leaves."""
    forms = {form for word in STATUS_LABELS for form in (word, word.capitalize(), word.upper(), fold(word))}
    found = {form.encode().lower() for form in forms}
    # A word that holds another one is found by it.
    return tuple(sorted(word for word in found if not any(other != word and other in word for other in found)))


_STATUS_WORDS = _status_words()


class Problem(Record):
    """A file of the store that could not be read as it is meant: `line` is 1-based."""

    path: str
    line: int
    message: str


class StoreView(Record):
    """All entries of one state of a repository, by path."""

    entries: tuple[Entry, ...]  # ids unique where they come from file names, links resolved in both directions
    stated: tuple[Entry, ...]  # the same entries with links as their files state them: what a cache should keep
    problems: tuple[Problem, ...] = ()


class Judge:
    """Decides file by file; made once per repository state and asked again for changed files only."""

    def __init__(self, adr_dir: str = "", store_dir: str = "", kind_paths: Mapping[str, str] | None = None) -> None:
        self._places = Places(adr_dir, store_dir, kind_paths)

    def is_candidate(self, path: str) -> bool:
        """Whether a file of this path could be a record at all."""
        return self._places.find(path) is not None

    def place(self, path: str) -> Place | None:
        """What the path says: None when the file can never be a record."""
        return self._places.find(path)

    def parse(self, path: str, raw: bytes) -> Entry | NotARecord:
        """Judge one file by its content, its links as stated."""
        place = self._places.find(path)
        if place is None:
            return NotARecord("not a Markdown or reStructuredText file")
        if len(raw) > LARGEST_FILE:
            return NotARecord(TOO_LARGE)
        numbered = number_of(stem_of(path)) is not None  # proposals of some projects keep no status
        if place.threshold == ELSEWHERE and not numbered and not looks_like_record(raw):
            return NotARecord("no status field")
        return parse_entry(path, file_text(raw), place)


def find_entries(
    read: Callable[[str], bytes | None],
    paths: Iterable[str],
    adr_dir: str = "",
    store_dir: str = "",
    kind_paths: Mapping[str, str] | None = None,
) -> StoreView:
    """Find and read every entry among `paths` (tracked files, POSIX, relative to the top).

    `read` returns a file's bytes, None when there is none (a broken symlink, a missing blob). `adr_dir` is what
    `.adr-dir` says, `store_dir` the configured store ("" = the first of .kontext, .ai that has files), `kind_paths`
    the configured folder of a kind. Each file is read at most once.
    """
    paths = [path for path in paths if path]
    judge = Judge(adr_dir, store_dir or find_store(paths), kind_paths)
    entries, problems = [], []
    for path in sorted(paths):
        place = judge.place(path)
        raw = read(path) if place else None
        if place is None or raw is None:
            continue
        parsed = judge.parse(path, raw)
        if isinstance(parsed, Entry):
            entries.append(parsed)
        if place.threshold == STORE or isinstance(parsed, Entry) or _begins_as_record(judge, path, raw, parsed):
            problems += _problems(path, raw, parsed)
    return make_view(entries, problems)


def make_view(stated: Iterable[Entry], problems: Iterable[Problem] = ()) -> StoreView:
    """Name and link entries that were parsed one by one (from a cache, or after some files changed)."""
    stated = tuple(stated)
    return StoreView(resolve_links(assign_ids(stated)), stated, tuple(problems))


def looks_like_record(raw: bytes) -> bool:
    """Say whether a line of the file begins with a word for "status": the cheap look outside decision folders."""
    head = raw[:_HEAD]
    if b"\0" in head:
        head = file_text(head).encode()  # UTF-16
    low = head.lower()
    # A pattern that begins with "anything" is slow; the words alone are not, and most files hold none of them.
    return any(word in low for word in _STATUS_WORDS) and _STATUS_LINE.search(head) is not None


def _begins_as_record(judge: Judge, path: str, raw: bytes, parsed: NotARecord) -> bool:
    """Whether a file is too large to be read and would be a record if it ended after the first pages."""
    return parsed.reason == TOO_LARGE and isinstance(judge.parse(path, raw[:_HEAD]), Entry)


def _problems(path: str, raw: bytes, parsed: Entry | NotARecord) -> list[Problem]:
    if isinstance(parsed, NotARecord):
        return [Problem(path, parsed.line or 1, parsed.reason)]
    if not file_text(raw[:_HEAD]).startswith("---"):
        return []
    trouble = front_matter_problem(path, file_text(raw))
    return [Problem(path, trouble.line, trouble.reason)] if trouble else []
