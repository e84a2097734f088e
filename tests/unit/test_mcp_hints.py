"""What an agent is told instead of what a person would type."""

from __future__ import annotations

import pytest

from kontext.mcp_server.hints import as_calls


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("git kx-log --kind all lists the records", "ctx_log kind=all lists the records"),
        ("kontext read docs/a.md shows all of it", "ctx_read uri=docs/a.md shows all of it"),
        ("git why src/a.py:3 shows its history", "ctx_why target=src/a.py:3 shows its history"),
        ('write words, e.g. git kx-search "a b"', 'write words, e.g. ctx_search query="a b"'),
        ("'abc' is also a commit: --commit asks about that", "'abc' is also a commit: ctx_read uri=git:abc"),
        ("replace it:\n  kontext capture --supersedes 0003", "replace it:\n  ctx_capture supersedes=0003"),
        ("ask inside it: git -C sub why …", "ask inside it: dir=sub"),
        ("another kontext process is writing", "another kontext process is writing"),
        ("nothing to replace", "nothing to replace"),
        ("kontext clean removes it", "kontext clean removes it (a command: leave it to the user)"),
        (
            "To add an exception for this directory, call: git config --global --add safe.directory /x",
            "whose repositories Git may trust is for the user to decide; say so, and change no configuration yourself",
        ),
    ],
)
def test_commands_become_calls(said: str, told: str) -> None:
    assert as_calls(said) == told
