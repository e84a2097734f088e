"""The title of a record: from front matter or the first heading, number and markers taken off.

Owns what belongs to a title's number, prefix and status marker. Must not know other fields.
"""

from __future__ import annotations

import re

from kontext.store import claims
from kontext.store.claims import Claim
from kontext.store.links import verb_links
from kontext.store.status import core_word
from kontext.store.words import DECISION_STEMS, FIELDS, SECTIONS, fold
from kontext.text import slug

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kontext.store.page import Page

_ANCHOR = re.compile(r"\s*\{[#:.][^}]*\}\s*$")
_EMPHASIS = re.compile(r"(\*\*|__)(.+?)\1")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_BADGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_MARK = re.compile(r"[\[(【（]([^\])】）]*)[\])】）]")
_STRUCK = re.compile(r"~~(.+?)~~")
_EMOJI = re.compile(r"^[^\w\s\[(<\"'`«„“@#/.$-]+\s*")
# ADR-7: | ADR 0007 - | RFC #12. | 0007 — | 7. | [ADR-001] | ADR: | Decision record 3:
_PREFIX = re.compile(
    r"""^\W*?(?:
        (?:(?P<word>[^\W\d_]+(?:[-\s][^\W\d_]+){0,3}?)[-_\s]*(?:\#|№|[Nn][ro°º]\.?\s*)?[-_\s]*(?P<number>\d{1,5})(?!\d|\.\d)\s*[\])]?\s*(?P<mark>[:：.)–—|_-]+|\s)\s*)
      | (?:\#?(?P<bare>\d{1,5})(?:\s*(?:[:.)–—|_]+(?!\d)|\s-)\s*)(?=\S))
      | (?:(?P<joined>\d{1,5})-\s*(?=\S))
      | (?:\[?(?P<zero>\d{1,5})\]?\s+(?=\S))
      | (?P<label>(?:(?:M?ADR|RFC)\s*[:–—-]|(?:Architectur(?:e|al)\s)?Decision\sRecord\s?:)\s*)
    )""",
    re.VERBOSE,
)
_DRIFT = 2
_PREFIX_WORDS = frozenset(("adr", "rfc", "madr", "ddr", "edr", "tdr", "mdr", "kep", "pep", "rfd"))


def title_claims(page: Page, defined: Mapping[str, str]) -> Iterator[Claim]:
    """Yield title claims, and a status claim for a marker in the title (`[SUPERSEDED BY ADR-30]`, `~~struck~~`)."""
    heading = page.title_heading()
    if heading is None or is_section(heading.text):
        return
    yield Claim("title", heading.text, claims.FIELD, heading.line)
    for mark in _MARK.findall(heading.text):
        if _is_status_mark(mark):
            yield Claim("status", mark, claims.TITLE, heading.line)
            for field, refs in verb_links(mark, defined):
                yield Claim(field, "\n".join(refs), claims.VERB, heading.line)


def is_section(text: str) -> bool:
    """Whether a heading is one of a record's usual sections, or a field name, and so no title."""
    folded = fold(text)
    return folded in SECTIONS or folded in FIELDS


def clean_title(text: str, number: int | None = None, words: str = "") -> str:
    """Return the title of a heading without number prefix, anchor, emphasis, badge, emoji in front and status marker.

    `number` and `words` are the file's: `28 Scanning` is numbered in `028-scanning.md`; `12 factor app` is not in
    `007-app.md`, nor in `0012-12-factor-app.md`.
    """
    text = _ANCHOR.sub("", _BADGE.sub("", text)).strip()
    text = _STRUCK.sub(r"\1", _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text)))
    text = _MARK.sub(lambda match: "" if _is_status_mark(match[1]) else match[0], text)
    text = _EMOJI.sub("", text.strip())
    match = _PREFIX.match(text)
    if match and _is_prefix(match, number, words):
        text = _after(match) or text
    text = _EMOJI.sub("", text.strip()) or text
    return text.replace("\\", "").strip(" \t*")


def stated_title(text: str, number: int | None, words: str = "") -> str:
    """Return a title that front matter states: what the author said, without a number that is the record's.

    `number` is that of the file, its id or its number field, `words` those of the file name.
    """
    match = _PREFIX.match(text)
    if match and number is not None and _digits(match) == number and not _is_word(match, words):
        return _after(match) or text
    return text


def title_number(text: str) -> int | None:
    """The record number in front of a heading, None when there is none."""
    match = _PREFIX.match(_EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text)).strip())
    return _digits(match) if match and _is_prefix(match) else None


def _digits(match: re.Match[str]) -> int | None:
    digits = match["number"] or match["bare"] or match["joined"] or match["zero"]
    return int(digits) if digits else None


def _after(match: re.Match[str]) -> str:
    return match.string[match.end() :].strip(" -–—:|")


def _is_word(match: re.Match[str], words: str) -> bool:
    """Whether the file's name, too, has a prefix among its words: `3 replicas` in `0003-3-replicas.md`."""
    return f"{slug(words)}-".startswith(f"{slug(match[0])}-")


def _is_prefix(match: re.Match[str], number: int | None = None, words: str = "") -> bool:
    """`ADR-7: x` and `Decision Record 7: x` are numbered, `Use Python 3 for x` is not."""
    word, weak = match["word"], match["zero"] or match["joined"]
    if weak:  # only a blank or a dash behind it, as in `2 spaces` and `64-bit`: the file's name tells
        if _is_word(match, words):
            return False
        if weak.startswith("0") or int(weak) == number:
            return True
        # titles and files drift apart when a neighbour is renumbered: a title follows, in capitals
        return number is not None and abs(int(weak) - number) <= _DRIFT and _after(match)[:1].isupper()
    if word is None:
        return True
    folded = fold(word)
    if folded in _PREFIX_WORDS or any(part in _PREFIX_WORDS for part in folded.split()):
        return True
    if match["mark"].strip() == "":
        return False
    return word.isupper() or FIELDS.get(folded) == "number" or any(stem in folded for stem in DECISION_STEMS)


def _is_status_mark(text: str) -> bool:
    folded = fold(text)
    words = folded.split()
    if not words:
        return False
    shouted = text.strip().split()[0].isupper() and len(words[0]) > 2
    return core_word(folded) != "" or bool(core_word(words[0]) and (shouted or core_word(words[0]) == "superseded"))
