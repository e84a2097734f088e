"""One repository and where its index lies: what every step of a refresh starts from.

Owns the options that name an index, its folders, whether it is behind the repository, and how long to wait for other
processes. Must not know what an index holds, nor when it is refreshed.
"""

from __future__ import annotations

import os
import time

from kontext import process
from kontext.config import store_dirs
from kontext.errors import IndexLocked
from kontext.files import Lock
from kontext.git.borders import grafts_file
from kontext.git.repo import find_commit, local_env
from kontext.index.folder import sweep
from kontext.index.schema import SCHEMA_VERSION
from kontext.layout import index_folder, make_folder, unused_index_folders
from kontext.refresh.stamps import ABSENT, is_stale, stamp_of
from kontext.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.index.manifest import Manifest

QUERY_WAIT = 0.2  # seconds a command waits for another process's writer
MOVED_WAIT = 5.0  # ... when HEAD moved: a hook's refresh holds it, and right at once is worth the second it takes
BUILD_WAIT = 120.0  # ... and for another process's build, which is faster than a second one


class Site:
    """A repository, its configuration and the place of its index; `background` as in `open_session`."""

    def __init__(
        self, repo: Repo, config: Config, *, progress: Callable[[str, int], None], background: Sequence[str], by: str
    ) -> None:
        self.repo = repo
        self.config = config
        self.progress = progress
        self.by = by
        self.is_frozen = False  # answer from the last publish, wherever HEAD is
        self.patience = QUERY_WAIT  # seconds a question waits for another writer
        self.patience_moved = MOVED_WAIT  # ... when HEAD moved since the last publish
        self._background = background

    @property
    def project(self) -> str:
        """Name of the project: as configured, else its folder's."""
        return str(self.config.get("project.name")) or os.path.basename(self.repo.top).removesuffix(".git")

    @property
    def language(self) -> str:
        """Language of stems and stop words."""
        return str(self.config.get("index.language"))

    @property
    def limit(self) -> int | None:
        """How many commits get text; None = all, 0 = commits are not searched."""
        if not self.config.get("index.commits"):
            return 0
        value = self.config.get("index.max_commits")
        return None if value == "all" else int(value)

    @property
    def options(self) -> str:
        """Digest of every option that changes what is indexed."""
        keys = ("sources.include", "sources.exclude", "sources.max_bytes", "index.language", "store.dir", "store.kinds")
        return digest(*(self.config.get(key) for key in keys), self.limit)

    @property
    def folder(self) -> str:
        """The index folder of this worktree for this schema and these options."""
        return index_folder(self.repo.git_dir, SCHEMA_VERSION, self.options)

    @property
    def store_dirs(self) -> list[str]:
        """Folders whose untracked records are seen."""
        return store_dirs(self.config)

    @property
    def graft(self) -> str:
        """Digest of what changes history without moving HEAD: the shallow border, grafts and replacements."""
        shallow = stamp_of(self.repo.shallow_file) if self.repo.is_shallow else ABSENT
        grafts = stamp_of(grafts_file(self.repo))
        if shallow == grafts == ABSENT and not self.repo.replaced:
            return ""
        return digest(shallow, grafts, self.repo.replaced)

    def start_background(self) -> None:
        """Let another process complete what a question does not wait for, unless one is at it already."""
        if not self._background or not self.config.get("index.background"):
            return
        try:
            with Lock(os.path.join(self.folder, "background.lock"), 0):
                pass
        except (IndexLocked, OSError):
            return
        env = local_env(self.repo.env)
        if "GIT_DIR" in self.repo.env:  # the folder alone does not lead to this repository
            env |= {"GIT_DIR": self.repo.git_dir, "GIT_WORK_TREE": self.repo.top}
        process.detach([*self._background, self.repo.top], env=env)

    def make_folder(self) -> None:
        """Make the index folder; remove what killed builds left in it, and folders that nobody used for a month."""
        import shutil

        make_folder(self.repo.git_dir)
        os.makedirs(self.folder, exist_ok=True)
        for unused in unused_index_folders(self.repo.git_dir, self.folder, time.time()):
            shutil.rmtree(unused, ignore_errors=True)
        sweep(self.text_folder())
        sweep(self.paths_folder())

    def text_folder(self, folder: str = "") -> str:
        """Folder of the text part of this index, or of another one."""
        return os.path.join(folder or self.folder, "text")

    def paths_folder(self, folder: str = "") -> str:
        """Folder of the path part of this index, or of another one."""
        return os.path.join(folder or self.folder, "paths")

    def look_at_head(self) -> None:
        """See where HEAD is now: a later one may have been published while we waited for the writer."""
        self.repo = self.repo._replace(head=find_commit(self.repo, "HEAD") or "")

    def is_text_stale(self, manifest: Manifest) -> bool:
        """True when HEAD, the history's borders or a file moved on since the manifest was published."""
        return not self.is_at_head(manifest) or is_stale(self.repo, manifest, self.store_dirs)

    def is_at_head(self, manifest: Manifest) -> bool:
        """True when the manifest's commits are those that HEAD reaches now."""
        return manifest.head == self.repo.head and manifest.graft == self.graft
