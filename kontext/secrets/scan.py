"""Searching a text for secrets.

Owns the order of the work and what of a secret may be shown. Must not know Git, files or configuration. Time is linear
in the text, whatever is in it.
"""

from __future__ import annotations

import re

from kontext.records import Record
from kontext.secrets.allow import NOTHING
from kontext.secrets.judge import is_secret
from kontext.secrets.rules import HIGH, RULES, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kontext.secrets.allow import Allowed

ADMIT = b"kontext:allow-secret"  # on a line: what stands there is no secret
MOST = 100  # secrets of one text that are told
_MOST_TRIED = 1000  # values of one rule in one text that expressions are tried on
_SHOWN = 6  # characters

_compiled: dict[bytes, re.Pattern[bytes]] = {}


class Secret(Record):
    """One secret of a text: `line` is 1-based, `shown` its first characters and how many there are."""

    rule: str
    title: str
    severity: str
    line: int
    shown: str


class _Match(Record):
    start: int
    end: int
    value: bytes
    rule: Rule


def find_secrets(text: bytes, allowed: Allowed = NOTHING) -> list[Secret]:
    """Return the secrets of a text (UTF-8, or whatever else has ASCII in it) in its order, MOST at most."""
    told = _told(text, _found(text, allowed))
    secrets = [Secret(at.rule.id, at.rule.title, at.rule.severity, line, _shown(at.value)) for at, line in told]
    return secrets[:MOST]


def find_values(text: bytes, allowed: Allowed = NOTHING) -> list[tuple[bytes, str]]:
    """Return the secrets themselves with what may be shown of each: for hiding them, and nothing else."""
    return [(one.value, _shown(one.value)) for one, _ in _told(text, _found(text, allowed))]


def _found(text: bytes, allowed: Allowed) -> list[_Match]:
    lowered = text.lower()
    found: list[_Match] = []
    for rule in RULES:
        if any(keyword in lowered for keyword in rule.keywords):
            found += _matches(text, lowered if rule.folds else text, rule, allowed)
    return _apart(found)


def _matches(text: bytes, searched: bytes, rule: Rule, allowed: Allowed) -> list[_Match]:
    """The first MOST matches of a rule that are meant as secrets; `searched` is the text as the rule wants it."""
    pattern = _compiled.get(rule.pattern)
    if pattern is None:
        pattern = _compiled[rule.pattern] = re.compile(rule.pattern)
    group = min(pattern.groups, 1)
    found: list[_Match] = []
    tried = 0
    for match in pattern.finditer(searched):
        start, end = match.span(group)
        value = text[start:end]
        if not is_secret(value, rule.judge):
            continue
        tried += 1
        if not (allowed and tried <= _MOST_TRIED and allowed.admits(value)):
            found.append(_Match(start, end, value, rule))
            if len(found) == MOST and ADMIT not in text:
                break
    return found


def _apart(found: Iterable[_Match]) -> list[_Match]:
    """The matches in order, of two that overlap the graver, the earlier, the longer: most tokens have names, too."""
    kept: list[_Match] = []
    for one in sorted(found, key=lambda one: (one.start, one.rule.severity != HIGH, -one.end)):
        last = kept[-1] if kept else None
        if last is None or one.start >= last.end:
            kept.append(one)
        elif one.rule.severity == HIGH and last.rule.severity != HIGH:
            kept[-1] = one
    return kept


def _told(text: bytes, matches: Sequence[_Match]) -> Iterator[tuple[_Match, int]]:
    """Each match that its line does not admit, with that line."""
    if not matches:
        return
    admitted = set(_admitted(text))
    line, at = 1, 0
    for one in matches:
        line += text.count(b"\n", at, one.start)
        at = one.start
        last = line + one.value.count(b"\n")
        if admitted.isdisjoint(range(line, last + 1)):
            yield one, line


def _admitted(text: bytes) -> Iterator[int]:
    """The lines that say of themselves that they hold no secret."""
    line, at = 1, 0
    while (found := text.find(ADMIT, at)) >= 0:
        line += text.count(b"\n", at, found)
        yield line
        at = found + len(ADMIT)


def _shown(value: bytes) -> str:
    """Six characters, of a short secret a third at most, and the length."""
    text = value.decode("utf-8", "replace")
    first = text[: min(_SHOWN, len(text) // 3)]
    return f"{''.join(char if char.isprintable() else '?' for char in first)}… ({len(text)} characters)"
