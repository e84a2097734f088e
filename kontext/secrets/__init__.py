"""Secrets: which files hold them by their name, and what in a text looks like one.

Owns the door to both. Must not know Git, configuration, or what becomes of a finding. The rules for texts are loaded
by the first text that is looked at: every question asks for file names.
"""

from __future__ import annotations

from kontext.secrets.names import LOOKS_SECRET, is_secret_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.secrets.allow import Allowed
    from kontext.secrets.hide import hiding
    from kontext.secrets.scan import Secret, find_secrets

__all__ = ["LOOKS_SECRET", "Allowed", "Secret", "find_secrets", "hiding", "is_secret_file"]


def __getattr__(name: str) -> object:
    if name in ("Secret", "find_secrets"):
        from kontext.secrets import scan

        return getattr(scan, name)
    if name == "hiding":
        from kontext.secrets import hide

        return hide.hiding
    if name == "Allowed":
        from kontext.secrets import allow

        return allow.Allowed
    raise AttributeError(name)
