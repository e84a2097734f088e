"""What is done at each event.

Owns the handler of each event, in `HANDLERS`. Must not print; may raise, as the caller fails open.
"""

from __future__ import annotations

import os
import sys

from kontext.git.repo import find_commit, local_env
from kontext.hooks.shims import EVENTS
from kontext.refresh import open_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Handler = Callable[[list[str], Mapping[str, str]], None]

# HEAD may move on while we refresh; each further look costs a few milliseconds, and the next hook looks, too.
LOOKS = 5
# event -> the key that switches it off
_SWITCHES = {event: f"hooks.{event.replace('-', '_')}" for event in EVENTS}
# These say which repository is meant where the folder alone does not.
_WHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR")


def refresh(argv: list[str], environ: Mapping[str, str]) -> None:
    """Bring the index to HEAD.

    HEAD itself is the mark: it is compared again after the work, for hooks that found the index locked and left.
    """
    env = detached_env(environ)
    for _ in range(LOOKS):
        session = open_session(
            ".", env, tolerant=True, background=(sys.executable, "-m", "kontext.hooks", "deepen"), by=argv[0]
        )
        if argv[0] in _SWITCHES and not session.config.get(_SWITCHES[argv[0]]):
            return
        session.paths()
        session.text()
        if (find_commit(session.repo, "HEAD") or "") == session.repo.head:
            return


def complete(argv: list[str], environ: Mapping[str, str]) -> None:
    """Complete the index of the repository at `argv[1]` with what no question waits for."""
    from kontext.refresh.deepen import deepen

    os.nice(5)
    deepen(open_session(argv[1], environ, tolerant=True, by="background"))


def detached_env(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment of work that outlives a Git command: its temporary files will be gone, its folders not."""
    where = {name: os.path.abspath(environ[name]) for name in _WHERE if environ.get(name)}
    return local_env(environ) | where


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(EVENTS, refresh),
    "refresh": refresh,  # for frameworks that do not tell the event
    "deepen": complete,
}
