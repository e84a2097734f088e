"""`kontext capture`."""

from __future__ import annotations

import time

from kontext.capture.compose import TEMPLATE
from kontext.capture.inbox import write_draft
from kontext.capture.record import capture as write
from kontext.capture.request import Request, checked, checked_kind, from_commit, staged_patterns
from kontext.cli import capture_options as given
from kontext.cli.body import edit_text, read_body, will_ask
from kontext.cli.options import Folder, Json
from kontext.cli.store_here import open_store, show_captured
from kontext.store.ids import get_entry
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
    name, extra = checked_kind(kind, tuple(here.config.get("store.kinds")))
    start = from_commit(here.repo, commit) if commit else Request(name, "", today)
    governed = given.words(paths) or start.paths
    if not governed and name == DECISION:
        governed = staged_patterns(here.repo, [source.path for source in here.knowledge.sources])
    request = start._replace(kind=name, title=title or start.title, status=status, date=date or start.date)
    request = request._replace(paths=governed, tags=(*given.words(tags), *extra), supersedes=given.words(supersedes))
    asks = will_ask(body, file, start.body)
    checked(request._replace(title=request.title or (name if asks else "")))
    for replaced in request.supersedes:  # before anybody writes a text
        get_entry([source.entry for source in here.knowledge.sources], replaced)
    if asks:
        title, text = edit_text(here.repo, request.title, name, TEMPLATE.get(name, ()))
        request = request._replace(title=title, body=text)
    else:
        request = request._replace(body=read_body(body, file, start.body))
    if draft:
        return show_captured(write_draft(here.repo, request), here, json)
    return show_captured(write(here.repo, here.config, here.setting, here.knowledge, request, today), here, json)
