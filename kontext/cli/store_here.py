"""The records around the current folder, as every command that writes them needs them.

Owns the opening, and how what was written is shown. Must not know any command.
"""

from __future__ import annotations

import os

from kontext.capture.work_tree import WorkTree, read_work_tree
from kontext.cli.terminal import Screen, write_machine
from kontext.config import load_config
from kontext.errors import EXIT_OK
from kontext.git.repo import open_with_config
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.capture.record import Captured

_GIT_KEYS = r"^(kontext|color)\."


class StoreHere(Record):
    """The records of the work tree, and the values of Git's configuration."""

    tree: WorkTree
    git_values: Sequence[tuple[str, str]]


def open_store() -> StoreHere:
    """Read the records of the work tree. Raises UsageError in a bare repository, which has none."""
    repo, git_values = open_with_config(".", os.environ, _GIT_KEYS)
    return StoreHere(read_work_tree(repo, load_config(repo, git_values, os.environ, {})), git_values)


def show_captured(done: Captured, here: StoreHere, as_json: bool) -> int:
    """Say which record was written; return the exit status."""
    from kontext.render.capture import captured_json, render_captured

    if as_json:
        write_machine(captured_json(done))
    else:
        Screen("capture", os.environ, here.git_values).show(render_captured(done), pager=False)
    return EXIT_OK
