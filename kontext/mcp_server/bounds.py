"""How large an answer may be.

Owns the bytes that a reply may take and what is left out first. Clients reject replies of more than 25,000 tokens, and
count the text and the object; whoever asks may want less. Must not know what an answer says.
"""

from __future__ import annotations

import json

from kontext.brief import BYTES_A_TOKEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kontext.render.as_json import Json

LARGEST = 32_000  # bytes of the text, and of the object
_STRINGS = (4_000, 1_000, 250, 60)
_ITEMS = (20, 5, 1)


def bytes_of(tokens: int) -> int:
    """Return the bytes that so many tokens take, as estimated everywhere."""
    return min(LARGEST, tokens * BYTES_A_TOKEN)


def size_of(value: object) -> int:
    """Return the bytes of an object as JSON."""
    return len(json.dumps(value, ensure_ascii=False).encode())


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


def trim(value: Json, limit: int, lists: Sequence[str]) -> int:
    """Drop the tails of these lists, the first one's first, until the object fits; return how many items went."""
    over = size_of(value) - limit
    dropped = 0
    for name in lists:
        holder: object = value
        *parents, last = name.split(".")
        for parent in parents:
            holder = holder.get(parent) if isinstance(holder, dict) else None
        items = holder.get(last) if isinstance(holder, dict) else None
        while over > 0 and isinstance(items, list) and items:
            over -= size_of(items.pop()) + 2
            dropped += 1
    return dropped


def squeeze(value: Json, limit: int) -> Json:
    """Return an object that fits, whatever it takes: long strings are cut, then long lists."""
    for length, items in [*((length, 0) for length in _STRINGS), *((_STRINGS[-1], items) for items in _ITEMS)]:
        if size_of(value) <= limit:
            break
        value = {name: _cut(one, length, items) for name, one in value.items()}
    return value


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


def _cut(value: object, length: int, items: int) -> object:
    if isinstance(value, str):
        return value if len(value) <= length else f"{value[:length]}…"
    if isinstance(value, dict):
        return {name: _cut(one, length, items) for name, one in value.items()}
    if isinstance(value, list):
        return [_cut(one, length, items) for one in (value[:items] if items else value)]
    return value
