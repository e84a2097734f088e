"""Code-shaped words: recognise them, split them, and put the parts beside the whole.

Owns the rule of what an identifier is made of. Must not know who searches or indexes. The rule is one pair of
patterns, made once for ASCII text and, only when other text turns up, once more with the capitals of the Latin,
Greek and Cyrillic blocks.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    _Patterns = tuple[Callable[[str], list[str]], Callable[..., re.Match[str] | None]]

# {U} and {L} stand for the members of a character class: capitals and small letters.
# A run of capitals keeps digits (SHA256), a version (IPv6) and a plural (URLs); its last capital belongs to the small
# letters that follow (HTTPServer).
_PARTS = r"[{U}]+v\d+|[{U}]+s(?![{L}])|[{U}]+(?![{L}])\d*|[{U}]?[{L}][{L}\d]*|\d+[{L}\d]*|[^\W_]"
# Where a word stops being plain: a capital after a small letter or digit, or before capital and small letter; an
# underscore before a letter. It starts with a plain class, so that prose is skipped at the speed of a character scan.
_TURN = r"[{U}](?:(?<=[{L}\d][{U}])|[{U}][{L}])|_(?=[^\W_])"
_REST = re.compile(r"\w*").match


def split_identifier(word: str) -> list[str]:
    """Return the parts of a word in lower case: "parseJSONBody" -> ["parse", "json", "body"]; [] without letters."""
    parts: list[str] = _patterns(word)[0](word)
    return [part.lower() for part in parts]


def identifier_parts(word: str) -> list[str]:
    """Return the parts of a code-shaped word that are worth searching (two characters or more); [] for a plain word."""
    parts = split_identifier(word)
    return [part for part in parts if len(part) > 1] if len(parts) > 1 else []


def expand_identifiers(text: str) -> str:
    """Return the text with every code-shaped word followed by its parts: "orderTotal" -> "orderTotal order total"."""
    find_turn = _patterns(text)[1]
    turn = find_turn(text)
    if turn is None:
        return text
    pieces = []
    done = 0
    while turn is not None:
        start, end = _word_around(text, turn.start(), done)
        word = text[start:end]
        pieces.append(text[done:end])
        parts = identifier_parts(word)
        if parts and parts != [word.lower()]:
            pieces.append(f" {' '.join(parts)}")
        done = end
        turn = find_turn(text, done)
    pieces.append(text[done:])
    return "".join(pieces)


def _word_around(text: str, at: int, floor: int) -> tuple[int, int]:
    start = at
    while start > floor and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    rest = _REST(text, at)
    return start, rest.end() if rest else at + 1


def _compile(upper: str, lower: str) -> _Patterns:
    def filled(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern.replace("{U}", upper).replace("{L}", lower))

    return filled(_PARTS).findall, filled(_TURN).search


_ASCII = _compile("A-Z", "a-z")
_unicode: list[_Patterns] = []


def _patterns(text: str) -> _Patterns:
    if text.isascii():
        return _ASCII
    if not _unicode:
        letters = [chr(code) for code in (*range(0xAA, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x2000))]
        upper = "".join(letter for letter in letters if letter.isupper())
        lower = "".join(letter for letter in letters if letter.islower())
        _unicode.append(_compile("A-Z" + upper, "a-z" + lower))
    return _unicode[0]
