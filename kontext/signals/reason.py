"""The sentence of a message that says why, as far as it is about the lines asked about.

Owns which sentence is taken, and when none is good enough: a wrong reason is worse than none. Must not know who shows
it. A message of many items is a list of changes, so an item only counts when it speaks of the lines.
"""

from __future__ import annotations

import re

from kontext.records import Record
from kontext.signals.explanation import explanation
from kontext.signals.languages import wording_table
from kontext.signals.purpose import searches
from kontext.text import STOP_WORDS, fold, identifier_parts, sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# What speaks for a sentence, and from where on it is a reason.
_RATIONALE, _PURPOSE, _CHOICE, _TROUBLE, _STRONG, _ABOUT = 3.0, 2.0, 1.5, 1.0, 0.5, 1.0
_MOST_ABOUT = 2
_ENOUGH = 2.0
_ENOUGH_ALONE = 1.0  # of the one sentence that a short message has
_LIST = 2  # so many items make a message a list of changes
_READ = 2500  # characters: what comes later is detail
_LONGEST = 400
_FEW = 3
_BULLET_COSTS, _LEANING_COSTS = 0.5, 1.5

_BULLET = re.compile(r"\s*(?:[-*+•o]|\(?\d{1,2}[.)])\s+")
_PREFIX = re.compile(r"^(?:\w+(?:\([^)]*\))?!?|[\w./-]+): +")
_RUN_ON = re.compile(r"\s[*-]\s.*\s[*-]\s")
_WORD = re.compile(r"[^\W\d_]\w{3,}")


class _Item(Record):
    """One sentence: `before` is the one it may lean on, "" at the start of a paragraph; paragraphs count from 0."""

    text: str
    is_bullet: bool
    before: str
    paragraph: int


def reason_sentence(subject: str, body: str, about: str = "") -> str:
    """Return the sentence of the body that carries the reason, on one line, without a bullet; "" when none does.

    `about` is what is asked about (the lines and their file): what stands below the first paragraph of a long
    message, and any item of a list, is their reason only when it shares a telling word with them.
    """
    items = list(_items(subject, body))
    is_list = sum(item.is_bullet for item in items) >= _LIST
    enough = _ENOUGH_ALONE if len(items) == 1 else _ENOUGH
    telling = _telling(about, subject, items)
    is_long = len(items) > _FEW
    best, chosen = 0.0, ""
    for item in items:
        shared = len(telling & _terms(item.text))
        is_aside = (is_list and item.is_bullet) or (is_long and item.paragraph > 0)
        if about and is_aside and not shared:
            continue
        weight, text = _weigh_item(item)
        weight += _ABOUT * min(_MOST_ABOUT, shared) if weight > 0 else 0.0
        if weight >= enough and weight > best and len(text) <= _LONGEST:
            best, chosen = weight, text
    return chosen


def _weigh_item(item: _Item) -> tuple[float, str]:
    """What speaks for a sentence, and the text it would be shown as."""
    plain = fold(item.text)
    if searches().remark(plain):
        return 0.0, ""
    weight = _weigh(item.text) - (_BULLET_COSTS if item.is_bullet else 0.0)
    if not searches().dangling(plain):
        return weight, item.text
    return (weight - _LEANING_COSTS, f"{item.before} {item.text}") if item.before else (0.0, "")


def _telling(about: str, subject: str, items: list[_Item]) -> set[str]:
    """Words of the lines that tell the parts of a message apart: those of its subject or of most parts do not."""
    terms = _terms(about) - _terms(subject)
    if len(items) < _FEW:
        return terms
    counts = {term: sum(term in _terms(item.text) for item in items) for term in terms}
    return {term for term, count in counts.items() if count <= len(items) / _FEW}


def subject_reason(subject: str) -> str:
    """Return the subject where it says why itself, or what was chosen over what; "" when it only names the change."""
    if _RUN_ON.search(subject):  # no blank line after it: Git took the whole first paragraph for the subject
        return ""
    plain = fold(_PREFIX.sub("", subject))
    ask = searches()
    found = wording_table().find(subject, is_subject=True)
    is_reason = ask.choice(plain) or _has_aim(plain, ask.purpose(plain))
    return subject if is_reason and not found.trivial else ""


def _has_aim(plain: str, found: re.Match[str] | None) -> bool:
    """A purpose after the change it is for: "add X to ease Y", not "allow Y" (which is the change) nor "should"."""
    return found is not None and found.start() > 0 and found[0].startswith(("to ", "so ", "for ", "because", "since"))


def _weigh(text: str) -> float:
    found = wording_table().find(text)
    ask = searches()
    plain = fold(text)
    told = (
        _RATIONALE * bool(found.rationale)
        + _PURPOSE * bool(ask.purpose(plain))
        + _CHOICE * bool(ask.choice(plain) or found.comparing)
    )
    if not told and ask.naming(plain):
        return 0.0
    hinted = _TROUBLE * bool(ask.trouble(plain)) + _STRONG * bool(found.strong or found.contrast or found.policy)
    return told + hinted


def _items(subject: str, body: str) -> Iterator[_Item]:
    """The sentences of a message, each with the one before it in its paragraph."""
    told = fold(subject)
    for number, paragraph in enumerate(re.split(r"\n\s*\n", explanation(body)[:_READ])):
        before = ""
        for sentence in sentences(paragraph):
            if "\n" in sentence or sentence.startswith((">", "|", "`" * 3, "<")):  # code, quotations, tables, tags
                before = ""
                continue
            bullet = _BULLET.match(sentence)
            text = sentence[bullet.end() :] if bullet else sentence
            if bullet:
                before = ""
            if fold(text) != told:
                yield _Item(text, bullet is not None, before, number)
            before = text


def _terms(text: str) -> set[str]:
    """The telling words of a text, parts of code words too, cut so that forms of a word meet."""
    terms: set[str] = set()
    for word in _WORD.findall(text):
        for part in (word, *identifier_parts(word)):
            folded = fold(part)
            if len(folded) > 3 and folded not in STOP_WORDS and folded not in _COMMON:
                terms.add(folded[:6])
    return terms


# Words of code and messages that tell nothing about what a line is for.
_COMMON = frozenset(
    "self this return test tests assert true false none null import from const class function def public private static"
    " void string name value values type types data file files line lines code error result path config default options"
    " option true make made change changes changed added adds when with that will should into also only more".split()
)
