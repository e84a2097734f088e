"""Merges: which one brought a commit in.

Owns the question. Must not know pull requests or forges.
"""

from __future__ import annotations

from kontext.git.repo import Repo, decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import Oid


class MergeSearch:
    """Looks for the merge that brought a commit into the first-parent line of a revision, beside other questions.

    It walks from the revision back to the commit, so it is given up `timeout` seconds after its start.
    """

    def __init__(self, repo: Repo, oid: Oid, rev: str, timeout: float) -> None:
        span = ("--end-of-options", f"{oid}..{rev}", "--")
        self._oid = oid
        self._descendants = repo.begin("rev-list", "--ancestry-path", *span, timeout=timeout)
        self._line = repo.begin("rev-list", "--first-parent", "--parents", *span, timeout=timeout)

    def finish(self) -> Oid:
        """Return the merge; "" when the commit lies on the line itself, or time ran out."""
        line, descendants = self._line.finish(), self._descendants.finish()
        if line.status or descendants.status:
            return ""
        after = set(decode(descendants.stdout).split())
        found = ""
        for parents in map(str.split, decode(line.stdout).splitlines()):
            if parents[0] not in after:
                break  # from here on the line does not have the commit yet
            is_merge = len(parents) > 2 and parents[1] != self._oid
            found = parents[0] if is_merge else ""
        return found
