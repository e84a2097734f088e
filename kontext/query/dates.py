"""Dates as they may be typed: a year, a month, a day, or so long ago.

Owns their meaning in UTC; the present comes in as an argument. Must not know what is dated.
"""

from __future__ import annotations

import re

from kontext.errors import UsageError
from kontext.text import DAY, day_start

_ABSOLUTE = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[t ]\d\d:\d\d.*)?").fullmatch
_AGO = re.compile(r"(\d{1,6})[ ._-]?([a-z]+)(?:[ ._-]ago)?").fullmatch
_UNITS = {
    "s": 1,
    "sec": 1,
    "second": 1,
    "min": 60,
    "minute": 60,
    "h": 3600,
    "hour": 3600,
    "d": DAY,
    "day": DAY,
    "w": 7 * DAY,
    "week": 7 * DAY,
    "m": 30 * DAY,
    "month": 30 * DAY,
    "y": 365 * DAY,
    "year": 365 * DAY,
}
_REMEDY = "write 2024, 2024-03, 2024-03-09, yesterday or 2.weeks"


def parse_since(value: str, now: int) -> int:
    """Return the first second (since the epoch) of the time a value names; `now` likewise. Raises UsageError."""
    return _span(value, now)[0]


def parse_until(value: str, now: int) -> int:
    """Return the last second of the time a value names: the whole of a year, month or day counts."""
    return _span(value, now)[1]


def _span(value: str, now: int) -> tuple[int, int]:
    text = value.strip().lower()
    today = int(now) // DAY * DAY
    if text in ("now", "today"):
        return (today if text == "today" else int(now)), int(now)
    if text == "yesterday":
        return today - DAY, today - 1
    ago = _AGO(text)
    if ago:
        unit = _UNITS.get(ago[2]) or _UNITS.get(ago[2].removesuffix("s"))
        if unit:
            moment = max(1, int(now) - int(ago[1]) * unit)
            return moment, moment
    span = _absolute_span(text)
    if span is None:
        raise UsageError(f"'{value}' is not a date", _REMEDY)
    return span


def _absolute_span(text: str) -> tuple[int, int] | None:
    match = _ABSOLUTE(text)
    if match is None or not match[0].isascii():
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups())
    start = day_start(year, month or 1, day or 1) if (month or not match[2]) and (day or not match[3]) else None
    if start is None:
        return None
    if match[3]:
        end: int | None = start + DAY
    elif match[2]:
        end = day_start(year + month // 12, month % 12 + 1, 1)
    else:
        end = day_start(year + 1, 1, 1)
    # 0 stands for "open", so no date may become it, and Git knows none before the epoch.
    return max(1, start), max(1, (end or 0) - 1)
