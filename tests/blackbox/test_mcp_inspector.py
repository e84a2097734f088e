"""`kontext mcp` through a client that shares no line with its server: the inspector (make test-peers)."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from frameworks import missing
from gitbox import GitBox
from mcp_client import argv, server_env
from shop import fill_shop

pytestmark = pytest.mark.peers

PACKAGE = "@modelcontextprotocol/inspector"
VERSION = "2.12.0"
# Read before the tests get an environment of their own: what was installed once is kept.
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kontext-peers" / f"inspector-{VERSION}"
NPM_ENV = dict(os.environ)


@pytest.fixture(scope="module")
def inspector() -> list[str]:
    """The command line of the inspector, installed where it is not yet."""
    node, npm = shutil.which("node", path=NPM_ENV.get("PATH")), shutil.which("npm", path=NPM_ENV.get("PATH"))
    if not (node and npm):
        missing("NOT TESTED: the inspector, as node and npm are not installed")
    program = CACHE / "node_modules" / ".bin" / "mcp-inspector"
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / "lock", "w") as lock:  # two workers must not install it at the same time
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (CACHE / "installed").exists():
            _install(npm)
            (CACHE / "installed").touch()
    return [node, str(program), "--cli"]


def _install(npm: str) -> None:
    words = ("--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(CACHE), f"{PACKAGE}@{VERSION}")
    done = subprocess.run([npm, "install", *words], cwd=CACHE, env=NPM_ENV, capture_output=True, text=True, timeout=600)
    if done.returncode:
        missing(f"NOT TESTED: the inspector, as npm cannot install it: {done.stderr.strip().splitlines()[-1:]}")


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    return fill_shop(box)


def inspect(inspector: list[str], shop: GitBox, *options: str, status: int = 0) -> Any:
    """What the inspector prints for one request."""
    done = subprocess.run(
        [*inspector, *argv(), "--cwd", str(shop.path), *options],
        cwd=shop.path,
        env=server_env(shop.env),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)


def test_the_tools_are_listed_and_their_schemas_please_every_client(inspector: list[str], shop: GitBox) -> None:
    tools = inspect(inspector, shop, "--method", "tools/list", "--strict")["tools"]
    assert len(tools) == 7
    assert all(tool["outputSchema"]["type"] == "object" for tool in tools)
    assert [tool["name"] for tool in tools if not tool["annotations"]["readOnlyHint"]] == ["ctx_capture"]


@pytest.mark.parametrize(
    ("tool", "arguments", "key"),
    [
        ("ctx_why", ("target=src/cart.py:2",), "verdict"),
        ("ctx_search", ("query=cents", "limit=2", "kinds=decision,commit"), "hits"),
        ("ctx_log", ("all=true",), "entries"),
        ("ctx_read", ("uri=kx:cents", "level=2"), "text"),
        ("ctx_brief", ("focus=src/cart.py",), "items"),
        ("ctx_check", ("staged=true",), "findings"),
        ("ctx_capture", ("kind=decision", "title=Rounding is half up", "body=The law says so."), "path"),
    ],
)
def test_every_tool_answers(
    inspector: list[str], shop: GitBox, tool: str, arguments: tuple[str, ...], key: str
) -> None:
    given = [word for pair in arguments for word in ("--tool-arg", pair)]
    answer = inspect(inspector, shop, "--method", "tools/call", "--tool-name", tool, *given)
    assert not answer.get("isError")
    assert answer["structuredContent"]["root"] == str(shop.path)
    assert key in answer["structuredContent"]
    assert answer["content"][0]["text"].startswith(f"repository: {shop.path}\n")


def test_an_error_is_an_answer(inspector: list[str], shop: GitBox) -> None:
    answer = inspect(
        inspector, shop, "--method", "tools/call", "--tool-name", "ctx_log", "--tool-arg", "limit=999", status=5
    )
    assert answer["isError"] is True
    assert answer["content"][0]["text"] == "error 2: 'limit' cannot be 999\nremedy: limit takes a number from 1 to 200"


def test_resources_and_prompts(inspector: list[str], shop: GitBox) -> None:
    assert inspect(inspector, shop, "--method", "resources/list")["resources"][0]["uri"] == "kontext://brief"
    read = inspect(inspector, shop, "--method", "resources/read", "--uri", "kontext://entry/cents")
    assert "So be it." in read["contents"][0]["text"]
    names = {prompt["name"] for prompt in inspect(inspector, shop, "--method", "prompts/list")["prompts"]}
    assert names == {"kontext-commit", "kontext-why"}
    words = ("--prompt-name", "kontext-why", "--prompt-args", "target=src/cart.py:2")
    prompt = inspect(inspector, shop, "--method", "prompts/get", *words)
    assert "src/cart.py:2" in prompt["messages"][0]["content"]["text"]
