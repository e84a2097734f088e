"""Dates as people write them in records -> YYYY-MM-DD.

Owns the orders (ISO, year first, day first, month by name, far-eastern) and which of several wins. Must not know
where the text stood. Day and month of `04/05/2018` are read day first, as most records that write so do, unless
only the other order is a date.
"""

from __future__ import annotations

import re

from kontext.store.words import MONTHS, fold

_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)\s?([-/._年년])\s?(\d{1,2})\s?[-/._月월]\s?(\d{1,2})(?!\d)")
_DAY_FIRST = re.compile(r"(?<![\d.])(\d{1,2})(\. ?|/|-)(\d{1,2})(?:\2)((?:19|20)?\d\d)(?!\d|\.\d)")
_NAMED_DAY_FIRST = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s-]+(?:of |de |d['’])?"
    r"([^\W\d_]{3,12})\.?,?[\s-]+(?:de |do |del )?((?:19|20)\d\d)(?!\d)"
)
_NAMED_MONTH_FIRST = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,|\s)\s*((?:19|20)\d\d)(?!\d)"
)
_NAMED_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)\.?\s+([^\W\d_]{3,14})\s+(\d{1,2})(?!\d)")
_NAMED = ((_NAMED_DAY_FIRST, 1, 2, 3), (_NAMED_MONTH_FIRST, 2, 1, 3), (_NAMED_YEAR_FIRST, 3, 2, 1))
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")


def find_date(text: str) -> str:
    """Return the first date in `text` as YYYY-MM-DD, "" when there is none."""
    best: tuple[int, str] | None = None
    for position, year, month, day in _dates(text):
        made = _made(year, month, day)
        if made and (best is None or position < best[0]):
            best = (position, made)
    return best[1] if best else ""


def date_in_path(path: str) -> str:
    """The date a path carries: `2024-01-31-slug.md`, `20240131-slug.md`, or a folder named so; "" when none."""
    for part in reversed(path.split("/")):
        for pattern in (_ISO, _COMPACT):
            match = pattern.match(part)
            if match:
                groups = match.groups()
                made = _made(int(groups[0]), int(groups[-2]), int(groups[-1]))
                if made:
                    return made
    return ""


def _dates(text: str) -> list[tuple[int, int, int, int]]:
    found = [(m.start(), int(m[1]), int(m[3]), int(m[4])) for m in _ISO.finditer(text)]
    for match in _DAY_FIRST.finditer(text):
        day, month, year = int(match[1]), int(match[3]), _full_year(match[4])
        if month > 12 >= day:
            day, month = month, day
        found.append((match.start(), year, month, day))
    for pattern, day_at, month_at, year_at in _NAMED:
        for match in pattern.finditer(text):
            named = MONTHS.get(fold(match[month_at]))
            if named:
                found.append((match.start(), int(match[year_at]), named, int(match[day_at])))
    if not found:
        found += [(m.start(), int(m[1]), int(m[2]), int(m[3])) for m in _COMPACT.finditer(text)]
    return found


def _full_year(text: str) -> int:
    return int(text) if len(text) == 4 else 2000 + int(text)


def _made(year: int, month: int, day: int) -> str:
    days = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if not (1 <= month <= 12 and 1 <= day <= days[month - 1]):
        return ""
    return f"{year:04d}-{month:02d}-{day:02d}"
