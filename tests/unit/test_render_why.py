"""The answer of `git why` for people, held to whole transcripts."""

from __future__ import annotations

import re

from answers import BLACK, CENTS, COMMIT, NOTHING, RESULT, WHY
from kontext.model import LineSpan
from kontext.render.cells import width
from kontext.render.style import Style
from kontext.render.why_text import render_oneline, render_why
from kontext.why.answer import Past, Target, Verdict, Why

PLAIN = Style(width=80)
BRIGHT = Style(colour=True, width=80, links=True, commit_url="https://example.org/commit/{oid}")


def test_an_answer_with_everything() -> None:
    assert render_why(WHY, PLAIN) == (
        """\
src/billing/cart.py:42
    total = sum(line.cents)
        return total

Because floats broke VAT rounding on invoices with many lines.
  from 3f2a1bc, and decision 2026-09-28-prices-are-integer-cents (accepted)

Lines
  3f2a1bc  2026-09-28  Jane Doe  Replace float prices by integer cents (#812)
           floats broke VAT rounding on invoices with many lines
           Decision: 2026-09-28-prices-are-integer-cents
           https://example.org/pull/812
           seen through: 9ac01d2 black 24 (formatting), e11f0aa move cart.py to
           billing/ (rename)

Earlier
  81d0c77  2024-02-11  Introduce the cart

Decisions
  2026-09-28  prices-are-integer-cents  accepted     Every amount is an integer
  2025-01-14  prices-are-decimal        superseded by 2026-09-28-prices-are-integer-cents

Module
  Billing: Carts  (docs/billing.md)

History of src/billing/cart.py  (2 of 37, decisions first)
  3f2a1bc  2026-09-28  Replace float prices by integer cents (#812)
  81d0c77  2024-02-11  fix(cart): empty cart has no shipping  latest

Trailers
  81d0c77  no record is named 'x^['
  3f2a1bc  decision decimal is superseded by cents cents cents cents cents cents
           cents cents cents

note: the file is missing
incomplete: see-through
"""
    )


def test_nothing_recorded_is_said_in_one_plain_line() -> None:
    assert render_why(NOTHING, PLAIN) == (
        """\
setup.cfg:3
    version = 1.4.0

No recorded reason. Last changed by 81d0c77, 2026-03-02, Release Bot: Release
1.4.0
To record one: kontext capture --paths setup.cfg
"""
    )


def test_a_commit() -> None:
    assert render_why(COMMIT, PLAIN) == (
        """\
3f2a1bc

Floats broke VAT rounding.
  from 3f2a1bc

3f2a1bc  2026-09-28  Jane Doe
    Replace float prices

    Floats broke VAT rounding.

    Decision: cents
    #812
    note (commits): Agreed with the tax office.

Files
  M  src/cart.py
  D  old.py

Now at
  src/cart.py -> src/billing/cart.py
  old.py -> (deleted)
"""
    )


def test_several_origins_say_which_lines_are_theirs() -> None:
    other = NOTHING.lines[0]._replace(spans=(LineSpan(44, 44), LineSpan(46, 49)), boundary=True)
    text = render_why(WHY._replace(lines=(*WHY.lines, other)), PLAIN)
    assert "line 42-43" in text
    assert "line 44, 46-49; history is cut off here" in text


def test_oneline_is_one_line() -> None:
    assert render_oneline(WHY, PLAIN) == ("Because floats broke VAT rounding on invoices with many lines.  (3f2a1bc)\n")
    assert render_oneline(NOTHING, PLAIN) == (
        "No recorded reason. Last changed by 81d0c77, 2026-03-02, Release Bot: Release 1.4.0\n"
    )
    split = WHY._replace(verdict=Verdict("two\nlines", f"kx:{WHY.decisions[0].id}"))
    assert render_oneline(split, PLAIN) == "two lines  (kx:2026-09-28-prices-are-integer-cents)\n"


def test_colours_mark_kinds_of_things_and_change_no_character() -> None:
    bright = render_why(WHY, BRIGHT)
    assert "\x1b[33m3f2a1bc\x1b[m" in bright
    assert "\x1b[32mprices-are-integer-cents\x1b[m" in bright
    assert "\x1b[2;9mprices-are-decimal\x1b[m" in bright
    assert f"\x1b]8;;https://example.org/commit/{CENTS}\x1b\\" in bright
    bare = re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\", "", bright)
    assert bare == render_why(WHY, PLAIN)


def test_uncommitted_lines_link_nowhere() -> None:
    zero = "0" * 40
    mine = NOTHING.lines[0]._replace(oid=zero, reason="x")
    assert zero not in render_why(NOTHING._replace(lines=(mine,)), BRIGHT)


def test_explain_shows_scores_and_why_a_decision_is_there() -> None:
    text = render_why(WHY, PLAIN, explain=True)
    assert "score 7: strong wording +3, trailer +4" in text
    assert "because of paths src/billing/**; docs/decisions/decimal.md" in text


def test_control_characters_never_reach_the_terminal() -> None:
    evil = "x\x1b]0;owned\x07\x9b31m\x7f\u202ey\udcff"
    why = WHY._replace(
        target=Target("lines", evil, evil, 1, 1),
        code=((1, evil),),
        verdict=Verdict(evil, CENTS),
        lines=(WHY.lines[0]._replace(subject=evil, author=f"{evil} <x>", reason=evil),),
        seen=tuple(one._replace(subject=evil) for one in WHY.seen),
        decisions=tuple(one._replace(title=evil, id=evil, path=evil, live=evil) for one in WHY.decisions),
        history=(Past(BLACK, "2026", evil, evil),),
        notes=(evil,),
        adapters=(evil,),
    )
    for text in (
        render_why(why, PLAIN, True),
        render_oneline(why, PLAIN),
        render_why(COMMIT._replace(notes=(evil,)), PLAIN),
    ):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800-\udfff]", text)
        assert text.encode()


def test_no_row_of_commits_is_wider_than_the_terminal() -> None:
    long = "価格を整数のセントに置き換える " * 9
    why = WHY._replace(
        lines=(WHY.lines[0]._replace(subject=long, author=f"{long} <x>", trailers=()),),
        history=tuple(past._replace(subject=long) for past in WHY.history),
        decisions=(WHY.decisions[0]._replace(title=long),),
    )
    rows = render_why(why, PLAIN).splitlines()
    assert max(width(row) for row in rows) <= 80
    assert any("…" in row for row in rows)


def test_without_a_width_nothing_is_cut() -> None:
    long = "word " * 40 + "end"
    text = render_why(WHY._replace(history=(WHY.history[0]._replace(subject=long),)), Style())
    assert long in text


def test_a_topic_and_a_range_list_what_was_found() -> None:
    topic = Why(Target("topic", "rounding"), Verdict(""))
    assert render_why(topic, PLAIN) == "rounding\n"
    bare = COMMIT._replace(verdict=Verdict(""))
    assert render_oneline(bare, PLAIN) == "Replace float prices  (3f2a1bc)\n"
    path = Why(Target("path", "x", "x"), Verdict(""), history=WHY.history)
    assert render_oneline(path, PLAIN).startswith("No recorded reason. Last changed by 3f2a1bc, 2026-09-28, Jane Doe:")
    found = topic._replace(hits=RESULT.hits)
    assert render_why(found, PLAIN).startswith("rounding\n\n 1  Prices are integer cents")
    assert render_oneline(found, PLAIN) == "Prices are integer cents  (kx:2026-09-28-prices-are-integer-cents)\n"
    span = Why(Target("range", "a..b"), Verdict("3 commits"), commits=WHY.history)
    assert render_oneline(span._replace(verdict=Verdict("")), PLAIN).startswith("2 commits, the latest: Replace")
    assert "Commits\n  3f2a1bc  2026-09-28  Replace float" in render_why(span, PLAIN)


def test_records_that_were_replaced_are_listed_up_to_a_number() -> None:
    live, dead = WHY.decisions
    old = tuple(dead._replace(id=f"old-{number}", path=f"{number}.md") for number in range(300))
    text = render_why(WHY._replace(decisions=(live, *old)), PLAIN)
    assert text.count("superseded by 2026") == 12
    assert "  … and 288 superseded\n" in text
    assert "superseded\n" not in render_why(WHY._replace(decisions=(live, *old[:12])), PLAIN)
