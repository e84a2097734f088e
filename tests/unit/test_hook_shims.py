"""What the shims know without asking Python must agree with what Python knows."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from kontext.checks.tokens import record_tokens
from kontext.config import Config
from kontext.hooks.shims import ALL, interpreter, shim
from kontext.store.places import EXTENSIONS

ROOT = Path(__file__).resolve().parents[2]


def text(event: str) -> str:
    return (ROOT / "hooks" / event).read_text()


def test_the_words_of_commit_msg_are_in_every_token() -> None:
    words = re.search(r"grep -Eqi '([^']+)'", text("commit-msg"))
    assert words is not None
    for token in record_tokens(Config({}, {})):
        assert re.search(words[1], token)


@pytest.mark.parametrize("event", ["pre-commit", "pre-merge-commit", "prepare-commit-msg"])
def test_the_endings_of_records_are_those_of_the_store(event: str) -> None:
    assert set(re.findall(r"\(top,icase\)\*(\.\w+)", text(event))) == set(EXTENSIONS)


@pytest.mark.parametrize("event", ALL)
def test_any_path_of_an_interpreter_is_quoted(event: str) -> None:
    for path in ("/usr/bin/python3", '/home/Jane\'s $HOME/`x`/pyth\\1on "3"', ""):
        made = shim(event, path)
        assert interpreter(made) == path
        line = next(line for line in made.decode().splitlines() if line.startswith("python="))
        said = subprocess.run(["sh", "-c", f'{line}\nprintf %s "$python"'], capture_output=True, text=True, check=True)
        assert said.stdout == path
