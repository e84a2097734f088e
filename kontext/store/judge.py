"""Record, template or something else: judged by what the fields and headings say.

Owns the thresholds per place and the signs of a template. Must not know how fields are found.
"""

from __future__ import annotations

import re

from kontext.store import claims
from kontext.store.choose import choose_date, choose_status, choose_text
from kontext.store.dates import date_in_path
from kontext.store.ids import number_of, stem_of
from kontext.store.kinds import find_kind
from kontext.store.labels import section_of
from kontext.store.places import DECISIONS, STORE
from kontext.store.status import core_word, is_choice, read_status
from kontext.store.titles import clean_title
from kontext.store.words import DECISION_STEMS, TEMPLATES, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.store.claims import Claim
    from kontext.store.page import Page
    from kontext.store.places import Place

# What stands for a value that somebody still has to fill in.
_BRACKETED = re.compile(r"^\W{0,3}(?:\[[^\]]+\](?![(\[])|\{[^}]+\}|<[^>/]+>|\([^)]+\)|\.{3,}|…|_{3,}|\?{2,}|#)\W{0,3}$")
_PLACEHOLDER = re.compile(
    r"\{[^{}`\n]{3,}\}|\{\{|<(?!https?:|/|br|[a-z]+>)[A-Za-z][^<>\n]{3,}>|\[[^\]\n]{12,}\](?![(\[:])"
    r"|\b(?:NNNN?|XXXX?|nnnn?|xxxx?|00n|00X)\b"
)
_DATE_MASK = re.compile(
    r"(?:YYYY|JJJJ|AAAA|RRRR|ГГГГ|yyyy|aaaa|jjjj|rrrr|гггг|yy|YY|aa|AA)\W?(?:MM|mm|ММ|мм)\W?\w\w"
    r"|(?:\b[dDtTjJgGдД]{2}\W(?:MM|mm|ММ|мм)\W\w{2,4}\b)|\bYYYY\b|\bAAAA\b"
)
_DATE_WORDS = frozenset(map(fold, "date data datum dato fecha tarih tarihi dátum дата 日期 日付 날짜 pvm".split()))
_EXAMPLE = re.compile(r"\bADR-?(?:XXXX?|NNNN?|0{3,}n)\b|\bXXXX\b|\bNNNN\b")

_RECORD_WORDS = frozenset(
    "a an the of for in adr adrs rfc madr kep nygard architecture architectural any design decision decisions record "
    "records md title name nnnn xxxx yyyy mm dd short long full minimal bare annotated document und fur pour de la del "
    "para".split()
)
SKELETON = ("context", "decision", "consequences", "options")


def why_not(page: Page, found: Sequence[Claim], place: Place) -> str:
    """Why the page is no record in a place of this threshold, "" when it is one."""
    if not choose_text(found, "title") and (place.threshold == STORE or not _numbered(page)):
        return "no title"
    if is_template(page, found) or (place.threshold != STORE and not _numbered(page) and _wants_date(found)):
        return "a template: its fields are still to be filled in"
    if place.threshold == STORE:
        return ""
    status, _ = choose_status([claim for claim in found if claim.where < claims.LOOSE])
    date = choose_date(found, "")
    skeleton = skeleton_of(page)
    if place.threshold == DECISIONS:
        if status or skeleton >= 2 or (date and (skeleton or _numbered(page))):
            return ""
        return "" if skeleton and _numbered(page) else "no status, date or sections of a decision record"
    stated = [c for c in found if c.field == "status" and c.where <= claims.SECTION]
    if date and skeleton >= 3 and _numbered(page) and not stated:  # a numbered proposal whose process keeps no status
        return ""
    places = {claim.where for claim in stated if core_word(read_status(claim.value))}
    if claims.FRONT in places and (date or skeleton >= 2) and (_numbered(page) or _claims_to_decide(found)):
        return ""
    if places and _decides(page):
        return ""
    return "no status with a date or the sections of a decision record"


def skeleton_of(page: Page) -> int:
    """How many of a record's sections (see SKELETON) the page has, as headings or labels."""
    found = {section_of(heading.text) for heading in page.headings}
    for line in page.lines:
        if line.startswith(("**", "__")) and len(line) < 80:
            bold = re.match(r"^(?:\*\*|__)([^*_]+)(?:\*\*|__)", line)
            found.add(section_of(bold[1].rstrip(" :：")) if bold else "")
    return len(found.intersection(SKELETON))


def _claims_to_decide(found: Sequence[Claim]) -> bool:
    """Whether front matter says more than any page's does: a kind of ours, who decided, what it replaces."""
    front = [claim for claim in found if claim.where == claims.FRONT]
    return any(
        c.field in ("deciders", "supersedes", "superseded_by") or (c.field == "kind" and find_kind(c.value))
        for c in front
    )


def _decides(page: Page) -> bool:
    """Whether the page has a section of context and one called a decision: "solution" stands in any document."""
    sections = [(section_of(heading.text), fold(heading.text)) for heading in page.headings]
    decision = any(name == "decision" and any(stem in text for stem in DECISION_STEMS) for name, text in sections)
    return decision and any(name == "context" for name, _ in sections)


def is_template(page: Page, found: Sequence[Claim]) -> bool:
    """Whether fields or sections are still placeholders.

    One sign in the title is enough; else two signs, or one and a name that says so.
    """
    title = clean_title(choose_text(found, "title"))
    if _BRACKETED.match(title) or (_PLACEHOLDER.search(title) and not any(c.where == claims.FRONT for c in found)):
        return True
    stem = stem_of(page.path)
    named = any(map(_is_named_template, (title, stem, re.sub(r"^.*?\d+[-_. ]", "", stem))))
    signs = 2 if named else 0
    filled = 0
    for claim in found:
        if claim.field == "status" and claim.where < claims.LOG:
            sign = is_choice(claim.value) or _is_open(claim.value)
        elif claim.field in ("date", "created", "authors", "deciders", "supersedes", "superseded_by"):
            sign = _is_open(claim.value) or bool(_DATE_MASK.search(claim.value))
            sign = sign or (claim.field == "date" and not re.search(r"\d", claim.value))
        else:
            continue
        signs += sign
        filled += not sign
    signs += _open_sections(page)
    return signs >= 2 and (signs > filled or (named and not _is_filled(found)))


def _wants_date(found: Sequence[Claim]) -> bool:
    """Whether a date field says what belongs there: DATE, YYYY-MM-DD, <date>, {date of the decision}, {DATE_TODAY}.

    A page that a tool fills in may have every other field filled in already. "TBD" and the like are no such sign:
    people write them into records, as they forget the date in a numbered file or in one of the store.
    """
    return any(claim.field in ("date", "created") and _names_date(claim.value.strip()) for claim in found)


def _names_date(value: str) -> bool:
    if re.search(r"\d", value):
        return False
    words = fold(value.replace("_", " "))
    if words in _DATE_WORDS or _DATE_MASK.search(value):
        return True
    return value[:1] in ("[", "{", "<") and bool(_BRACKETED.match(value)) and not _DATE_WORDS.isdisjoint(words.split())


def _is_named_template(text: str) -> bool:
    """Whether a title or slug says "template" and nothing that a decision could be about."""
    folded = fold(text)
    words = {word for word in folded.split() if not word.isdigit()}
    if words & TEMPLATES:
        return words <= TEMPLATES | _RECORD_WORDS
    return any(word in folded for word in TEMPLATES if not word.isascii() and len(word) > 1 and word[0] > "\u2e7f")


def _is_open(value: str) -> bool:
    """Whether a value is a placeholder: in brackets as a whole, or with a mask inside."""
    value = value.strip()
    return bool(_BRACKETED.match(value) or _EXAMPLE.search(value) or re.match(r"^[{\[<][^\]}>(]*[|:][^\]}>(]*", value))


def _open_sections(page: Page) -> int:
    """Sections of the skeleton whose whole text is a placeholder, at most two counted."""
    count = 0
    for heading in page.headings:
        if section_of(heading.text) in SKELETON:
            text = " ".join(page.lines[heading.line + 1 : page.own_end(heading)]).strip()
            count += bool(text) and bool(_BRACKETED.match(text))
    return min(count, 2)


def _is_filled(found: Sequence[Claim]) -> bool:
    """Whether status and date both hold real values: a record named like a template."""
    return bool(choose_status(found)[0]) and bool(choose_date(found, ""))


def _numbered(page: Page) -> bool:
    """Whether the path is a record's: a number, maybe after a short prefix, or a date."""
    return number_of(stem_of(page.path)) is not None or bool(date_in_path(page.path))
