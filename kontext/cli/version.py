"""`kontext version`."""

from __future__ import annotations

from kontext import __version__
from kontext.errors import EXIT_OK


def run(argv: list[str], prog: str) -> int:
    """Print the version."""
    if argv and argv[0] in ("-h", "--help"):
        print(f"usage: {prog}\n\nPrint the version.\n\nexample:\n  {prog}")
    else:
        print(f"kontext {__version__}")
    return EXIT_OK
