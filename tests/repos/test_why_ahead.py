"""The blame that is started before anything else: whether it is wanted or not, the answer is the same."""

from __future__ import annotations

import pytest

from gitbox import GitBox
from indexes import sit
from kontext.errors import UsageError
from kontext.git.repo import open_repo
from kontext.model import LineSpan
from kontext.render.as_json import why_json
from kontext.why import Request, explain
from kontext.why.ahead import look_ahead

CODE = "def total(lines):\n    return sum(lines)\n\n\ndef other():\n    return 1\n"


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    box.commit("Add the cart", {"src/cart.py": CODE, "notes:2": "one\ntwo\n", "notes": "a\nb\n"})
    box.commit("Count twice\n\nBecause lines come in pairs.\n", {"src/cart.py": CODE.replace("sum(", "2 * sum(")})
    return box


def begun(box: GitBox, request: Request) -> bool:
    ahead = look_ahead(open_repo(str(box.path), box.env), (), request)
    if ahead is None:
        return False
    ahead.close()
    return True


@pytest.mark.parametrize(
    ("request_", "is_begun"),
    [
        (Request(("src/cart.py:2",), 0), True),
        (Request(("src/cart.py#L2-L3",), 0), True),
        (Request(("src/cart.py",), 0, ranges=("2,+1", "/other/")), True),
        (Request(("src/cart.py",), 0), False),
        (Request(("src/gone.py:2",), 0), False),
        (Request(("HEAD",), 0), False),
        (Request(("rounding of prices",), 0), False),
        (Request(("src/cart.py:0",), 0), False),
        (Request(("src/cart.py:2",), 0, rev="HEAD"), False),
        (Request(("src/cart.py:2",), 0, commits_only=True), False),
        (Request(("src/cart.py:2",), 0, paths_only=True), False),
        (Request(("src/cart.py:2", "src/cart.py:1"), 0), False),
    ],
)
def test_only_lines_of_a_file_on_the_disk_are_begun(shop: GitBox, request_: Request, is_begun: bool) -> None:
    assert begun(shop, request_) is is_begun


@pytest.mark.parametrize("text", ["src/cart.py:2", "src/cart.py:1-6", "notes:2", "src/new.py:1"])
def test_the_answer_is_that_of_a_question_without(shop: GitBox, text: str) -> None:
    shop.git("mv", "src/cart.py", "src/new.py") if "new" in text else None
    request = Request((text,), 0)
    session = sit(shop, why_see_through_ms="0")
    ahead = look_ahead(session.repo, session.git_values, request)
    assert ahead is not None
    with_it = explain(session, request, ahead)
    assert list(map(why_json, with_it)) == list(map(why_json, explain(session, request)))


def test_a_blame_is_taken_once_and_only_for_its_own_lines(shop: GitBox) -> None:
    ahead = look_ahead(open_repo(str(shop.path), shop.env), (), Request(("src/cart.py:2",), 0))
    assert ahead is not None
    assert ahead.take("src/cart.py", [LineSpan(3, 3)]) is None
    assert ahead.is_tracked("src/other.py") is None
    assert ahead.is_tracked("src/cart.py") is True
    assert ahead.is_tracked("src/cart.py") is None
    taken = ahead.take("src/cart.py", [LineSpan(2, 2)])
    assert taken is not None
    assert taken.finish()[0].oid == shop.head
    assert ahead.take("src/cart.py", [LineSpan(2, 2)]) is None


def test_several_ranges_are_one_question(shop: GitBox) -> None:
    session = sit(shop, why_see_through_ms="0")
    answer = explain(session, Request(("src/cart.py",), 0, ranges=("1,2", "2,3", "/return/,+1")))[0]
    assert [origin.spans for origin in answer.lines] == [
        (LineSpan(1, 1), LineSpan(3, 3), LineSpan(6, 6)),
        (LineSpan(2, 2),),
    ]
    assert (answer.target.first, answer.target.last) == (1, 6)


def test_a_refused_request_is_refused_with_it_too(shop: GitBox) -> None:
    session = sit(shop)
    request = Request(("src/cart.py", "notes"), 0, ranges=("1,2",))
    assert look_ahead(session.repo, session.git_values, request) is None
    with pytest.raises(UsageError):
        explain(session, request)
