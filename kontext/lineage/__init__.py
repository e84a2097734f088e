"""Where lines really come from, seen through reformatting, moves and renames.

`trace` finds the origins, `earlier` what the lines were before. The modules answer in turn: lexers (what a text says),
align and versions (what is compared), cosmetic, imports and moves (the rules), judge (the verdict on one commit),
steps and earlier (the walks).
"""

from kontext.lineage.earlier import EarlierLines, earlier
from kontext.lineage.steps import trace

__all__ = ["EarlierLines", "earlier", "trace"]
