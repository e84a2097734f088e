"""A command of `kontext` run in this process: what a new one for each would cost adds up to minutes."""

from __future__ import annotations

import os
import tempfile

from gitbox import GitBox
from kontext.cli.app import _dispatch
from kontext.cli.boundary import guard
from kontext.errors import EXIT_USAGE


def kontext(box: GitBox, *argv: str, status: int = 0, **env: str) -> str:
    """Run `kontext …` in a repository and return all it prints; `status` is the one it must end with."""
    before, folder = dict(os.environ), os.getcwd()
    streams = [os.dup(1), os.dup(2)]
    with tempfile.TemporaryFile() as said:
        try:
            os.chdir(box.path)
            os.environ.clear()
            os.environ.update(box.env | env)
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
            ended = guard(_dispatch, list(argv), EXIT_USAGE)
        finally:
            for end, stream in zip((1, 2), streams, strict=True):
                os.dup2(stream, end)
                os.close(stream)
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(before)
        said.seek(0)
        text = said.read().decode()
    assert ended == status, text
    return text
