"""The examples of docs/ print what the pages show.

Blocks marked `console` are run in a made-up shop. A line `…` stands for any lines, `…` inside a line for any text, and
`# exits with N` behind a command says so. A block marked with a language and a file name is that file, written first.
With KONTEXT_UPDATE_DOCS=1 the pages are written anew where they differ: read the diff, and shorten with `…` again.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import NO_CLOCK

UPDATE = bool(os.environ.get("KONTEXT_UPDATE_DOCS"))  # before the tests' own environment is put in place
BIN = Path(sys.executable).parent
DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STATUS = re.compile(r"  # exits with (\d+)$")

CART = '''"""The cart."""


def total(lines):
    return sum(line.price for line in lines)


def shipping(lines):
    return 4.90 if lines else 0
'''
CENTS = CART.replace("line.price", "line.cents").replace("4.90", "490")
FORMATTED = CENTS.replace("sum(line.cents for line in lines)", "sum(\n        line.cents for line in lines\n    )")
README = """# Shop

Sells things.

## Prices

Prices are shown with two digits. Rounding happens once, at the end of an invoice.
"""
FLOATS = """---
id: 2024-03-02-prices-are-floats
kind: decision
title: Prices are floats
status: {status}
date: 2024-03-02
paths: [cart.py]
---
## Decision

A price is a float, as the database delivers it.
"""
INTEGERS = """---
id: 2025-09-28-prices-are-integer-cents
kind: decision
title: Prices are integer cents
status: accepted
date: 2025-09-28
summary: Every amount is an integer number of cents.
tags: [billing]
paths: [src/billing/**]
supersedes: [2024-03-02-prices-are-floats]
---
## Context

Sums of floats were off by a cent on long invoices.

## Decision

Every amount is an integer number of cents, from the database to the page.

## Consequences

Only the page divides by a hundred.
"""
ORDERS = """# 7. Orders live in PostgreSQL

Date: 2025-05-02

## Status

Accepted

## Context

Orders must survive the loss of a machine.

## Decision

Orders are kept in PostgreSQL. Carts stay in memory.
"""
MESSAGE = """Replace float prices by integer cents (#812)

Floats broke the rounding of taxes on invoices with many lines, because
every line was rounded on its own.

Decision: 2025-09-28-prices-are-integer-cents
"""
STORE = "docs/decisions"
DAY = 86_400


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, git_env: dict[str, str]) -> GitBox:
    """A shop: a cart whose prices became integers, was formatted, and moved; three decisions in two dialects."""
    box = GitBox.init(tmp_path_factory.mktemp("docs") / "shop", git_env)
    box.now = 1_709_370_000  # 2024-03-02
    floats, integers = f"{STORE}/2024-03-02-prices-are-floats.md", f"{STORE}/2025-09-28-prices-are-integer-cents.md"
    first = {"cart.py": CART, "README.md": README, "setup.cfg": "[metadata]\nname = shop\nversion = 1.0\n"}
    box.commit("Introduce the cart", first | {floats: FLOATS.format(status="accepted")}, "Ada Novak <ada@example.org>")
    box.git("tag", "v1.0")
    box.now += 426 * DAY
    box.commit("Keep orders in PostgreSQL", {"doc/adr/0007-orders-live-in-postgresql.md": ORDERS})
    box.now += 149 * DAY
    replaced = FLOATS.format(status="superseded\nsuperseded_by: [2025-09-28-prices-are-integer-cents]")
    box.commit(MESSAGE, {"cart.py": CENTS, floats: replaced, integers: INTEGERS})
    box.now += 135 * DAY
    box.commit("Format the code", {"cart.py": FORMATTED}, "Format Bot <bot@example.org>")
    box.now += 50 * DAY
    box.commit("Move the cart to src/billing", {"cart.py": None, "src/billing/cart.py": FORMATTED})
    box.git("tag", "v1.1")
    return box


def steps(text: str) -> list[tuple[str, str, str]]:
    """What a page does, in its order: ("write", file, content) and ("run", command, what it shows)."""
    found = []
    for language, file, block in BLOCK.findall(text):
        if file:
            found.append(("write", file, block))
        elif language == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                found.append(("run", command, shown.rstrip()))
    return found


def run(box: GitBox, command: str) -> tuple[int, str]:
    env = box.env | {"PATH": f"{BIN}:{box.env['PATH']}", "KONTEXT_INDEX_BACKGROUND": "false"} | NO_CLOCK
    env |= {f"GIT_{who}_DATE": f"{box.now} +0000" for who in ("AUTHOR", "COMMITTER")}
    env["XDG_CONFIG_HOME"] = str(box.path.parent / "user")
    argv = ["sh", "-c", command]
    done = subprocess.run(argv, cwd=box.path, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode().rstrip()


def matches(shown: str, said: str) -> bool:
    lines = ["(?:.*\n)*?" if line.strip() == "…" else f"{re.escape(line)}\n" for line in shown.split("\n")]
    return re.fullmatch("".join(lines).replace("…", ".*"), f"{said}\n") is not None


@pytest.mark.parametrize("name", [page.name for page in sorted(DOCS.glob("*.md")) if "```console" in page.read_text()])
def test_examples_do_what_they_show(name: str, shop: GitBox, tmp_path: Path) -> None:
    box = GitBox(tmp_path / "shop", shop.env)
    box.now = shop.now + DAY
    shutil.copytree(shop.path, box.path)
    for verb, what, shown in steps((DOCS / name).read_text()):
        if verb == "write":
            box.write(what, shown)
            continue
        mark = STATUS.search(what)
        status, said = run(box, what)
        assert status == (int(mark[1]) if mark else 0), f"$ {what}\n{said}"
        if not matches(shown, said) and UPDATE:
            page = (DOCS / name).read_text()
            (DOCS / name).write_text(page.replace(f"$ {what}\n{shown}\n", f"$ {what}\n{said}\n", 1))
            continue
        assert matches(shown, said), f"$ {what}\n--- docs/{name} shows\n{shown}\n--- it prints\n{said}"
