"""The repository around the current folder, as every command that writes records needs it.

Owns the opening, and how what was written is shown. Must not know any command.
"""

from __future__ import annotations

import os

from kontext.capture.writing import Writing
from kontext.cli.terminal import Screen, write_machine
from kontext.config import load_config
from kontext.errors import EXIT_OK
from kontext.git.repo import open_with_config
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.capture.record import Captured
    from kontext.config import Config
    from kontext.git.repo import Repo

_GIT_KEYS = r"^(kontext|color)\."


class StoreHere(Record):
    """A repository, its configuration and the values of Git's."""

    repo: Repo
    config: Config
    git_values: Sequence[tuple[str, str]]

    def writing(self) -> Writing:
        """Return the records of the work tree, to be read and written within a `with` block."""
        return Writing(self.repo, self.config)


def open_store() -> StoreHere:
    """Open the repository; no record is read yet."""
    repo, git_values = open_with_config(".", os.environ, _GIT_KEYS)
    return StoreHere(repo, load_config(repo, git_values, os.environ, {}), git_values)


def show_captured(done: Captured, here: StoreHere, as_json: bool) -> int:
    """Say which record was written; return the exit status."""
    from kontext.render.capture import captured_json, render_captured

    if as_json:
        write_machine(captured_json(done))
    else:
        Screen("capture", os.environ, here.git_values).show(render_captured(done), pager=False)
    return EXIT_OK
