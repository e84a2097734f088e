"""What a target means: the documented order, and every form of lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.errors import KontextError, PathProblem, UnknownRevision, UsageError
from kontext.model import LineSpan
from kontext.why.target import (
    Place,
    Questions,
    Wanted,
    decide,
    decide_commit,
    decide_path,
    decide_ranges,
    parse_numbers,
    repo_path,
)

ROOT = Place("/home/jane/shop")
DEEP = Place("/home/jane/shop", "src/billing/")


def world(
    paths: tuple[str, ...] = ("src/billing/cart.py", "src/billing", "src", ""),
    former: tuple[str, ...] = ("src/nope.py",),
    commits: tuple[str, ...] = ("main", "HEAD~3", "v1.0", "3f2a1bc", "HEAD"),
    entries: tuple[str, ...] = ("2026-09-28-cents", "0007"),
    symbols: tuple[str, ...] = ("Cart.total", "total", "face"),
) -> Questions:
    return Questions(
        is_path=paths.__contains__,
        was_path=former.__contains__,
        is_commit=commits.__contains__,
        is_entry=entries.__contains__,
        is_symbol=symbols.__contains__,
    )


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("src/billing/cart.py:42", 42, 42),
        ("src/billing/cart.py:42-50", 42, 50),
        ("src/billing/cart.py:42,50", 42, 50),
        ("src/billing/cart.py:50-42", 42, 50),
        ("src/billing/cart.py:42:7", 42, 42),
        ("src/billing/cart.py#L10", 10, 10),
        ("src/billing/cart.py#L10-L20", 10, 20),
        ("src/billing/cart.py#L10-20", 10, 20),
        ("src/billing/cart.py#L10C3-L20C9", 10, 20),
        ("./src/billing/cart.py:42", 42, 42),
        (":(top)src/billing/cart.py:42", 42, 42),
        ("/home/jane/shop/src/billing/cart.py:42", 42, 42),
        ("src//billing/../billing/cart.py:42", 42, 42),
    ],
)
def test_lines(text: str, first: int, last: int) -> None:
    assert decide(text, ROOT, world()) == Wanted("lines", text, "src/billing/cart.py", first, last)


def test_paths_are_relative_to_the_current_folder() -> None:
    assert decide("cart.py:3", DEEP, world()).path == "src/billing/cart.py"
    assert decide("../billing/cart.py", DEEP, world()) == Wanted("path", "../billing/cart.py", "src/billing/cart.py")
    assert decide(":(top)src", DEEP, world()).path == "src"
    assert decide("../..", DEEP, world()) == Wanted("path", "../..", "")


def test_lines_of_a_path_that_never_was_are_still_lines_so_that_the_error_names_the_path() -> None:
    assert decide("src/typo.py:3", ROOT, world()) == Wanted("lines", "src/typo.py:3", "src/typo.py", 3, 3)


def test_a_file_whose_name_looks_like_lines() -> None:
    assert decide("notes:2", ROOT, world(paths=("notes:2",))) == Wanted("path", "notes:2", "notes:2")
    assert decide("notes:2", ROOT, world(paths=("notes:2", "notes"))).kind == "lines"


def test_a_sentence_that_ends_like_lines_is_a_topic() -> None:
    assert decide("why is the limit: 3", ROOT, world()).kind == "topic"
    assert decide("my notes.txt:3", ROOT, world(former=("my notes.txt",))).kind == "lines"


def test_line_0_is_refused() -> None:
    with pytest.raises(UsageError, match="no line 0"):
        decide("src/billing/cart.py:0", ROOT, world())


def test_the_order_of_meanings() -> None:
    everything = world(paths=("x.y",), former=("x.y",), commits=("x.y",), entries=("x.y",), symbols=("x.y",))
    assert decide("x.y", ROOT, everything) == Wanted("path", "x.y", "x.y", also="commit")
    no_path = everything._replace(is_path=lambda path: False)
    assert decide("x.y", ROOT, no_path).kind == "path"
    assert decide("x.y", ROOT, no_path._replace(was_path=lambda path: False)).kind == "commit"
    no_commit = no_path._replace(was_path=lambda path: False, is_commit=lambda name: False)
    assert decide("x.y", ROOT, no_commit).kind == "entry"
    assert decide("x.y", ROOT, no_commit._replace(is_entry=lambda name: False)).kind == "symbol"
    nothing = no_commit._replace(is_entry=lambda name: False, is_symbol=lambda name: False)
    assert decide("x.y", ROOT, nothing).kind == "topic"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("src/billing", "path"),
        ("src/nope.py", "path"),
        ("v1.0", "commit"),
        ("HEAD~3", "commit"),
        ("3f2a1bc", "commit"),
        ("main..v1.0", "range"),
        ("main...v1.0", "range"),
        ("main..", "range"),
        ("..main", "range"),
        ("2026-09-28-cents", "entry"),
        ("kx:whatever", "entry"),
        ("0007", "entry"),
        ("Cart.total", "symbol"),
        ("rounding of prices", "topic"),
        ("main is slow", "topic"),
    ],
)
def test_kinds(text: str, kind: str) -> None:
    assert decide(text, ROOT, world()).kind == kind


def test_a_short_oid_loses_to_whatever_else_has_that_name() -> None:
    assert decide("face", ROOT, world(commits=("face",))).kind == "symbol"
    assert decide("0007", ROOT, world(commits=("0007",))).kind == "entry"
    assert decide("beef", ROOT, world(commits=("beef",))).kind == "commit"
    assert decide("3f2a1bc", ROOT, world(entries=("3f2a1bc",))).kind == "commit"


def test_a_sentence_never_asks_history_whether_it_was_a_path() -> None:
    def must_not_be_asked(path: str) -> bool:
        raise AssertionError(path)

    asked = world()._replace(was_path=must_not_be_asked)
    assert decide("rounding of prices", ROOT, asked).kind == "topic"
    assert decide("rounding", ROOT, asked).kind == "topic"


def test_explicit_paths_are_paths_even_when_they_do_not_exist() -> None:
    assert decide("./main", ROOT, world()) == Wanted("path", "./main", "main")
    with pytest.raises(PathProblem, match="outside the repository"):
        decide("../elsewhere", ROOT, world())
    with pytest.raises(PathProblem, match="outside the repository"):
        decide("/etc/passwd", ROOT, world())


def test_empty_targets_are_refused() -> None:
    for text in ("", "  ", "\n"):
        with pytest.raises(UsageError, match="empty target"):
            decide(text, ROOT, world())


def test_forced_meanings() -> None:
    assert decide_path("main", DEEP) == Wanted("path", "main", "src/billing/main")
    assert decide_path("cart.py:42", ROOT).path == "cart.py:42"
    assert decide_commit("src").kind == "commit"
    assert decide_commit("a..b").kind == "range"


def test_git_s_own_ranges() -> None:
    assert decide_ranges(["10,20"], "cart.py", DEEP) == Wanted("lines", "cart.py", "src/billing/cart.py", 10, 20)
    for value in ("/total/,+3", ":total", "^:total", "10", "10,", "/a/,/b/"):
        assert decide_ranges([value], "cart.py", ROOT).ranges == (value,)
    assert decide_ranges(["1,2", "5,6"], "cart.py", ROOT).ranges == ("1,2", "5,6")


@pytest.mark.parametrize(
    ("value", "span"),
    [
        ("10,20", LineSpan(10, 20)),
        ("20,10", LineSpan(10, 20)),
        ("10,+5", LineSpan(10, 14)),
        ("10,-3", LineSpan(8, 10)),
        ("2,-5", LineSpan(1, 2)),
        (",5", LineSpan(1, 5)),
        ("10", None),
        ("10,", None),
        ("", None),
        (":f", None),
        ("a,b", None),
    ],
)
def test_numbers_of_a_range(value: str, span: LineSpan | None) -> None:
    assert parse_numbers(value) == span


@pytest.mark.parametrize(
    ("text", "place", "path"),
    [
        (".", ROOT, ""),
        (".", DEEP, "src/billing"),
        ("a b/č.py", ROOT, "a b/č.py"),
        ("/home/jane/shop", DEEP, ""),
        ("/home/jane/shop/", DEEP, ""),
        (":/docs", DEEP, "docs"),
        ("x\udcff", ROOT, "x\udcff"),
    ],
)
def test_paths(text: str, place: Place, path: str) -> None:
    assert repo_path(text, place) == path


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_a_target_or_a_sentence_about_what_is_wrong(text: str) -> None:
    try:
        wanted = decide(text, DEEP, world())
    except KontextError as error:
        assert error.message
    else:
        assert wanted.text == text
        assert wanted.kind in ("lines", "path", "commit", "range", "entry", "symbol", "topic")
        assert wanted.kind != "lines" or 1 <= wanted.first <= wanted.last


@pytest.mark.parametrize("text", ["HEAD~9", "main..gone", "v9.9", "nope^2", "nope@{1}"])
def test_what_can_only_be_a_revision_is_a_wrong_one_and_no_topic(text: str) -> None:
    with pytest.raises(UnknownRevision):
        decide(text, ROOT, world())
