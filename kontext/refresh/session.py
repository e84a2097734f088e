"""One sitting at one repository: its configuration and its index, refreshed before the first question.

Owns the decision what has to be done (nothing, refresh, rebuild, answer from memory or from the last publish) and
the notes that say so. Must not know what is asked.
"""

from __future__ import annotations

import os
import time

from kontext.config import load_config
from kontext.errors import IndexLocked, IndexUnusable
from kontext.files import Lock
from kontext.git.repo import READ_KEYS, open_with_config
from kontext.index.folder import build_in_memory, discard, last_publish, open_engine, update
from kontext.index.manifest import CORRUPT, Manifest
from kontext.index.paths import PathReader
from kontext.index.reader import TextReader
from kontext.index.schema import text_schema
from kontext.refresh.paths import fresh_paths
from kontext.refresh.site import BUILD_WAIT, Site
from kontext.refresh.stamps import is_stale

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    from kontext.config import Config
    from kontext.git.objects import Objects
    from kontext.git.repo import Repo
    from kontext.index.folder import Engine, Writer

    T = TypeVar("T")


class Session(Site):
    """A site and its index. Made by `open_session`; parts are opened when first asked for."""

    def __init__(
        self,
        repo: Repo,
        config: Config,
        git_values: Sequence[tuple[str, str]],
        *,
        progress: Callable[[str, int], None],
        background: Sequence[str],
        by: str,
    ) -> None:
        super().__init__(repo, config, progress=progress, background=background, by=by)
        self.git_values = git_values
        self.notes: list[str] = list(config.warnings)
        self.is_resident = False  # asked again and again by a process that stays
        self._text: Engine | None = None
        self._paths: Engine | None = None
        self._looked: set[str] = set()  # parts that were compared with the repository
        self._objects: Objects | None = None

    # Parts

    def text(self) -> TextReader:
        """Return the text index, brought up to date."""
        if self._text is None or ("text" not in self._looked and not self._is_current(self._text)):
            self._text = self._fresh_text()
        self._looked.add("text")
        return TextReader(self._text)

    def paths(self) -> PathReader | None:
        """Return the path index, brought up to date; None where there is no usable one."""
        if self._paths is None or ("paths" not in self._looked and not self._is_last(self._paths)):
            self._paths = fresh_paths(self, self.text)
        self._looked.add("paths")
        return None if self._paths is None else PathReader(self._paths)

    @property
    def is_in_memory(self) -> bool:
        """Whether the text index could not be kept when it was last opened."""
        return self._text is not None and not self._text.folder

    def ask(self, question: Callable[[], T]) -> T:
        """Return the answer to a question; an index that proves damaged while it is read is built again, once."""
        try:
            return question()
        except IndexUnusable as failed:
            try:
                discard(self.text_folder())
                discard(self.paths_folder())
            except (OSError, IndexLocked):
                raise failed from None
        self.forget()
        return question()

    def forget(self) -> None:
        """Close the parts; the next question opens them again."""
        self._text = self._paths = None

    def open_objects(self) -> Objects:
        """Open the door to Git's objects; `close_objects` takes it back. A resident session keeps one for all."""
        from kontext.git.objects import open_objects

        if not self.is_resident:
            return open_objects(self.repo)
        if self._objects is None:
            self._objects = open_objects(self.repo, resident=True)
        return self._objects

    def close_objects(self, objects: Objects) -> None:
        """Take back what `open_objects` returned."""
        if objects is not self._objects:
            objects.close()

    def close(self) -> None:
        """Let go of everything that a resident session keeps open."""
        self.forget()
        if self._objects is not None:
            self._objects.close()
            self._objects = None

    def look_again(self, repo: Repo) -> None:
        """Compare the index with the repository before the next question, as it is now (`repo`)."""
        self.repo = repo
        self._looked.clear()

    # How

    def _is_current(self, engine: Engine) -> bool:
        """True when a fresh look would find the very same text index."""
        is_last = not engine.folder or engine.published == last_publish(engine.folder)
        return is_last and not self.is_text_stale(engine.manifest)

    def _is_last(self, engine: Engine) -> bool:
        """True when a fresh look would find the very same path index."""
        return engine.published == last_publish(engine.folder) and self.is_at_head(engine.manifest)

    def _fresh_text(self) -> Engine:
        self.notes = list(self.config.warnings)
        engine = open_engine(self.text_folder(), self.language)
        if isinstance(engine, str):
            engine = self._build_text()
        else:
            _mark_used(self.folder)
        if engine.folder and not self.is_frozen and self.is_text_stale(engine.manifest):
            engine = self._refresh_text(engine)
        if engine.folder and engine.manifest.pending:
            self.start_background()
        return engine

    def _build_text(self) -> Engine:
        """Build aside and swap; where nothing can be written, answer from memory."""
        try:
            self.make_folder()
            with Lock(os.path.join(self.folder, "build.lock"), BUILD_WAIT):
                engine = open_engine(self.text_folder(), self.language)
                if isinstance(engine, str):
                    if engine == CORRUPT or not self._seed():
                        self._build_all()
                    engine = open_engine(self.text_folder(), self.language)
        except (IndexUnusable, IndexLocked, OSError) as failed:
            self.notes.append(f"answered from memory: {_reason(failed)}")
            return self._in_memory()
        if isinstance(engine, str):
            self.notes.append("answered from memory: the index was removed while it was built")
            return self._in_memory()
        return engine

    # What follows is only needed when something has to be written: its imports stay out of the way of a question.

    def _build_all(self) -> None:
        from kontext.refresh.build import build_all

        build_all(self)

    def _seed(self) -> bool:
        from kontext.refresh.seed import seed

        return seed(self)

    def _in_memory(self) -> Engine:
        from kontext.refresh.build import fill_text

        return build_in_memory(text_schema(), self.language, lambda text: fill_text(self, text, None))

    def _refresh_text(self, engine: Engine) -> Engine:
        """Refresh in place; when that cannot be done now, answer from the last publish and say so."""
        try:
            afresh = self.update_text(self.patience if self.is_at_head(engine.manifest) else self.patience_moved)
        except IndexLocked:
            self.notes.append(f"the index is being updated by another process: answered as of {_short(engine)}")
            return engine
        except (IndexUnusable, OSError) as failed:
            self.notes.append(f"the index could not be refreshed ({_reason(failed)}): answered as of {_short(engine)}")
            return engine
        if afresh:
            return self._rebuild_text()
        again = open_engine(self.text_folder(), self.language)
        return self._build_text() if isinstance(again, str) else again

    def _rebuild_text(self) -> Engine:
        try:
            with Lock(os.path.join(self.folder, "build.lock"), BUILD_WAIT):
                engine = open_engine(self.text_folder(), self.language)
                if isinstance(engine, str) or self.is_text_stale(engine.manifest):
                    self._build_all()
        except (IndexUnusable, IndexLocked, OSError) as failed:
            self.notes.append(f"answered from memory: {_reason(failed)}")
            return self._in_memory()
        engine = open_engine(self.text_folder(), self.language)
        return self._build_text() if isinstance(engine, str) else engine

    def update_text(self, wait: float) -> bool:
        """Refresh the text part in place; True when commits have to be listed afresh instead (a rebuild)."""
        from kontext.refresh.files import list_files, update_files

        afresh: list[bool] = []

        def apply(engine: Engine, text: Writer) -> Manifest | None:
            manifest = engine.manifest
            if not self.is_at_head(manifest):
                self.look_at_head()
            if not self.is_text_stale(manifest):
                return None
            changed = self._moved_manifest(engine, text)
            if changed is None:
                afresh.append(True)
                return None
            if is_stale(self.repo, manifest, self.store_dirs):
                files = list_files(self.repo, self.config, self.store_dirs)
                known, _, _ = update_files(files, self.config, manifest.files, text)
                changed = changed._replace(files=known, listed=files.listed, tree=files.tree)
            return changed._replace(refreshed=int(time.time()), by=self.by)

        update(self.text_folder(), self.language, wait, apply)
        return bool(afresh)

    def _moved_manifest(self, engine: Engine, text: Writer) -> Manifest | None:
        """Bring the commits up to date; None = list afresh."""
        from kontext.refresh.commits import Window, move_window

        manifest = engine.manifest
        if manifest.graft != self.graft:
            return None
        if manifest.head == self.repo.head:
            return manifest
        window = Window(manifest.commits, manifest.complete, manifest.pending)
        moved = move_window(self.repo, manifest.head, window, self.limit, engine, text)
        if moved is None:
            return None
        return manifest._replace(
            head=self.repo.head, commits=moved.commits, complete=moved.complete, pending=moved.pending
        )


def open_session(
    folder: str,
    environ: Mapping[str, str],
    *,
    flags: Mapping[str, object] | None = None,
    progress: Callable[[str, int], None] | None = None,
    background: Sequence[str] = (),
    by: str = "",
    tolerant: bool = False,
    opened: tuple[Repo, Sequence[tuple[str, str]]] | None = None,
) -> Session:
    """Find the repository around `folder` and load its configuration; the index is opened when first asked for.

    `background` is the command line that deepens an index (the repository's folder is appended), empty = never;
    `progress(part, done)` is called now and then while something is built; `by` names the caller in the manifest.
    `opened` is what asking Git for READ_KEYS gave, where the caller did that already.
    Raises NotARepository, ConfigError (not with `tolerant`).
    """
    repo, git_values = opened or open_with_config(folder, environ, READ_KEYS)
    config = load_config(repo, git_values, environ, flags or {}, tolerant=tolerant)
    return Session(
        repo, config, git_values, progress=progress or (lambda part, done: None), background=background, by=by
    )


def _mark_used(folder: str) -> None:
    """Keep the folder from being taken for unused; where that cannot be written, it cannot be removed either."""
    try:
        os.utime(folder)
    except OSError:
        pass


def _short(engine: Engine) -> str:
    return engine.manifest.head[:7] or "an empty history"


def _reason(failed: Exception) -> str:
    return getattr(failed, "message", "") or getattr(failed, "strerror", "") or str(failed)
