"""Keeping the index true: compare the sources with the manifest and push the difference.

Owns when an index is opened, refreshed, rebuilt, deepened or removed. Must not know questions, rendering or doors:
progress and background work are handed in by them.
"""

from __future__ import annotations

from kontext.refresh.session import Session, open_session

# care.py and deepen.py are imported by those who need them: they bring everything that writes an index along.
__all__ = ["Session", "open_session"]
