"""The records around the current folder, as every command that writes them needs them.

Owns the opening, and how what was written is shown. Must not know any command.
"""

from __future__ import annotations

import os

from kontext.checks.knowledge import Knowledge, Setting, gather, setting_of, store_dirs
from kontext.checks.tree import work_tree
from kontext.cli.terminal import Screen, write_machine
from kontext.config import Config, load_config
from kontext.errors import EXIT_OK, UsageError
from kontext.git.repo import Repo, open_with_config
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.capture.record import Captured

_GIT_KEYS = r"^(kontext|color)\."


class StoreHere(Record):
    """The repository, its configuration and every record of its work tree."""

    repo: Repo
    config: Config
    git_values: Sequence[tuple[str, str]]
    setting: Setting
    knowledge: Knowledge


def open_store() -> StoreHere:
    """Read the records of the work tree. Raises UsageError in a bare repository, which has none."""
    repo, git_values = open_with_config(".", os.environ, _GIT_KEYS)
    if repo.is_bare:
        raise UsageError("a bare repository has no files to write records in", "run it in a clone with a work tree")
    config = load_config(repo, git_values, os.environ, {})
    tree = work_tree(repo, store_dirs(config))
    setting = setting_of(config, tree)
    return StoreHere(repo, config, git_values, setting, gather(repo, config, tree, setting))


def show_captured(done: Captured, here: StoreHere, as_json: bool) -> int:
    """Say which record was written; return the exit status."""
    from kontext.render.capture import captured_json, render_captured

    if as_json:
        write_machine(captured_json(done))
    else:
        Screen("capture", os.environ, here.git_values).show(render_captured(done), pager=False)
    return EXIT_OK
