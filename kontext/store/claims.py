"""What a dialect finds: one claim per statement of a field.

Owns the `Claim` value and its fields. Must not know which claim wins (choose.py) or where it was found.
"""

from __future__ import annotations

from kontext.records import Record

# Where a claim was found, strongest first: the chooser of a field prefers the earlier one.
FRONT = 0
FIELD = 1
TABLE = 2
SECTION = 3
TITLE = 4
BADGE = 5
TAG = 6
LOG = 7
PATH = 8
LOOSE = 9
VERB = 10  # references found behind a verb of supersession: one a line, ready to resolve


class Claim(Record):
    """`field` is a key of the word tables ("status", "date", "created", …), `value` text as written."""

    field: str
    value: str
    where: int
    line: int = 0  # index in Page.lines, -1 for front matter and path
