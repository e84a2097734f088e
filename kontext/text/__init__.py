"""Plain text: identifiers, folding, slugs, digests, sentences, snippets, days, the noise of messages.

Owns what can be said about text without knowing where it comes from. Pure: no file, no clock, no environment.
"""

from __future__ import annotations

from kontext.text.dates import DAY, day_start, parse_day
from kontext.text.encoding import file_text, is_binary, not_utf8, wide_encoding
from kontext.text.folding import cjk_bigrams, digest, fold, fold_aligned, prepare, slug, valid_text
from kontext.text.identifiers import expand_identifiers, identifier_parts, split_identifier
from kontext.text.messages import BODY_LENGTH, clean_body, is_bot
from kontext.text.passages import ELLIPSIS, SNIPPET_LENGTH, first_sentences, sentences, shorten, snippet
from kontext.text.stopwords import STOP_WORDS

__all__ = [
    "BODY_LENGTH",
    "DAY",
    "ELLIPSIS",
    "SNIPPET_LENGTH",
    "STOP_WORDS",
    "cjk_bigrams",
    "clean_body",
    "day_start",
    "digest",
    "expand_identifiers",
    "file_text",
    "first_sentences",
    "fold",
    "fold_aligned",
    "identifier_parts",
    "is_binary",
    "is_bot",
    "not_utf8",
    "parse_day",
    "prepare",
    "sentences",
    "shorten",
    "slug",
    "snippet",
    "split_identifier",
    "valid_text",
    "wide_encoding",
]
