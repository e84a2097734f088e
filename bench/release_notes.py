"""Items of release notes, and the plain question each of them holds.

Owns the forms of notes (Markdown lists, reStructuredText lists, one fragment a file as towncrier has them), which
numbers in them are tickets, and the removal of numbers, links and names. Must not know commits or scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

SHORTEST = 4  # content words of a question

_BULLET = re.compile(r"^(?P<indent>[ \t]*)(?P<sign>[-*+]|\d+\.)[ \t]+(?P<text>\S.*)$")
_HEADING = re.compile(r"^#{1,6}\s|^([=\-~^\"'`])\1{2,}\s*$")
_REFERENCE = re.compile(r"^\[[^\]]+\]:\s")
_COMMENT = re.compile(r"<!--.*?-->", re.S)

# A ticket of this repository: never `other/repo#12`.
_HASH = re.compile(r"(?<![\w/&])(?:#|\bgh-)(\d{1,6})\b", re.I)
_ROLE_TICKET = re.compile(r":(?:issue|issues|pr|pull|gh|ticket|bug):`#?(\d{1,6})`")
_QUALIFIED = re.compile(r"\b([\w.-]+/[\w.-]+)#(\d{1,6})\b")
_ADDRESS = re.compile(r"https?://github\.com/([\w.-]+/[\w.-]+)/(?:issues|pull)/(\d{1,6})")

_TICKET_TEXT = re.compile(r"^(?:[\w.-]+/[\w.-]+)?(?:#|gh-)\d+$|^`?[0-9a-f]{7,40}`?$|^@[\w-]+$|^GHSA-|^CVE-", re.I)
_CREDIT = re.compile(
    r"(?:[-–—,;(]\s*|\.\s+|\s)(?:(?:patch|reported|contributed|fixed|submitted|implemented|original(?:ly)?)\s+)?"
    r"(?:by|thanks(?:\s+to)?)\s+@.*$",
    re.I,
)
_CREDIT_SENTENCE = re.compile(
    r"(?:^|(?<=[.!?)])\s+|\s[-–—]+\s)(?:patch|reported|contributed|contribution|thanks)\b[^.]*(?:by|to)\b[^.]*\.?$",
    re.I,
)
_POINTER = re.compile(
    r"[\s,;.–—-]*\b(?:fix(?:es|ed)?|clos(?:es|ed|e)|resolv(?:es|ed|e)|see(?:\s+also)?|refs?|issues?|via|by|for|in|and|pr|"
    r"prs|pulls?|pull\s+requests?|tracked\s+in)[\s:]*\x00(?:[\s,;&]*(?:and\b)?[\s,;&]*\x00)*",
    re.I,
)
# "(#12)", "(Issue #12, jdoe)": at most three words beside what is gone
_EMPTY_BRACKETS = re.compile(r"[(\[](?=[^()\[\]]*\x00)[^\w()\[\]]*(?:\w[\w.-]*[^\w()\[\]]*){0,3}[)\]]")
# "… #12 by Jane Doe" at the end
_SIGNED = re.compile(r"(?:\x00[\s)\].,;]*)+by\s+[^.]{1,40}\.?$|(?<=[\s.)])by(?:\s+[A-Z][\w'-]*\.?){2,3}[\s.)]*$")
_MERGED = re.compile(r"^Merge[sd]?\b.*\b(?:from|pull|branch)\b", re.I)
_CODE = re.compile(r"(`+[^`]*`+)")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)\s+(?=[A-Z\"'(])")
_GONE = "\x00"  # where a ticket, link or name was

STOP = frozenset(
    "a about above after again all also an and any are as at be been before but by can could did do does for from had "
    "has have how if in instead into is it its just may more most must no nor not now of off on once only or other our "
    "out over own same should so some such than that the their them then there these they this to too under until up "
    "use used using was we were what when where which while who will with would you your".split()
)


class Item(NamedTuple):
    """One item of the notes: its text as written and the tickets of this repository that it names."""

    text: str
    tickets: tuple[int, ...]


def iter_items(text: str, repo: str) -> Iterator[Item]:
    """Yield the items of a notes file in order; `repo` is its owner/name.

    A bullet below a bullet that names a ticket belongs to it and is passed over, so that a detail never stands for a
    change of its own.
    """
    above: list[tuple[int, bool]] = []  # open bullets: indentation, names a ticket
    for indent, lines in _bullets(_COMMENT.sub("", text)):
        while above and above[-1][0] >= indent:
            above.pop()
        item = Item("\n".join(lines), tickets_of("\n".join(lines), repo))
        is_detail = any(named for _, named in above)
        above.append((indent, bool(item.tickets)))
        if item.tickets and not is_detail:
            yield item


def fragment_item(name: str, text: str, repo: str) -> Item | None:
    """The item of a fragment file, `4711.bugfix.rst`: its name is its ticket. None for other files."""
    named = re.match(r"^(\d{1,6})\.[a-z-]+(?:\.\d+)?(?:\.(?:rst|md|txt))?$", name)
    if not named:
        return None
    return Item(text.strip(), tuple(sorted({int(named[1]), *tickets_of(text, repo)})))


def tickets_of(text: str, repo: str) -> tuple[int, ...]:
    """Numbers of this repository's tickets in a text, ascending."""
    found = {int(number) for owner, number in _ADDRESS.findall(text) if owner.lower() == repo.lower()}
    text = re.sub(r"https?://\S+", " ", text)
    found |= {int(number) for owner, number in _QUALIFIED.findall(text) if owner.lower() == repo.lower()}
    # `[pull/12](…)` in other projects' notes is no number of ours: only the forms above and these two count.
    found |= {int(number) for number in _ROLE_TICKET.findall(text)}
    found |= {int(number) for number in _HASH.findall(_QUALIFIED.sub(" ", text))}
    return tuple(sorted(found))


def question(text: str) -> str:
    """The first sentence of an item without numbers, links and names; "" when too little is left of it.

    A sentence of fewer than four content words takes the next one with it; one that announces a list says nothing.
    """
    plain = _without_marks(text.split("\n\n")[0])
    if _MERGED.match(plain):
        return ""
    asked = ""
    for sentence in _SENTENCE_END.split(plain):
        asked = f"{asked} {sentence}".strip()
        if len(content_words(asked)) >= SHORTEST:
            return "" if asked.endswith(":") else asked
    return ""


def content_words(text: str) -> set[str]:
    """Distinct lower-case words that carry meaning: no stop words, single letters or bare numbers."""
    words = re.findall(r"\w+", text.lower())
    return {word for word in words if len(word) > 1 and word not in STOP and not word.isdigit()}


def overlap(one: str, other: str) -> float:
    """Overlap coefficient of two texts' content words: shared ones over the smaller set."""
    left, right = content_words(one), content_words(other)
    return len(left & right) / min(len(left), len(right)) if left and right else 0.0


def _bullets(text: str) -> Iterator[tuple[int, list[str]]]:
    """Every bullet at any depth: its indentation in columns and its own lines."""
    indent, lines = 0, list[str]()
    blank = False
    for line in text.expandtabs(4).splitlines():
        bullet = _BULLET.match(line)
        depth = len(line) - len(line.lstrip())
        if bullet or _HEADING.match(line) or _REFERENCE.match(line) or (blank and line.strip() and depth <= indent):
            if lines:
                yield indent, lines
            lines = [bullet["text"]] if bullet else []
            indent = len(bullet["indent"]) if bullet else 0
        elif lines:
            lines.append(line.strip())
        blank = not line.strip()
    if lines:
        yield indent, lines


def _without_marks(text: str) -> str:
    text = _CREDIT.sub("", re.sub(r"\s+", " ", text))
    text = re.sub(r":(?:issue|issues|pr|pull|gh|ticket|bug|ghsa|cve|user):`[^`]*`", _GONE, text)
    text = re.sub(r":(pep|rfc):`~?(\d+)[^`]*`", lambda found: f"{found[1].upper()} {found[2]}", text)
    text = re.sub(r":[a-z:]+:`~?([^`<]*?)(?:\s*<[^`>]*>)?`", r"\1", text)  # :class:`Foo`
    text = re.sub(r"`([^`<]+?)\s*<[^`>]+>`_{1,2}", _link, text)  # `text <address>`_
    text = re.sub(r"(?<!\w)\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?", _link, text)  # [text](address)
    text = re.sub(r"https?://\S+", _GONE, text)
    text = re.sub(r"(?<![\w.])@[\w-]+(?:\[bot\])?", _GONE, text)
    text = _HASH.sub(_GONE, _QUALIFIED.sub(_GONE, text))
    text = re.sub(r"\b(?:CVE-\d+-\d+|GHSA(?:-\w{4}){3})\b", _GONE, text)
    text = "".join(map(_without_emphasis, _CODE.split(text)))
    before = ""
    while text != before:  # "(see issue #1 and PR #2)" goes word by word
        before, text = text, _EMPTY_BRACKETS.sub(_GONE, _POINTER.sub(_GONE, text))
    text = _SIGNED.sub(_GONE, text)
    text = re.sub(r"\s+", " ", re.sub(r"[\s,;:–—-]*(?:\x00[\s,;&.]*)+$", "", text.strip()).replace(_GONE, " "))
    text = _CREDIT_SENTENCE.sub("", text.strip())
    text = re.sub(r"\s+([.,;:)])(?=\s|$)", r"\1", text)
    return re.sub(r"^(?:\[[A-Z ]+\]|[A-Z ]{3,}:)\s*|^[:\s,;-]+", "", text).strip()


def _without_emphasis(piece: str) -> str:
    """A code span without its quotes, anything else without the signs of bold and emphasis."""
    if piece.startswith("`"):
        return piece.strip("`")
    return re.sub(r"(?<![\w*_])(\*\*|__|\*|_)(?=\S)(.*?\S)\1(?![\w*_])", r"\2", piece)


def _link(found: re.Match[str]) -> str:
    """What a link says, unless that is a ticket, an oid, an advisory or a name. `[CHANGE]` is a label."""
    said = found[1].strip()
    if _TICKET_TEXT.match(said) or (said.isupper() and found[0] == f"[{said}]") or said.isdigit():
        return _GONE
    return said
