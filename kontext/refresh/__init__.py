"""Keeping the index true: compare the sources with the manifest and push the difference.

Owns when an index is opened, refreshed, rebuilt, deepened or removed. Must not know questions, rendering or doors:
progress and background work are handed in by them.
"""

from __future__ import annotations

from kontext.refresh.care import Status, clean, reindex, status
from kontext.refresh.deepen import deepen
from kontext.refresh.session import Session, open_session

__all__ = ["Session", "Status", "clean", "deepen", "open_session", "reindex", "status"]
