"""The query language: from what was typed to a Query.

Owns the syntax, the names of kinds and statuses it accepts, and which words are code. Must not know the index that
answers, the records or Git. Whatever text is given, only a filter with an impossible value is an error.
"""

from __future__ import annotations

from kontext.query.dates import parse_since, parse_until
from kontext.query.identifiers import Identifier, identifiers, oid_prefix
from kontext.query.parse import parse
from kontext.query.values import KIND_ALIASES, KINDS, resolve_kinds

__all__ = [
    "KINDS",
    "KIND_ALIASES",
    "Identifier",
    "identifiers",
    "oid_prefix",
    "parse",
    "parse_since",
    "parse_until",
    "resolve_kinds",
]
