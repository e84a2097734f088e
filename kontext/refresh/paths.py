"""The path part of the index, brought up to date before a question.

Owns its refresh and its own build where only this part is missing. Where it cannot be had the caller asks Git itself,
so nothing here is ever said to the user. Must not know the text part.
"""

from __future__ import annotations

import os
import time

from kontext.errors import IndexLocked, IndexUnusable
from kontext.files import Lock
from kontext.index.folder import open_engine, update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.index.folder import Engine, Writer
    from kontext.index.manifest import Manifest
    from kontext.refresh.session import Session

QUERY_WAIT = 0.2  # seconds a command waits for another process's writer
MOVED_WAIT = 5.0  # ... when HEAD moved: a hook's refresh holds it, and right at once is worth the second it takes
BUILD_WAIT = 120.0  # ... and for another process's build, which is faster than a second one


def fresh_paths(session: Session) -> Engine | None:
    """Open the path part at the repository's HEAD; None where there is no usable one."""
    opened = open_engine(session.paths_folder(), session.language)
    if isinstance(opened, str):
        session.text()  # a first build makes both parts
        opened = open_engine(session.paths_folder(), session.language)
    engine = _build(session) if isinstance(opened, str) else opened
    if engine is not None and not session.is_frozen and not session.is_at_head(engine.manifest):
        engine = _refresh(session)
    if engine is not None and not engine.manifest.complete:
        session.start_background()
    return engine


def _build(session: Session) -> Engine | None:
    """Build this part alone, bounded like a first build; None when it cannot be written."""
    from kontext.refresh.build import build_paths

    try:
        with Lock(os.path.join(session.folder, "build.lock"), BUILD_WAIT):
            engine = open_engine(session.paths_folder(), session.language)
            if isinstance(engine, str) or not session.is_at_head(engine.manifest):
                build_paths(session, session.limit)
    except (IndexUnusable, IndexLocked, OSError):
        return None
    engine = open_engine(session.paths_folder(), session.language)
    return None if isinstance(engine, str) else engine


def _refresh(session: Session) -> Engine | None:
    from kontext.refresh.commits import move_touches
    from kontext.refresh.touches import Touches

    afresh: list[bool] = []

    def apply(current: Engine, paths: Writer) -> Manifest | None:
        manifest = current.manifest
        if not session.is_at_head(manifest):
            session.look_at_head()
        if session.is_at_head(manifest):
            return None
        counts = None
        if manifest.graft == session.graft:
            with Touches(session.repo, session.config, paths) as touches:
                counts = move_touches(session.repo, manifest.head, touches)
        # Where none of the newest commits stayed, those that came would not reach down to the ones before them.
        if counts is None or (counts[1] >= manifest.commits and not manifest.complete):
            afresh.append(True)
            return None
        commits = manifest.commits + counts[0] - counts[1]
        return manifest._replace(head=session.repo.head, commits=commits, refreshed=int(time.time()), by=session.by)

    try:
        update(session.paths_folder(), session.language, session.patience_moved, apply)
    except (IndexLocked, IndexUnusable, OSError):
        return None
    if afresh:
        return _build(session)
    again = open_engine(session.paths_folder(), session.language)
    return None if isinstance(again, str) else again
