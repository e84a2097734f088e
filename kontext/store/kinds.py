"""Kinds of entries: their names, folders and aliases.

Owns which kind a word or a store folder means. Must not know any dialect.
"""

from __future__ import annotations

DECISION = "decision"

# kind -> its folder in the store
FOLDERS = {
    "decision": "decisions",
    "convention": "conventions",
    "learning": "learnings",
    "incident": "incidents",
    "architecture": "architecture",
}

ALIASES = {
    "adr": "decision",
    "rfc": "decision",
    "decision record": "decision",
    "pitfall": "learning",
    "gotcha": "learning",
    "note": "learning",
    "lesson": "learning",
    "rule": "convention",
    "guideline": "convention",
    "postmortem": "incident",
    "post mortem": "incident",
    "outage": "incident",
    "module": "architecture",
}

# Aliases whose name says more than the kind: it is kept as a tag.
TAGGED = {"pitfall": "pitfall", "gotcha": "pitfall"}


def find_kind(word: str, custom: tuple[str, ...] = ()) -> str:
    """Return the kind that `word` (any case, singular or plural) names, "" when none. `custom` are configured kinds."""
    name = word.strip().casefold().replace("-", " ").replace("_", " ")
    for form in (name, name.removesuffix("s")):
        if form in FOLDERS or form in custom:
            return form
        if form in ALIASES:
            return ALIASES[form]
    return next((kind for kind, folder in FOLDERS.items() if folder == name), "")
