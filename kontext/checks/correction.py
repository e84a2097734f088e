"""The message as it should be, so that Git reads every trailer that was meant.

Owns how lines are moved: what is a trailer goes to the last paragraph, all other words stay as they are. Pure:
whether Git reads the result is for the caller to ask.
"""

from __future__ import annotations

from kontext.checks.cleanup import SCISSORS, is_blank
from kontext.checks.diagnosis import NOT_FIXED, Unread
from kontext.checks.paragraphs import FOLDED, TRAILER, Paragraph, is_trailer_line, looks_like_block, split_paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def corrected_message(lines: Sequence[str], unread: Sequence[Unread]) -> str:
    """Return a cleaned message with its unread trailers in the last paragraph, each once; "" when none can be moved.

    Trailers that stand together move together, and a block that is there already takes them in, above its own.
    """
    wrong = {one.at: one for one in unread if one.at >= 0 and one.reason not in NOT_FIXED}
    if not wrong and not any(one.reason == SCISSORS for one in unread):
        return ""
    moved: dict[int, str] = {}
    paragraphs = split_paragraphs(lines)
    for paragraph in paragraphs:
        is_text = bool(paragraph.prose()) and paragraph is not paragraphs[0] and paragraph is not paragraphs[-1]
        for at in _moving(lines, paragraph, wrong, is_text):
            moved[at] = _written(wrong[at]) if at in wrong else lines[at]
    rest = _squeeze([line for at, line in enumerate(lines) if at not in moved])
    block = [moved[at] for at in sorted(moved)]
    block += [_written(one) for one in unread if one.reason == SCISSORS]
    return "".join(f"{line}\n" for line in _join(rest, block)) if rest else ""


def _moving(lines: Sequence[str], paragraph: Paragraph, wrong: dict[int, Unread], is_text: bool) -> list[int]:
    """The lines of a paragraph that move: those at fault, what is folded below them, and the trailers beside them.

    Amid the text of a message (`is_text`) only the lines at fault do.
    """
    shaped: set[int] = set()
    for at in paragraph.indexes:
        role = paragraph.role(at)
        is_beside = role == TRAILER and not is_text and "://" not in lines[at].split(" ", 1)[0]
        if at in wrong or is_beside or (role == FOLDED and at - 1 in shaped):
            shaped.add(at)
    if paragraph.first == 0:
        shaped.discard(0)
    moving: set[int] = set()
    for start in shaped & wrong.keys():
        for step in (1, -1):
            at = start
            while at in shaped:
                moving.add(at)
                at += step
    return sorted(moving)


def _written(one: Unread) -> str:
    return f"{one.trailer[0]}: {one.trailer[1]}"


def _squeeze(lines: Sequence[str]) -> list[str]:
    """Without the blank lines that stood around what has gone."""
    kept: list[str] = []
    for line in lines:
        if not (is_blank(line) and (not kept or is_blank(kept[-1]))):
            kept.append(line)
    while kept and is_blank(kept[-1]):
        kept.pop()
    return kept


def _join(rest: list[str], block: list[str]) -> list[str]:
    paragraphs = split_paragraphs(rest)
    last = paragraphs[-1] if len(paragraphs) > 1 else None
    if last is None or not looks_like_block(rest, last):
        return [*rest, "", *_each_once(block, ())]
    head, there = rest[: last.first], rest[last.first :]
    return [*head, *_each_once(block, there), *there]


def _each_once(block: Sequence[str], there: Sequence[str]) -> list[str]:
    """A trailer that two commits carried stands once; folded lines stay with theirs."""
    seen = {_plain(line) for line in there}
    kept: list[str] = []
    keeps = True
    for line in block:
        if is_trailer_line(line):
            keeps = _plain(line) not in seen
            seen.add(_plain(line))
        if keeps:
            kept.append(line)
    return kept


def _plain(line: str) -> tuple[str, str]:
    token, _, value = line.partition(":")
    return token.strip().casefold(), " ".join(value.split())
