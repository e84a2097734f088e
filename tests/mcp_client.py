"""Clients of `kontext mcp`: the SDK's own over stdio, and a bare one that holds every line against the protocol."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mcp_types as types
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.stdio import StdioServerParameters

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60.0  # seconds; machines are busy
START = "import sys; from kontext.cli.app import main; sys.exit(main())"


def argv(before: str = "") -> list[str]:
    """The command line of a server; `before` is Python that runs first."""
    return [sys.executable, "-c", f"{before}\n{START}", "mcp"]


def server_env(env: dict[str, str], **more: str) -> dict[str, str]:
    return env | {"PYTHONPATH": str(ROOT), "KONTEXT_SKIP": "1"} | more


class Asker:
    """The SDK's client, asked without async."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal = portal
        self.client = client

    def call(self, tool: str, **arguments: object) -> types.CallToolResult:
        return self._portal.call(lambda: self.client.call_tool(tool, arguments))

    def ok(self, tool: str, **arguments: object) -> dict[str, Any]:
        """The object of an answer that must not be an error; its text says where it is from, too."""
        result = self.call(tool, **arguments)
        assert not result.is_error, result.content[0].text
        value = result.structured_content
        said, *quoted = (part.text for part in result.content)
        assert said.startswith(f"repository: {value['root']}\n")
        assert all(one.startswith("Quoted from this repository, to the end") for one in quoted)
        assert len(quoted) <= 1
        return value

    def refused(self, tool: str, **arguments: object) -> tuple[int, str, str]:
        """Code, message and remedy of an answer that must be an error."""
        result = self.call(tool, **arguments)
        assert result.is_error
        said = result.meta["kontext/error"]
        assert result.content[0].text == f"error {said['code']}: {said['message']}\nremedy: {said['remedy']}"
        assert said["remedy"]
        return said["code"], said["message"], said["remedy"]

    def do(self, method: str, *arguments: object) -> Any:
        return self._portal.call(lambda: getattr(self.client, method)(*arguments))


@contextmanager
def asking(folder: Path, env: dict[str, str], roots: list[str] | None = None, **options: Any) -> Iterator[Asker]:
    """Connect to a server that was started in `folder`; `roots` are the URIs that the client says it works in."""
    command, *rest = argv()
    server = StdioServerParameters(command=command, args=rest, cwd=folder, env=server_env(env))
    if roots is not None:

        async def list_roots(context: object) -> types.ListRootsResult:
            return types.ListRootsResult(roots=[types.Root(uri=uri) for uri in roots])

        options["list_roots_callback"] = list_roots
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(server, **options)) as client:
        yield Asker(portal, client)


class RawClient:
    """Lines in, lines out. Every line on stdout has to be a message of the protocol."""

    def __init__(self, folder: Path, env: dict[str, str], before: str = "") -> None:
        self.process = subprocess.Popen(
            argv(before),
            cwd=folder,
            env=server_env(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.lines: list[bytes] = []
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._kept: dict[object, dict[str, Any]] = {}
        self._ids = 0
        self._errors: list[bytes] = []
        self._threads = [threading.Thread(target=self._read), threading.Thread(target=self._drain)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> RawClient:
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        self.ask("initialize", **hello)
        self.tell("notifications/initialized")
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def end(self) -> tuple[int, str]:
        """Close stdin and return the exit status and what was said on stderr."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            status = self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            for thread in self._threads:
                thread.join(PATIENCE)
            for pipe in (self.process.stdout, self.process.stderr):
                if pipe:
                    pipe.close()
        for line in self.lines:
            message = json.loads(line)
            assert message["jsonrpc"] == "2.0"
            assert {"result", "error", "method"} & message.keys()
        return status, b"".join(self._errors).decode("utf-8", "replace")

    def begin(self, method: str, **params: object) -> int:
        self._ids += 1
        self._send({"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params})
        return self._ids

    def tell(self, method: str, **params: object) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def send_line(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def forget(self, number: object) -> None:
        """Wait for another answer under this id."""
        del self._kept[number]

    def wait(self, number: object) -> dict[str, Any]:
        """The answer to a request."""
        while number not in self._kept:
            message = self._answers.get(timeout=PATIENCE)
            self._kept[message.get("id")] = message
        return self._kept[number]

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        return self.wait(self.begin(method, **params))

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        return self.ask("tools/call", name=tool, arguments=arguments)["result"]

    def _send(self, message: dict[str, Any]) -> None:
        self.send_line(json.dumps(message).encode())

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line)
            self._answers.put(json.loads(line))

    def _drain(self) -> None:
        assert self.process.stderr
        self._errors.extend(self.process.stderr)
