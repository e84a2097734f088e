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
    from collections.abc import Iterator, Sequence

# What speaks for a sentence, and from where on it is a reason.
_RATIONALE, _PURPOSE, _CHOICE, _TROUBLE, _STRONG, _ABOUT = 3.0, 2.0, 1.5, 1.0, 0.5, 1.0
_HEADED, _HAPPENED = 2.0, 2.0
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
_HEADING = re.compile(
    r"(?:#{1,6} +(?P<mark>[^\n]+?)#*|\*\*(?P<bold>[^*\n]+)\*\*:?|(?P<label>[^\W\d_][\w ]{2,30}):) *(?:\n|\Z)"
)
_BARE = re.compile(r"([^\W\d_][\w ]{2,30})\n")  # its underline is gone with all rules
_LABEL = re.compile(r"([^\W\d_][\w ]{2,30}): ")
_TOKEN = re.compile(r"[^\s,;()&]+")
_REFERENCE = re.compile(r"[\w./-]*[#!]\d+|[A-Z][A-Z0-9]+-\d+|<?https?://\S+|[0-9a-f]{7,40}")
_REFERRING = frozenset(
    "fix fixes fixed close closes closed resolve resolves resolved ref refs reference references see also part of"
    " related relates to issue issues bug bugs pr prs gh ticket tickets link links and re cf in follow-up - * +".split()
)
_WORD = re.compile(r"[^\W\d_]\w{3,}")


class _Item(Record):
    """One sentence: `before` is the one it may lean on, "" at the start of a paragraph.

    Paragraphs count from 0, without those that only refer elsewhere; `is_headed` where its heading announces a reason.
    """

    text: str
    is_bullet: bool
    before: str
    paragraph: int
    is_headed: bool


def reason_sentence(subject: str, body: str, about: str = "") -> str:
    """Return the sentence of the body that carries the reason, on one line, without a bullet; "" when none does.

    `about` is what is asked about (the lines and their file): what stands below the first paragraph of a long
    message, and any item of a list, is their reason only when it shares a telling word with them.
    """
    paragraphs = re.split(r"\n\s*\n", explanation(body)[:_READ])
    items = list(_items(subject, paragraphs))
    is_list = sum(item.is_bullet for item in items) >= _LIST
    is_alone = len(items) == 1 and not any(map(_only_refers, paragraphs))
    enough = _ENOUGH_ALONE if is_alone else _ENOUGH
    telling = _telling(about, subject, items)
    is_long = len(items) > _FEW
    happened = _HAPPENED if _tells_what_happened(subject, items) else 0.0
    best, chosen = 0.0, ""
    for number, item in enumerate(items):
        shared = len(telling & _terms(item.text))
        is_aside = (is_list and item.is_bullet) or (is_long and item.paragraph > 0)
        if about and is_aside and not (shared or item.is_headed):
            continue
        weight, text = _weigh_item(item)
        weight += happened if number == 0 else 0.0
        weight += _ABOUT * min(_MOST_ABOUT, shared) if weight > 0 else 0.0
        if weight >= enough and weight > best and len(text) <= _LONGEST:
            best, chosen = weight, text
    return chosen


def _weigh_item(item: _Item) -> tuple[float, str]:
    """What speaks for a sentence, and the text it would be shown as."""
    plain = fold(item.text)
    if searches().remark(plain) or plain.endswith(":"):  # what follows a colon is the point
        return 0.0, ""
    weight = _weigh(item.text) + (_HEADED if item.is_headed else -_BULLET_COSTS * item.is_bullet)
    if not searches().dangling(plain):
        return weight, item.text
    return (weight - _LEANING_COSTS, f"{item.before} {item.text}") if item.before else (0.0, "")


def _tells_what_happened(subject: str, items: list[_Item]) -> bool:
    """Whether the message of a repair begins with what was, and goes on with what is done about it."""
    if len(items) < 2 or items[0].is_bullet or items[1].before != items[0].text:
        return False
    first, second = fold(items[0].text), fold(items[1].text)
    ask = searches()
    if not (ask.repair(fold(subject)) or ask.repair(fold(_PREFIX.sub("", subject)))):
        return False
    return bool(ask.happened(first) and ask.remedy(second)) and not (ask.naming(first) or ask.remedy(first))


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


def _items(subject: str, paragraphs: Sequence[str]) -> Iterator[_Item]:
    """The sentences of a message, each with the one before it in its paragraph."""
    told = fold(subject)
    number, is_headed = -1, False
    for whole in paragraphs:
        found, bare = _HEADING.match(whole), _BARE.match(whole)
        if found:
            is_headed = _announces(found[found.lastgroup or 0])
        elif bare and _announces(bare[1]):
            found, is_headed = bare, True
        paragraph = whole[found.end() :] if found else whole
        if not paragraph.strip() or _only_refers(paragraph):
            continue
        number += 1
        before = ""
        for sentence in sentences(paragraph):
            if "\n" in sentence or sentence.startswith((">", "|", "`" * 3, "<")):  # code, quotations, tables, tags
                before = ""
                continue
            bullet = _BULLET.match(sentence)
            text = sentence[bullet.end() :] if bullet else sentence
            if bullet:
                before = ""
            label = _LABEL.match(text)
            has_label = label is not None and _announces(label[1])
            if fold(text) != told:
                yield _Item(text, bullet is not None, before, number, is_headed or has_label)
            before = text


def _announces(heading: str) -> bool:
    """Whether a reason stands below a heading."""
    return searches().heading(fold(heading).strip(" ?:")) is not None


def _only_refers(paragraph: str) -> bool:
    """Whether a paragraph is nothing but numbers of issues, links and the words around them."""
    words = [word.rstrip(".:") for word in _TOKEN.findall(paragraph)]
    references = [word for word in words if _REFERENCE.fullmatch(word)]
    return bool(references) and all(_REFERENCE.fullmatch(word) or word.lower() in _REFERRING for word in words)


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
