"""The programs that measure the MCP server, on a small repository: what they count, and a seeded sample of the soak."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import mcp_latency
import mcp_soak

from gitbox import GitBox
from mcp_client import server_env
from shop import fill_shop


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    return fill_shop(box)


def test_random_calls_leave_nothing_behind(shop: GitBox) -> None:
    seen = mcp_soak.soak(shop.path, 80, 7, early=40, env=server_env(shop.env))
    assert seen.faults == []
    assert seen.calls == 80
    assert 0 < seen.errors < 40
    assert seen.files_late <= seen.files_early + 20  # a session or two more
    assert seen.memory_late - seen.memory_early < 30_000  # KiB


def test_percentiles() -> None:
    assert mcp_latency.percentiles([0.001 * number for number in range(1, 101)]) == {"p50": 50.5, "p95": 96.0}
    assert mcp_latency.percentiles([0.5]) == {"p50": 500.0, "p95": 500.0}


def test_what_is_measured_is_answered(shop: GitBox) -> None:
    env = server_env(shop.env)
    asked = mcp_latency.questions(shop.path)
    assert set(asked) == {"search", "why path", "why line", "log", "read", "brief", "check staged"}
    assert asked["read"][1] == {"uri": "src/cart.py"}
    assert set(mcp_latency.in_process(shop.path, env, 1)) == {"p50", "p95", "processor p50"}
    before = shop.head
    mcp_latency.commit(shop.path, 1)
    assert mcp_latency.is_ancestor(shop.path, before, mcp_latency.head_of(shop.path))
    assert not mcp_latency.is_ancestor(shop.path, shop.head, before)
