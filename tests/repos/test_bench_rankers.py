"""The ways to ask for commits: the command, the service behind it, and plain BM25."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import commit_search
import rankers
from commit_scores import CommitCase

from gitbox import GitBox

QUESTIONS = ("rounding of sums in carts", "mails are sent from a queue")


@pytest.fixture
def shop(box: GitBox) -> tuple[GitBox, list[str]]:
    """Two commits that answer the questions, and one that answers neither."""
    sums = box.commit("Round sums half up\n\nCarts were a cent short.", {"src/cart.py": "total = 1\n"})
    mails = box.commit("Send mails from a queue", {"src/mail.py": "queue = 1\n"})
    box.commit("Reformat", {"src/cart.py": "total  =  1\n"})
    return box, [sums, mails]


def test_the_command_and_the_service_give_the_same(shop: tuple[GitBox, list[str]]) -> None:
    box, right = shop
    served = rankers.in_process("default", {})(box.path, QUESTIONS)
    asked = rankers.by_command(rankers.installed(), "default", {})(box.path, QUESTIONS)
    assert asked.oids == served.oids
    assert [oids[0] for oids in served.oids] == right
    assert asked.failed == served.failed == []
    assert len(asked.each) == 2 and asked.setup > 0


def test_a_question_that_is_refused_is_a_miss_and_told(shop: tuple[GitBox, list[str]]) -> None:
    box, right = shop
    served = rankers.in_process("default", {})(box.path, ("since:never", QUESTIONS[0]))
    asked = rankers.by_command(rankers.installed(), "default", {})(box.path, ("since:never",))
    assert served.oids[0] == asked.oids[0] == []
    assert served.oids[1][0] == right[0]
    assert len(served.failed) == len(asked.failed) == 1
    assert served.failed[0].startswith("since:never: ") and asked.failed[0].startswith("since:never: ")


def test_rankers_that_share_an_index_build_it_once(shop: tuple[GitBox, list[str]]) -> None:
    box, _ = shop
    both = rankers.rankers(["default", "reference"], "")
    first = both["default"](box.path, QUESTIONS)
    second = both["reference"](box.path, QUESTIONS)
    assert first.setup == second.setup > 0


def test_plain_ranks_by_the_words_of_messages(shop: tuple[GitBox, list[str]]) -> None:
    box, right = shop
    answers = rankers.rankers(["plain"], "")["plain"](box.path, ("sums", "mails queue", '(+:"', "nowhere"))
    assert answers.oids == [[right[0]], [right[1]], [], []]
    assert not (box.path / ".git" / "kontext").exists()


def test_answers_come_in_the_order_of_the_cases(shop: tuple[GitBox, list[str]], tmp_path: Path) -> None:
    box, right = shop
    box.path.rename(tmp_path / "o+x")
    head = GitBox(tmp_path / "o+x", box.env).head
    cases = [
        CommitCase(f"x-{at}", "o/x", head, query, (oid,), (), 0.1, False)
        for at, (query, oid) in enumerate(zip(reversed(QUESTIONS), reversed(right), strict=True))
    ]
    answers = commit_search.ask_all(rankers.plain, cases, tmp_path)
    assert [oids[0] for oids in answers.oids] == list(reversed(right))
