"""Commit messages as text: which lines are about the change, and which commits are made by machines.

Owns the noise of messages. Must not know Git, trailers as Git parses them, or what the text is used for.
"""

from __future__ import annotations

import re

BODY_LENGTH = 4000

# Lines that say who took part, or what a program wrote for another program.
# Patterns stay strings: `re` compiles and keeps them at first use, and most commands never clean a message.
_NOISE_LINE = (
    r"\s*(?:"
    r"(?:co-?authored|(?:also-)?signed-?off|reviewed|acked|tested|reported|suggested|helped|approved|requested|based-on"
    r"-patch|mentored|improved|noticed|merged|pair-programmed|committed|cherry-picked|bisected|assisted|generated"
    r"|inspired|thanks|found|analyzed|spotted|diagnosed|authored|submitted)(?:-[a-z]+)*-?(?:by|to|with):"
    r"|(?:change-id|cc|git-svn-id|pr-url|reviewed-on|differential revision|message-id|gitorigin-revid|x-[a-z-]+"
    r"|cr-[a-z-]+|commit-queue|auto-submit|tryjob-request|imported-from|lore-id|skip-checks|dependency-[a-z-]+|update-type"
    r"|updated-dependencies|indirect-dependency):"
    r"|[^\w\s]*\s*generated (?:with|by) "
    r"|\(cherry picked from commit [0-9a-f]+\)"
    r"|-{3,}\s*$|\.{3}\s*$"
    r"|- dependency-name:"
    r"|<?(?:https?|ftp)://\S+>?\s*$"
    r")"
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
    lines = body[: 4 * BODY_LENGTH].split("\n")
    kept = [line.rstrip() for line in lines if _is_prose(line) or not re.match(_NOISE_LINE, line, re.IGNORECASE)]
    return "\n".join(kept).strip()[:BODY_LENGTH].rstrip()


def _is_prose(line: str) -> bool:
    """Say whether a line cannot be noise, without asking the pattern: most lines are prose."""
    return ":" not in line and line[:1].isalpha() and line[:9].lower() != "generated"


def is_bot(author: str, subject: str) -> bool:
    """Say whether a commit was made by a machine, or by hand in its manner (a dependency bump)."""
    # Substrings first: both patterns are dear, and hardly any commit needs them.
    name = author.lower()
    if any(hint in name for hint in _HINTS) and re.search(_BOT_AUTHOR, name):
        return True
    text = subject.lower()
    return any(hint in text for hint in _BUMP_HINTS) and re.match(_BUMP, text) is not None
