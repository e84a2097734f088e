"""`kontext reindex`."""

from __future__ import annotations

from kontext.cli.asking import open_here
from kontext.cli.options import Folder, Json
from kontext.cli.progress import Progress
from kontext.cli.terminal import write_machine
from kontext.errors import EXIT_OK
from kontext.refresh.care import reindex as rebuild
from kontext.render.care import reindex_json, render_reindex


def reindex(folder: Folder = "", json: Json = False) -> int:
    """Build the index anew, the whole of it.

    Example: kontext reindex
    """
    progress = Progress()
    try:
        report = rebuild(open_here("reindex", progress))
    finally:
        progress.close()
    write_machine(reindex_json(report) if json else render_reindex(report))
    return EXIT_OK
