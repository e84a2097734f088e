"""Text in terminal columns: cleaning, measuring, cutting, padding, wrapping.

Owns what a character costs on a screen and which characters never reach one. Must not know colours or layouts.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

TAB = 4
PROSE = 100  # prose is wrapped here where no width is known

# Marks that reorder the text around them, and characters that nobody sees: harmless to Git, but able to show a reader
# something else than is there, or to tell a program what no person has read.
_REORDERING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C)
_UNSEEN = (
    *(0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180E, 0x200B, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x2060, 0x2066),
    *range(0x206A, 0x2070),
    *range(0xFFF9, 0xFFFC),
    *range(0xE0000, 0xE0080),  # tags: whole ASCII, unseen
    *range(0xE0100, 0xE01F0),  # and 240 bytes of it
)
_VISIBLE = (
    {code: f"^{chr(code + 64)}" for code in range(32)}
    | {0x7F: "^?"}
    | {code: f"<{code:02x}>" for code in (*range(0x80, 0xA0), 0x2028, 0x2029)}
    | {code: f"<{code:04x}>" for code in (*_REORDERING, *_UNSEEN)}
)
_VISIBLE_IN_LINES = {code: shown for code, shown in _VISIBLE.items() if code not in (0x09, 0x0A)}
# Joiners and selectors make emoji and the letters of some scripts: they stay where they follow such a character (and
# a joiner stands between two), and are shown anywhere else.
_JOINING = "\u200c\u200d"
_SELECTING = "\ufe00-\ufe0f"
_LOOSE = (
    rf"(?<![^\x00-\x7f{_JOINING}{_SELECTING}])[{_SELECTING}](?!\u20e3)"
    rf"|(?<![^\x00-\x7f{_JOINING}])[{_JOINING}]"
    rf"|[{_JOINING}](?![^\x00-\x7f{_JOINING}{_SELECTING}])"
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


def clean_lines(text: str) -> str:
    """Return text that is as safe as a `clean` line, with its line breaks and tabs as they are."""
    if text.isascii() and text.isprintable():
        return text
    return _shown(text.replace("\r\n", "\n"), _VISIBLE_IN_LINES)


def clean(text: str) -> str:
    """Return one line that is safe to print: what steers or is unseen made visible, tabs spaced, bad bytes replaced."""
    if text.isascii() and text.isprintable():
        return text
    return _shown(text.expandtabs(TAB), _VISIBLE)


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


def _shown(text: str, visible: Mapping[int, str]) -> str:
    text = valid(text).translate(visible)
    if text.isascii():
        return text
    import re

    return re.sub(_LOOSE, lambda found: f"<{ord(found[0]):04x}>", text)


def _head(text: str, columns: int) -> str:
    """The longest start of `text` that takes at most `columns`."""
    taken = 0
    for at, char in enumerate(text):
        taken += width(char)
        if taken > columns:
            return text[:at]
    return text
