"""The words decision records are written in: one data file per language, compiled here into lookup tables.

Owns folding (how a label, a status word or a heading is compared) and the tables. Must not know any file format.
A new language is one file of the same shape and one name in `LANGUAGES`.
"""

from __future__ import annotations

import re
import unicodedata

from kontext.store.words import (
    chinese,
    czech,
    danish,
    dutch,
    english,
    finnish,
    french,
    german,
    hungarian,
    italian,
    japanese,
    korean,
    norwegian,
    polish,
    portuguese,
    russian,
    slovak,
    spanish,
    swedish,
    turkish,
    ukrainian,
)

LANGUAGES = (english, german, french, spanish, portuguese, italian, dutch, swedish, danish, norwegian, finnish, czech, slovak, polish, russian, ukrainian, hungarian, turkish, japanese, chinese, korean)

# Letters that Unicode does not decompose, yet people type without their stroke or as two letters.
_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_NOISE = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """Return `text` for comparison: no case, diacritics, emphasis, emoji, punctuation; words apart by one space."""
    plain = text.casefold().translate(_STROKES)
    if not plain.isascii():
        parts = unicodedata.normalize("NFKD", plain)
        plain = unicodedata.normalize("NFC", "".join(c for c in parts if unicodedata.category(c) not in ("Mn", "Cf")))
    return _NOISE.sub(" ", plain).strip()


def _words(text: str) -> list[str]:
    """The words of one entry of a language file."""
    return [word for part in text.split(",") if (word := part.strip())]


def _table(name: str) -> dict[str, str]:
    """Folded word -> key, over all languages; the first language to claim a word keeps it."""
    table: dict[str, str] = {}
    for language in LANGUAGES:
        for key, words in getattr(language, name).items():
            for word in _words(words):
                table.setdefault(fold(word), key)
    return table


def _set(name: str) -> frozenset[str]:
    """All folded words of a list, over all languages."""
    return frozenset(fold(word) for language in LANGUAGES for word in _words(getattr(language, name)))


# word -> what it names
FIELDS = _table("FIELDS")
STATUSES = _table("STATUSES")
SECTIONS = _table("SECTIONS")
# Verbs keep their spelling: they are searched inside running text, "…" marks where the reference stands.
LINKS = {
    verb: field
    for language in reversed(LANGUAGES)
    for field, verbs in language.LINKS.items()
    for verb in _words(verbs)
}
FOLDERS = _set("FOLDERS")  # names of folders that hold decisions
TEMPLATES = _set("TEMPLATES")  # "template", "example"
NEGATIONS = _set("NEGATIONS")  # what turns "accepted" into "rejected"
NOTHING = _set("NOTHING")  # what stands for an empty value
PARTLY = _set("PARTLY")  # what makes a supersession none
DECISION_STEMS = tuple(sorted(_set("DECISION")))  # how a heading speaks of a decision, in any form
MONTHS = {
    fold(word): number
    for language in reversed(LANGUAGES)
    for number, names in enumerate(language.MONTHS.split(","), 1)
    for word in names.split("/")
    if word.strip()
}
STATUS_LABELS = frozenset(word for language in LANGUAGES for word in _words(language.FIELDS["status"]))
