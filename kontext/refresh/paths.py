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
from kontext.refresh.site import BUILD_WAIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kontext.index.folder import Engine, Writer
    from kontext.index.manifest import Manifest
    from kontext.refresh.site import Site


def fresh_paths(site: Site, build_both: Callable[[], object]) -> Engine | None:
    """Open the path part at the repository's HEAD; None where there is no usable one."""
    opened = open_engine(site.paths_folder(), site.language)
    if isinstance(opened, str):
        build_both()  # where there is no index at all
        opened = open_engine(site.paths_folder(), site.language)
    engine = _build(site) if isinstance(opened, str) else opened
    if engine is not None and not site.is_frozen and not site.is_at_head(engine.manifest):
        engine = _refresh(site)
    if engine is not None and not engine.manifest.complete:
        site.start_background()
    return engine


def _build(site: Site) -> Engine | None:
    """Build this part alone, bounded like a first build; None when it cannot be written."""
    from kontext.refresh.build import build_paths

    try:
        with Lock(os.path.join(site.folder, "build.lock"), BUILD_WAIT):
            engine = open_engine(site.paths_folder(), site.language)
            if isinstance(engine, str) or not site.is_at_head(engine.manifest):
                build_paths(site, site.limit)
    except (IndexUnusable, IndexLocked, OSError):
        return None
    engine = open_engine(site.paths_folder(), site.language)
    return None if isinstance(engine, str) else engine


def _refresh(site: Site) -> Engine | None:
    from kontext.refresh.commits import move_touches
    from kontext.refresh.touches import Touches

    afresh: list[bool] = []

    def apply(current: Engine, paths: Writer) -> Manifest | None:
        manifest = current.manifest
        if not site.is_at_head(manifest):
            site.look_at_head()
        if site.is_at_head(manifest):
            return None
        counts = None
        if manifest.graft == site.graft:
            with Touches(site.repo, site.config, paths) as touches:
                counts = move_touches(site.repo, manifest.head, touches)
        # Where none of the newest commits stayed, those that came would not reach down to the ones before them.
        if counts is None or (counts[1] >= manifest.commits and not manifest.complete):
            afresh.append(True)
            return None
        commits = manifest.commits + counts[0] - counts[1]
        return manifest._replace(head=site.repo.head, commits=commits, refreshed=int(time.time()), by=site.by)

    try:
        update(site.paths_folder(), site.language, site.patience_moved, apply)
    except (IndexLocked, IndexUnusable, OSError):
        return None
    if afresh:
        return _build(site)
    again = open_engine(site.paths_folder(), site.language)
    return None if isinstance(again, str) else again
