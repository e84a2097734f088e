"""A session in the current folder, as every command opens it.

Owns the words of the progress line and the command that completes an index in the background. Must not know any
question.
"""

from __future__ import annotations

import os
import sys

from kontext.cli.progress import Progress
from kontext.git.repo import READ_KEYS, begin_open

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.git.repo import Opening, Repo
    from kontext.refresh import Session

# Completes an index after the answer was given; the folder is appended. Without -P, Python would take modules from
# the folder it is started in: those of whatever repository is asked about.
BACKGROUND = (sys.executable, "-P", "-m", "kontext.hooks", "deepen")

# part of a build -> what is said while it goes on
_WORDS = {
    "commits": "reading the history, once: {:,} commits",
    "paths": "reading the paths of the history: {:,} commits",
    "diffs": "reading changes: {:,} commits",
}


def begin_here() -> Opening:
    """Start to look for the repository around the current folder; what it finds is for `open_here`."""
    return begin_open(".", os.environ, READ_KEYS)


def open_here(
    by: str,
    progress: Progress,
    tolerant: bool = False,
    opened: tuple[Repo, Sequence[tuple[str, str]]] | None = None,
) -> Session:
    """Open a session in the current folder, which shows what it builds on `progress`."""
    opening = None if opened else begin_here()
    from kontext.refresh import open_session  # it brings the engine along: meanwhile Git answers

    def tell(part: str, done: int) -> None:
        progress(_WORDS.get(part, "reading " + part + ": {:,}").format(done))

    background = () if os.environ.get("KONTEXT_SKIP") == "1" else BACKGROUND
    return open_session(
        *(".", os.environ),
        progress=tell,
        background=background,
        by=by,
        tolerant=tolerant,
        opened=opening.finish() if opening else opened,
    )
