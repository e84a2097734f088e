"""Columns: measuring, cutting, wrapping, cleaning."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.render.cells import clean, clean_lines, fit, flat, pad, width, wrap
from kontext.render.style import Style, link, person


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("čau", 3), ("c\u030cau", 3), ("価格", 4), ("ｆｕｌｌ", 8), ("a\u200db", 2), ("", 0)],
)
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns


def test_fit_cuts_by_columns_and_says_so() -> None:
    assert fit("abcdef", 6) == "abcdef"
    assert fit("abcdef", 5) == "abcd…"
    assert fit("abc def", 5) == "abc…"
    assert fit("価格価格", 5) == "価格…"
    assert fit("価格価格", 4) == "価…"
    assert fit("abcdef", 0) == "abcdef"


def test_pad_counts_columns() -> None:
    assert pad("価", 4) == "価  "
    assert pad("long", 2) == "long"


def test_wrap_keeps_words_whole() -> None:
    assert wrap("one two three four five six", 24, "    ") == ["    one two three four", "    five six"]
    assert wrap("x" * 50, 30) == ["x" * 50]
    assert wrap("", 30) == []


def test_clean_makes_control_characters_visible() -> None:
    assert clean("a\x1b[31mb\x07") == "a^[[31mb^G"
    assert clean("\x9b\x7f\u202e\u2028") == "<9b>^?<202e><2028>"
    assert clean("a\tb") == "a   b"
    assert clean("bad\udcffbyte") == "bad�byte"
    assert clean("half\ud800") == "half?"
    assert flat("two\n  lines\r\n") == "two lines"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("pass\u200bword", "pass<200b>word"),
        ("pass\u200dword", "pass<200d>word"),
        ("a\u2060b\ufeffc\u00add\u3164", "a<2060>b<feff>c<00ad>d<3164>"),
        ("no\U000e0041\U000e0100", "no<e0041><e0100>"),
        ("\u200d", "<200d>"),
        ("x\ufe0f\u26a0\ufe0f\ufe0e", "x<fe0f>\u26a0\ufe0f<fe0e>"),
        ("\u2764\ufe0f\u200d\U0001f525 1\ufe0f\u20e3", "\u2764\ufe0f\u200d\U0001f525 1\ufe0f\u20e3"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627", "\u0645\u06cc\u200c\u062e\u0648\u0627"),
    ],
)
def test_what_nobody_sees_is_shown_unless_it_joins_what_is_seen(text: str, shown: str) -> None:
    assert clean(text) == clean_lines(text) == shown
    assert clean(shown) == shown


def test_clean_lines_keeps_breaks_and_tabs_alone() -> None:
    assert clean_lines("a\tb\r\nc\rd\x1b[1m\x00\x08\x07\x9b\u202e\udcff") == ("a\tb\nc^Md^[[1m^@^H^G<9b><202e>\ufffd")


def test_links_carry_only_plain_addresses() -> None:
    style = Style(links=True)
    assert link(style, "x", "https://example.org/1") == "\x1b]8;;https://example.org/1\x1b\\x\x1b]8;;\x1b\\"
    assert link(style, "x", "https://example.org/\x1b\\") == "x"
    assert link(style, "x", "") == "x"
    assert link(Style(), "x", "https://example.org/1") == "x"


def test_person() -> None:
    assert person("Jane Doe <jane@example.org>") == "Jane Doe"
    assert person("<jane@example.org>") == "jane@example.org"


@settings(max_examples=150, deadline=None)
@given(st.text(), st.integers(1, 60))
def test_any_text_fits(text: str, columns: int) -> None:
    safe = clean(text)
    assert safe.encode("utf-8", "strict").decode() == safe
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in safe)
    assert width(fit(safe, columns)) <= max(columns, 1)
