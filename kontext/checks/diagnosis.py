"""Trailers that Git will not read: which lines, why, and the message as it should be.

Owns the verdict on a message's trailers. What is read is Git's own answer; the model of paragraphs only explains it.
Pure: must not ask Git, records or the configuration; the readings come in.
"""

from __future__ import annotations

from kontext.checks.candidates import (
    BAD_TOKEN,
    INDENTED,
    MARKED,
    NO_COLON,
    Candidate,
    find_candidate,
    is_like_id,
)
from kontext.checks.cleanup import COMMENT, SCISSORS, Cleaned, Dropped, is_blank
from kontext.checks.paragraphs import DEFAULT_COMMENT, TRAILER, Paragraph, is_trailer_line, split_paragraphs
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kontext.checks.candidates import Resolve
    from kontext.model import Trailer

# Why a line in a trailer's form is not read, by where it stands.
SUBJECT, TITLE, BODY, MIXED, JOINED, SHARE, UNKNOWN = "subject", "title", "body", "mixed", "joined", "share", "unknown"
_COMMENTS = "#;@!$%^&|:/ \t"
_FOLDS = (" ", "\t")
_PATCH = ("+", "-", " ", "@")  # what the lines of a patch begin with
NOT_FIXED = (SUBJECT, COMMENT)  # what was meant is for its author to say


class Unread(Record):
    """A line meant as a trailer that Git does not read. `why` is one sentence; `culprit` the line at fault, or ""."""

    number: int  # in the message file, 1-based
    text: str
    trailer: tuple[str, str]  # what was meant; a value that names records as their full ids
    reason: str
    why: str
    culprit: str = ""
    at: int = -1  # index in the cleaned lines, -1 for lines that are left out
    shown: tuple[str, ...] = ()  # its paragraph: one tuple for all its lines, however many they are


def find_unread(
    cleaned: Cleaned,
    read: Sequence[Trailer],
    tokens: Mapping[str, str],
    resolve: Resolve,
    *,
    free_text: bool = False,
    is_squash: bool = False,
) -> list[Unread]:
    """Return the lines meant as trailers that Git did not read, in their order.

    `read` is Git's reading of the cleaned message, `tokens` those that name records (folded -> as written), `resolve`
    returns full ids for a value that names records, "" for others. With `free_text` a sentence is a value, too. A
    squash message holds the messages of several commits, indented by some tools: each paragraph is looked at.
    """
    paragraphs = split_paragraphs(cleaned.lines)
    left: dict[tuple[str, str], int] = {}
    for trailer in read:
        key = (trailer.token.casefold(), " ".join(trailer.value.split()))
        left[key] = left.get(key, 0) + 1
    found: list[Unread] = []
    for paragraph in reversed(paragraphs):
        setting: _Setting | None = None
        for at in reversed(paragraph.indexes):
            candidate = find_candidate(cleaned.lines[at], tokens, resolve)
            if candidate is None or _take(left, cleaned.lines, at):
                continue
            setting = setting or _setting(cleaned.lines, paragraphs, paragraph)
            if _is_meant(candidate, setting, at, free_text, is_squash):
                found.append(_unread(cleaned, candidate, setting, at))
    found.reverse()
    return found + [one for dropped in _left_out(cleaned) if (one := _dropped(dropped, tokens, resolve))]


def may_name_records(cleaned: Cleaned, tokens: Mapping[str, str]) -> bool:
    """Tell, without knowing any record, whether some line may be a trailer that names one. False is certain."""
    lines = [*cleaned.lines, *(dropped.text.lstrip(_COMMENTS) for dropped in _left_out(cleaned))]
    return any(
        line.partition(":")[0].strip().casefold() in tokens or find_candidate(line, tokens, str) for line in lines
    )


def _left_out(cleaned: Cleaned) -> Iterator[Dropped]:
    """What is no part of the message, and comments in it that every reader looks past; no lines of a patch."""
    for number, line in zip(cleaned.numbers, cleaned.lines, strict=True):
        if line.startswith(DEFAULT_COMMENT):
            yield Dropped(number, line, COMMENT)
    for dropped in cleaned.dropped:
        if dropped.why == COMMENT or dropped.text[:1] not in _PATCH:
            yield dropped


def _dropped(dropped: Dropped, tokens: Mapping[str, str], resolve: Resolve) -> Unread | None:
    line = dropped.text.lstrip(_COMMENTS) if dropped.why == COMMENT else dropped.text
    candidate = find_candidate(line, tokens, resolve)
    if candidate is None or not candidate.is_certain or candidate.fault not in ("", NO_COLON):
        return None
    meant = (candidate.token, candidate.value)
    return Unread(dropped.number, dropped.text, meant, dropped.why, _WHY[dropped.why], shown=(dropped.text,))


class _Setting(Record):
    """What all lines of a paragraph have in common, found out once for them."""

    lines: Sequence[str]
    paragraph: Paragraph
    shown: tuple[str, ...]
    prose: Sequence[int]
    trailers: int
    is_title: bool
    is_last: bool
    last: int  # where the last paragraph of the message begins


def _setting(lines: Sequence[str], paragraphs: Sequence[Paragraph], paragraph: Paragraph) -> _Setting:
    shown = tuple(lines[paragraph.first : paragraph.last + 1])
    is_title, is_last = paragraph is paragraphs[0], paragraph is paragraphs[-1]
    count = paragraph.count(TRAILER)
    return _Setting(lines, paragraph, shown, paragraph.prose(), count, is_title, is_last, paragraphs[-1].first)


def _take(left: dict[tuple[str, str], int], lines: Sequence[str], at: int) -> bool:
    """Tell whether Git read this line, and take the trailer off the list; what is folded below belongs to its value."""
    if not is_trailer_line(lines[at]):
        return False
    token, _, value = lines[at].partition(":")
    words = value.split()
    for below in range(at + 1, len(lines)):
        if lines[below][:1] not in _FOLDS or is_blank(lines[below]):
            break
        words += lines[below].split()
    wanted = (token.strip().casefold(), " ".join(words))
    count = left.get(wanted, 0)
    if count:
        left[wanted] = count - 1
    return count > 0


def _is_meant(candidate: Candidate, setting: _Setting, at: int, free_text: bool, is_squash: bool) -> bool:
    """Tell a trailer gone wrong from prose."""
    if candidate.is_certain:
        return candidate.fault not in (MARKED, INDENTED) or setting.is_last or is_squash
    if candidate.fault:
        return False
    if is_like_id(candidate.value):
        return True
    if not setting.is_last or at == 0:
        return False
    return free_text or " " not in candidate.value


def _unread(cleaned: Cleaned, candidate: Candidate, setting: _Setting, at: int) -> Unread:
    reason, culprit, why = _reason(candidate, setting, at)
    meant = (candidate.token, candidate.value)
    return Unread(cleaned.numbers[at], cleaned.lines[at], meant, reason, why, culprit, at, setting.shown)


def _reason(candidate: Candidate, setting: _Setting, at: int) -> tuple[str, str, str]:
    """Return (reason, culprit, sentence)."""
    lines, paragraph, prose = setting.lines, setting.paragraph, setting.prose
    line = lines[at]
    if candidate.fault == BAD_TOKEN:
        return BAD_TOKEN, line, f'"{line.partition(":")[0].strip()}" is no token: {_bad_letters(line)}.'
    if candidate.fault in _WHY and (candidate.fault == NO_COLON or setting.is_last):
        return candidate.fault, line, _WHY[candidate.fault]
    if setting.is_title:
        reason = SUBJECT if at == paragraph.first else TITLE
        return reason, lines[0], _WHY[reason]
    if not setting.is_last:
        return BODY, lines[setting.last], _WHY[BODY]
    if not prose:
        return UNKNOWN, "", _WHY[UNKNOWN]
    culprit = lines[prose[0]]
    if paragraph.has_git_line:
        count = setting.trailers
        share = f"only {count} of the {count + len(prose)} lines of its paragraph are trailers, less than a quarter"
        return SHARE, culprit, f"{share}, so Git reads none of them."
    if prose[-1] < at and paragraph.role(paragraph.first) != TRAILER:
        return JOINED, lines[prose[-1]], "no blank line stands above it, so Git takes it for prose."
    detail = f" ({_bad_letters(culprit)})" if _is_bad_token(culprit) else ""
    return (
        MIXED,
        culprit,
        f'"{culprit.strip()}" is not a trailer{detail}, so Git does not read this paragraph as trailers.',
    )


def _is_bad_token(line: str) -> bool:
    token, colon, value = line.partition(":")
    return bool(colon and value[:1] in ("", " ") and 0 < len(token) <= 40 and len(token.split()) <= 3)


def _bad_letters(line: str) -> str:
    token = line.partition(":")[0].strip()
    if not token.isascii():
        return "Git's tokens have no letters outside ASCII"
    if "_" in token:
        return "Git's tokens have no underscore, but may have a dash"
    if " " in token:
        return "Git's tokens have no blank, but may have a dash"
    return "Git's tokens have letters, digits and dashes only"


_WHY = {
    SUBJECT: "it is the subject: Git reads trailers from the last paragraph, below the subject and a blank line.",
    TITLE: "no blank line stands between it and the subject, so Git takes it for a part of the subject.",
    BODY: "it is in the body; not a Git trailer. Git reads trailers in the last paragraph only.",
    UNKNOWN: "Git does not read this paragraph as trailers.",
    MARKED: "it begins with a mark; a trailer's line begins with its token.",
    INDENTED: "it is indented, so Git takes it for a continuation of the line above.",
    NO_COLON: "a colon stands between token and value, not an equals sign.",
    COMMENT: "it is a comment, and the commit will not hold it.",
    SCISSORS: "it is below the scissors line, and the commit will not hold what is there.",
}
