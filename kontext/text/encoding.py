"""Files to text: one rule for records, docs and code.

Owns that rule: a byte order mark decides, else a file is UTF-8, and what is not is replaced. No encoding is guessed
from the bytes: a wrong guess shows letters that nobody wrote. Must not know what a file means.
"""

from __future__ import annotations

SNIFFED = 8000  # bytes looked at to tell text from binary, as Git does

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = ((b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def file_text(raw: bytes, *, exact: bool = False) -> str:
    """Return a file as text without its byte order mark; never raises.

    Bytes that are no UTF-8 become U+FFFD or, with `exact`, surrogates that `surrogateescape` makes the same bytes of.
    """
    encoding = wide_encoding(raw)
    if encoding:
        return raw.decode(encoding, "replace")
    return raw.decode("utf-8", "surrogateescape" if exact else "replace").removeprefix("\ufeff")


def is_binary(raw: bytes) -> bool:
    """Say whether bytes are no text: a NUL near the start that a byte order mark does not explain."""
    return b"\0" in raw[:SNIFFED] and not wide_encoding(raw)


def not_utf8(raw: bytes) -> tuple[int, str] | None:
    """Say why a file is no UTF-8, as (1-based line, a short phrase); None for one that is."""
    encoding = wide_encoding(raw)
    if encoding:
        return 1, encoding.upper()
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return raw.count(b"\n", 0, error.start) + 1, f"byte 0x{raw[error.start]:02x} is no UTF-8"
    return None


def wide_encoding(raw: bytes) -> str:
    """Return the encoding that a byte order mark tells, utf-16 or utf-32; "" where there is none but that of UTF-8."""
    return next((encoding for mark, encoding in _MARKS if raw.startswith(mark)), "")
