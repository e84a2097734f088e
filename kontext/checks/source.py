"""A record together with its file: which line says what.

Owns finding the line of a field, in front matter or in the body. Must not know any rule.
"""

from __future__ import annotations

from kontext.store.frontmatter import KEYS
from kontext.store.page import read_page
from kontext.store.parse import collect
from kontext.store.words import FIELDS, fold
from kontext.yamlio import position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.model import Entry, RepoPath
    from kontext.store.claims import Claim
    from kontext.store.page import Page


class Source:
    """`entry` is the record with its links resolved, `stated` the same as its file says it."""

    __slots__ = ("_claims", "_page", "_text", "entry", "in_store", "stated")

    def __init__(self, entry: Entry, stated: Entry, text: str, in_store: bool) -> None:
        self.entry = entry
        self.stated = stated
        self.in_store = in_store
        self._text = text
        self._page: Page | None = None
        self._claims: Sequence[Claim] | None = None

    @property
    def path(self) -> RepoPath:
        """Where the record lies."""
        return self.entry.path

    @property
    def page(self) -> Page:
        """The file taken apart."""
        if self._page is None:
            self._page = read_page(self.path, self._text)
        return self._page

    @property
    def claims(self) -> Sequence[Claim]:
        """What the file says about its fields."""
        if self._claims is None:
            self._claims = collect(self.page)
        return self._claims

    def front(self, field: str) -> tuple[str, object] | None:
        """Return (key as written, value) of a field in the front matter, None when it is not there."""
        for key, value in self.page.front.items():
            name = fold(str(key))
            if field in (name, KEYS.get(name), FIELDS.get(name)):
                return key, value
        return None

    def line(self, *fields: str) -> int:
        """Return the line of the first of these fields that the file states, else that of its title; 1-based."""
        for field in fields:
            found = self.front(field)
            if found and (line := position(self.page.front, found[0])):
                return line
            for claim in self.claims:
                if claim.field == field and claim.line >= 0:
                    return self.page.first + claim.line
        title = self.page.title_heading()
        return self.page.first + title.line if title else 1

    def stated_id(self) -> str:
        """Return the id in the file, "" when the record is named by its file only."""
        found = self.front("id")
        text = str(found[1]).strip() if found and found[1] is not None else ""
        return "" if text.isdigit() else text
