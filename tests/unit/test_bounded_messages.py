"""What is read of a message is bounded, however it comes in chunks (kontext/git/bounded.py)."""

from __future__ import annotations

import pytest

from kontext.git.bounded import LARGE, LONGEST, drop_middle, shortened
from kontext.git.log import parse_log

LONG = "S\n\nfirst words\n\n" + "x: \u20ac\n" * 600_000 + "\nDecision: 7\nFixes: #1"


def test_a_message_within_the_bound_is_left_alone() -> None:
    message = "S\n\n" + "y" * (LONGEST - 3)
    assert shortened(message) == message


def test_of_a_longer_one_the_subject_and_the_last_paragraphs_stay() -> None:
    short = shortened(LONG)
    assert len(short) <= LONGEST + 10
    assert short.startswith("S\n\nfirst words\n")
    assert short.endswith("\n\nDecision: 7\nFixes: #1")
    assert "\n\n[\u2026]\n\nx: \u20ac\n" in short


def test_one_long_line_is_cut_too() -> None:
    assert len(shortened("z" * (3 * LONGEST))) <= LONGEST + 10


@pytest.mark.parametrize("step", [4096, 65_536, 10_000_019])
def test_a_log_in_chunks_holds_a_bounded_part_and_reads_as_one_piece(step: int) -> None:
    head = "\0" + "a" * 40 + " \0" + "1 2026-01-01T00:00:00+00:00\0A <a@e.org>\0"
    output = (head + LONG + "\n\0" + "\nM\0some/path\0" + head + "T\n\0").encode()
    commits = list(parse_log(output[at : at + step] for at in range(0, len(output), step)))
    whole = shortened(LONG + "\n")
    assert [commit.subject for commit in commits] == ["S", "T"]
    assert commits[0].body == whole.partition("\n")[2].rstrip("\n")
    assert [change.path for change in commits[0].changes] == ["some/path"]


def test_the_middle_of_one_field_is_dropped_and_nothing_else() -> None:
    held = bytearray(b"head\0" + b"m" * (2 * LARGE) + b"\0" + b"n" * (2 * LARGE))
    drop_middle(held, 5)
    assert held.startswith(b"head\0m")
    assert held.endswith(b"m\0" + b"n" * (2 * LARGE))
    assert len(held) < 3 * LARGE
