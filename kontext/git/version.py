"""Which Git there is.

Owns the reading of version numbers. Must not know what any version can do.
"""

from __future__ import annotations

import re

from kontext import process
from kontext.git.repo import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def git_version(environ: Mapping[str, str], program: str = "git") -> tuple[int, ...]:
    """Return the version of a Git, e.g. (2, 54, 0); () when it cannot be told."""
    try:
        said = decode(process.run([program, "version"], env=environ).stdout)
    except OSError:
        return ()
    found = re.search(r"\d+(?:\.\d+)+", said)
    return tuple(map(int, found[0].split("."))) if found else ()
