"""Whether a match is meant as a secret: placeholders, words and names are none.

Owns these judgements. Must not know the patterns. Every one takes time linear in the match.
"""

from __future__ import annotations

import re

from kontext.secrets.rules import ANY, KEY_BLOCK, PASSWORD, RANDOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LEAST_BITS = 3.0  # of entropy a character; English words have about 2.8 at these lengths, random hex 3.2
_EXAMPLES = (
    *(b"example", b"placeholder", b"dummy", b"changeme", b"change_me", b"change-me", b"redacted"),
    *(b"replace_", b"replace-", b"your_", b"your-", b"insert_", b"insert-", b"xxxxx", b"***", b"..."),
    *(b"${", b"$(", b"{{"),
    b"eby8vdm02x",  # the account of Azure's own emulator
)
_RUN = re.compile(rb"(.)\1{7}", re.DOTALL)
# A password made of these alone is the word for one. Longest first, and never taken back: linear.
_WORDS = re.compile(
    rb"(?>passphrase|password|passwort|passwd|username|secret|apikey|string|token|admin|guest|login|hidden|fake"
    rb"|pass|user|name|your|here|some|test|root|that|this|word|host|port|pwd|foo|bar|baz|key|the|and|my|pw|db|p|x|y)*+"
)
_CALLED = re.compile(rb"(?<![a-z0-9])(?:pass|passw(?:or)?d|pwd|secret|token)(?![a-z0-9])")
_PLAIN = re.compile(rb"[a-z._-]{1,11}|[A-Z._-]{1,11}")
_NOT_LETTERS = re.compile(rb"[^a-z]+")
_NAME = re.compile(rb"(?:[A-Za-z]++[0-9]{0,2}+(?![A-Za-z0-9])|[0-9]++(?![A-Za-z0-9])|[^A-Za-z0-9])*+")
_KEY = re.compile(rb"[A-Za-z0-9+/=]{40}")


def is_secret(value: bytes, judge: str) -> bool:
    """Tell whether a match is one, by the judgement that its rule names."""
    return _JUDGES[judge](value) and not _is_placeholder(value)


def _is_placeholder(value: bytes) -> bool:
    """Whether a match says of itself that something else belongs there."""
    lowered = value.lower()
    return value[:1] in b"$%<{" or any(word in lowered for word in _EXAMPLES) or _RUN.search(value) is not None


def _is_random(value: bytes) -> bool:
    """Letters and digits that are neither words nor names of variables, and of which few come twice."""
    return (
        re.search(rb"[0-9]", value) is not None
        and re.search(rb"[A-Za-z]", value) is not None
        and not _is_words(value)
        and _NAME.fullmatch(value) is None
        and entropy(value) >= _LEAST_BITS
    )


def _is_password(value: bytes) -> bool:
    """More than digits or one plain word, and none that stands for a password."""
    return len(value) > 3 and not (value.isdigit() or _PLAIN.fullmatch(value) or _is_words(value))


def _is_words(value: bytes) -> bool:
    lowered = value.lower()
    return _CALLED.search(lowered) is not None or _WORDS.fullmatch(_NOT_LETTERS.sub(b"", lowered)) is not None


def _is_key_block(value: bytes) -> bool:
    """A block with a key in it: programs that read keys name the line alone."""
    return _KEY.search(value) is not None


def entropy(value: bytes) -> float:
    """Return Shannon's entropy of a value in bits a byte."""
    from math import log2

    size = len(value)
    counts = [value.count(byte) for byte in set(value)]
    return -sum(count / size * log2(count / size) for count in counts)


_JUDGES: dict[str, Callable[[bytes], bool]] = {
    ANY: lambda _: True,
    RANDOM: _is_random,
    PASSWORD: _is_password,
    KEY_BLOCK: _is_key_block,
}
