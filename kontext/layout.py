"""Where things lie below a Git folder and a home.

Owns the names of our folders and files, and how a folder of ours is made. Must not know what is in them or ask Git:
the Git folders come in, absolute.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

UNUSED_AFTER = 30 * 24 * 3600  # seconds after which an index folder nobody opened may go
_README = """\
This folder belongs to kontext (git why, git kx-log, git kx-search).
Everything here can be deleted at any time but for inbox/ (drafts of records) and config.yaml, if they exist:
what is needed is made again from the repository.
"""


def kontext_folder(git_folder: str) -> str:
    """Our folder below a Git folder: of the worktree (git-dir) for the index, of all worktrees (common-dir) else."""
    return os.path.join(git_folder, "kontext")


def index_folder(git_dir: str, schema: int | str, options_digest: str) -> str:
    """The search index of one worktree, schema and set of options."""
    return os.path.join(_indexes(git_dir), f"{schema}-{options_digest}")


def config_cache_file(common_dir: str) -> str:
    """What the YAML files of the configuration said when last read."""
    return os.path.join(kontext_folder(common_dir), "config-cache.json")


def local_config_file(common_dir: str) -> str:
    """The configuration of this clone, never committed."""
    return os.path.join(kontext_folder(common_dir), "config.yaml")


def inbox_folder(common_dir: str) -> str:
    """Drafts of records that are not in the work tree yet."""
    return os.path.join(kontext_folder(common_dir), "inbox")


def user_folder(environ: Mapping[str, str]) -> str:
    """The user's own configuration folder, "" where the environment names no home."""
    if given := environ.get("KONTEXT_CONFIG_DIR"):
        return given
    if base := environ.get("XDG_CONFIG_HOME"):
        return os.path.join(base, "kontext")
    home = environ.get("HOME", "")
    return os.path.join(home, ".config", "kontext") if home else ""


def make_folder(folder: str) -> str:
    """Make a folder of ours (and those above it), with a README in the topmost one; return it. Raises OSError."""
    if os.path.isdir(folder):
        return folder
    os.makedirs(folder, exist_ok=True)
    above, _, _ = f"{folder}/".rpartition("/kontext/")
    try:
        with open(os.path.join(above, "kontext", "README"), "x", encoding="utf-8") as readme:
            readme.write(_README)
    except OSError:
        pass  # it explains, nothing needs it
    return folder


def unused_index_folders(git_dir: str, keep: str, now: float) -> list[str]:
    """Return the index folders but `keep` whose newest file is older than UNUSED_AFTER. `now` in epoch seconds."""
    try:
        entries = list(os.scandir(_indexes(git_dir)))
    except OSError:
        return []
    return sorted(
        entry.path
        for entry in entries
        if entry.is_dir(follow_symlinks=False) and entry.path != keep and now - _last_use(entry.path) > UNUSED_AFTER
    )


def _indexes(git_dir: str) -> str:
    return os.path.join(kontext_folder(git_dir), "index")


def _last_use(folder: str) -> float:
    """The newest time of a folder and its files; a reader shows itself by touching the folder (os.utime)."""
    times = [os.stat(folder).st_mtime]
    for entry in os.scandir(folder):
        try:
            times.append(entry.stat(follow_symlinks=False).st_mtime)
        except OSError:
            continue  # a merge removed it meanwhile
    return max(times)
