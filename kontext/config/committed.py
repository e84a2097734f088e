"""What a committed file may say about the scan for secrets: more of it, never less.

Owns the keys this holds for, and the switches of the hooks that scan. Whoever can commit a file is not asked whether
somebody else's secrets are looked for. Must not know the other layers.
"""

from __future__ import annotations

from kontext.config.keys import KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_SCAN, _ALLOW = "secrets.scan", "secrets.allow"
_WIDTHS = ("off", "store", "staged")  # each scans what the one before it does, and more


def narrowed(name: str, value: Any, below: Mapping[str, Any]) -> tuple[Any, str]:
    """Return what counts of a committed value, None for nothing of it, and what has to be said about the rest.

    `name` is one of GUARDED in load.py; `below` are the values of the layers below.
    """
    if name == _SCAN:
        before = below.get(name, KEYS[name].default)
        if _WIDTHS.index(value) > _WIDTHS.index(before):
            return value, ""
        return None, "" if value == before else f"a committed file cannot set secrets.scan to '{value}', only widen it"
    if name == _ALLOW:
        from kontext.secrets.allow import is_fixed, whole

        kept = tuple(whole(one) for one in value if is_fixed(one))
        is_all = len(kept) == len(value)
        return kept, "" if is_all else "a committed secrets.allow admits only what it spells out, without . * + [ ] |"
    return (value, "") if value else (None, f"a committed file cannot set {name} to false: that hook finds secrets")
