"""The text of lines, from the work tree or a revision.

Owns reading a few lines of one file. Must not know blame.
"""

from __future__ import annotations

import os
import stat

from kontext import process
from kontext.git.repo import Repo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import LineSpan, RepoPath


def read_lines(repo: Repo, path: RepoPath, span: LineSpan, rev: str | None = None) -> list[tuple[int, str]]:
    """Return (number, text) of the lines of a span that exist; [] for a path that is not there."""
    from kontext.text import file_text  # only an answer needs it: whoever starts to blame does not

    lines = file_text(_content(repo, path, rev), exact=True).split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return [(number, lines[number - 1].rstrip("\r")) for number in range(span.first, min(span.last, len(lines)) + 1)]


def _content(repo: Repo, path: RepoPath, rev: str | None) -> bytes:
    if rev is None and not repo.is_bare:
        try:
            return read_work_tree(repo, path)
        except OSError:
            rev = "HEAD"
    return read_blob(repo, path, rev or "HEAD") or b""


def read_work_tree(repo: Repo, path: RepoPath) -> bytes:
    """Return what Git would store of a path: of a link its target's name, never what lies behind it.

    Raises OSError where there is no such file, or a pipe or device.
    """
    path = os.path.join(repo.top, path)
    mode = os.lstat(path).st_mode
    if stat.S_ISLNK(mode):
        return os.readlink(os.fsencode(path))
    if not stat.S_ISREG(mode):
        raise OSError(f"{path} is not a regular file")
    with open(path, "rb") as file:
        return file.read()


def read_blob(repo: Repo, path: RepoPath, rev: str) -> bytes | None:
    """Return a file's bytes as of a revision; None when it is not there."""
    done = process.run(repo.argv("cat-file", "blob", f"{rev}:{path}"), env=repo.env)
    return done.stdout if done.status == 0 else None
