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
    from kontext.refresh.session import Session


def build_all(session: Session) -> None:
    """Build text and paths aside and publish them. The path part holds the commits of the window at first."""

    def fill(text: Writer) -> Manifest:
        made: list[Manifest] = []

        def fill_both(paths: Writer) -> Manifest:
            with Touches(session.repo, session.config, paths) as touches:
                manifest = fill_text(session, text, touches)
            made.append(manifest)
            return manifest._replace(files={}, pending=0)

        build(session.paths_folder(), paths_schema(), session.language, fill_both)
        return made[0]

    build(session.text_folder(), text_schema(), session.language, fill)


def build_paths(session: Session, limit: int | None) -> None:
    """Build the path part alone, from the newest `limit` commits (None = the whole history)."""

    def fill(paths: Writer) -> Manifest:
        with Touches(session.repo, session.config, paths) as touches:
            commits, complete = fill_touches(session.repo, limit, touches, session.progress)
        return _manifest(session)._replace(commits=commits, complete=complete)

    build(session.paths_folder(), paths_schema(), session.language, fill)


def fill_text(session: Session, text: Writer, paths: Touches | None) -> Manifest:
    """Write every source into an empty text part (and the commits into the path part); return its manifest."""
    window = fill_window(session.repo, session.limit, text, paths, session.progress)
    files = list_files(session.repo, session.config, session.store_dirs)
    known, _, _ = update_files(files, session.config, {}, text)
    return _manifest(session)._replace(
        commits=window.commits,
        complete=window.complete,
        pending=window.pending,
        files=known,
        listed=files.listed,
        tree=files.tree,
    )


def _manifest(session: Session) -> Manifest:
    return Manifest(
        schema=SCHEMA_VERSION,
        options=session.options,
        head=session.repo.head,
        graft=session.graft,
        refreshed=int(time.time()),
        by=session.by,
    )
