"""Fusion: weighted reciprocal rank, and what counts as one answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.fusion import Ranking, fuse
from kontext.model import Hit


def hit(uri: str, title: str = "", snippet: str = "", source: str = "local", **more: str) -> Hit:
    return Hit(uri=uri, kind="doc", title=title or uri, snippet=snippet, source=source, score=1.0, **more)


def local(*hits: Hit) -> Ranking:
    return Ranking("local", 1.0, hits)


def remote(*hits: Hit, name: str = "wiki", weight: float = 0.9) -> Ranking:
    return Ranking(name, weight, tuple(each._replace(source=name) for each in hits))


def uris(rankings: list[Ranking], limit: int = 10) -> list[str]:
    return [each.uri for each in fuse(rankings, limit)]


def test_a_hit_is_worth_weight_over_rank_plus_eight() -> None:
    fused = fuse([local(hit("a"), hit("b")), remote(hit("c"))], 10)
    assert [(each.uri, each.score) for each in fused] == [("a", 1 / 9), ("b", 1 / 10), ("c", 0.9 / 9)]
    (part,) = fused[2].contributions
    assert part == ("wiki", 1, 0.9, 0.9 / 9, 1.0)


def test_one_source_keeps_its_own_order() -> None:
    names = [f"u{at}" for at in range(30)]
    assert uris([local(*map(hit, names))], 50) == names


def test_ties_keep_the_earlier_source() -> None:
    assert uris([local(hit("a")), remote(hit("b"), weight=1.0), remote(hit("c"), name="x", weight=1.0)]) == [
        "a",
        "b",
        "c",
    ]


def test_the_same_uri_adds_up_and_keeps_every_contribution() -> None:
    fused = fuse([local(hit("a"), hit("b")), remote(hit("b", "other title"))], 10)
    assert [each.uri for each in fused] == ["b", "a"]
    assert fused[0].title == "b"
    assert [part.source for part in fused[0].contributions] == ["local", "wiki"]
    assert fused[0].score == pytest.approx(1 / 10 + 0.9 / 9)


def test_a_source_that_repeats_itself_counts_once() -> None:
    fused = fuse([local(hit("a"), hit("b"), hit("b"), hit("b"))], 10)
    assert [(each.uri, each.score) for each in fused] == [("a", 1 / 9), ("b", 1 / 10)]


def test_near_identical_text_is_one_answer() -> None:
    text = "All amounts are stored as an integer number of cents, because floats round."
    fused = fuse(
        [local(hit("kx:a", "Prices are cents", text)), remote(hit("w/1", "Prices are cents.", text.upper() + " "))], 10
    )
    assert [each.uri for each in fused] == ["kx:a"]
    assert len(fused[0].contributions) == 2


def test_the_order_of_words_matters() -> None:
    text = "cents are integers and floats drift so sums of cents are right while sums of floats are wrong"
    words = text.split()
    other = hit("b", "Cents", " ".join(reversed(words)))
    assert len(fuse([local(hit("a", "Cents", " ".join(words))), remote(other)], 9)) == 2
    changed = hit("b", "Cents", " ".join(["Cents", *words[1:]]) + ".")
    assert len(fuse([local(hit("a", "Cents", " ".join(words))), remote(changed)], 9)) == 1


def test_distinct_commits_of_machines_survive() -> None:
    body = "Bumps the package to the newest release. Release notes are below. " * 3
    bumps = [
        hit("w/1", "Bump lodash from 4.17.20 to 4.17.21", body),
        hit("w/2", "Bump lodash from 4.17.19 to 4.17.20", body),
        hit("w/3", "Bump lodasx from 4.17.20 to 4.17.21", body),
    ]
    assert uris([remote(*bumps)]) == ["w/1", "w/2", "w/3"]
    twins = [hit("git:a", "Fix build", "same", oid="a"), hit("git:b", "Fix build", "same", oid="b")]
    assert uris([local(*twins)]) == ["git:a", "git:b"]


def test_equal_titles_with_other_text_are_two_answers() -> None:
    assert (
        len(
            fuse(
                [
                    local(hit("a", "Overview", "of billing and its ledgers")),
                    remote(hit("b", "Overview", "of the parser")),
                ],
                9,
            )
        )
        == 2
    )


def test_sections_of_one_file_stay_apart() -> None:
    sections = [hit(f"file:d.md#{at}", "Guide › Notes", "the same words", path="d.md") for at in "ab"]
    assert len(fuse([local(*sections)], 9)) == 2


def test_a_synced_copy_is_the_local_record() -> None:
    record = hit("kx:2026-01-02-cents", "Cents", "ours", path=".kontext/decisions/2026-01-02-cents.md")
    copy = hit("https://wiki/x/2026-01-02-cents.md?raw=1", "Something else", "theirs")
    fused = fuse([local(record), remote(copy)], 9)
    assert [(each.uri, len(each.contributions)) for each in fused] == [("kx:2026-01-02-cents", 2)]
    # ... whichever comes first,
    fused = fuse([remote(copy), local(record)], 9)
    assert [(each.uri, each.title, len(each.contributions)) for each in fused] == [("kx:2026-01-02-cents", "Cents", 2)]
    # ... and when the local one is not among the hits.
    fused = fuse([local(), remote(copy)], 9, [record])
    assert [(each.uri, each.source) for each in fused] == [("kx:2026-01-02-cents", "local")]


def test_a_readme_is_no_copy_of_a_record_called_readme() -> None:
    record = hit("kx:README", "Cents", "ours", path="docs/adr/0007/README.md")
    assert len(fuse([local(record), remote(hit("https://wiki/README.md", "Wiki"))], 9)) == 2


def test_limit_counts_after_removing_duplicates() -> None:
    assert uris([local(hit("a"), hit("b")), remote(hit("a"), hit("b"), hit("c"))], 3) == ["a", "b", "c"]
    assert uris([local(hit("a"))], 0) == uris([], 5) == []


@settings(max_examples=100)
@given(st.lists(st.lists(st.sampled_from("abcdefg"), max_size=8), max_size=4), st.integers(0, 10))
def test_fusion_is_deterministic_unique_and_sorted(lists: list[list[str]], limit: int) -> None:
    rankings = [remote(*map(hit, names), name=f"s{at}") for at, names in enumerate(lists)]
    fused = fuse(rankings, limit)
    assert fused == fuse(rankings, limit)
    assert len({each.uri for each in fused}) == len(fused) <= limit
    assert [each.score for each in fused] == sorted((each.score for each in fused), reverse=True)
