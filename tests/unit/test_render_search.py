"""A ranked list for people."""

from __future__ import annotations

import re

from answers import RESULT
from kontext.model import SearchResult
from kontext.render.search_text import render_search
from kontext.render.style import Style


def test_the_list() -> None:
    assert render_search(RESULT, Style(width=80)) == (
        """\
 1  Prices are integer cents                   decision · accepted · 2026-09-28
    Every amount is stored and computed as an integer number of cents
    kx:2026-09-28-prices-are-integer-cents
 2  Replace float prices                         commit · 2026-09-28 · Jane Doe
    git:3f2a1bc
 3  Prices are decimal                             decision · superseded · team
    superseded by 2026-09-28-prices-are-integer-cents
    kx:2025-01-14-prices-are-decimal
note: adapter 'team' was slow
incomplete: serena
"""
    )


def test_nothing_found_is_said() -> None:
    assert render_search(SearchResult("no\x1bne", ()), Style()) == "Nothing found for 'no^[ne'.\n"


def test_matches_are_marked_on_a_terminal_only() -> None:
    text = render_search(RESULT, Style(colour=True, width=80))
    assert "\x1b[1;31mamount\x1b[m" in text
    assert "\x1b[1;31minteger\x1b[m number" not in text.replace("\x1b[1;31minteger\x1b[m number", "", 1)
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == render_search(RESULT, Style(width=80))


def test_explain_shows_contributions() -> None:
    text = render_search(RESULT, Style(width=80), explain=True)
    assert "score 3.2500: local rank 1 x 1 = 0.1111, cents 2.50" in text


def test_the_address_of_a_commit_opens_the_forge() -> None:
    style = Style(links=True, commit_url="https://example.org/c/{oid}")
    assert f"\x1b]8;;https://example.org/c/{RESULT.hits[1].oid}\x1b\\git:3f2a1bc" in render_search(RESULT, style)
