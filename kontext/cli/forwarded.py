"""The hot commands as `kontext -h` lists them.

Owns their one-line help there. Must not define an option of theirs: they run before Typer is imported.
"""

from __future__ import annotations

import typer

_HELP = {
    "why": "Say why code is like this.",
    "search": "Search decisions, docs, commits and code: one ranked list.",
    "version": "Print the version.",
    "log": "List the decisions: the timeline.",
    "hook": "Do the work of a Git hook.",
}


def forward(app: typer.Typer) -> None:
    """Add the hot commands to the list; they are dispatched before this application is made."""

    def stands_for_a_hot_command() -> None:
        raise AssertionError("dispatched before Typer is imported")

    for name, text in _HELP.items():
        app.command(name, help=text)(stands_for_a_hot_command)
