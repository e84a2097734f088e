"""The `kontext` application: every command that is not hot.

Owns the Typer application and its list of commands, one line each. Must not hold what a command does. Imported only
after the hot commands were ruled out; of the commands, only the one asked for is imported.
"""

from __future__ import annotations

import re
from importlib import import_module

import typer

from kontext.cli.forwarded import forward
from kontext.errors import EXIT_OK, UsageError

# name -> module of kontext.cli and the function in it that is the command
COMMANDS = {
    "read": "read:read",
    "brief": "brief:brief",
    "status": "status:status",
    "doctor": "doctor:doctor",
    "check": "check:check",
    "capture": "capture:capture",
    "supersede": "supersede:supersede",
    "inbox": "inbox:inbox",
    "promote": "inbox:promote",
    "suggest": "suggest:suggest",
    "review": "review:review",
    "store index": "store_index:index",
    "reindex": "reindex:reindex",
    "clean": "clean:clean",
    "config show": "config:show",
    "config get": "config:get",
    "config set": "config_write:set_key",
    "config init": "config_write:init",
    "config path": "config:path",
    "hooks install": "hooks_install:install",
    "hooks uninstall": "hooks_install:uninstall",
    "hooks status": "hooks:status",
    "eval": "evaluate:evaluate",
    "mcp": "mcp:mcp",
    "completion": "completion:completion",
    "connect": "connect:connect",
}

# first words of commands of two -> what they have in common
GROUPS = {
    "config": "Show and change settings.",
    "hooks": "Have Git keep the index fresh, and check commits.",
    "store": "Look after the folder of the records.",
}


def build(wanted: str = "") -> typer.Typer:
    """Return the application with every command, or with those only whose first word is `wanted`."""
    app = typer.Typer(
        name="kontext",
        help="Why is this code like this? Decisions, docs and commit history, answered inside Git.",
        epilog="example: kontext why src/billing/cart.py:42",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(lambda: None)  # keeps the command's name where there is one command only
    forward(app)
    groups: dict[str, typer.Typer] = {}
    for words, place in COMMANDS.items():
        first, _, second = words.partition(" ")
        if wanted and first != wanted:
            continue
        if second and first not in groups:
            groups[first] = typer.Typer(help=GROUPS[first], rich_markup_mode=None)
            app.add_typer(groups[first], name=first)
        module, _, function = place.partition(":")
        command = getattr(import_module(f"kontext.cli.{module}"), function)
        (groups[first] if second else app).command(second or first)(command)
    return app


def run(argv: list[str]) -> int:
    """Run one command and return its exit status; usage errors become ours."""
    first = argv[0] if argv else ""
    wanted = first if any(words.partition(" ")[0] == first for words in COMMANDS) else ""
    try:
        status = build(wanted)(argv or ["--help"], prog_name="kontext", standalone_mode=False)
    except Exception as error:
        # Typer's own errors come from click, which newer versions carry inside: known by what they can do.
        say = getattr(error, "format_message", None)
        if say is None:
            raise
        raise _usage_error(error, say()) from None
    return status if isinstance(status, int) else EXIT_OK


def _usage_error(error: Exception, said: str) -> UsageError:
    """A usage error in our words: what is missing is named as the usage line names it."""
    missing = getattr(error, "param", None) if said.startswith("Missing ") else None
    context = getattr(error, "ctx", None)
    if missing is None or context is None:
        return UsageError(said, "kontext -h lists the commands, kontext COMMAND -h their options")
    usage = re.sub(r"\{([^}]*)\}", lambda name: name[1].upper(), " ".join(context.get_usage().split()))
    name = getattr(missing, "metavar", None) or str(missing.name).upper()
    return UsageError(f"{name} is missing", usage.replace("Usage:", "usage:", 1))
