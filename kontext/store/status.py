"""A status as people write it -> one of the five core words.

Owns how prose, emoji, choices and logs are read as one status, and nothing of what follows from it. Must not know
where in the file the text stood.
"""

from __future__ import annotations

import re

from kontext.store.words import NEGATIONS, STATUSES, fold

_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)|!\[[^\]]*\]\[[^\]]*\]")
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_STRUCK = re.compile(r"~~.*?~~|<del>.*?</del>|<s>.*?</s>", re.IGNORECASE)
_TAG = re.compile(r"<[^>]+>")
_BOLD = re.compile(r"\*\*(.+?)\*\*|__(.+?)__|`(.+?)`")
_TICKED = re.compile(r"(?:\[[xX✓✔]\]|[☑☒✅✔🗹])\s*([^\[\]☐☑☒✅✔🗹/|]+)")
_UNTICKED = re.compile(r"\[ ?\]|☐")
_STEP = re.compile(r"\s*(?:->|=>|→|⇒|➜|➡️?)\s*")
_CLAUSE = re.compile(r"\s+[-–—]+\s+|[.,;:()（）。、，；：\n]|\s/\s")
_LONGEST_OTHER = 40


def read_status(text: str) -> str:
    """Return the core word `text` means; its own words (few, trimmed) when it is another; "" when it says nothing."""
    text = _chosen(_STRUCK.sub("", text))
    plain = _TAG.sub("", _LINK.sub(r"\1", _IMAGE.sub("", text))).strip()
    if not plain or is_choice(plain):
        return ""
    step = _STEP.split(plain)
    if len(step) > 1 and len(plain) < 200:
        plain = next((part for part in reversed(step) if _first_status(part)), plain)
    clauses = [part for part in _CLAUSE.split(plain) if fold(part)]
    if not clauses:
        return ""
    for clause in clauses[:1]:
        found = _first_status(clause)
        if found:
            return found
    other = re.sub(r"^\W+|[\s*_`\"'|#>!]+$", "", clauses[0])
    if len(other) <= _LONGEST_OTHER and len(other.split()) <= 5:
        return other
    return next((found for found in map(_any_status, clauses) if found), "")


def core_word(text: str) -> str:
    """The core word that `text` as a whole is, "" when it is none."""
    return STATUSES.get(fold(text), "")


def is_choice(text: str) -> bool:
    """Whether `text` offers statuses to choose from (`proposed | accepted | rejected`) as templates do."""
    parts = [part for part in re.split(r"[|/,]|\bor\b|\s-\s", text) if fold(part)]
    if len(parts) < 2:
        return False
    kinds = {core for part in parts if (core := _first_status(part))}
    return len(kinds) >= 3 or (len(kinds) == 2 and len(parts) == 2 and ("|" in text or "/" in text))


def _chosen(text: str) -> str:
    """The marked alternative of a choice: `A | **B** | C`, `[x] B [ ] C`; else the text as it is."""
    ticked = _TICKED.findall(text)
    if len(ticked) == 1 and (_UNTICKED.search(text) or text.lstrip(" -*").startswith(("[x]", "[X]"))):
        return str(ticked[0])
    if re.search(r"[|/,•·]", text):
        bold = [next(filter(None, groups)) for groups in _BOLD.findall(text)]
        if len(bold) == 1 and core_word(bold[0]):
            return str(bold[0])
    return text


def _first_status(clause: str) -> str:
    """The core word a clause starts with, one or two words of its own before it allowed (`is accepted`)."""
    words = fold(clause).split()
    for start in range(min(3, len(words))):
        for length in range(min(4, len(words) - start), 0, -1):
            core = STATUSES.get(" ".join(words[start : start + length]))
            if core:
                negated = start and words[start - 1] in NEGATIONS
                return "rejected" if negated and core == "accepted" else core
    return _unspaced(words[0]) if words else ""


def _any_status(clause: str) -> str:
    words = fold(clause).split()
    for start in range(len(words)):
        found = _first_status(" ".join(words[start : start + 4]))
        if found:
            return found
    return ""


def _unspaced(word: str) -> str:
    """The status a word of a script without spaces starts with (`承認済み`, `已接受`), "" otherwise."""
    if word.isascii():
        return ""
    lengths = range(min(8, len(word)), 1, -1)
    return next((STATUSES[word[:n]] for n in lengths if word[:n] in STATUSES and ord(word[0]) > 0x2E7F), "")
