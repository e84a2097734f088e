"""`kontext clean`."""

from __future__ import annotations

from kontext.cli.asking import open_here
from kontext.cli.options import Folder, Json
from kontext.cli.progress import Progress
from kontext.cli.terminal import write_machine
from kontext.errors import EXIT_OK
from kontext.refresh.care import clean as remove
from kontext.render.care import clean_json, render_clean


def clean(folder: Folder = "", json: Json = False) -> int:
    """Remove the index of this worktree. Always safe: the next question builds it again.

    Example: kontext clean
    """
    freed = remove(open_here("clean", Progress()))
    write_machine(clean_json(freed) if json else render_clean(freed))
    return EXIT_OK
