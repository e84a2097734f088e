"""Whether Git has what makes questions about paths of a long history fast.

Owns the one look into a format of Git's that no command of it tells about. Must not change anything.
"""

from __future__ import annotations

import os

from kontext.git.repo import Repo, decode

_FILTERS = b"BIDX"  # the chunk that holds changed-path filters
_HEADER, _ROW = 8, 12  # bytes before the table of chunks, and of a row in it


def has_path_filters(repo: Repo) -> bool:
    """Tell whether every commit-graph file of a repository has changed-path filters; False where there is none."""
    asked = ("objects/info/commit-graph", "objects/info/commit-graphs/commit-graph-chain")
    options = [word for name in asked for word in ("--git-path", name)]
    single, chain = decode(repo.ask("rev-parse", "--path-format=absolute", *options)).splitlines()
    if os.path.exists(single):
        return _has_filters(single)
    try:
        with open(chain, encoding="ascii") as file:
            names = file.read().split()
    except OSError:
        return False
    return bool(names) and all(
        _has_filters(os.path.join(os.path.dirname(chain), f"graph-{one}.graph")) for one in names
    )


def count_commits(repo: Repo) -> int:
    """Return how many commits HEAD reaches."""
    return int(repo.ask("rev-list", "--count", "HEAD")) if repo.head else 0


def _has_filters(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            header = file.read(_HEADER)
            table = file.read(_ROW * header[6]) if header.startswith(b"CGPH") else b""
    except (OSError, IndexError):
        return False
    return any(table[at : at + 4] == _FILTERS for at in range(0, len(table), _ROW))
