"""The `kontext` application: every command that is not hot.

Owns the Typer application and its list of commands, one line each. Must not hold what a command does. Imported only
after the hot commands were ruled out.
"""

from __future__ import annotations

import typer

from kontext.cli import clean, completion, config, config_write, evaluate, read, reindex, status, version
from kontext.cli.forwarded import forward
from kontext.errors import EXIT_OK, UsageError

app = typer.Typer(
    name="kontext",
    help="Why is this code like this? Decisions, docs and commit history, answered inside Git.",
    epilog="example: kontext why src/billing/cart.py:42",
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
forward(app)
app.command("read")(read.read)
app.command("reindex")(reindex.reindex)
app.command("status")(status.status)
app.command("clean")(clean.clean)
app.command("eval")(evaluate.evaluate)
app.command("completion")(completion.completion)
app.command("version")(version.version)

settings = typer.Typer(help="Show and change settings.", rich_markup_mode=None)
settings.command("show")(config.show)
settings.command("get")(config.get)
settings.command("set")(config_write.set_key)
settings.command("init")(config_write.init)
settings.command("path")(config.path)
app.add_typer(settings, name="config")


def run(argv: list[str]) -> int:
    """Run one command and return its exit status; usage errors become ours."""
    try:
        status = app(argv or ["--help"], prog_name="kontext", standalone_mode=False)
    except Exception as error:
        # Typer's own errors come from click, which newer versions carry inside: known by what they can do.
        say = getattr(error, "format_message", None)
        if say is None:
            raise
        raise UsageError(say(), "kontext -h lists the commands, kontext COMMAND -h their options") from None
    return status if isinstance(status, int) else EXIT_OK
