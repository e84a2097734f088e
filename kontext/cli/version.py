"""`kontext version`."""

from __future__ import annotations

from kontext import __version__
from kontext.errors import EXIT_OK


def version() -> int:
    """Print the version.

    Example: kontext version
    """
    print(f"kontext {__version__}")
    return EXIT_OK
