"""`kontext mcp`: the questions of the command line, asked by agents over the Model Context Protocol.

Owns the protocol: tools, resources, prompts, and what stays open between two questions. Must not know how an answer
is found: every tool calls the service that its command calls, and returns the object that `--json` prints. Nothing
below this folder is imported by anything but `kontext mcp`: the SDK alone takes the time of ten answers to load.
"""

from __future__ import annotations

from kontext.mcp_server.serve import Setting, serve

__all__ = ["Setting", "serve"]
