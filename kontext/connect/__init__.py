"""Telling a program that speaks MCP about our server: what its configuration says, and writing it there.

Owns the plan, the merge into a file and the way back. Must not know the server, nor how a plan is shown.
What is in a file already stays as it is, byte for byte; its first state is kept beside it until we are taken out.
"""

from __future__ import annotations

import os

from kontext.connect.broken import BrokenTextError
from kontext.connect.clients import CLIENTS, PROJECT, SCOPES, SERVER, USER, Client, config_file, entry_of, find_client
from kontext.connect.edits import has_entry, put_entry, take_entry_out
from kontext.errors import ConfigError, UsageError
from kontext.files import leads_out, read_bytes, write_atomic
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["CLIENTS", "PROJECT", "SCOPES", "SERVER", "USER", "Done", "Plan", "connect", "disconnect", "plan_connection"]

BACKUP = ".kontext-backup"  # ending of the copy beside a changed file
_LARGEST = 4_000_000  # bytes of a file that is changed
_MARK = b"\xef\xbb\xbf"  # byte order mark
_UNWRITABLE = "make it writable, or add the entry by hand: without --write it is printed"
_BY_HAND = "put it right, or add the entry by hand: without --write it is printed"


class Plan(Record):
    """What would be written: `entry`, in the file at `path`; `snippet` is a whole file that says so and nothing else.

    `root` is the project that the file must not lead out of, "" for a person's own. `command` is a command line of the
    program itself that does the same, where its file is not for others to write.
    """

    client: Client
    scope: str
    path: str
    root: str
    entry: dict[str, object]
    snippet: str
    command: tuple[str, ...] = ()


class Done(Record):
    """What was done: `action` is written, unchanged, removed, restored, deleted or absent; `backup` a copy kept."""

    action: str
    backup: str = ""


def plan_connection(
    name: str, scope: str, command: Sequence[str], top: str, environ: Mapping[str, str], platform: str
) -> Plan:
    """Return the plan for one client; `command` starts our server, `top` is the root of the project ("" = in none).

    `scope` "" means the usual one of the client. Raises UsageError for a client or scope that is not known, and for
    the scope of a project outside of any.
    """
    client = find_client(name)
    scope = scope or client.scope
    if scope not in SCOPES:
        raise UsageError(f"unknown scope '{scope}'", "one of: " + ", ".join(SCOPES))
    if scope == PROJECT and not top:
        raise UsageError("there is no project here to write to", f"kontext connect {name} --scope user")
    entry = entry_of(client, command)
    return Plan(
        client=client,
        scope=scope,
        path=config_file(client, scope, top, environ, platform),
        root=top if scope == PROJECT else "",
        entry=entry,
        snippet=put_entry(client, "", entry),
        command=(*client.asked, *command) if scope == USER and client.asked else (),
    )


def connect(plan: Plan) -> Done:
    """Merge the plan into its file, which is made when missing. Raises ConfigError, and nothing is changed then."""
    _refuse_foreign(plan)
    found = _read(plan)
    text, mark = found or ("", b"")
    after = _edited(plan, text)
    if found and after == text:
        return Done("unchanged")
    backup = ""
    if found and not _has_entry(plan, text):
        backup = plan.path + BACKUP
        _keep(plan, backup, mark + _encode(text))
    _save(plan, plan.path, mark + _encode(after))
    return Done("written", backup)


def disconnect(plan: Plan) -> Done:
    """Take our server out again; a file that nobody changed since is as it was before, or gone if it was ours."""
    _refuse_foreign(plan)
    found = _read(plan)
    if found is None or not _has_entry(plan, found[0]):
        return Done("absent")
    text, mark = found
    backup = plan.path + BACKUP
    kept = _kept(backup)
    if kept is None and text == plan.snippet:
        _remove(plan, plan.path)
        _remove_empty_folders(plan)
        return Done("deleted")
    if kept is not None and _would_be(plan, kept) == text:
        _save(plan, plan.path, mark + _encode(kept))
        _remove(plan, backup)
        return Done("restored")
    try:
        after = take_entry_out(plan.client, text)
    except BrokenTextError as broken:
        raise _error(plan, broken) from None
    _save(plan, plan.path, mark + _encode(after))
    return Done("removed", backup if kept is not None else "")


def _refuse_foreign(plan: Plan) -> None:
    """A file of the program's own is left to it; a link out of a project may lead to anything of its owner's."""
    if plan.command:
        raise UsageError(
            f"{plan.client.title} rewrites {plan.path} itself while it runs", "run what is printed without --write"
        )
    for path in (plan.path, plan.path + BACKUP) if plan.root else ():
        if leads_out(plan.root, path):
            raise ConfigError("is a link that leads out of the project", _BY_HAND, path)


def _edited(plan: Plan, text: str) -> str:
    try:
        return put_entry(plan.client, text, plan.entry)
    except BrokenTextError as broken:
        raise _error(plan, broken) from None


def _has_entry(plan: Plan, text: str) -> bool:
    try:
        return has_entry(plan.client, text)
    except BrokenTextError as broken:
        raise _error(plan, broken) from None


def _would_be(plan: Plan, kept: str) -> str:
    """What connecting would make of a text, "" where it cannot be told."""
    try:
        return put_entry(plan.client, kept, plan.entry)
    except BrokenTextError:
        return ""


def _error(plan: Plan, broken: BrokenTextError) -> ConfigError:
    return ConfigError(broken.message, _BY_HAND, plan.path, broken.line)


def _read(plan: Plan) -> tuple[str, bytes] | None:
    """The text of the file and its byte order mark, None when there is none."""
    try:
        raw = read_bytes(plan.path, _LARGEST)
    except FileNotFoundError:
        if os.path.islink(plan.path):
            raise ConfigError("is a link that leads nowhere", "remove it, or make what it names", plan.path) from None
        return None
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror or error}", _BY_HAND, plan.path) from None
    if raw is None:
        raise ConfigError(f"is larger than {_LARGEST // 1_000_000} MB", _BY_HAND, plan.path)
    mark = _MARK if raw.startswith(_MARK) else b""
    try:
        return raw[len(mark) :].decode(), mark
    except UnicodeDecodeError:
        raise ConfigError("is not UTF-8", _BY_HAND, plan.path) from None


def _kept(backup: str) -> str | None:
    try:
        raw = read_bytes(backup, _LARGEST)
    except OSError:
        return None
    return None if raw is None else raw.removeprefix(_MARK).decode("utf-8", "replace")


def _keep(plan: Plan, backup: str, content: bytes) -> None:
    """Keep a copy that nobody can read who could not read the file."""
    try:
        mode = os.stat(plan.path).st_mode & 0o777
        os.close(os.open(backup, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))
        os.chmod(backup, mode)
    except OSError as error:
        raise ConfigError(f"cannot be copied: {error.strerror or error}", _UNWRITABLE, plan.path) from None
    _save(plan, backup, content)


def _save(plan: Plan, path: str, content: bytes) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path) and not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied")  # a file that is kept from changes is not replaced either
        write_atomic(path, content)
    except OSError as error:
        raise ConfigError(f"cannot be written: {error.strerror or error}", _UNWRITABLE, plan.path) from None


def _remove(plan: Plan, path: str) -> None:
    try:
        os.unlink(path)
    except OSError as error:
        raise ConfigError(f"cannot be removed: {error.strerror or error}", "remove it by hand", path) from None


def _remove_empty_folders(plan: Plan) -> None:
    """Take the folders of a file that was ours alone with it: a project's up to its root, else the one it lay in."""
    folder = os.path.dirname(plan.path)
    while folder != plan.root:
        try:
            os.rmdir(folder)
        except OSError:
            return  # something else is in it
        if not plan.root:
            return
        folder = os.path.dirname(folder)


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
