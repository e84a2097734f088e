"""`kontext hook EVENT`."""

from __future__ import annotations

import os
import sys

from kontext import process
from kontext.errors import EXIT_OK


def run(argv: list[str], prog: str) -> int:
    """Hand a hook's work to a process of its own and return at once; always 0, whatever is wrong."""
    if argv and argv[0] in ("-h", "--help"):
        print(f"usage: {prog} EVENT [ARGUMENT...]\n\nDo the work of a Git hook in the background; always exits 0.\n")
        print(f"example:\n  {prog} post-commit")
    elif argv and os.environ.get("KONTEXT_SKIP") != "1":
        process.detach([sys.executable, "-m", "kontext.hooks", *argv], env=os.environ)
    return EXIT_OK
