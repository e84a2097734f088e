"""The committed configuration of a repository without a work tree, as HEAD has it.

Owns finding and reading it. Must not know layers. Git is asked each time: nothing on the disk says that it changed.
"""

from __future__ import annotations

from kontext.config.cache import FileValues, parse_content
from kontext.git.lines import read_blob
from kontext.git.tree import present_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.git.repo import Repo


def read_from_head(repo: Repo, names: Sequence[str]) -> tuple[str, FileValues] | None:
    """Return the first of these files that HEAD holds, as ("HEAD:name", what it says); None when it holds none."""
    held = present_at(repo, "HEAD", names) if repo.head else set()
    for name in names:
        raw = read_blob(repo, name, "HEAD") if name in held else None
        if raw is not None:
            return f"HEAD:{name}", parse_content(raw)
    return None
