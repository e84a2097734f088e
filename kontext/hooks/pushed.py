"""What a push brings to its remote.

Owns the reading of what Git, or the pre-commit framework, tells a pre-push hook. Must not judge anything.
"""

from __future__ import annotations

import sys

from kontext.git.repo import decode, find_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kontext.git.repo import Repo
    from kontext.model import Oid


def pushed(repo: Repo, arguments: list[str], environ: Mapping[str, str]) -> Iterator[tuple[Oid, tuple[str, ...]]]:
    """Yield, for each reference that is pushed, its commit and the revisions that make the range ("b", "^a", …).

    `arguments` are the remote's name and address. What the remote's branches held when last seen is left out.
    """
    remote = (*arguments, environ.get("PRE_COMMIT_REMOTE_NAME", ""))[0]
    known = _known(repo, remote)
    for local, there in _told(environ):
        head = find_commit(repo, local)
        if head is None:
            continue  # a branch that is deleted, or a tag of something else than a commit
        base = find_commit(repo, there)
        yield head, (head, *(f"^{oid}" for oid in dict.fromkeys((*known, *([base] if base else [])))))


def _told(environ: Mapping[str, str]) -> list[tuple[str, str]]:
    """Pairs of what is pushed and what is there."""
    if not environ.get("PRE_COMMIT"):
        lines = (line.split(" ") for line in decode(sys.stdin.buffer.read()).split("\n"))
        return [(words[1], words[3]) for words in lines if len(words) == 4]
    # The framework closes stdin. A new branch comes by its name; by hand (its stage "manual") nothing is told.
    local = environ.get("PRE_COMMIT_TO_REF") or environ.get("PRE_COMMIT_LOCAL_BRANCH") or "HEAD"
    return [(local, environ.get("PRE_COMMIT_FROM_REF", ""))]


def _known(repo: Repo, remote: str) -> list[Oid]:
    """The commits of a remote's branches; of every remote when it is named by an address."""
    raw = repo.ask("for-each-ref", "--format=%(objectname) %(refname)", "refs/remotes/")
    rows = [line.partition(" ") for line in decode(raw).splitlines()]
    own = [oid for oid, _, name in rows if name.startswith(f"refs/remotes/{remote}/")]
    return own or [oid for oid, _, _ in rows]
