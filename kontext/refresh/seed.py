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
    from kontext.refresh.site import Site


def seed(site: Site) -> bool:
    """Begin both parts as a copy of those of another worktree of this repository; False when there is none to copy."""
    try:
        siblings = worktrees(site.repo)
    except GitError:
        return False
    for git_dir in siblings:
        folder = index_folder(git_dir, SCHEMA_VERSION, site.options)
        source = site.text_folder(folder)
        if folder == site.folder or isinstance(open_engine(source, site.language), str):
            continue
        if start_from(source, site.text_folder()):
            start_from(site.paths_folder(folder), site.paths_folder())
            return True
    return False
