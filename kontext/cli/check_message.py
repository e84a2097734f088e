"""`kontext check --message FILE`, without Typer: it runs at every commit.

Everything else of `kontext check` is handed on to the Typer application.
"""

from __future__ import annotations

import os
import sys

from kontext.checks.message_file import GIT_KEYS, check_file, check_text
from kontext.cli.boundary import tell
from kontext.cli.deliver_check import FORMATS, deliver_verdict
from kontext.cli.parser import Parser
from kontext.config import load_config
from kontext.errors import EXIT_OK, UsageError
from kontext.git.repo import open_with_config


def run(argv: list[str], prog: str) -> int:
    """Judge a message; returns 1 when its commit should not be made."""
    if not any(word.partition("=")[0] == "--message" for word in argv):
        from kontext.cli.commands import run as run_other

        return run_other(["check", *argv])
    parser = Parser(prog, "--message FILE", "Check the trailers of a commit message.", f"  {prog} --message -")
    parser.add_argument("--message", metavar="FILE", help="a message file, or - for stdin")
    parser.add_argument("--format", metavar="FORM", default="text", choices=FORMATS, help=", ".join(FORMATS))
    parser.add_argument("--strict", action="store_true", help="fail on warnings, too")
    parser.add_argument("-C", dest="folder", metavar="DIR", default="", help="run as if started in DIR")
    given = parser.read(argv)
    if given.words or given.after:
        raise UsageError("a message is judged alone", f"{prog} --message FILE")
    if os.environ.get("KONTEXT_SKIP") == "1":
        return EXIT_OK
    options = given.options
    return judge(options.message, options.format, options.strict)


def judge(path: str, form: str, strict: bool) -> int:
    """Judge one message and say what is wrong with it."""
    repo, git_values = open_with_config(".", os.environ, GIT_KEYS)
    config = load_config(repo, git_values, os.environ, tolerant=True)
    tell(f"note: {warning}" for warning in config.warnings)
    if path == "-":
        judged = check_text(repo, config, sys.stdin.buffer.read())
    else:
        judged = check_file(repo, config, git_values, path, os.environ.get("GIT_EDITOR") != ":")
    return deliver_verdict(judged, form, git_values, strict=strict)
