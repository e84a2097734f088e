"""Thousands of calls with random arguments, and what they leave behind.

    python bench/mcp_soak.py --repo CLONE [--calls 2000] [--seed 1] [--json FILE]

Owns the drawing of arguments from the schemas that the server lists (right ones, wrong ones, of other types) and the
verdict: every line on stdout is protocol, every error names a remedy, memory and descriptors stay flat. Writes drafts:
give it a clone of its own. Must not know how a tool answers.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

_REPLY = 75_000  # bytes: clients reject replies of more than 25,000 tokens
_JUNK = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.lists(st.text())


class Soaked(NamedTuple):
    """What was seen. Memory in KiB; `faults` must be empty."""

    calls: int
    errors: int
    seconds: float
    memory_early: int
    memory_late: int
    files_early: int
    files_late: int
    largest: int  # bytes of a reply
    memory: list[int]  # after each tenth of the calls
    faults: list[str]


class Wire:
    """A server at the other end of two pipes."""

    def __init__(self, folder: Path, env: dict[str, str] | None = None) -> None:
        code = "import sys; from kontext.cli.app import main; sys.exit(main())"
        env = {**os.environ, "KONTEXT_SKIP": "1", **(env or {})}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "mcp"], cwd=folder, env=env, stdin=pipe, stdout=pipe
        )
        self._number = 0
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}
        self.ask("initialize", hello)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def ask(self, method: str, params: dict[str, Any]) -> tuple[dict[str, Any], int]:
        """Return the answer and the bytes of its line; raises ValueError for a line that is no protocol."""
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the server ended with {self.process.wait(60)} at {method} {params}")
        message = json.loads(line)
        if message.get("jsonrpc") != "2.0" or message.get("id") != self._number:
            raise ValueError(f"not the answer: {line[:200]!r}")
        return message, len(line)

    def memory(self) -> int:
        """Resident memory of the server in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def files(self) -> int:
        """Open descriptors of the server."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def close(self) -> int:
        """Let the server end; return its exit status."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        status = self.process.wait(60)
        self.process.stdout.close()
        return status

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()


def words_of(repo: Path) -> dict[str, list[str]]:
    """What means something in a repository, by the name of the argument; "" = all the rest."""

    def git(*argv: str) -> list[str]:
        return subprocess.run(["git", *argv], cwd=repo, capture_output=True, text=True, check=True).stdout.splitlines()

    paths = git("ls-files")[:: max(1, len(git("ls-files")) // 60)]
    commits = git("log", "-n", "40", "--format=%h")
    subjects = git("log", "-n", "40", "--format=%s")
    kinds = ["decision", "convention", "learning", "incident", "architecture"]
    return {
        "": [*subjects, *paths, "kind:commit since:2020", '"exact words"', "-x", "\u00e4", "src/{a,b}/"],
        "target": [*paths, *(f"{path}:1" for path in paths), *commits, *subjects, "HEAD~1..HEAD", "."],
        "uri": [*paths, *(f"file:{path}" for path in paths), *(f"git:{oid}" for oid in commits), "HEAD"],
        "range": ["", "HEAD~1..HEAD", "HEAD~1..", "HEAD..HEAD"],
        "kind": kinds,
        "kinds": [*kinds, "commit", "doc"],
        "sources": ["local"],
        "status": ["", "accepted", "proposed"],
        "supersedes": [""],
    }


def _rarely(one: st.SearchStrategy[Any], other: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Once in a while the one, else the other."""
    return st.integers(0, 19).flatmap(lambda number: one if number == 7 else other)


def calls_of(tools: list[dict[str, Any]], words: dict[str, list[str]]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """Draw a tool and arguments for it, as its schema says and as it does not."""

    def value(name: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
        text = _rarely(st.text(max_size=60), st.sampled_from(words.get(name, words[""])))
        if "anyOf" in schema:
            good = st.lists(text, max_size=4) | text
        elif schema["type"] == "integer":
            good = st.integers(schema.get("minimum", 0), schema.get("maximum", 50))
        else:
            good = {"string": text, "boolean": st.booleans()}[schema["type"]]
        return _rarely(_JUNK, good)

    def arguments(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
        each = {name: value(name, one) for name, one in schema["properties"].items() if name != "dir"}
        required = {name: each.pop(name) for name in schema["required"]}
        where = st.sampled_from([*["", "."] * 8, "/", "no/such/folder", "\u00fc"])
        usual = st.fixed_dictionaries(required, optional=each | {"dir": where})
        wild = st.dictionaries(st.sampled_from([*each, *required, "x"]), _JUNK, max_size=3)
        return _rarely(wild, usual)

    return st.one_of([st.tuples(st.just(tool["name"]), arguments(tool["inputSchema"])) for tool in tools])


def soak(repo: Path, calls: int, number: int, early: int, env: dict[str, str] | None = None) -> Soaked:
    """Make so many calls in a repository; `early` says after how many memory is taken for the first time."""
    wire = Wire(repo, env)
    listed, _ = wire.ask("tools/list", {})
    seen: dict[str, Any] = {"calls": 0, "errors": 0, "largest": 0, "memory": 0, "files": 0}
    faults: list[str] = []
    memory: list[int] = []

    def ask(call: tuple[str, dict[str, Any]]) -> None:
        if seen["calls"] >= calls:
            return
        seen["calls"] += 1
        message, size = wire.ask("tools/call", {"name": call[0], "arguments": call[1]})
        seen["largest"] = max(seen["largest"], size)
        result = message.get("result", {})
        if result.get("isError"):
            seen["errors"] += 1
            about = result.get("_meta", {}).get("kontext/error", {})
            if not about.get("remedy") or about.get("code") == 3:
                faults.append(f"{call}: {result['content'][0]['text']}")
        elif "root" not in result.get("structuredContent", {}):
            faults.append(f"{call}: {json.dumps(message)[:300]}")
        if size > _REPLY:
            faults.append(f"{call}: {size} bytes")
        if seen["calls"] % max(1, calls // 10) == 0:
            memory.append(wire.memory())
        if seen["calls"] == early:
            seen["memory"], seen["files"] = wire.memory(), wire.files()

    began = time.perf_counter()
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    quiet = settings(
        max_examples=calls, phases=[Phase.generate], database=None, deadline=None, suppress_health_check=checks
    )
    seed(number)(quiet(given(calls_of(listed["result"]["tools"], words_of(repo)))(ask)))()
    took = time.perf_counter() - began
    late, files = wire.memory(), wire.files()
    if wire.close() != 0:
        faults.append("the server did not end with 0")
    return Soaked(
        *(seen["calls"], seen["errors"], took, seen["memory"], late),
        *(seen["files"], files, seen["largest"], memory, faults),
    )


def main() -> int:
    """Soak a clone, print what was seen, and end with 1 for faults."""
    parser = argparse.ArgumentParser(description="Random calls of the MCP server.")
    parser.add_argument("--repo", type=Path, required=True)
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    seen = soak(options.repo, options.calls, options.seed, early=max(1, options.calls // 10))
    text = json.dumps({"repo": options.repo.name, "seed": options.seed, **seen._asdict()}, indent=2) + "\n"
    print(text, end="")
    if options.json:
        options.json.write_text(text)
    return 1 if seen.faults else 0


if __name__ == "__main__":
    sys.exit(main())
