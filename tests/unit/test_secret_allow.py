"""Which expressions are taken, and what they are tried on."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.secrets.allow import Allowed, is_fixed, problem, whole


@pytest.mark.parametrize(
    "expression",
    [
        "abc",
        r"^test-[a-z]+$",
        "AK" + "IA[A-Z]{4}X{2,3}",
        "(?:a|b)c",
        "(?i)demo",
        r"[)*+(]",
        r"\(\*\)",
        "{",
        "a{,}",
        "[]a]",
    ],
)
def test_plain_expressions_are_taken(expression: str) -> None:
    assert problem(expression) == ""
    assert Allowed([expression])


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("", "characters"),
        ("a" * 201, "characters"),
        ("(", "no regular expression"),
        ("(a+)+b", "repeats a group"),
        ("(a|b)*", "repeats a group"),
        ("(?:ab){2}", "repeats a group"),
        ("(ab)?", "repeats a group"),
        ("a*b*c*", "more than 2"),
        ("a?b?c?", "more than 2"),
        ("a(?=b)", "looks around"),
        ("(?<!b)a", "looks around"),
        (r"(a)\1", "back at"),
        ("(?P<n>a)", "looks around, or back"),
    ],
)
def test_what_could_take_long_is_refused(expression: str, said: str) -> None:
    assert said in problem(expression)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=r"ab()[]{}*+?|\.^$,1:!<=P", max_size=14))
def test_whatever_is_taken_can_be_tried(expression: str) -> None:
    if not problem(expression):
        assert Allowed([expression]).admits(b"ab" * 200) in (True, False)


def test_a_value_is_looked_at_to_its_three_hundredth_byte() -> None:
    assert Allowed(["b$"]).admits(b"a" * 299 + b"b" + b"c")
    assert not Allowed(["b"]).admits(b"a" * 300 + b"b")


@pytest.mark.parametrize(
    ("expression", "fixed"),
    [
        ("abc-1_2", True),
        (r"a\.b\+c", True),
        ("a.c", False),
        ("a*", False),
        (r"\w", False),
        ("a|b", False),
        ("^a", False),
    ],
)
def test_an_expression_is_fixed_when_it_names_one_text(expression: str, fixed: bool) -> None:
    assert is_fixed(expression) is fixed


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.characters(codec="ascii"), min_size=1, max_size=20), st.binary(max_size=20))
def test_the_whole_of_a_fixed_one_admits_nothing_else(text: str, other: bytes) -> None:
    expression = re.escape(text)
    if is_fixed(expression):
        allowed = Allowed([whole(expression)])
        assert allowed.admits(text.encode())
        assert allowed.admits(other) is (other == text.encode())
