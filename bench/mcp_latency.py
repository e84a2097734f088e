"""How long the MCP server takes: each tool with nothing changed and right after a commit, and ten clients at once.

    python bench/mcp_latency.py --repo CLONE [--rounds 40] [--json FILE]

Owns the questions and the percentiles. Asks through the SDK's own client over stdio, and, for the share of the
protocol, the search once more in this process. Commits to the clone: give it one of its own. No test looks at a clock.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
from budget_measures import busiest_file
from mcp import Client
from mcp.client.stdio import StdioServerParameters

_CLIENTS = 10
_BUDGET = 5.0  # ms at the median, for a search with nothing changed
_CODE = "import sys; from kontext.cli.app import main; sys.exit(main())"


def questions(repo: Path) -> dict[str, tuple[str, dict[str, Any]]]:
    """Name -> tool and arguments."""
    path = busiest_file(repo)
    return {
        "search": ("ctx_search", {"query": "fix the parser"}),
        "why path": ("ctx_why", {"target": path}),
        "why line": ("ctx_why", {"target": f"{path}:1"}),
        "log": ("ctx_log", {}),
        "read": ("ctx_read", {"uri": path}),
        "brief": ("ctx_brief", {"focus": [path]}),
        "check staged": ("ctx_check", {"staged": True}),
    }


def commit(repo: Path, number: int) -> None:
    """A commit by somebody else."""
    who = ["-c", "user.name=Bench", "-c", "user.email=bench@example.org", "-c", "core.hooksPath=/dev/null"]
    words = ["commit", "-q", "--allow-empty", "-m", f"Fix the parser again, number {number}"]
    subprocess.run(["git", *who, *words], cwd=repo, check=True)


def percentiles(taken: list[float]) -> dict[str, float]:
    """p50 and p95 in ms."""
    ordered = sorted(taken)
    p95 = ordered[min(len(ordered) - 1, round(len(ordered) * 0.95))]
    return {"p50": round(statistics.median(ordered) * 1000, 2), "p95": round(p95 * 1000, 2)}


def server(repo: Path, env: dict[str, str]) -> StdioServerParameters:
    """How a client starts the server."""
    return StdioServerParameters(command=sys.executable, args=["-c", _CODE, "mcp"], cwd=repo, env=env)


async def timed(call: Callable[[], Awaitable[Any]]) -> float:
    """Seconds of one call; exits when its answer is an error."""
    began = time.perf_counter()
    result = await call()
    took = time.perf_counter() - began
    if result.is_error:
        sys.exit(result.content[0].text)
    return took


async def one_client(repo: Path, env: dict[str, str], rounds: int) -> dict[str, Any]:
    """Start-up, and every question with nothing changed and right after a commit."""
    began = time.perf_counter()
    async with Client(server(repo, env)) as client:
        await client.list_tools()
        found: dict[str, Any] = {"start": round((time.perf_counter() - began) * 1000, 1)}
        for name, (tool, arguments) in questions(repo).items():
            await client.call_tool(tool, arguments)
            same = [await timed(lambda t=tool, a=arguments: client.call_tool(t, a)) for _ in range(rounds)]
            changed = []
            for number in range(max(3, rounds // 4)):
                commit(repo, number)
                changed.append(await timed(lambda t=tool, a=arguments: client.call_tool(t, a)))
            found[name] = {"same": percentiles(same), "after a commit": percentiles(changed)}
    return found


async def many_clients(repo: Path, env: dict[str, str], rounds: int) -> dict[str, Any]:
    """Ten clients ask while commits are made; a search must never miss a commit that was made before it was asked."""
    taken: list[float] = []
    made = [0]
    stale = [0]
    asked = questions(repo)

    async def ask(group: anyio.abc.TaskGroup) -> None:
        async with Client(server(repo, env)) as client:
            for number in range(rounds):
                tool, arguments = asked[["search", "why path", "log"][number % 3]]
                head = await anyio.to_thread.run_sync(head_of, repo)
                began = time.perf_counter()
                result = await client.call_tool(tool, arguments)
                taken.append(time.perf_counter() - began)
                if result.is_error:
                    sys.exit(result.content[0].text)
                snapshot = result.structured_content.get("snapshot")
                if snapshot and not await anyio.to_thread.run_sync(is_ancestor, repo, head, snapshot["indexed"]):
                    stale[0] += 1
        running[0] -= 1
        if not running[0]:
            group.cancel_scope.cancel()

    async def keep_committing() -> None:
        while True:
            await anyio.to_thread.run_sync(commit, repo, made[0])
            made[0] += 1
            await anyio.sleep(0.25)

    running = [_CLIENTS]
    async with anyio.create_task_group() as group:
        for _ in range(_CLIENTS):
            group.start_soon(ask, group)
        group.start_soon(keep_committing)
    return {**percentiles(taken), "calls": len(taken), "commits": made[0], "behind": stale[0]}


def head_of(repo: Path) -> str:
    """The oid of HEAD."""
    return subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=repo, capture_output=True, text=True, check=True
    ).stdout.strip()


def is_ancestor(repo: Path, old: str, new: str) -> bool:
    """Whether `new` holds all that `old` held."""
    return subprocess.run(["git", "merge-base", "--is-ancestor", old, new], cwd=repo, check=False).returncode == 0


def in_process(repo: Path, env: dict[str, str], rounds: int) -> dict[str, float]:
    """The search of the server without the protocol."""
    from kontext.mcp_server.answers import Now, answer_search
    from kontext.mcp_server.residents import Residents

    given = {"query": "fix the parser", "kinds": (), "sources": (), "limit": 10, "budget_tokens": 1200}
    residents, now = Residents(env), Now(int(time.time()), "2026-11-30")
    taken, worked = [], []
    for _ in range(rounds + 3):
        began, before = time.perf_counter(), time.process_time()
        with residents.lend(str(repo)) as session:
            answer_search(session, given, now)
        taken.append(time.perf_counter() - began)
        worked.append(time.process_time() - before)
    residents.close()
    return {**percentiles(taken[3:]), "processor p50": percentiles(worked[3:])["p50"]}


def measure(repo: Path, rounds: int) -> dict[str, Any]:
    """All of it, in ms."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env["KONTEXT_SKIP"] = "1"
    found = {"search in process": in_process(repo, env, rounds)}
    found["one client"] = anyio.run(one_client, repo, env, rounds)
    found[f"{_CLIENTS} clients, committing"] = anyio.run(many_clients, repo, env, max(3, rounds // 4))
    return found


def main() -> int:
    """Measure a clone, print, and end with 1 when the budget of a search is not kept."""
    parser = argparse.ArgumentParser(description="Latency of the MCP server.")
    parser.add_argument("--repo", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    load = os.getloadavg()[0]
    found = {"repo": options.repo.name, "load before": round(load, 1), "ms": measure(options.repo, options.rounds)}
    text = json.dumps(found, indent=2) + "\n"
    print(text, end="")
    if options.json:
        options.json.write_text(text)
    return 0 if found["ms"]["search in process"]["p50"] <= _BUDGET else 1


if __name__ == "__main__":
    sys.exit(main())
