"""Which release of ours a repository can give to the pre-commit framework.

Owns the question about its tags, asked of repositories on this machine only. Must not know the framework's file.
"""

from __future__ import annotations

import os
import re

from kontext import __version__, process
from kontext.errors import HookConflict
from kontext.git.repo import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.git.repo import Repo

_PATIENCE = 5.0  # seconds
_VERSION = re.compile(r"v?(\d+(?:\.\d+)*)")


def find_release(repo: Repo, url: str) -> tuple[str, str]:
    """Return the tag to take from the repository at `url`, and a sentence about it, "" where it is that of ourselves.

    Raises HookConflict where that repository has no release at all.
    """
    wanted = f"v{__version__}"
    tags = _tags(repo, url)
    if tags is None:
        return wanted, f"{url} could not be asked: make sure that it has the tag {wanted}"
    if wanted in tags:
        return wanted, ""
    releases = [(tuple(map(int, match[1].split("."))), tag) for tag in tags if (match := _VERSION.fullmatch(tag))]
    if not releases:
        raise HookConflict(
            f"{url} has no tag {wanted}, nor that of another release", "name a repository of ours with releases"
        )
    newest = max(releases)[1]
    return newest, f"{url} has no tag {wanted}: {newest} is its newest release"


def _tags(repo: Repo, url: str) -> list[str] | None:
    """The tags of a repository on this machine, None where it lies elsewhere or does not answer."""
    if not (url.startswith("file://") or os.path.isdir(url)):
        return None
    argv = ["git", "ls-remote", "--tags", "--refs", "--quiet", "--", url]
    done = process.run(argv, env={**repo.env, "GIT_ALLOW_PROTOCOL": "file"}, timeout=_PATIENCE)
    if done.timed_out or done.status:
        return None
    return [line.partition("refs/tags/")[2] for line in decode(done.stdout).splitlines()]
