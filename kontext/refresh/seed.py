"""A new worktree starts from a sibling's index and catches up.

Owns finding the sibling. What differs between the two work trees is the refresh's work, as after a branch switch.
Must not know what an index holds.
"""

from __future__ import annotations

from kontext.errors import GitError
from kontext.git.tree import worktrees
from kontext.index.folder import open_engine, start_from
from kontext.index.schema import SCHEMA_VERSION
from kontext.layout import index_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.refresh.session import Session


def seed(session: Session) -> bool:
    """Begin both parts as a copy of those of another worktree of this repository; False when there is none to copy."""
    try:
        siblings = worktrees(session.repo)
    except GitError:
        return False
    for git_dir in siblings:
        folder = index_folder(git_dir, SCHEMA_VERSION, session.options)
        source = session.text_folder(folder)
        if folder == session.folder or isinstance(open_engine(source, session.language), str):
            continue
        if start_from(source, session.text_folder()):
            start_from(session.paths_folder(folder), session.paths_folder())
            return True
    return False
