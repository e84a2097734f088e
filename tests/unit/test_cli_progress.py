"""The progress line: late, one line, wiped; nothing without a terminal."""

from __future__ import annotations

import os
import pty

import pytest

from kontext.cli import progress
from kontext.cli.progress import Progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What a terminal at stderr is sent."""
    sent: list[bytes] = []
    monkeypatch.setattr(progress.os, "isatty", lambda end: True)
    monkeypatch.setattr(progress.os, "write", lambda end, data: sent.append(data))
    return sent


def test_short_work_shows_nothing(clock: list[float], terminal: list[bytes]) -> None:
    line = Progress()
    line("soon done")
    clock[0] += 0.4
    line("nearly")
    line.close()
    assert terminal == []


def test_long_work_shows_one_line_replaced_in_place(clock: list[float], terminal: list[bytes]) -> None:
    line = Progress()
    clock[0] += 0.6
    line("one")
    line("too soon after the last")
    clock[0] += 0.2
    line("two")
    line.close()
    line.close()
    assert terminal == [b"\r\x1b[Kkontext: one", b"\r\x1b[Kkontext: two", b"\r\x1b[K"]


def test_without_a_terminal_there_is_nothing(clock: list[float], capfd: pytest.CaptureFixture[str]) -> None:
    line = Progress()
    clock[0] += 9
    line("one")
    line.close()
    assert capfd.readouterr() == ("", "")


def test_a_terminal_is_recognised() -> None:
    ours, theirs = pty.openpty()
    saved = os.dup(2)
    try:
        os.dup2(theirs, 2)
        assert Progress().is_terminal
    finally:
        os.dup2(saved, 2)
        for end in (ours, theirs, saved):
            os.close(end)
