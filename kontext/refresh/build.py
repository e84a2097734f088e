"""Building from nothing: both parts of the index in one pass over the history.

Owns what a build contains and in which order it is published (paths first, so that a text index never lacks them).
Must not know where to answer from when a build fails.
"""

from __future__ import annotations

import time

from kontext.index.folder import build
from kontext.index.manifest import Manifest
from kontext.index.schema import SCHEMA_VERSION, paths_schema, text_schema
from kontext.refresh.commits import fill_touches, fill_window
from kontext.refresh.files import list_files, update_files
from kontext.refresh.touches import Touches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.index.folder import Writer
    from kontext.refresh.site import Site


def build_all(site: Site) -> None:
    """Build text and paths aside and publish them. The path part holds the commits of the window at first."""

    def fill(text: Writer) -> Manifest:
        made: list[Manifest] = []

        def fill_both(paths: Writer) -> Manifest:
            with Touches(site.repo, site.config, paths) as touches:
                manifest = fill_text(site, text, touches)
            made.append(manifest)
            return manifest._replace(files={}, pending=0)

        build(site.paths_folder(), paths_schema(), site.language, fill_both)
        return made[0]

    build(site.text_folder(), text_schema(), site.language, fill)


def build_paths(site: Site, limit: int | None) -> None:
    """Build the path part alone, from the newest `limit` commits (None = the whole history)."""

    def fill(paths: Writer) -> Manifest:
        with Touches(site.repo, site.config, paths) as touches:
            commits, complete = fill_touches(site.repo, limit, touches, site.progress)
        return _manifest(site)._replace(commits=commits, complete=complete)

    build(site.paths_folder(), paths_schema(), site.language, fill)


def fill_text(site: Site, text: Writer, paths: Touches | None) -> Manifest:
    """Write every source into an empty text part (and the commits into the path part); return its manifest."""
    window = fill_window(site.repo, site.limit, text, paths, site.progress)
    files = list_files(site.repo, site.config, site.store_dirs)
    known, _, _ = update_files(files, site.config, {}, text)
    return _manifest(site)._replace(
        commits=window.commits,
        complete=window.complete,
        pending=window.pending,
        files=known,
        listed=files.listed,
        tree=files.tree,
    )


def _manifest(site: Site) -> Manifest:
    return Manifest(
        schema=SCHEMA_VERSION,
        options=site.options,
        head=site.repo.head,
        graft=site.graft,
        refreshed=int(time.time()),
        by=site.by,
    )
