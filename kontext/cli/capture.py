"""`kontext capture`."""

from __future__ import annotations

import time

from kontext.capture.compose import TEMPLATE
from kontext.capture.request import Request, checked, from_commit
from kontext.capture.work_tree import completed, read_work_tree, write_record
from kontext.cli import capture_options as given
from kontext.cli.body import TextKept, edit_text, read_body, will_ask
from kontext.cli.options import Folder, Json
from kontext.cli.store_here import open_store, show_captured
from kontext.store.kinds import DECISION


def capture(
    title: given.Title = "",
    kind: given.Kind = DECISION,
    body: given.Body = None,
    file: given.File = "",
    paths: given.Paths = None,
    tags: given.Tags = None,
    supersedes: given.Replaced = None,
    status: given.Status = "",
    date: given.Day = "",
    draft: given.Draft = False,
    commit: given.From = "",
    folder: Folder = "",
    json: Json = False,
) -> int:
    """Write a record in the form and numbering of its neighbours, stage it, and print the trailer that names it.

    Example: kontext capture --title "Prices are integer cents" --paths src/billing/ --body "Floats broke VAT."
    """
    here = open_store()
    today = time.strftime("%Y-%m-%d")
    start = from_commit(here.repo, commit) if commit else Request("", "", today)
    request = start._replace(
        title=title or start.title,
        status=status,
        date=date or start.date,
        paths=given.words(paths) or start.paths,
        tags=given.words(tags),
        supersedes=given.words(supersedes),
    )
    edited = ""
    asks = will_ask(body, file, start.body)
    checked(request._replace(title=request.title or (kind if asks else "")))  # before anybody writes a text
    if asks:
        asked = completed(read_work_tree(here.repo, here.config), kind, request)
        written, text, edited = edit_text(here.repo, request.title, asked.kind, TEMPLATE.get(asked.kind, ()))
        request = request._replace(title=written, body=text)
    else:
        request = request._replace(body=read_body(body, file, start.body))
    with TextKept(edited), here.writing() as tree:
        done = write_record(tree, completed(tree, kind, request), draft=draft, today=today)
    return show_captured(done, here, json)
