"""Commit messages as text: which lines are about the change, and which commits are made by machines.

Owns the noise of messages. Must not know Git, trailers as Git parses them, or what the text is used for.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BODY_LENGTH = 4000

_TRAILING = re.compile(r"[^\S\n]+\n").sub

# Lines that say who took part, or what a program wrote for another program.
# Patterns stay strings: they are compiled at first use, and most commands never clean a message.
_NOISE_LINES = (
    r"^[^\S\n]*(?:"
    r"(?:co-?authored|(?:also-)?signed-?off|reviewed|acked|tested|reported|suggested|helped|approved|requested|based-on"
    r"-patch|mentored|improved|noticed|merged|pair-programmed|committed|cherry-picked|bisected|assisted|generated"
    r"|inspired|thanks|found|analyzed|spotted|diagnosed|authored|submitted)(?:-[a-z]+)*-?(?:by|to|with):"
    r"|(?:change-id|cc|git-svn-id|pr-url|reviewed-on|differential revision|message-id|gitorigin-revid|x-[a-z-]+"
    r"|cr-[a-z-]+|commit-queue|auto-submit|tryjob-request|imported-from|lore-id|skip-checks|dependency-[a-z-]+|update-type"
    r"|updated-dependencies|indirect-dependency):"
    r"|[^\w\s]*[^\S\n]*generated (?:with|by) "
    r"|\(cherry picked from commit [0-9a-f]+\)"
    r"|-{3,}[^\S\n]*$|\.{3}[^\S\n]*$"
    r"|- dependency-name:"
    r"|<?(?:https?|ftp)://\S+>?[^\S\n]*$"
    r").*\n?"
)
_COMMENT = r"<!--[\s\S]*?(?:-->|\Z)"

_BOT_AUTHOR = (
    r"\[bot\]|\bbot\b|dependabot|renovate|greenkeeper|github.?actions|pre-commit-ci|pyup|snyk|semantic-release|weblate"
    r"|imgbot|allcontributors|mergify|\bci user\b|automation@"
)
_BOT_HINTS = "bot renovate greenkeeper github pre-commit pyup snyk semantic weblate allcontrib mergify ci automation"
_HINTS = tuple(_BOT_HINTS.split())
_BUMP = (
    r"(?:(?:[a-z]+(?:\([^)]*\))?!?|[\w./-]{1,30}): ?|\[[^\]]{1,20}\] ?)*(?:automatically )?"
    r"(?:bumps? (?!into\b).{0,80}?(?:\b(?:from|to|version) v?\d|\bv?\d+\.\d| in /)|bump the .{1,60} group"
    r"|updates? (?:dependenc(?:y|ies)\b|.{1,60} (?:to|from) v?\d+(?:\.\d+)+|.{1,60} digest to [0-9a-f]{7,}"
    r"|.{0,30}lock ?files?"
    r"|pre-commit hooks|translations)"
    r"|upgrades? .{1,60} (?:to|from) v?\d+(?:\.\d+)+"
    r"|pin dependencies|lock file maintenance|pre-commit autoupdate|\[?pre-commit\.ci)"
    r"|merge pull request #\d+ from [^ ]+/(?:dependabot|renovate)/"
)
_BUMP_HINTS = ("bump", "update", "upgrade", "pin dep", "lock file", "pre-commit", "/dependabot/", "/renovate/")


def clean_body(body: str) -> str:
    """Return the lines of a body that are about the change, at most BODY_LENGTH characters.

    Dropped: attribution lines, HTML comments, rules, lines that are only an address, dependency metadata.
    """
    if "<!--" in body:
        body = re.sub(_COMMENT, "", body)
    if not _noise:
        _noise.append(re.compile(_NOISE_LINES, re.IGNORECASE | re.MULTILINE).sub)
    text = _noise[0]("", body[: 4 * BODY_LENGTH])
    return _TRAILING("\n", text).strip()[:BODY_LENGTH].rstrip()


_noise: list[Callable[[str, str], str]] = []


def is_bot(author: str, subject: str) -> bool:
    """Say whether a commit was made by a machine, or by hand in its manner (a dependency bump)."""
    # Substrings first: both patterns are dear, and hardly any commit needs them.
    name = author.lower()
    if any(hint in name for hint in _HINTS) and re.search(_BOT_AUTHOR, name):
        return True
    text = subject.lower()
    return any(hint in text for hint in _BUMP_HINTS) and re.match(_BUMP, text) is not None
