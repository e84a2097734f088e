"""How large an answer may be.

Owns the bytes that a reply may take, what is left out first, and that all of it is counted. Clients reject replies of
more than 25,000 tokens, and count the text and the object; whoever asks may want less. Must not know what an answer
says.

What is inside of an item is cut before an item is left out: one record with thousands of paths hides no other.
"""

from __future__ import annotations

import json

from kontext.brief import BYTES_A_TOKEN
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kontext.render.as_json import Json

LARGEST = 32_000  # bytes of the text, and of the object
OBJECT = 2  # an object says the same as the text with keys and figures: it may take so many times as much
ITEMS = 20  # of a list within an item, where not everything fits
_COUNTED = 30  # characters that the count of the others takes: a text that is hardly longer stays
_STRINGS = (250, 60)
_LISTS = (5, 1)


class Cut(Record):
    """What was cut to this size: the longest text, and the longest list within an item."""

    length: int
    items: int


def bytes_of(tokens: int) -> int:
    """Return the bytes that so many tokens take, as estimated everywhere."""
    return min(LARGEST, tokens * BYTES_A_TOKEN)


def size_of(value: object) -> int:
    """Return the bytes of an object as JSON."""
    return len(json.dumps(value, ensure_ascii=False).encode())


def first_cut(limit: int) -> Cut:
    """Return how far the inside of items is cut where not everything fits into `limit` bytes."""
    return Cut(max(200, limit // 8), ITEMS)


def most_that_fit(count: int, size: Callable[[int], int], limit: int) -> int:
    """Return the largest number up to `count` whose `size` is within `limit`, but 1 at least where there is one.

    `size` grows with the number and is dear, so the next guess is what the last size makes likely.
    """
    fitting, guess, too_many = 0, count, count + 1
    while too_many - fitting > 1:
        taken = size(guess)
        if taken <= limit:
            fitting = guess
        else:
            too_many = guess
        guess = max(fitting + 1, min(too_many - 1, guess * limit // max(1, taken)))
    return max(fitting, min(count, 1))


def cut_items(value: Json, cut: Cut) -> tuple[Json, int]:
    """Cut what is inside of an object's items; return it and how many texts and list items that left out.

    The lists of the object itself keep their length. Beside a list that was cut stands `more_<its name>`.
    """
    left_out = 0

    def shorter(one: object, *, is_item: bool) -> object:
        nonlocal left_out
        if isinstance(one, str):
            shown = _shorter_text(one, cut.length)
            left_out += shown is not one
            return shown
        if isinstance(one, list):
            return [shorter(item, is_item=True) for item in one]
        if not isinstance(one, dict):
            return one
        made: Json = {}
        for name, inner in one.items():
            if is_item and isinstance(inner, list) and len(inner) > cut.items:
                more = len(inner) - cut.items
                left_out += more
                known = one.get(f"more_{name}", 0)
                made[f"more_{name}"] = more + (known if isinstance(known, int) else 0)
                inner = inner[: cut.items]
            made.setdefault(name, shorter(inner, is_item=True))
        return made

    made = shorter(value, is_item=False)
    assert isinstance(made, dict)
    return made, left_out


def cut_lines(text: str, length: int) -> str:
    """Return a text whose lines are no longer than this; the rest of one that was is counted."""
    return "\n".join(_shorter_text(line, length) for line in text.split("\n"))


def squeeze(value: Json, limit: int) -> tuple[Json, int]:
    """Return an object that fits, whatever it takes, and how many texts and list items that left out."""
    made, left_out = value, 0
    for cut in (*(Cut(length, ITEMS) for length in _STRINGS), *(Cut(_STRINGS[-1], items) for items in _LISTS)):
        if size_of(made) <= limit:
            break
        made, left_out = cut_items(value, cut)
        for name, one in made.items():
            if cut.items in _LISTS and isinstance(one, list) and len(one) > cut.items:
                left_out += len(one) - cut.items
                made = made | {name: one[: cut.items]}
    return made, left_out


def cut_text(text: str, limit: int) -> tuple[str, int]:
    """Return the first lines of a text that fit and how many lines were left out; a line too long is cut."""
    raw = text.encode()
    if len(raw) <= limit:
        return text, 0
    kept = raw[:limit]
    border = kept.rfind(b"\n") + 1
    head = kept[:border] if border > limit // 2 else kept
    shown = head.decode("utf-8", "ignore")
    rest = text[len(shown) :].rstrip("\n")
    return shown if shown.endswith("\n") else f"{shown}\n", rest.count("\n") + bool(rest)


def _shorter_text(text: str, length: int) -> str:
    """A text of at most this length and the words that count the rest."""
    return text if len(text) <= length + _COUNTED else f"{text[:length]}… ({len(text) - length:,} more characters)"
