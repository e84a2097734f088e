"""`kontext mcp` as a process: only protocol on stdout, and work that ends when nobody waits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from mcp_client import PATIENCE, ROOT, START, RawClient, server_env
from shop import fill_shop

# A `git` that waits for ever on `git blame`, and notes its own number first.
SLOW = 'case " $* " in *" blame "*) echo $$ >> "{notes}"; exec sleep 600 ;; esac'
# ... and one that takes every repository for somebody else's.
WARY = "export GIT_TEST_ASSUME_DIFFERENT_OWNER=1"


def put_before_git(box: GitBox, folder: Path, lines: str) -> None:
    """Run a few lines of shell before every Git that the server starts."""
    git = subprocess.run(["sh", "-c", "command -v git"], capture_output=True, text=True, check=True).stdout.strip()
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\n{lines}\nexec "{git}" "$@"\n')
    (folder / "git").chmod(0o755)
    box.env["PATH"] = f"{folder}:{box.env['PATH']}"


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    return fill_shop(box)


@pytest.fixture
def slow(shop: GitBox, tmp_path: Path) -> Path:
    """Make every blame of the shop's Git wait; return the file of the numbers of those that do."""
    notes = tmp_path / "blames"
    put_before_git(shop, tmp_path / "bin", SLOW.format(notes=notes))
    return notes


def wait_until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pids(notes: Path) -> list[int]:
    return [int(line) for line in notes.read_text().split()] if notes.exists() else []


NOISE = """
import os
from kontext.mcp_server import answers
quiet = answers.search
def loud(*given):
    print("noise from a library", flush=True)
    os.write(1, b"noise from below\\n")
    os.system("echo noise from a program")
    return quiet(*given)
answers.search = loud
"""


def test_every_line_is_protocol_whatever_else_is_written(shop: GitBox) -> None:
    with RawClient(shop.path, shop.env, NOISE) as client:
        found = client.call("ctx_search", query="cents")
        assert found["structuredContent"]["hits"]
        assert "error" in client.ask("tools/nothing")
        client.send_line(b"this is no JSON")
        client.send_line(b'{"jsonrpc": "2.0", "id": 77}')
        client.send_line('{"jsonrpc": "2.0", "id": 78, "method": "ping", "params": {"ä": "\\udcff"}}'.encode())
        assert client.ask("ping")["result"] == {}
        for name in ("ctx_why", "ctx_read"):
            assert not client.call(name, **{"target" if name == "ctx_why" else "uri": "src/cart.py"}).get("isError")
        status, said = client.end()
    assert status == 0
    assert said.count("noise from") == 3
    assert b"noise" not in b"".join(client.lines)


def test_every_request_gets_an_answer(shop: GitBox) -> None:
    call = '{"jsonrpc": "2.0", "id": %s, "method": "tools/call", "params": {"name": "ctx_search", "arguments": %s}}'
    deep = "[" * 300 + "]" * 300
    with RawClient(shop.path, shop.env) as client:
        client.send_line((call % (70, '{"query": "cents \\ud83d"}')).encode())
        assert client.wait(70)["result"]["structuredContent"]["hits"]
        client.send_line((call % (71, f'{{"query": {deep}}}')).encode())
        assert client.wait(71)["error"]["code"] == -32600
        client.send_line((call % ('"a b"', deep)).encode())
        assert client.wait("a b")["error"]["code"] == -32600
        client.send_line(b'{"jsonrpc": "2.0", "id": 72}')
        assert client.wait(72)["error"]["code"] == -32600
        for line in (b"hello", b"\xff\xfe", b"[" * 200_000, b'{"jsonrpc": "2.0", "id": 73, "method": '):
            client.send_line(line)
            assert client.wait(None)["error"]["code"] == -32700
            client.forget(None)
        for line in (b"3", b"[]", b'"x"', b'{"jsonrpc": "2.0", "id": [1], "method": 3}'):
            client.send_line(line)
            assert client.wait(None)["error"]["code"] == -32600
            client.forget(None)
        before = len(client.lines)
        for line in (b"", b'{"jsonrpc": "2.0", "method": 3}', b'{"jsonrpc": "2.0", "id": 9, "result": 3}'):
            client.send_line(line)
        assert client.ask("ping")["result"] == {}
        assert len(client.lines) == before + 1
        assert client.end() == (0, "")


def test_a_question_given_up_ends_with_its_programs(shop: GitBox, slow: Path) -> None:
    with RawClient(shop.path, shop.env) as client:
        number = client.begin("tools/call", name="ctx_why", arguments={"target": "src/cart.py:2"})
        wait_until(lambda: pids(slow))
        client.tell("notifications/cancelled", requestId=number, reason="the user said so")
        wait_until(lambda: not any(map(is_alive, pids(slow))))
        assert client.ask("ping")["result"] == {}
        # The session of the question that was given up is not used again, and all others are answered.
        assert client.call("ctx_search", query="cents")["structuredContent"]["hits"]
        assert len(pids(slow)) == 1
        assert client.end() == (0, "")
    assert number not in {json.loads(line).get("id") for line in client.lines}


@pytest.mark.parametrize("how", ["stdin ends", "killed"])
def test_a_client_that_goes_away_leaves_no_work_behind(shop: GitBox, slow: Path, how: str) -> None:
    with RawClient(shop.path, shop.env) as client:
        for line in (1, 2):
            client.begin("tools/call", name="ctx_why", arguments={"target": f"src/cart.py:{line}"})
        wait_until(lambda: len(pids(slow)) == 2)
        if how == "killed":
            client.process.send_signal(signal.SIGINT)
            client.process.wait(PATIENCE)
            for pid in pids(slow):
                os.kill(pid, signal.SIGKILL)  # in a terminal Ctrl-C reaches the whole group
        else:
            assert client.end()[0] == 0
        wait_until(lambda: not any(map(is_alive, pids(slow))))


def test_nobody_reads_the_answers(shop: GitBox) -> None:
    with RawClient(shop.path, shop.env) as client:
        assert client.process.stdout
        os.dup2(os.open(os.devnull, os.O_RDONLY), client.process.stdout.fileno())
        for _ in range(3):
            client.begin("tools/call", name="ctx_search", arguments={"query": "cents"})
        assert client.process.stdin
        client.process.stdin.close()
        assert client.process.wait(PATIENCE) == 0


def test_many_questions_at_once_while_others_commit(shop: GitBox) -> None:
    with RawClient(shop.path, shop.env) as client:
        asked = []
        for number in range(6):
            shop.commit(f"Weigh anchor {number}")
            heads = shop.head
            asked += [
                (client.begin("tools/call", name="ctx_search", arguments={"query": "anchor"}), heads, number),
                (client.begin("tools/call", name="ctx_why", arguments={"target": "src/cart.py:2"}), heads, None),
                (client.begin("tools/call", name="ctx_log", arguments={}), heads, None),
                (client.begin("tools/call", name="ctx_brief", arguments={"focus": "src"}), heads, None),
            ]
        order = shop.git("rev-list", "HEAD").splitlines()
        for number, head, count in asked:
            result = client.wait(number)["result"]
            assert not result.get("isError"), result["content"]
            value = result["structuredContent"]
            if "snapshot" in value:  # as of the moment of asking or later, never before
                assert order.index(value["snapshot"]["head"]) <= order.index(head)
            if count is not None:
                assert len(value["hits"]) > count
        assert client.end()[0] == 0


def test_git_does_not_trust_the_owner(shop: GitBox, tmp_path: Path) -> None:
    put_before_git(shop, tmp_path / "bin", WARY)
    with RawClient(shop.path, shop.env) as client:
        result = client.call("ctx_log")
    assert result["isError"]
    text = result["content"][0]["text"]
    assert text.startswith(f"error 128: detected dubious ownership in repository at '{shop.path}'")
    remedy = text.partition("remedy: ")[2]
    assert "for the user to decide" in remedy
    assert "git config" not in remedy


def test_a_repository_in_the_environment_does_not_answer(shop: GitBox, make_box: Callable[[str], GitBox]) -> None:
    other = make_box("other")
    other.commit("Weigh anchors")
    with RawClient(shop.path, shop.env | {"GIT_DIR": str(other.path / ".git"), "GIT_INDEX_FILE": "nowhere"}) as client:
        assert client.call("ctx_log")["structuredContent"]["root"] == str(shop.path)


def test_an_error_nobody_foresaw_leaves_a_report(shop: GitBox) -> None:
    broken = "from kontext.mcp_server import answers\nanswers.search = lambda *given: 1 // 0"
    with RawClient(shop.path, shop.env, broken) as client:
        result = client.call("ctx_search", query="cents")
        assert result["isError"]
        text = result["content"][0]["text"]
        assert text.startswith("error 3: unexpected ZeroDivisionError; the details are in ")
        report = Path(text.split("the details are in ")[1].split("\n")[0])
        assert "ZeroDivisionError" in report.read_text()
        assert client.call("ctx_log")["structuredContent"]["entries"]
        assert client.end() == (0, "")


def test_without_the_package_one_line_says_how_to_get_it(shop: GitBox) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.modules['mcp'] = None\n{START}", "mcp"],
        cwd=shop.path,
        env=server_env(shop.env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kontext: kontext mcp needs a further package: pip install 'git-kontext[mcp]'\n"
    assert 'mcp = ["mcp' in (ROOT / "pyproject.toml").read_text()
