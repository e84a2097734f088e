"""kontext/checks/cleanup.py: what of a message file a commit holds."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.checks.cleanup import COMMENT, SCISSORS, STRIP, VERBATIM, WHITESPACE, Cleanup, clean, read_cleanup

CUT = " ------------------------ >8 ------------------------"


@pytest.mark.parametrize(
    ("values", "is_edited", "expected"),
    [
        ([], True, Cleanup(STRIP, "#")),
        ([], False, Cleanup(WHITESPACE, "#")),
        ([("commit.cleanup", "default")], False, Cleanup(WHITESPACE, "#")),
        ([("commit.cleanup", "strip")], False, Cleanup(STRIP, "#")),
        ([("commit.cleanup", "scissors")], True, Cleanup(WHITESPACE, "#")),
        ([("commit.cleanup", "whitespace")], True, Cleanup(WHITESPACE, "#")),
        ([("commit.cleanup", "verbatim")], True, Cleanup(VERBATIM, "#")),
        ([("commit.cleanup", "strip"), ("commit.cleanup", "verbatim")], True, Cleanup(VERBATIM, "#")),
        ([("core.commentchar", ";")], True, Cleanup(STRIP, ";")),
        ([("core.commentchar", ";"), ("core.commentstring", "//")], True, Cleanup(STRIP, "//")),
    ],
)
def test_the_mode_follows_the_settings(values: list[tuple[str, str]], is_edited: bool, expected: Cleanup) -> None:
    assert read_cleanup(values, is_edited, "S\n") == expected


@pytest.mark.parametrize(
    ("message", "comment"),
    [
        (f"# heading\n\n;{CUT}\ndiff\n", ";"),
        ("# heading\n\n; Please enter the message\n; On branch main\n", ";"),
        ("S\n\nbody\n", "#"),
        ("", "#"),
    ],
)
def test_a_chosen_comment_character_is_read_off_the_message(message: str, comment: str) -> None:
    assert read_cleanup([("core.commentchar", "auto")], True, message).comment == comment


def test_everything_below_the_scissors_goes_in_every_mode() -> None:
    message = f"S\n\nDecision: x\n#{CUT}\ndiff --git a b\n+y\n"
    for mode in (STRIP, WHITESPACE, VERBATIM):
        cleaned = clean(message, Cleanup(mode))
        assert cleaned.text == "S\n\nDecision: x\n"
        assert [one.why for one in cleaned.dropped] == [SCISSORS] * 3
        assert cleaned.dropped[-1].number == 6


def test_scissors_are_cut_with_the_comment_string_in_force() -> None:
    message = f"S\n//{CUT}\nx\n"
    assert clean(message, Cleanup(WHITESPACE, "//")).text == "S\n"
    assert "x" in clean(message, Cleanup(WHITESPACE, "#")).text


def test_comments_go_only_where_git_strips_them() -> None:
    message = "S\n\n# note\nDecision: x\n"
    stripped = clean(message, Cleanup(STRIP))
    assert stripped.text == "S\n\nDecision: x\n"
    assert [(one.number, one.why) for one in stripped.dropped] == [(3, COMMENT)]
    assert stripped.numbers == (1, 2, 4)
    assert clean(message, Cleanup(WHITESPACE)).text == message


def test_verbatim_keeps_blanks_but_not_those_above_the_subject() -> None:
    assert clean(" \n\nS  \n\n\n\nx\r\n", Cleanup(VERBATIM)).lines == ("S  ", "", "", "", "x\r")


LINE = st.sampled_from(["", " ", "\t", "x", "x  ", " x", "# c", "; c", "x\r", "\r", "é", "x\x0b"])
LINES = st.lists(LINE, max_size=9)


@given(LINES, st.sampled_from(["#", ";"]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_git_cleans_alike(lines: list[str], comment: str, strips: bool) -> None:
    message = "\n".join(lines)
    argv = ["git", "-c", f"core.commentChar={comment}", "stripspace", *(["-s"] if strips else [])]
    done = subprocess.run(argv, input=message.encode(), capture_output=True, check=True)
    cleanup = Cleanup(STRIP if strips else WHITESPACE, comment)
    assert clean(message, cleanup).text == done.stdout.decode()
