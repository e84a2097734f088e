"""`kontext check`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kontext.checks.entries import check_entries
from kontext.checks.ranges import check_range
from kontext.cli.boundary import tell
from kontext.cli.check_message import judge
from kontext.cli.deliver_check import check_form, deliver_findings
from kontext.cli.options import Folder
from kontext.config import load_config
from kontext.errors import UsageError
from kontext.git.repo import open_with_config
from kontext.why.target import Place, repo_path

_GIT_KEYS = r"^(kontext|color)\."


def check(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[-- PATH]...", help="Report these files and folders only.")
    ] = None,
    staged: Annotated[bool, typer.Option("--staged", help="Judge exactly what would be committed.")] = False,
    refs: Annotated[bool, typer.Option("--refs", help="Compare numbers with other local branches, too.")] = False,
    message: Annotated[str, typer.Option("--message", metavar="FILE", help="Judge a commit message (- = stdin).")] = "",
    span: Annotated[str, typer.Option("--range", metavar="A..B", help="Judge the messages of these commits.")] = "",
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings, too.")] = False,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text, json, github or sarif.")] = "text",
    folder: Folder = "",
) -> int:
    """Check the decision records, or the trailers of messages: exits with 1 when something is wrong.

    Example: kontext check --range origin/main..
    """
    if message:
        return judge(message, form, strict)
    check_form(form)
    if span and (staged or refs or paths):
        raise UsageError("--range is judged alone", "run kontext check a second time for the records")
    repo, git_values = open_with_config(".", os.environ, _GIT_KEYS)
    if staged and repo.is_bare:
        raise UsageError("nothing is staged in a bare repository", "kontext check judges what HEAD holds")
    config = load_config(repo, git_values, os.environ, {})
    tell(f"note: {warning}" for warning in config.warnings)
    place = Place(repo.top, repo.prefix)
    wanted = [repo_path(text, place) for text in paths or []]
    if span:
        findings, count = check_range(repo, span, config)
    else:
        findings, count = check_entries(repo, config, staged=staged, refs=refs, paths=wanted), 0
    judged = f"{count} commit{'' if count == 1 else 's'} judged\n" if span else ""
    return deliver_findings(findings, form, git_values, strict=strict, nothing=judged)
