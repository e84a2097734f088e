"""How an answer looks: colours, links, abbreviations.

Owns the colour of each kind of thing and the shape of a terminal link. Must not look at a terminal: whoever opens
one says what it can do.
"""

from __future__ import annotations

from kontext.records import Record
from kontext.render.cells import pad

ABBREVIATED = 7

# Kind of thing -> SGR parameters. Struck text (9) is ignored by terminals that cannot.
_SLOTS = {
    "hash": "33",
    "date": "2",
    "dim": "2",
    "live": "32",
    "dead": "2;9",
    "warning": "33",
    "heading": "1",
    "match": "1;31",
}


class Style(Record):
    """What the place an answer is shown in can do."""

    colour: bool = False
    width: int = 0  # columns, 0 = unknown: nothing is cut
    links: bool = False  # OSC 8
    commit_url: str = ""  # address of a commit on the forge with {oid} in it, "" = unknown


def paint(style: Style, slot: str, text: str) -> str:
    """Colour `text` as a kind of thing."""
    return f"\x1b[{_SLOTS[slot]}m{text}\x1b[m" if style.colour and text else text


def link(style: Style, text: str, url: str) -> str:
    """Make `text` open `url` when clicked, where the terminal can."""
    if not style.links or not url or not url.isprintable() or not url.isascii():
        return text
    return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\"


def abbreviate(oid: str) -> str:
    """Return the short form of an oid."""
    return oid[:ABBREVIATED]


def commit(style: Style, oid: str) -> str:
    """Return an abbreviated oid, coloured, opening the commit on the forge."""
    url = style.commit_url.replace("{oid}", oid) if oid.strip("0") else ""
    return link(style, paint(style, "hash", abbreviate(oid)), url)


def day(style: Style, date: str, columns: int = 10) -> str:
    """Return the calendar day of an RFC 3339 date, padded to a column."""
    return paint(style, "date", pad(date[:10], columns))


def person(author: str) -> str:
    """Return the name of "Name <mail>"."""
    name = author.partition(" <")[0]
    return name.strip("<>")
