"""`kontext brief` and `kontext connect` as they are installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from gitbox import GitBox
from shop import fill_shop

KONTEXT = Path(sys.executable).parent / "kontext"


def run(box: GitBox, *argv: str, folder: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [KONTEXT, *argv], cwd=box.path / folder, env=box.env, capture_output=True, text=True, check=False
    )


def test_a_brief_is_asked_from_a_folder_of_the_project(box: GitBox) -> None:
    fill_shop(box)
    done = run(box, "brief", "cart.py", folder="src")
    assert (done.returncode, done.stderr) == (0, "")
    rows = done.stdout.splitlines()
    assert rows[0] == "src/cart.py"
    assert rows[2].startswith("Prices are integer cents  ")
    assert rows[2].endswith("decision · accepted · 2023-11-01")
    assert all(len(row) <= 80 for row in rows)
    assert rows[-1] == "  kx:billing  by Jane Doe"


def test_what_is_written_for_a_client_starts_this_program(box: GitBox) -> None:
    done = run(box, "connect", "claude", "--write")
    assert (done.returncode, done.stderr) == (0, "")
    server = json.loads((box.path / ".mcp.json").read_text())["mcpServers"]["kontext"]
    assert server == {"command": str(KONTEXT), "args": ["mcp"]}
    assert (
        run(box, "connect", "claude", "--remove").stdout == f"{box.path}/.mcp.json: removed, nothing else was in it\n"
    )
