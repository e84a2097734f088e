"""Ranks become figures: hits, groups, intervals."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import commit_search
from commit_scores import CommitCase, difference, groups_of, interval, load_commit_cases, rank_of, summary
from rankers import Answers

CASES = Path(__file__).parents[2] / "bench" / "cases" / "commits_own.jsonl"
RIGHT, MERGE, WRONG = "a" * 40, "b" * 40, "c" * 40


def case(name: str = "x-00", repo: str = "o/x", overlap: float = 0.5, note: bool = False) -> CommitCase:
    return CommitCase(name, repo, "0" * 40, "sums of carts", (RIGHT,), (MERGE,), overlap, note)


def test_the_first_right_answer_counts_and_a_merge_is_right_unless_strict() -> None:
    assert rank_of(case(), [WRONG, RIGHT, MERGE]) == 2
    assert rank_of(case(), [MERGE, RIGHT]) == 1
    assert rank_of(case(), [MERGE, RIGHT], strict=True) == 2
    assert rank_of(case(), [WRONG]) == 0


def test_answers_may_be_abbreviated_but_not_below_seven_digits() -> None:
    assert rank_of(case(), ["aaaaaaa"]) == 1
    assert rank_of(case(), ["AAAAAAAA"]) == 1
    assert rank_of(case(), ["aaaaaa", ""]) == 0


def test_beyond_a_hundred_nothing_counts() -> None:
    assert rank_of(case(), [WRONG] * 99 + [RIGHT]) == 100
    assert rank_of(case(), [WRONG] * 100 + [RIGHT]) == 0


def test_every_case_is_in_the_groups_of_its_repository_words_and_notes() -> None:
    assert groups_of(case(overlap=0.33, note=True)) == ("o/x", "other words", "note in the commit")
    assert groups_of(case(overlap=0.34)) == ("o/x", "words of the subject", "no note in the commit")
    figures = summary([case("a"), case("b", "o/y", 0.1)], [1, 4])
    assert figures["all"]["mrr"] == 0.625 and figures["all"]["hit@1"] == 0.5 and figures["all"]["hit@5"] == 1.0
    assert figures["o/y"] == {"cases": 1, "mrr": 0.25, "interval": (0.25, 0.25), "hit@1": 0, "hit@5": 1, "hit@10": 1}
    assert figures["other words"]["mrr"] == 0.25


def test_intervals_hold_the_mean_and_are_the_same_at_every_run() -> None:
    values = [0.0, 1.0, 0.5, 0.25, 1.0, 0.0, 1.0]
    low, high = interval(values)
    assert low < sum(values) / len(values) < high
    assert interval(values) == (low, high)
    assert interval([]) == (0.0, 0.0)


def test_differences_are_paired() -> None:
    told = difference([case("a"), case("b", "o/y"), case("c")], [1, 2, 0], [2, 2, 1])
    assert told["mrr"] == pytest.approx(-0.167)
    assert (told["better"], told["worse"]) == (1, 1)
    assert told["interval_over_repositories"][0] <= told["mrr"] <= told["interval_over_repositories"][1]


def test_the_table_shows_every_ranker_group_and_failure() -> None:
    cases = [case("a"), case("b", "o/y")]
    figures = summary(cases, [1, 0]) | {"timing": commit_search.timing(Answers([], 1.0, [0.001, 0.003], []))}
    text = commit_search.table(
        {
            "rankers": {"default": figures | {"failed": ["o/y: no word left"]}},
            "differences": {"default - plain": difference(cases, [1, 0], [2, 0])},
        }
    )
    assert "o/y" in text and "failed: o/y: no word left" in text
    assert "a question 2.0 ms" in text
    assert "default - plain: +0.250" in text


def test_the_committed_cases_are_whole() -> None:
    cases = load_commit_cases(CASES)
    pins = {one["repo"]: one["pin"] for one in json.loads((CASES.parents[1] / "repositories.json").read_text())}
    assert len(cases) >= 200 and len({one.repo for one in cases}) >= 16
    assert len({one.id for one in cases}) == len(cases)
    assert all(one.rev == pins[one.repo] for one in cases)
    assert all(one.truth and all(len(oid) == 40 for oid in (*one.truth, *one.merges)) for one in cases)
    assert all(one.overlap_subject <= 0.7 for one in cases)
    assert not [one.query for one in cases if "#" in one.query.replace("#each", "") and "://" in one.query]
