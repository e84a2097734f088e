"""What a deadline allows, by a clock that stands where it is put."""

from __future__ import annotations

import pytest

from kontext.lineage.align import CELLS, Alignment
from kontext.lineage.deadline import Deadline
from kontext.lineage.lexers import rules_for
from kontext.lineage.lexers.stream import Flow
from kontext.lineage.moves import Parts
from kontext.lineage.versions import LONGEST, Versions


class Hands:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_is_left_and_when_it_is_over() -> None:
    clock = Hands()
    deadline = Deadline(300, clock)
    clock.now += 0.1
    assert deadline.left() == pytest.approx(0.2)
    assert not deadline.is_over()
    clock.now += 0.2
    assert deadline.is_over()
    with pytest.raises(TimeoutError):
        deadline.left()
    with pytest.raises(TimeoutError):
        deadline.check()


def test_no_budget_is_no_limit() -> None:
    deadline = Deadline(0, Hands())
    deadline.check(10**12)
    deadline.learn(10**6, deadline.left())
    assert deadline.left() is None
    assert not deadline.is_over()


def test_work_that_would_run_over_is_refused() -> None:
    clock = Hands()
    deadline = Deadline(300, clock)
    deadline.check(LONGEST)
    clock.now += 0.29
    deadline.check(1000)
    with pytest.raises(TimeoutError):
        deadline.check(LONGEST)


def test_a_slow_machine_is_noticed() -> None:
    clock = Hands()
    deadline = Deadline(1000, clock)
    left = deadline.left()
    clock.now += 0.4
    deadline.learn(100_000, left)
    deadline.check(100_000)
    with pytest.raises(TimeoutError):
        deadline.check(200_000)
    left = deadline.left()
    deadline.learn(300_000, left)  # no time at all: says nothing
    with pytest.raises(TimeoutError):
        deadline.check(200_000)


def test_texts_are_not_lexed_without_time_for_it() -> None:
    clock = Hands()
    text = "total = price * count\n" * 3000
    rules = rules_for("a.py")
    versions = Versions(text, text + "x = 1\n", rules, deadline=Deadline(300, clock))
    parts = Parts([text], rules, False, Deadline(300, clock))
    clock.now += 0.28
    with pytest.raises(TimeoutError):
        versions.around(3000, 3000)
    with pytest.raises(TimeoutError):
        parts.around(1)
    with pytest.raises(TimeoutError):
        Versions(text * 20, text * 20, rules, deadline=Deadline(1, Hands()))


def test_an_alignment_asks_for_the_time_within_one_gap() -> None:
    old, new = Flow(), Flow()
    size = int(CELLS**0.5) // 2
    for at in range(size):
        old.add("ab"[at % 2], at)
        new.add("abc"[at % 3], at)
    asked: list[int] = []
    Alignment(old, new, lambda: asked.append(1)).old_of(size // 2)
    assert len(asked) > 10

    def over() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        Alignment(old, new, over).old_of(size // 2)
