"""Release notes become items and plain questions, whatever form they are written in."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from release_notes import content_words, fragment_item, iter_items, overlap, question, tickets_of

REPO = "shop/shop"


def items(text: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(item.text.split("\n")[0], item.tickets) for item in iter_items(text, REPO)]


def test_markdown_lists_with_continuation_lines_and_reference_links() -> None:
    text = """# 1.2.0

### Fixed

- sums are rounded once
  a line ([#12])
* carts survive a login (#7, #8)
- nobody numbered this

[#12]: https://github.com/shop/shop/pull/12
"""
    assert items(text) == [("sums are rounded once", (12,)), ("carts survive a login (#7, #8)", (7, 8))]


def test_lists_below_a_plain_bullet_are_items_and_below_a_ticket_they_are_details() -> None:
    text = "* Bugfixes\n  * one ([#1])\n  * two ([#2])\n* three ([#3])\n  * a detail of three ([#4])\n* four (#5)\n"
    assert [tickets for _, tickets in items(text)] == [(1,), (2,), (3,), (5,)]


def test_restructured_text_roles_and_links() -> None:
    text = """Version 2
---------

-   Sums are rounded. :issue:`41` :pr:`42`
-   Carts are merged
    at login. (`#43 <https://github.com/shop/shop/issues/43>`__)

Next paragraph names #99 outside of a list.
"""
    assert items(text) == [("Sums are rounded. :issue:`41` :pr:`42`", (41, 42)), ("Carts are merged", (43,))]


def test_a_comment_holds_no_items() -> None:
    assert items("<!--\n- template (#1)\n-->\n- real (#2)\n") == [("real (#2)", (2,))]


@pytest.mark.parametrize(
    ("name", "tickets"),
    [
        ("4711.bugfix.rst", (4711,)),
        ("12.feature.1.md", (12,)),
        ("+orphan.bugfix.rst", None),
        ("template.rst", None),
        ("12", None),
    ],
)
def test_a_fragment_is_named_after_its_ticket(name: str, tickets: tuple[int, ...] | None) -> None:
    found = fragment_item(name, "Sums are rounded.\n", REPO)
    assert (found.tickets if found else None) == tickets


def test_numbers_of_other_projects_are_no_tickets() -> None:
    text = "o/r#1 https://github.com/o/r/issues/2 shop/shop#3 https://github.com/Shop/shop/pull/4 gh-5 a#6 #7"
    assert tickets_of(text, REPO) == (3, 4, 5, 7)


@pytest.mark.parametrize(
    ("item", "asked"),
    [
        ("Deal with empty carts at checkout. (#12)", "Deal with empty carts at checkout."),
        ("[BUGFIX] UI: Avoid a crash on empty blocks. #19124", "UI: Avoid a crash on empty blocks."),
        ("SECURITY: Avoid a crash on empty blocks. #19124", "Avoid a crash on empty blocks."),
        ("Sums of `total_cents()` are *really* **rounded** once", "Sums of total_cents() are really rounded once"),
        ("Show blank lines when piping, see issue #2 and PR #3 (@jane)", "Show blank lines when piping"),
        ("Fix sums of empty carts. Fixes #5. ([#6](https://x/6)) by Jane Doe", "Fix sums of empty carts"),
        ("Fix sums of empty carts ([#6](x)) ([4ab03ff](y)), by @jane", "Fix sums of empty carts"),
        ("``Cart`` forgets lines (`#13 <https://g/13>`_) -- by :user:`jane`", ""),
        (
            "Carts of :class:`~shop.Cart` survive :pep:`517` builds :issue:`3`",
            "Carts of shop.Cart survive PEP 517 builds",
        ),
        ("Read env[`X_Y`] from the [settings file](docs/settings.md)", "Read env[X_Y] from the settings file"),
        ("Fix. Sums of empty carts are zero now. And more.", "Fix. Sums of empty carts are zero now."),
        ("Merge pull request from jane/fix-empty-carts", ""),
        ("These settings were removed or renamed:", ""),
        ("Fix a regression", ""),
        ("Sums, e.g. those of carts, round up. Not down.", "Sums, e.g. those of carts, round up."),
    ],
)
def test_a_question_holds_no_numbers_links_or_names(item: str, asked: str) -> None:
    assert question(item) == asked


@settings(max_examples=150)
@given(st.text(alphabet="ab #12()[]`*_.,:@\n-<>/\x00", max_size=80))
def test_any_text_is_read_without_failing(text: str) -> None:
    for item in iter_items(text, REPO):
        asked = question(item.text)
        assert asked == "" or len(content_words(asked)) >= 4
        assert "\n" not in asked


def test_overlap_is_over_the_smaller_set_of_words_that_carry_meaning() -> None:
    assert content_words("The cart is 12 times the Cart_total of a b") == {"cart", "times", "cart_total"}
    assert overlap("merge carts at login", "carts") == 1.0
    assert overlap("merge carts", "carts lost") == 0.5
    assert overlap("the of", "carts") == 0.0
