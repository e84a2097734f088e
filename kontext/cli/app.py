"""The entry points of the installed programs.

Owns the choice between the hot commands (argparse, no Typer) and the rest. Must not know what a command does: hot
ones are named in `HOT`, one line each.
"""

from __future__ import annotations

import gc
import sys

from kontext.cli.boundary import guard, leave
from kontext.errors import EXIT_USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["git_command", "leave", "main"]

_GARBAGE = 50_000  # objects between two looks for cycles

# name -> module whose `run(argv, prog)` is the command
HOT = {
    "why": "kontext.cli.why",
    "search": "kontext.cli.search",
    "log": "kontext.cli.log",
    "check": "kontext.cli.check_message",
    "hook": "kontext.cli.hook",
    "version": "kontext.cli.version",
    "--version": "kontext.cli.version",
}


def git_command(name: str, prog: str) -> int:
    """Run a hot command under the name of a Git command; return its exit status."""
    # Little of what a short answer makes is garbage: looking for cycles at every 700th object would take a tenth of it.
    gc.set_threshold(_GARBAGE)
    return guard(lambda argv: _hot(name)(argv, prog), sys.argv[1:])


def main() -> int:
    """Run `kontext …`; return its exit status."""
    return guard(_dispatch, sys.argv[1:], EXIT_USAGE)


def _dispatch(argv: list[str]) -> int:
    rest = _enter_folders(argv)
    if rest and rest[0] in HOT:
        return _hot(rest[0])(rest[1:], f"kontext {rest[0]}")
    from kontext.cli.commands import run

    return run(rest)


def _enter_folders(argv: list[str]) -> list[str]:
    """Follow every leading `-C DIR`, as Git does, and return what is left."""
    while len(argv) > 1 and argv[0] == "-C":
        from kontext.cli.parser import enter

        enter(argv[1])
        argv = argv[2:]
    return argv


def _hot(name: str) -> Callable[[list[str], str], int]:
    module = __import__(HOT[name], fromlist=["run"])
    run: Callable[[list[str], str], int] = module.run
    return run
