"""`kontext hook EVENT`."""

from __future__ import annotations

import os
import sys

from kontext import process
from kontext.errors import EXIT_FINDINGS, EXIT_OK, UsageError
from kontext.hooks.__main__ import is_stopped, tell
from kontext.hooks.shims import ALL, CHECKS, OTHERS, REPORT


def run(argv: list[str], prog: str) -> int:
    """Do a hook's work: a check at once, with 1 for findings; everything else in a process of its own, with 0.

    Raises UsageError for a name that is no hook's: it would do nothing, in silence, for ever.
    """
    if argv and argv[0] in ("-h", "--help"):
        print(f"usage: {prog} EVENT [ARGUMENT...]\n\nDo the work of a Git hook: checks exit with 1 for findings,")
        print(f"everything else goes on in the background and exits with 0.\n\nexample:\n  {prog} post-commit")
    elif argv and os.environ.get("KONTEXT_SKIP") != "1":
        if argv[0] == REPORT:
            tell(os.environ)
            return EXIT_OK
        if argv[0] in CHECKS:
            return EXIT_FINDINGS if is_stopped(argv, os.environ) else EXIT_OK
        if argv[0] not in (*ALL, *OTHERS):
            raise UsageError(f"unknown hook '{argv[0]}'", f"one of: {', '.join((*ALL, OTHERS[0]))}")
        process.detach([sys.executable, "-P", "-m", "kontext.hooks", *argv], env=os.environ)
    return EXIT_OK
