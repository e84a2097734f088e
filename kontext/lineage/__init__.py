"""Where lines really come from, seen through reformatting, moves and renames.

`trace` is the question; the modules below answer it: lexers (what a text says), align and versions (what is compared),
cosmetic and moves (the verdicts), steps (the walk).
"""

from kontext.lineage.steps import trace

__all__ = ["trace"]
