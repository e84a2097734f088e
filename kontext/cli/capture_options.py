"""The options of `kontext capture`, and the reading of its lists.

Owns their names and help. Must not know what becomes of them.
"""

from __future__ import annotations

from typing import Annotated

import typer

from kontext.config.values import split_list

Title = Annotated[str, typer.Option("--title", "-t", help="One line that says what holds now.")]
Kind = Annotated[str, typer.Option("--kind", help="decision, convention, learning, incident, architecture.")]
Body = Annotated[str | None, typer.Option("--body", metavar="TEXT", help="Why, as Markdown.")]
File = Annotated[str, typer.Option("--file", "-F", help="Take the text from a file (- = stdin).")]
Paths = Annotated[list[str] | None, typer.Option("--paths", metavar="PATH", help="What it governs, as Git patterns.")]
Tags = Annotated[list[str] | None, typer.Option("--tags", metavar="TAG", help="Words to filter by.")]
Replaced = Annotated[list[str] | None, typer.Option("--supersedes", metavar="ID", help="A record that it replaces.")]
Status = Annotated[str, typer.Option("--status", help="accepted (as decisions are unless said), proposed, …")]
Day = Annotated[str, typer.Option("--date", metavar="DAY", help="YYYY-MM-DD; today unless given.")]
Draft = Annotated[bool, typer.Option("--draft", help="Keep it in this clone until kontext promote.")]
From = Annotated[str, typer.Option("--from", metavar="COMMIT", help="Start from what a commit says.")]


def words(given: list[str] | None) -> tuple[str, ...]:
    """Return the values of an option that may be repeated and hold commas."""
    return tuple(dict.fromkeys(part for value in given or [] for part in split_list(value)))
