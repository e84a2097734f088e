"""Letters: folding to ASCII, slugs, digests, what an analyzer is given, what a terminal may be given.

Owns every mapping from characters to characters. Must not know what the text is for.
"""

from __future__ import annotations

import re

from kontext.text.identifiers import expand_identifiers

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

SLUG_LENGTH = 60

# Letters that Unicode does not decompose.
_SPECIAL = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ı": "i",
    "ł": "l",
    "ŋ": "n",
    "þ": "th",
    "ŧ": "t",
    "’": "'",
    "‘": "'",
    "–": "-",
    "—": "-",
}
_CJK = r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]+"


def fold(text: str) -> str:
    """Return the text in lower case with accents taken off: "Účtovná" -> "uctovna". Other scripts are kept."""
    if text.isascii():
        return text.lower()
    lower = text.lower()
    return lower.translate({ord(char): _folded(char) for char in set(lower) if char > "\x7f"})


def _folded(char: str) -> str:
    from unicodedata import combining, normalize

    decomposed = normalize("NFKD", _SPECIAL.get(char, char))
    return "".join(part for part in decomposed if not combining(part)).lower()


def fold_aligned(text: str) -> str:
    """Return `fold(text)` with exactly one character for one, so that positions hold in both texts."""
    if text.isascii():
        return text.lower()
    others = {char for char in text if char > "\x7f"}
    return text.translate({ord(char): (fold(char) or char)[0] for char in others}).lower()


def cjk_bigrams(text: str) -> str:
    """Return the text with every run of Chinese, Japanese or Korean letters written as overlapping pairs."""
    if text.isascii():
        return text
    return re.sub(_CJK, _pairs, text)


def prepare(text: str) -> str:
    """Return what an analyzer is to be given for a text or a query: composed letters, identifier parts, CJK pairs."""
    if text.isascii():
        return expand_identifiers(text)
    from unicodedata import normalize

    return expand_identifiers(cjk_bigrams(normalize("NFC", valid_text(text))))


def valid_text(text: str) -> str:
    """Return the text with U+FFFD for undecodable bytes (lone surrogates), which no index or stream takes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udfff]", "\ufffd", text)
    return text


def slug(title: str) -> str:
    """Return a title as a file-name part: a-z, 0-9 and single dashes, at most SLUG_LENGTH characters.

    A title with no letter that folds to ASCII becomes a short digest of itself, an empty one "untitled".
    """
    dashed = "-".join(re.findall(r"[a-z0-9]+", fold(title)))
    if not dashed:
        return digest(title)[:8] if title.strip() else "untitled"
    if len(dashed) <= SLUG_LENGTH:
        return dashed
    cut = dashed[: SLUG_LENGTH + 1].rpartition("-")[0]
    return cut or dashed[:SLUG_LENGTH]


def digest(*parts: object) -> str:
    """Return 16 hex digits that stand for the parts, the same in every process and version of Python."""
    try:
        from _blake2 import blake2b  # hashlib would load OpenSSL for it
    except ImportError:  # another Python than CPython
        from hashlib import blake2b

    whole = "\0".join(str(part) for part in parts).encode("utf-8", "surrogatepass")
    hexadecimal: str = blake2b(whole, digest_size=8).hexdigest()
    return hexadecimal


def _pairs(match: re.Match[str]) -> str:
    run = match[0]
    if len(run) < 2:
        return f" {run} "
    return f" {' '.join(run[at : at + 2] for at in range(len(run) - 1))} "
