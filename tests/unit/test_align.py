"""Alignment of two streams."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.lineage.align import Alignment
from kontext.lineage.lexers.stream import Flow


def flow(text: str) -> Flow:
    made = Flow()
    for line, words in enumerate(text.split("\n"), 1):
        for word in words.split():
            made.add(word, line)
    return made


def aligned(old: str, new: str) -> list[int]:
    alignment = Alignment(flow(old), flow(new))
    return [alignment.old_of(place) for place in range(len(flow(new).texts))]


def test_equal_texts_are_aligned_one_to_one() -> None:
    assert aligned("a b\nc d", "a\nb c d") == [0, 1, 2, 3]


def test_what_is_new_has_no_counterpart() -> None:
    assert aligned("a b d", "a b c d") == [0, 1, -1, 2]


def test_a_long_line_pins_its_place_beside_a_near_copy() -> None:
    old = "call ( first_argument , second )\ncall ( first_argument , third )"
    new = "if x :\ncall ( first_argument , third )\ncall ( first_argument , second )\ncall ( first_argument , third )"
    found = aligned(old, new)
    assert found[9:15] == [0, 1, 2, 3, 4, 5]


def test_both_directions_agree() -> None:
    old, new = flow("a b c d e f"), flow("a x c d f y")
    alignment = Alignment(old, new)
    assert [alignment.new_of(place) for place in range(6)] == [0, -1, 2, 3, -1, 4]
    assert [alignment.old_of(place) for place in range(6)] == [0, -1, 2, 3, 5, -1]


def test_large_gaps_are_settled_by_short_unique_runs() -> None:
    old = " ".join(f"a{number} b c" for number in range(400))
    filler = " ".join(f"z{number}" for number in range(400))
    found = aligned(old, f"{filler} a7 b c {filler}")
    assert found[400:403] == [21, 22, 23]


words = st.lists(st.sampled_from("a b c d e".split()), max_size=40)


@given(words, words)
@settings(max_examples=150, deadline=None)
def test_an_alignment_is_monotone_and_matches_equal_tokens(old: list[str], new: list[str]) -> None:
    a, b = flow(" ".join(old)), flow(" ".join(new))
    alignment = Alignment(a, b)
    found = [(place, alignment.old_of(place)) for place in range(len(b.texts)) if alignment.old_of(place) >= 0]
    assert all(a.texts[there] == b.texts[here] for here, there in found)
    assert [there for _, there in found] == sorted({there for _, there in found})
    assert all(alignment.new_of(there) == here for here, there in found)
