"""A server of `kontext mcp` and its client, for one module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_client import Asker, asking


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server is started, outside of any repository; a module makes its repositories below."""
    return tmp_path_factory.mktemp("mcp")


@pytest.fixture(scope="module")
def asker(place: Path, git_env: dict[str, str]) -> Iterator[Asker]:
    """A client of a server that was started outside of any repository."""
    with asking(place, git_env) as asker:
        yield asker
