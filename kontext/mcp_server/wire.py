"""The lines of the protocol: every request gets an answer, also one that the SDK cannot read.

Owns what stands between the SDK and the pipes. The SDK drops a line it cannot parse and its sender waits for ever; here
such a line is answered with an error of JSON-RPC, under its id where one can be read. Must not know any method.
"""

from __future__ import annotations

import json

import anyio
import mcp_types as types

from kontext.text import valid_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import TextIO

_NO_JSON = -32700
_NO_REQUEST = -32600


class Outgoing:
    """What answers are written to: the SDK's and ours, each whole."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = anyio.wrap_file(stream)
        self._lock = anyio.Lock()

    async def write(self, line: str) -> int:
        """Write one line, which goes out at once."""
        async with self._lock:
            count = await self._stream.write(line)
            await self._stream.flush()
        return count

    async def flush(self) -> None:
        """Do nothing: every line has gone out."""


class Incoming:
    """The lines of a client that the SDK can read. All others are answered here."""

    def __init__(self, stream: TextIO, outgoing: Outgoing) -> None:
        self._stream = anyio.wrap_file(stream)
        self._outgoing = outgoing

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._stream:
            if not line.strip():
                continue
            readable, refusal = sifted(line)
            if readable:
                yield readable
            elif refusal:
                await self._outgoing.write(f"{refusal}\n")


def sifted(line: str) -> tuple[str, str]:
    """Return the line as the SDK can read it, or else what to answer it with; both are "" for what is no request.

    Half a surrogate pair, which JSON can spell and UTF-8 cannot, becomes U+FFFD: a client that cuts a text in an emoji
    gets the answer to the rest of it.
    """
    if _is_message(line):
        return line, ""
    try:
        value = json.loads(line)
    except ValueError:
        return "", _refusal(None, _NO_JSON, "this line is no JSON: send one message of JSON-RPC 2.0 a line")
    except RecursionError:
        return "", _refusal(None, _NO_JSON, "this line is nested too deeply to be read")
    whole = valid_text(json.dumps(value, ensure_ascii=False))
    if _is_message(whole):
        return whole, ""
    if isinstance(value, dict) and not value.keys() & {"id", "result", "error"} and "method" in value:
        return "", ""  # a notification is never answered
    if isinstance(value, dict) and value.keys() & {"result", "error"}:
        return "", ""  # nor is an answer
    given = value.get("id") if isinstance(value, dict) else None
    number = given if isinstance(given, str | int) and not isinstance(given, bool) else None
    said = "this is no message of JSON-RPC 2.0 (jsonrpc, id, method, params), or it is nested too deeply"
    return "", _refusal(number, _NO_REQUEST, said)


def _is_message(line: str) -> bool:
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        return False
    return True


def _refusal(number: str | int | None, code: int, said: str) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": said}})
