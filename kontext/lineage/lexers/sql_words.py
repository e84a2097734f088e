"""Which words of SQL are key words, and where the case of one that may also be a name is looks.

By the standard key words and names without quotes have no case. Engines keep that for key words and for columns, but
some (MySQL on Linux, BigQuery) tell tables and aliases apart by their case, and many hand a label on as it was written
after AS. Formatters write in capitals whatever they take for a key word, `type` and `version` among them.
So the case of such a word is looks where no table or label can stand, when the whole text spells it in one way and
nowhere in quotes; any other name keeps its case. Must not know how a text is cut into tokens.
"""

from __future__ import annotations

from kontext.lineage.lexers.stream import STRING, words

RESERVED = words(
    "add all alter and any as asc begin between by case cast check column commit constraint create cross current "
    "default delete desc distinct drop else end except exists foreign from full grant group having if ilike in index "
    "inner insert intersect into is join key left like limit not null offset on or order outer over partition primary "
    "procedure references returning revoke right rollback select set table then to true false union unique update "
    "using values when where with bigint bigserial boolean bytea decimal int integer interval jsonb numeric precision "
    "smallint timestamptz tinyint varchar"
)
_KEYWORDS = words(
    "function replace row rows temporary trigger view cascade comment concurrently database double extension language "
    "lateral materialized real recursive restrict returns schema sequence serial timestamp uuid"
)
_WORDS = words(
    "absolute action admin after always before breadth catalog chain characteristics class collation condition "
    "connection constructor contains continue data date day depth deferred degree derived description domain equals "
    "exclude excluded final first flag following format found general generated global granted hierarchy hour "
    "immediate implementation initially input instance isolation json label last length level library link local "
    "location locator map matched minute mode module month more name names nesting next normalized number object "
    "option options ordering ordinality others output overriding owner pad parameter partial path place placing "
    "position preceding preserve prior privileges public read relative repeatable role routine scope second section "
    "security serializable session sets simple size source space specific state statement structure style text time "
    "transaction type uncommitted under unnamed usage user value version work write year zone"
)
_QUOTED = (STRING + '="', STRING + "=`")  # how a name in quotes starts
_TABLE_BEFORE = words("from join into update table references truncate only view trigger function database schema")
_CLAUSES = words("select from where group order having on set values into update join using limit add column returning")
_TABLE_CLAUSES = words("from join into update")
_NAMES_FOLLOW = words("grant revoke trigger policy rule function procedure")  # up to the end of the statement


def fold(texts: list[str]) -> None:
    """Write key words in small letters, in place."""
    spellings: dict[str, set[str]] = {}
    for text in texts:
        lower = text.lower()
        if lower in _WORDS:
            spellings.setdefault(lower, set()).add(text)
        elif text[:3] in _QUOTED and lower[3:-1] in _WORDS:
            spellings.setdefault(lower[3:-1], set()).update(("", text))
    steady = {
        word for word, found in spellings.items() if len(found) == 1 and (min(found).islower() or min(found).isupper())
    }
    clauses = [""]
    is_named = False
    for at, text in enumerate(texts):
        lower = text.lower()
        if text == "(":
            clauses.append("")
        elif text == ")" and len(clauses) > 1:
            clauses.pop()
        elif text == ";":
            clauses, is_named = [""], False
        if lower in RESERVED or (
            (lower in _KEYWORDS or lower in steady) and not _may_be_table(texts, at, clauses[-1], is_named)
        ):
            texts[at] = lower
        if lower in _CLAUSES:
            clauses[-1] = lower
        is_named = is_named or lower in _NAMES_FOLLOW


def _may_be_table(texts: list[str], at: int, clause: str, is_named: bool) -> bool:
    """Whether the name of a table, an alias or a label may stand at a place."""
    after = texts[at + 1] if at + 1 < len(texts) else ";"
    start = at
    while start > 1 and texts[start - 1] == ".":
        start -= 2
    before = texts[start - 1] if start else ";"
    if before in ("create", "or", "replace", "drop", "alter", "temporary", ";") and start == at:
        return False  # the word says what the statement is about
    return after in (".", "(") or before == "as" or before in _TABLE_BEFORE or clause in _TABLE_CLAUSES or is_named
