"""The programs that can ask our MCP server: which file each reads, and how it names a server there.

Owns the table and the places. Must not read or write any of the files. Each row cites the page of the program's
documentation that says so.
"""

from __future__ import annotations

import os

from kontext.errors import UsageError
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SERVER = "kontext"  # what the server is called in every file
PROJECT, USER = "project", "user"
SCOPES = (PROJECT, USER)
JSONC, TOML = "jsonc", "toml"


class Client(Record):
    """One program.

    `project` are files below the root of a project, `user` files of a person below some folder; of several the
    first that exists counts, else the last. `keys` lead to the table of servers. `asked` is a command of the
    program itself that takes our command line, where its own file is not for others to write.
    """

    name: str
    title: str
    docs: str
    keys: tuple[str, ...]
    project: tuple[str, ...]
    user: tuple[str, ...]
    form: str = JSONC
    scope: str = PROJECT  # where it is written unless a scope is asked for
    has_type: bool = False
    is_one_list: bool = False  # the command and its arguments are one list
    other_keys: tuple[str, ...] = ()  # used in place of `keys` where the file has that table
    asked: tuple[str, ...] = ()


CLIENTS = {
    one.name: one
    for one in (
        Client(
            "claude",
            "Claude Code",
            "https://code.claude.com/docs/en/mcp",
            keys=("mcpServers",),
            project=(".mcp.json",),
            user=("~/.claude.json",),
            asked=("claude", "mcp", "add", "--scope", "user", SERVER, "--"),
        ),
        Client(
            "codex",
            "Codex",
            "https://developers.openai.com/codex/mcp",
            keys=("mcp_servers",),
            project=(".codex/config.toml",),
            user=("$CODEX_HOME/config.toml",),
            form=TOML,
            scope=USER,  # the file of a project only counts once the project is trusted
        ),
        Client(
            "cursor",
            "Cursor",
            "https://docs.cursor.com/context/model-context-protocol",
            keys=("mcpServers",),
            project=(".cursor/mcp.json",),
            user=("~/.cursor/mcp.json",),
            has_type=True,
        ),
        Client(
            "vscode",
            "Visual Studio Code",
            "https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
            keys=("servers",),
            project=(".vscode/mcp.json",),
            user=("$CODE_USER/mcp.json",),
            has_type=True,
        ),
        Client(
            "opencode",
            "opencode",
            "https://opencode.ai/docs/mcp-servers",
            keys=("mcp",),  # its second version reads this form too, and the first no other
            other_keys=("mcp", "servers"),
            project=("opencode.jsonc", ".opencode/opencode.jsonc", ".opencode/opencode.json", "opencode.json"),
            user=("$XDG_CONFIG_HOME/opencode/opencode.jsonc", "$XDG_CONFIG_HOME/opencode/opencode.json"),
            is_one_list=True,
        ),
        Client(
            "gemini",
            "Gemini CLI",
            "https://geminicli.com/docs/tools/mcp-server",
            keys=("mcpServers",),
            project=(".gemini/settings.json",),
            user=("~/.gemini/settings.json",),
        ),
    )
}


def find_client(name: str) -> Client:
    """Return a client by name; raise UsageError with the names there are."""
    client = CLIENTS.get(name)
    if client is None:
        raise UsageError(f"no client is named '{name}'", "one of: " + ", ".join(CLIENTS))
    return client


def entry_of(client: Client, command: Sequence[str]) -> dict[str, object]:
    """Return what a client's table of servers says about ours, for the command line that starts it."""
    if client.is_one_list:
        return {"type": "local", "command": list(command)}
    kind: dict[str, object] = {"type": "stdio"} if client.has_type else {}
    return kind | {"command": command[0], "args": list(command[1:])}


def config_file(client: Client, scope: str, top: str, environ: Mapping[str, str], platform: str) -> str:
    """Return the file to read and write. `platform` as `sys.platform` says; `top` is the root of the project."""
    if scope == PROJECT:
        paths = [os.path.join(top, name) for name in client.project]
    else:
        folders = _folders(environ, platform)
        paths = [os.path.join(folders[head], rest) for head, _, rest in (name.partition("/") for name in client.user)]
    return next(filter(os.path.lexists, paths), paths[-1])


def _folders(environ: Mapping[str, str], platform: str) -> dict[str, str]:
    """What stands for ~ and for the variables in the names of files."""
    home = environ.get("HOME") or os.path.expanduser("~")
    config = environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    of_programs = {"darwin": os.path.join(home, "Library", "Application Support"), "win32": environ.get("APPDATA", "")}
    return {
        "~": home,
        "$CODEX_HOME": environ.get("CODEX_HOME") or os.path.join(home, ".codex"),
        "$XDG_CONFIG_HOME": config,
        "$CODE_USER": os.path.join(of_programs.get(platform, config), "Code", "User"),
    }
