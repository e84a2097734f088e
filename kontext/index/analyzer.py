"""How text becomes terms.

Owns the tokenizers' names and definitions. Tantivy does not save them: they are registered at every open.
Must not know fields or documents. Identifier parts and CJK bigrams are made before, by `kontext.text.prepare`,
since a tokenizer filter cannot add them. Chosen by measurement: docs/decisions/2026-11-30-ranking-of-commits.md.
"""

from __future__ import annotations

import tantivy

from kontext.text import STOP_WORDS

WORDS = "words"  # natural language: stop words out, stems
NAMES = "names"  # file names and authors: no stemming

# Tantivy's stemmers, by the configured index.language; "none" indexes words as they are.
STEMMERS = (
    "arabic danish dutch english finnish french german greek hungarian italian norwegian portuguese romanian russian"
    " spanish swedish tamil turkish"
).split()

_LONGEST = 60


def analyzers(language: str) -> dict[str, tantivy.TextAnalyzer]:
    """Return every analyzer of the schema, by name."""
    return {WORDS: _words(language), NAMES: _base().build()}


def register(index: tantivy.Index, made: dict[str, tantivy.TextAnalyzer]) -> None:
    """Make the analyzers known to an index that was just opened or created."""
    for name, analyzer in made.items():
        index.register_tokenizer(name, analyzer)


def _base() -> tantivy.TextAnalyzerBuilder:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.regex(r"\w+"))
    builder = builder.filter(tantivy.Filter.remove_long(_LONGEST)).filter(tantivy.Filter.lowercase())
    return builder.filter(tantivy.Filter.ascii_fold())


def _words(language: str) -> tantivy.TextAnalyzer:
    builder = _base().filter(tantivy.Filter.custom_stopword(list(STOP_WORDS)))
    if language in STEMMERS:
        builder = builder.filter(tantivy.Filter.stemmer(language))
    return builder.build()
