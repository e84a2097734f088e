"""Front matter: our own dialect, MADR 2 to 4, and what static site generators keep there.

Owns how YAML values become claims. Must not know how YAML is read.
"""

from __future__ import annotations

from kontext.store import claims
from kontext.store.claims import Claim
from kontext.store.words import FIELDS, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Keys that name one thing in front matter and another in a body.
KEYS = {
    "type": "kind",
    "kind": "kind",
    "decided": "date",
    "created": "created",
    "description": "summary",
    "owner": "deciders",
    "scope": "paths",
    "number": "number",
    "accepted": "date",
    "name": "title",
    "category": "tags",
}
NESTED = frozenset(("adr", "decision", "metadata", "extra", "params", "taxonomies"))  # maps of fields
LONGEST = 2000  # characters of one value that are looked at


def front_claims(front: Mapping[str, object]) -> Iterator[Claim]:
    """Yield a claim per value (one per item of a list). Unknown keys are nobody's."""
    for key, value in front.items():
        name = fold(str(key))
        field = KEYS.get(name) or FIELDS.get(name)
        if isinstance(value, dict) and name in NESTED:
            yield from front_claims({str(k): v for k, v in value.items()})
            continue
        if not field or field == "other":
            continue
        if name == "scope" and not isinstance(value, list):
            continue
        for item in flatten(value):
            yield Claim(field, item, claims.FRONT, -1)


def flatten(value: object) -> Iterator[str]:
    """Yield every scalar of a YAML value as text: dates ISO, maps by their most telling key, nothing for null."""
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, dict):
        for key in ("id", "path", "file", "link", "url", "name", "login", "github", "title", "email"):
            if value.get(key):
                yield from flatten(value[key])
                return
        return
    if isinstance(value, list | tuple | set):
        for item in value:
            yield from flatten(item)
        return
    text = (value.isoformat() if hasattr(value, "isoformat") else str(value)).strip()
    if text:
        yield text[:LONGEST]
