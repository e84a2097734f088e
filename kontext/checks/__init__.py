"""Judging records and messages before they are committed, and afterwards in CI.

Owns the rules, one file a family, and nothing of how findings are shown. Must not know the index: a check reads the
files themselves.
"""

from __future__ import annotations

from kontext.checks.findings import is_failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.checks.entries import check_entries

__all__ = ["check_entries", "is_failure"]


def __getattr__(name: str) -> object:
    # The check of a commit's message runs at every commit and must not pay for the readers of records.
    if name == "check_entries":
        from kontext.checks import entries

        return entries.check_entries
    raise AttributeError(name)
