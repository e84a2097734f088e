"""`kontext capture`."""

from __future__ import annotations

import os
import time
from typing import Annotated

import typer

from kontext.capture.compose import TEMPLATE
from kontext.capture.inbox import write_draft
from kontext.capture.record import Captured
from kontext.capture.record import capture as write
from kontext.capture.request import Request, checked, checked_kind, from_commit, staged_patterns
from kontext.cli.body import edit_body, read_body
from kontext.cli.options import Folder, Json
from kontext.cli.store_here import StoreHere, open_store
from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_OK
from kontext.render.capture import captured_json, render_captured
from kontext.store.kinds import DECISION


def capture(
    title: Annotated[str, typer.Option("--title", "-t", help="One line that says what holds now.")] = "",
    kind: Annotated[str, typer.Option("--kind", help="decision, convention, learning, incident, …")] = DECISION,
    body: Annotated[str | None, typer.Option("--body", metavar="TEXT", help="Why, as Markdown.")] = None,
    file: Annotated[str, typer.Option("--file", "-F", help="Take the text from a file (- = stdin).")] = "",
    paths: Annotated[list[str] | None, typer.Option("--paths", help="What it governs, as Git patterns.")] = None,
    tags: Annotated[list[str] | None, typer.Option("--tags", help="Words to filter by.")] = None,
    supersedes: Annotated[list[str] | None, typer.Option(metavar="ID", help="A record that it replaces.")] = None,
    status: Annotated[str, typer.Option(help="accepted, proposed, rejected, …")] = "",
    date: Annotated[str, typer.Option(metavar="DAY", help="YYYY-MM-DD; today unless given.")] = "",
    draft: Annotated[bool, typer.Option("--draft", help="Keep it in this clone until kontext promote.")] = False,
    commit: Annotated[str, typer.Option("--from", metavar="COMMIT", help="Start from what a commit says.")] = "",
    folder: Folder = "",
    json: Json = False,
) -> int:
    """Write a record in the form and numbering of its neighbours, stage it, and print the trailer that names it.

    Example: kontext capture --title "Prices are integer cents" --paths src/billing/ --body "Floats broke VAT."
    """
    store = open_store()
    today = time.strftime("%Y-%m-%d")
    name, extra = checked_kind(kind, tuple(store.config.get("store.kinds")))
    start = from_commit(store.repo, commit) if commit else Request(name, "", today)
    request = start._replace(
        kind=name,
        title=title or start.title,
        status=status,
        date=date or start.date,
        paths=_words(paths) or start.paths or _staged(store, name),
        tags=(*_words(tags), *extra),
        supersedes=_words(supersedes),
    )
    checked(request)
    text = read_body(body, file, start.body)
    if text is None:
        text = edit_body(store.repo, request.title, name, TEMPLATE.get(name, ()))
    request = request._replace(body=text)
    done = write_draft(store.repo, request) if draft else _written(store, request, today)
    if json:
        write_machine(captured_json(done))
    else:
        Screen("capture", os.environ, store.git_values).show(render_captured(done), pager=False)
    return EXIT_OK


def _written(store: StoreHere, request: Request, today: str) -> Captured:
    return write(store.repo, store.config, store.setting, store.knowledge, request, today)


def _staged(store: StoreHere, kind: str) -> tuple[str, ...]:
    records = [source.path for source in store.knowledge.sources]
    return staged_patterns(store.repo, records) if kind == DECISION else ()


def _words(given: list[str] | None) -> tuple[str, ...]:
    """Values of an option that may be repeated and hold commas; a comma inside braces separates nothing."""
    import re

    parts = [part.strip() for value in given or [] for part in re.split(r",(?![^{]*\})", value)]
    return tuple(dict.fromkeys(filter(None, parts)))
