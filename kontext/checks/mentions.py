"""What commits say about records, kept apart from whether it still holds.

Owns the facts of a commit (`Mention`). They follow from its message and from the tokens alone, so they are read once
and never go stale; whether the records named are there and in force is a question of now (verdicts.py). A refresh keeps
the facts, which is why this floor lies below it and knows no index. What the configuration demands of every commit is
no fact of a message, and is left to ranges.py.
"""

from __future__ import annotations

from kontext.checks.cleanup import COMMENT, VERBATIM, Cleanup, clean
from kontext.checks.diagnosis import Unread, find_unread, may_name_records
from kontext.checks.messages import SQUASHED
from kontext.checks.verdicts import ALWAYS, RECORD, TEXT
from kontext.git.messages import read_messages
from kontext.model import Mention
from kontext.trailers import parse_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kontext.git.repo import Repo
    from kontext.model import Oid, Trailer

_STORED = Cleanup(VERBATIM)


MOST = 100  # trailers of a commit that are kept, and as many lines that Git does not read


def may_mention(subject: str, body: str, tokens: Mapping[str, str]) -> bool:
    """Tell, in about a microsecond for most messages, whether a commit may have mentions. False is certain.

    `tokens` are those that name records (tokens.py). A subject may be several lines that Git folded into one.
    """
    if not _has_word(body, tokens):
        return _has_word(subject, tokens)
    return _has_word(subject, tokens) or may_name_records(clean(f"S\n\n{body}", _STORED), tokens)


def read_mentions(repo: Repo, oids: Sequence[Oid], tokens: Mapping[str, str]) -> dict[Oid, tuple[Mention, ...]]:
    """Return the mentions of each commit, through two processes for some hundreds of them.

    Of a message over 64 Ki characters its beginning and its end count (git/bounded.py), so that a refresh takes a
    known time whatever messages hold.
    """
    messages = read_messages(repo, oids)
    readings = parse_texts(repo, list(messages.values()))
    return {
        oid: mentions_of(message, read, tokens) for (oid, message), read in zip(messages.items(), readings, strict=True)
    }


def mentions_of(message: str, read: Sequence[Trailer], tokens: Mapping[str, str]) -> tuple[Mention, ...]:
    """Return the mentions of a stored message, given the trailers that Git reads: first those, then the others."""
    found = [Mention(one.token, one.value) for one in read if one.token.casefold() in tokens]
    return (*found[:MOST], *_unread(message, read, tokens)[:MOST])


def _unread(message: str, read: Sequence[Trailer], tokens: Mapping[str, str]) -> list[Mention]:
    """The lines that Git does not read, for any records there may be.

    What is meant as a trailer hangs on which values name records, so it is asked for none of them and for all.
    """
    cleaned = clean(message, _STORED)
    is_squash = any(words in message for words in SQUASHED)

    def lines(names_record: bool, free_text: bool) -> dict[int, Unread]:
        resolve = _as_it_is if names_record else _nothing
        found = find_unread(cleaned, read, tokens, resolve, free_text=free_text, is_squash=is_squash)
        # A comment loses nothing that a program would read elsewhere: that is advice to its author only.
        return {one.number: one for one in found if one.reason != COMMENT}

    every = lines(names_record=True, free_text=False)
    if not every:
        return []
    always, texts = lines(names_record=False, free_text=False), lines(names_record=False, free_text=True)

    def when(at: int) -> str:
        return ALWAYS if at in always else TEXT if at in texts else RECORD

    return [Mention(*one.trailer, one.text, one.reason, one.why, when(at)) for at, one in every.items()]


def _has_word(text: str, tokens: Mapping[str, str]) -> bool:
    """Whether a token stands in a text, in any case, with any accents or none."""
    if text.isascii():
        text = text.lower()
    else:
        import unicodedata

        plain = unicodedata.normalize("NFKD", text)
        text = f"{text}\n{''.join(char for char in plain if not unicodedata.combining(char))}".casefold()
    return any(token in text for token in tokens)


def _as_it_is(value: str) -> str:
    return value


def _nothing(value: str) -> str:
    return ""
