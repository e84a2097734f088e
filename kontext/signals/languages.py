"""The languages whose wording is known.

Owns the list: a language is one file and one line here. Must not know what wording is worth.
"""

from __future__ import annotations

from kontext.signals.wording import Table

_tables: list[Table] = []


def wording_table() -> Table:
    """Return the table of all languages, made at the first call."""
    if not _tables:
        from kontext.signals.english import ENGLISH
        from kontext.signals.slovak import SLOVAK

        languages = {"en": ENGLISH, "sk": SLOVAK}
        _tables.append(Table(tuple(languages.values())))
    return _tables[0]
