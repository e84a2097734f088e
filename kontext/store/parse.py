"""One file -> one entry, or the reason why it is no record.

Owns the pipeline: page -> claims of every dialect -> one choice per field -> judgement by content. Must not know
other files: links stay as written until supersession.py resolves them.
"""

from __future__ import annotations

import re

from kontext.model import Entry
from kontext.records import Record
from kontext.store import claims
from kontext.store.choose import choose_date, choose_links, choose_list, choose_people, choose_status, choose_text
from kontext.store.frontmatter import front_claims
from kontext.store.ids import number_of, stem_of, words_of
from kontext.store.inline import field_claims
from kontext.store.judge import why_not
from kontext.store.kinds import TAGGED, find_kind
from kontext.store.links import definitions, stated_in_status
from kontext.store.notices import notice_claims, tag_claims
from kontext.store.page import read_page
from kontext.store.places import Place, Places
from kontext.store.sections import section_claims
from kontext.store.tables import table_claims
from kontext.store.titles import clean_title, stated_title, title_claims, title_number
from kontext.store.words import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.store.claims import Claim
    from kontext.store.page import Page

LARGEST = 1_000_000  # characters; a longer file is data, no record
LARGEST_FILE = 4 * LARGEST  # bytes that many characters take at most
_LATER = frozenset(("title", "status", "stated", "supersedes", "superseded_by"))  # of a body below front matter
TOO_LARGE = "too large to be a record"


class NotARecord(Record):
    """Why a file is no record; `line` (1-based) is where the trouble stands, 0 = the file as a whole."""

    reason: str
    line: int = 0


def parse_entry(path: str, text: str, place: Place | None = None) -> Entry | NotARecord:
    """Read one file. `place` is what its path says (see places.py); without it only the path's own words count.

    Links in the entry are references as written. Never raises, whatever the text.
    """
    place = place or Places().find(path)
    if place is None:
        return NotARecord("not a Markdown or reStructuredText file")
    if len(text) > LARGEST:
        return NotARecord(TOO_LARGE)
    page = read_page(path, text)
    found = collect(page)
    reason = why_not(page, found, place)
    return NotARecord(reason, page.problem_line) if reason else _build(page, found, place)


def front_matter_problem(path: str, text: str) -> NotARecord | None:
    """What is wrong with the YAML of a file that is read all the same, None when nothing is."""
    page = read_page(path, text[:LARGEST])
    return NotARecord(page.problem, page.problem_line) if page.problem else None


def collect(page: Page) -> list[Claim]:
    """All claims of all dialects.

    Where front matter states status and date, the body is text: only what it says of a later status counts there.
    """
    defined = definitions(page.lines)
    front = list(front_claims(page.front))
    later = [*section_claims(page, defined), *title_claims(page, defined), *notice_claims(page, defined)]
    if {claim.field for claim in front} >= {"status", "date"}:
        found = [*front, *(claim for claim in later if claim.field in _LATER)]
    else:
        found = [*front, *field_claims(page), *table_claims(page), *later]
    return [*found, *tag_claims(found), *stated_in_status(found, defined)]


def _build(page: Page, found: Sequence[Claim], place: Place) -> Entry:
    status, status_text = choose_status(found)
    stem = stem_of(page.path)
    stated_id = choose_text(found, "id")
    word = next((c.value for c in found if c.field == "kind" and c.where == claims.FRONT), "")
    tags = choose_list(found, "tags")
    extra = TAGGED.get(word.casefold(), "")
    defined = definitions(page.lines)
    return Entry(
        id=stem if not stated_id or stated_id.isdigit() else stated_id,
        kind=find_kind(word, place.custom) or place.kind,
        title=_title(found, stem, stated_id),
        path=page.path,
        status=status,
        status_text=status_text,
        date=choose_date(found, page.path),
        number=_number(found, stem, stated_id),
        summary=choose_text(found, "summary"),
        body=page.body.strip("\n"),
        authors=choose_people(found),
        tags=(*tags, extra) if extra and extra not in tags else tags,
        paths=choose_list(found, "paths"),
        supersedes=choose_links(found, "supersedes", defined),
        superseded_by=choose_links(found, "superseded_by", defined),
        commits=choose_list(found, "commits"),
        dialect=_dialect(page, found),
    )


def _dialect(page: Page, found: Sequence[Claim]) -> str:
    """How a new neighbour of this record should be written: "frontmatter", "table", "nygard", "fields" or "rst"."""
    if page.path.lower().endswith(".rst"):
        return "rst"
    stated = sorted(c.where for c in found if c.field in ("status", "date"))
    names = {claims.FRONT: "frontmatter", claims.TABLE: "table", claims.SECTION: "nygard"}
    if any(c.field == "status" and c.where == claims.SECTION for c in found) and claims.FRONT not in stated:
        return "nygard"  # with or without a Date line above
    return names.get(stated[0], "fields") if stated else "fields"


def _title(found: Sequence[Claim], stem: str, stated_id: str) -> str:
    """The title as it is shown: what front matter says is the author's word, a heading has its number taken off."""
    text = choose_text(found, "title")
    if not text:
        return _title_from(stem)
    if _is_title_stated(found):
        return stated_title(text, _number(found, stem, stated_id), words_of(stem))
    return clean_title(text, number_of(stem), words_of(stem))


def _is_title_stated(found: Sequence[Claim]) -> bool:
    return any(claim.field == "title" and claim.where == claims.FRONT and fold(claim.value) for claim in found)


def _number(found: Sequence[Claim], stem: str, stated_id: str) -> int | None:
    """The number in the file name, in a stated id or number, in front of a heading: the first there is."""
    number = number_of(stem)
    if number is not None:
        return number
    for text in (stated_id, choose_text(found, "number")):
        match = re.fullmatch(r"\D*?(\d{1,5})", text)
        if match:
            return int(match[1])
    return None if _is_title_stated(found) else title_number(choose_text(found, "title"))


def _title_from(stem: str) -> str:
    """A title made of a file name, for records that have none."""
    words = re.sub(r"^(?:\d{4}-\d{2}-\d{2}|\d+)[-_]", "", stem).replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] if words else stem
