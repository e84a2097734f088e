"""Sessions that stay open between questions, each lent to one question at a time.

Owns how many there are and when one can be used again: whatever a session has read once (where the repository is,
its configuration) is held against the files it came from before each question. Must not know the questions.
"""

from __future__ import annotations

import os
from _thread import allocate_lock

from kontext import stopping
from kontext.config import config_files
from kontext.errors import KontextError
from kontext.files import stamp
from kontext.git.repo import config_origins, open_repo
from kontext.refresh import open_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kontext.git.repo import Repo
    from kontext.refresh import Session

_PATIENCE = 2.0  # seconds a question waits for a writer: that may well be another question of the same client
MOST = 8  # sessions nobody uses that are kept open


class Residents:
    """Every open session. Several questions about one folder at once get a session each."""

    def __init__(self, environ: Mapping[str, str], background: Sequence[str] = (), most: int = MOST) -> None:
        self._environ = environ
        self._background = background
        self._most = most
        self._lock = allocate_lock()
        self._idle: list[Resident] = []  # the one used last comes last

    def lend(self, folder: str) -> Lent:
        """Return the session of an absolute folder, for a `with` block. Raises what `open_session` raises."""
        return Lent(self, folder)

    def take(self, folder: str) -> Resident:
        """Return a session that is as good as new; the caller gives it back, or closes it."""
        folder = os.path.abspath(folder)
        with self._lock:
            at = next((at for at in reversed(range(len(self._idle))) if self._idle[at].folder == folder), None)
            found = None if at is None else self._idle.pop(at)
        if found is not None:
            try:
                if found.renew():
                    return found
            except BaseException:
                found.session.close()
                raise
            found.session.close()
        return Resident(folder, self._environ, self._background)

    def give_back(self, resident: Resident) -> None:
        """Keep a session for the next question; the one that was used longest ago goes."""
        with self._lock:
            self._idle.append(resident)
            gone = self._idle.pop(0) if len(self._idle) > self._most else None
        if gone is not None:
            gone.session.close()

    def close(self) -> None:
        """Close every session that nobody uses."""
        with self._lock:
            idle, self._idle = self._idle, []
        for one in idle:
            one.session.close()


class Lent:
    """A session for the time of one question. One that went wrong in a way nobody foresaw is not used again."""

    def __init__(self, residents: Residents, folder: str) -> None:
        self._residents = residents
        self._resident = residents.take(folder)

    def __enter__(self) -> Session:
        return self._resident.session

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None or issubclass(kind, KontextError):
            self._residents.give_back(self._resident)
        else:
            self._resident.session.close()


class Resident:
    """One session, and the stamps of all that it has read and will not read again."""

    def __init__(self, folder: str, environ: Mapping[str, str], background: Sequence[str]) -> None:
        self.folder = folder
        # Stamps come first: what changes while the session is opened is then seen as changed, not missed.
        repo = open_repo(folder, environ)
        self._places = _identities(_places(folder, repo))
        self._files = _stamps(_files(repo, environ))
        self.session = open_session(
            folder, environ, progress=lambda part, done: stopping.check(), background=background, by="mcp"
        )
        store_dir = str(self.session.config.get("store.dir"))
        self._files |= _stamps(file.path for file in config_files(repo, environ, store_dir))
        self._files |= _stamps(config_origins(repo))
        self.session.is_resident = True
        self.session.patience = _PATIENCE

    def renew(self) -> bool:
        """Bring the session to where HEAD is now; False when it has to be opened anew."""
        if _identities(self._places) != self._places or _stamps(self._files) != self._files:
            return False
        session = self.session
        if session.is_in_memory and _can_be_kept(session):
            return False  # what kept the index from being written is gone
        session.look_again(session.repo._replace(head=session.open_objects().head()))
        return True


def _can_be_kept(session: Session) -> bool:
    try:
        session.make_folder()
    except OSError:
        return False
    return True


def _places(folder: str, repo: Repo) -> Iterator[str]:
    """What says that this folder belongs to this repository: another .git on the way up would say otherwise."""
    yield repo.git_dir
    top = os.path.realpath(repo.top)
    place = os.path.realpath(folder)
    while place.startswith(top):
        yield os.path.join(place, ".git")
        place, name = os.path.split(place)
        if not name:
            break


def _files(repo: Repo, environ: Mapping[str, str]) -> Iterator[str]:
    """What Git's answers about a repository were read from, HEAD's commit aside."""
    yield os.path.join(repo.git_dir, "HEAD")  # another branch may include other configuration
    yield os.path.join(repo.common_dir, "config")
    yield os.path.join(repo.git_dir, "config.worktree")
    yield repo.shallow_file
    for name in ("packed-refs", "refs/replace", "reftable/tables.list"):  # replacements
        yield os.path.join(repo.common_dir, name)
    home = environ.get("HOME", "")
    yield environ.get("GIT_CONFIG_GLOBAL") or os.path.join(home, ".gitconfig")
    yield os.path.join(environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config"), "git", "config")


def _identities(places: Iterable[str]) -> dict[str, tuple[int, int] | None]:
    found: dict[str, tuple[int, int] | None] = {}
    for place in places:
        try:
            seen = os.stat(place)
            found[place] = (seen.st_dev, seen.st_ino)
        except OSError:
            found[place] = None
    return found


def _stamps(paths: Iterable[str]) -> dict[str, tuple[int, int, int] | None]:
    return {path: stamp(path) for path in paths}
