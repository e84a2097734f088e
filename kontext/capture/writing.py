"""One writer of records at a time.

Owns the lock of a repository that is held from the choice of a name until the file is written and staged, and that
the records are read under it. All worktrees share it, as they share the numbers. Must not know what is written.
"""

from __future__ import annotations

import os

from kontext.capture.work_tree import WorkTree, read_work_tree
from kontext.errors import IndexLocked, StoreError
from kontext.files import Lock
from kontext.layout import kontext_folder, make_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from kontext.config import Config
    from kontext.git.repo import Repo

WAIT = 10.0  # seconds for other writers
_NAME = "records.lock"


class Writing:
    """The records of a work tree while nobody else writes any: `with Writing(repo, config) as tree`.

    Raises StoreError when others write for longer than WAIT, UsageError in a bare repository. Where nothing can be
    written into the Git folder (a sandbox, another user's clone) there is no lock: a new file still replaces none.
    """

    __slots__ = ("_config", "_lock", "_repo")

    def __init__(self, repo: Repo, config: Config) -> None:
        self._repo = repo
        self._config = config
        self._lock: Lock | None = None

    def __enter__(self) -> WorkTree:
        try:
            lock = Lock(os.path.join(make_folder(kontext_folder(self._repo.common_dir)), _NAME), WAIT)
            self._lock = lock.__enter__()
        except IndexLocked:
            raise StoreError("another kontext process is writing records", "wait for it, then run it again") from None
        except OSError:
            pass
        try:
            return read_work_tree(self._repo, self._config)
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock is not None:
            self._lock.__exit__(kind, error, trace)
            self._lock = None
