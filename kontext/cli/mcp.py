"""`kontext mcp`."""

from __future__ import annotations

import os

from kontext.cli.asking import BACKGROUND
from kontext.cli.options import Folder
from kontext.cli.reports import write_report
from kontext.errors import EXIT_OK, UsageError
from kontext.git.repo import local_env


def mcp(folder: Folder = "") -> int:
    """Answer the questions of agents, over the Model Context Protocol on stdin and stdout; a client starts it.

    Example: kontext mcp
    """
    wire = _take_stdout()
    try:
        from kontext.mcp_server import Setting, serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "kontext":
            raise
        raise UsageError("kontext mcp needs a further package: pip install 'git-kontext[mcp]'") from None
    if os.isatty(0):
        os.write(2, b"kontext mcp: waiting for an MCP client on stdin; Ctrl-C ends it\n")
    background = () if os.environ.get("KONTEXT_SKIP") == "1" else BACKGROUND
    # What a hook of some other repository put into the environment must not answer for this one.
    environ = local_env(os.environ)
    serve(Setting(environ, os.getcwd(), background, lambda error, name: write_report(error, ["mcp", name]), wire))
    return EXIT_OK


def _take_stdout() -> int:
    """Keep stdout for the protocol: whatever else writes to descriptor 1, ours or a library's, writes to stderr."""
    wire = os.dup(1)
    try:
        os.dup2(2, 1)
    except OSError:  # stderr is closed
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.close(null)
    return wire
