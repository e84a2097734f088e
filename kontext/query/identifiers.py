"""Words of a query that are code: identifiers, paths, versions, oids.

Owns which words are searched as a phrase of their parts. Must not know how a phrase is searched.
"""

from __future__ import annotations

import re

from kontext.records import Record
from kontext.text import cjk_bigrams, identifier_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import Query

_WORDS = re.compile(r"\w+").findall
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)").sub  # don't is one word
_OID = re.compile(r"[0-9a-fA-F]{4,64}").fullmatch
MAX_IDENTIFIERS = 32  # a pasted page is no list of identifiers


class Identifier(Record):
    """A word whose parts, two or more in lower case, are a phrase in what is indexed."""

    word: str
    parts: tuple[str, ...]


def identifiers(query: Query) -> tuple[Identifier, ...]:
    """Return the words of a query to be searched as phrases first and as words second, each once.

    A code-shaped word gives its parts (`RunContext` -> run context); a word with `/`, `.`, `-` or the like inside gives
    its words, then its code-shaped words likewise. Parts are neither stemmed nor folded.
    """
    found: dict[Identifier, None] = {}
    for word in query.words:
        pieces = _WORDS(cjk_bigrams(_APOSTROPHE("", word)))
        if len(pieces) > 1:
            found[Identifier(word, tuple(piece.lower() for piece in pieces))] = None
        for piece in pieces:
            parts = identifier_parts(piece)
            if len(parts) > 1:
                found[Identifier(piece, tuple(parts))] = None
        if len(found) >= MAX_IDENTIFIERS:
            break
    return tuple(found)[:MAX_IDENTIFIERS]


def oid_prefix(word: str) -> str:
    """Return the word in lower case when it can be the beginning of an oid (4 to 64 hex digits), else ""."""
    return word.lower() if _OID(word) else ""
