"""What a record says about itself outside of fields: badges, banners, a bare date below the title, tags.

Owns these side channels; all are weaker than a field. Must not know other records.
"""

from __future__ import annotations

import re

from kontext.store import claims
from kontext.store.claims import Claim
from kontext.store.dates import find_date
from kontext.store.labels import section_of
from kontext.store.links import verb_links
from kontext.store.status import core_word, read_status
from kontext.store.words import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kontext.store.page import Page

_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)[^)]*\)")
_BANNER = re.compile(r"^\s*(?:>|!!!|\?\?\?|:::|\*\*|__|\*|_|⚠|🚫|❌|✅|~)")
_ADMONITION = re.compile(r"^(?:!!!|\?\?\?\+?|:::)\s*\{?\w+\}?\s*|\[!\w+\]\s*")
_LONGEST_BANNER = 200
_LONGEST_DATE_LINE = 40


def notice_claims(page: Page, defined: Mapping[str, str]) -> Iterator[Claim]:
    """Yield claims of badges, banners and bare dates above the first section."""
    end = page.preamble_end()
    title = page.title_heading()
    for at, line in enumerate(page.lines[:end]):
        if (title and at == title.line) or not line.strip():
            continue
        if "![" in line:
            yield from badge_claims(line, at)
        elif _is_only_date(line):
            yield Claim("stated", line, claims.LOOSE, at)
        elif _BANNER.match(line) and len(line) < _LONGEST_BANNER:
            yield from _banner(line, at, defined)
    for heading in page.headings:
        if section_of(heading.text) == "status":
            for at in range(heading.line, page.own_end(heading)):
                if "![" in page.lines[at]:
                    yield from badge_claims(page.lines[at], at)


def badge_claims(line: str, at: int) -> Iterator[Claim]:
    """A status in the alternative text or the address of an image."""
    for alt, url in _IMAGE.findall(line):
        words = [word for word in re.split(r"[^\w%]+|_|%20", url.split("://")[-1]) if word]
        found = next((word for word in words if core_word(word)), "") if "badge" in url or "shield" in url else ""
        if not found:
            label, _, value = alt.partition(":")
            found = value if value and read_status(value) and section_of(label) == "status" else ""
        if found:
            yield Claim("status", found, claims.BADGE, at)


def tag_claims(found: Iterable[Claim]) -> Iterator[Claim]:
    """A status that stands among the tags."""
    for claim in found:
        if claim.field == "tags" and core_word(claim.value):
            yield claim._replace(field="status", where=claims.TAG)


def _banner(line: str, at: int, defined: Mapping[str, str]) -> Iterator[Claim]:
    text = _ADMONITION.sub("", line.strip().lstrip("> ")).strip(" *_\"'~")
    links = list(verb_links(text, defined))
    for field, refs in links:
        if refs:
            yield Claim(field, "\n".join(refs), claims.VERB, at)
    words = fold(text).split()
    if len(text) < _LONGEST_BANNER and words and (core_word(words[0]) or core_word(" ".join(words))):
        yield Claim("status", text, claims.LOOSE, at)
    elif any(field == "superseded_by" and refs for field, refs in links):
        yield Claim("status", "superseded", claims.LOOSE, at)


def _is_only_date(line: str) -> bool:
    """Whether a line is a date and hardly more."""
    text = line.strip(" *_>\t")
    return len(text) <= _LONGEST_DATE_LINE and bool(find_date(text)) and len(text.split()) <= 5 and ":" not in text
