"""Text in terminal columns: cleaning, measuring, cutting, padding, wrapping.

Owns what a character costs on a screen and which characters never reach one. Must not know colours or layouts.
"""

from __future__ import annotations

TAB = 4
PROSE = 100  # prose is wrapped here where no width is known

# Marks that reorder the text around them: harmless to Git, but able to show a reader something else than is there.
_REORDERING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C)
_VISIBLE = (
    {code: f"^{chr(code + 64)}" for code in range(32)}
    | {0x7F: "^?"}
    | {code: f"<{code:02x}>" for code in (*range(0x80, 0xA0), 0x2028, 0x2029)}
    | {code: f"<{code:04x}>" for code in _REORDERING}
)


def raw(text: str) -> bytes:
    """Return text as bytes, undecodable ones as Git has them; a surrogate that stands for no byte becomes "?"."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def is_valid(text: str) -> bool:
    """Tell whether a text holds no undecodable bytes."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def valid(text: str) -> str:
    """Return text that is valid UTF-8: undecodable bytes become U+FFFD."""
    return text if text.isascii() else raw(text).decode("utf-8", "replace")


def clean(text: str) -> str:
    """Return one line that is safe to print: control characters made visible, tabs spaced, bad bytes replaced."""
    if text.isascii() and text.isprintable():
        return text
    return valid(text).expandtabs(TAB).translate(_VISIBLE)


def flat(text: str) -> str:
    """Return `clean` text with every run of white space, line breaks included, as one space."""
    return clean(" ".join(text.split()))


def width(text: str) -> int:
    """Return how many columns a cleaned line takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    import unicodedata

    columns = 0
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        columns += 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
    return columns


def fit(text: str, columns: int) -> str:
    """Cut a cleaned line to `columns`, the last one an ellipsis; 0 or less keeps it whole."""
    if columns <= 0 or width(text) <= columns:
        return text
    kept = text[: columns - 1] if text.isascii() else _head(text, columns - 1)
    return kept.rstrip() + "…"


def pad(text: str, columns: int) -> str:
    """Fill a cleaned line up to `columns` with spaces."""
    return text + " " * max(0, columns - width(text))


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """Break cleaned prose at spaces into lines of at most `columns`, `indent` included; a longer word stands alone."""
    room = max(20, (columns or PROSE) - len(indent))
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and width(line) + 1 + width(word) > room:
            lines.append(indent + line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, indent + line] if line else lines


def _head(text: str, columns: int) -> str:
    """The longest start of `text` that takes at most `columns`."""
    taken = 0
    for at, char in enumerate(text):
        taken += width(char)
        if taken > columns:
            return text[:at]
    return text
