"""How much of a commit's message is read.

Owns the bound and what is left of a longer message, so that no question takes more time or memory than that, whatever
somebody committed. Pure. Must not know how Git prints messages, nor what is looked for in them.
"""

from __future__ import annotations

LONGEST = 1 << 16  # characters of a message that are read
LARGE = 1 << 20  # bytes of output that are held before the middle of a message is dropped
_HEAD = 1 << 12  # characters of a longer message that are its beginning
_BYTES = 4  # in a character of UTF-8, at most
_GAP = "\n\n[\u2026]\n\n"


def shortened(message: str) -> str:
    """Return a message of up to LONGEST characters as it is; of a longer one its first paragraphs and its end.

    Trailers stand in the last paragraph, so most of what is kept is the end. A paragraph of its own marks the gap: of
    one that begins before it and ends behind it the end alone is kept, lest it is taken for two.
    """
    if len(message) <= LONGEST:
        return message
    head = message[:_HEAD].rpartition("\n\n")[0] or message[:_HEAD].partition("\n")[0]
    tail = message[_HEAD - LONGEST :]
    paragraph = tail.find("\n\n", 0, len(tail) // 2)
    cut = paragraph if paragraph >= 0 else tail.find("\n")
    return f"{head.rstrip()}{_GAP}{tail[cut + 1 :].lstrip(chr(10))}"


def drop_middle(held: bytearray, first: int) -> None:
    """Drop what `shortened` will leave out from the field that begins at `first` and ends at a NUL or is cut off."""
    end = held.find(b"\0", first)
    end = len(held) if end < 0 else end
    if end - first > LARGE:
        del held[first + _HEAD * _BYTES : end - LONGEST * _BYTES]
