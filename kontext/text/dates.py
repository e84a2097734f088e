"""Days: from a written date to seconds since the epoch, in UTC.

Owns calendar arithmetic without `datetime`, which is slow to import. Must not know what is dated.
"""

from __future__ import annotations

DAY = 86400
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parse_day(text: str) -> int | None:
    """Return the start of the day a text such as "2024-03-09" (or a longer RFC 3339 date) begins with, else None."""
    return day_start(*(int(text[at:to]) for at, to in ((0, 4), (5, 7), (8, 10)))) if _is_written_day(text) else None


def day_start(year: int, month: int, day: int) -> int | None:
    """Return the second a day of the Gregorian calendar starts at, None when there is no such day."""
    if not (1 <= month <= 12 and 1 <= day <= _month_length(year, month)):
        return None
    # Days counted in years that begin in March, so that a leap day comes last.
    shifted = year - (month <= 2)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return (shifted * 365 + shifted // 4 - shifted // 100 + shifted // 400 + day_of_year - 719468) * DAY


def _month_length(year: int, month: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _LENGTHS[month - 1] + (month == 2 and is_leap)


def _is_written_day(text: str) -> bool:
    digits = text[:4] + text[5:7] + text[8:10]
    return len(digits) == 8 and digits.isascii() and digits.isdigit() and text[4:5] == "-" == text[7:8]
