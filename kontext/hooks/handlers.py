"""What is done at each event.

Owns the handler of each event, in `HANDLERS`, and the rule that of many hooks one does the work. Must not print;
may raise, as the caller fails open.
"""

from __future__ import annotations

import os
import sys

from kontext.errors import GitCommandError, IndexLocked
from kontext.files import Lock
from kontext.git.repo import decode, local_env
from kontext.hooks.shims import EVENTS
from kontext.layout import kontext_folder, make_folder
from kontext.process import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Handler = Callable[[list[str], Mapping[str, str]], None]

# event -> the key that switches it off
_SWITCHES = {event: f"hooks.{event.replace('-', '_')}" for event in EVENTS}
# These say which repository is meant where the folder alone does not.
_WHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR")
_TOLD = "told"  # hooks/post-commit writes it, too


def refresh(argv: list[str], environ: Mapping[str, str]) -> None:
    """Bring the index to HEAD, unless another hook is at it.

    Commits may come faster than they can be indexed. The file `told` stands from when one was told of until HEAD is
    looked at: the shim starts nobody while it is there, a hook that finds another one at work leaves before it
    imports anything, and the one at work looks again while there is such a file. Raises GitCommandError.
    """
    env = detached_env(environ)
    folder = make_folder(kontext_folder(_git_dir(env)))
    told = os.path.join(folder, _TOLD)
    with open(told, "ab"):
        pass  # no shim has told us, where a framework starts us
    while os.path.exists(told):
        try:
            with Lock(os.path.join(folder, "hook.lock")):
                _forget(told)
                _refresh(argv[0], env)
        except IndexLocked:
            return


def complete(argv: list[str], environ: Mapping[str, str]) -> None:
    """Complete the index of the repository at `argv[1]` with what no question waits for."""
    from kontext.refresh import open_session
    from kontext.refresh.deepen import deepen

    deepen(open_session(argv[1], environ, tolerant=True, by="background"))


def detached_env(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment of work that outlives a Git command: its temporary files will be gone, its folders not."""
    where = {name: os.path.abspath(environ[name]) for name in _WHERE if environ.get(name)}
    return local_env(environ) | where


def _refresh(event: str, env: Mapping[str, str]) -> None:
    from kontext.hooks.report import note_report
    from kontext.refresh import open_session

    background = (sys.executable, "-P", "-m", "kontext.hooks", "deepen")
    session = open_session(".", env, tolerant=True, background=background, by=event)
    note_report(session.repo, session.config)
    switches = ("hooks.background", *([_SWITCHES[event]] if event in _SWITCHES else []))
    if all(map(session.config.get, switches)):
        session.paths()
        session.text()


def _forget(told: str) -> None:
    """From here on whoever makes a commit has to tell again."""
    try:
        os.unlink(told)
    except FileNotFoundError:
        pass  # another one has looked at HEAD meanwhile; so do we


def _git_dir(env: Mapping[str, str]) -> str:
    """The Git folder of this worktree; Git is asked only where it is not simply `.git`."""
    given = env.get("GIT_DIR", ".git")
    if os.path.isdir(given):
        return os.path.abspath(given)
    argv = ("git", "rev-parse", "--absolute-git-dir")
    done = run(argv, env=env)
    if done.status:
        raise GitCommandError(argv, done.status, decode(done.stderr))
    return decode(done.stdout).removesuffix("\n")


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(EVENTS, refresh),
    "refresh": refresh,  # for frameworks that do not tell the event
    "deepen": complete,
}
