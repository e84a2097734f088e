"""`kontext completion SHELL`."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from kontext.errors import EXIT_OK, KontextError, UsageError

# shell -> (folder below the data folder where packages install completions, files)
PLACES = {
    "bash": ("share/bash-completion/completions", ("kontext",)),
    "zsh": ("share/zsh/site-functions", ("_kontext",)),
    "fish": (
        "share/fish/vendor_completions.d",
        ("git-why.fish", "git-kx-why.fish", "git-kx-log.fish", "git-kx-search.fish", "kontext.fish"),
    ),
}


def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish")],
) -> int:
    """Print the completion scripts of a shell.

    Example: kontext completion bash >> ~/.bash_completion
    """
    if shell not in PLACES:
        raise UsageError(f"no completion for '{shell}'", "one of: " + ", ".join(PLACES))
    folder, names = PLACES[shell]
    for name in names:
        print(_read(shell, folder, name), end="")
    return EXIT_OK


def _read(shell: str, folder: str, name: str) -> str:
    """Installed completions lie below the interpreter's data folder; in a checkout, beside the Git commands."""
    checkout = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    for place in (os.path.join(sys.prefix, folder), os.path.join(checkout, "git-commands", "completions", shell)):
        try:
            with open(os.path.join(place, name), encoding="utf-8") as file:
                return file.read()
        except OSError:
            continue
    raise KontextError(f"the completion file {name} is not installed", "install git-kontext again")
