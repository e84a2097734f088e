"""Reading what `git log` says about files, and judging whether a rename carried a record on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.store.series import series_folder
from kontext.timeline.events import ADDED, CHANGED, COPIED, DELETED, RENAMED, Event, Step, parse_events
from kontext.timeline.origins import is_same_record, scopes

OID = st.text("0123456789abcdef", min_size=40, max_size=64)
NAME = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1).filter(
    lambda text: text.strip("\n") == text
)
LINE = st.text(st.characters(exclude_characters="\0\n", exclude_categories=("Cs",)))
STEP = st.one_of(
    st.builds(Step, st.sampled_from((ADDED, DELETED, CHANGED)), NAME),
    st.builds(Step, st.sampled_from((RENAMED, COPIED)), NAME, NAME, st.integers(0, 100)),
)
EVENT = st.builds(
    Event,
    OID,
    st.lists(OID, max_size=3).map(tuple),
    st.integers(0, 1 << 40),
    st.just("2024-03-09T10:00:00+02:00"),
    LINE.map(lambda name: f"{name} <a@example.org>"),
    LINE,
    st.lists(STEP, max_size=4).map(tuple),
)


def printed(events: list[Event]) -> bytes:
    """What Git prints for these commits."""
    raw = ""
    for one in events:
        head = f"{one.oid} {' '.join(one.parents)}"
        raw += f"\0{head}\0{one.committed} {one.date} {one.author}\n{one.subject}\0"
        words = []
        for step in one.steps:
            if step.old_path:
                words += [f"{step.status}{step.similarity:03d}", step.old_path, step.path]
            else:
                words += [step.status, step.path]
        if words:
            raw += "\n" + "\0".join(words) + "\0"
    return raw.encode()


@settings(max_examples=60, deadline=None)
@given(st.lists(EVENT, max_size=4))
def test_what_git_prints_is_read_back(events: list[Event]) -> None:
    assert list(parse_events(printed(events))) == events


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.binary(), st.lists(st.sampled_from([b"\0", b"\n", b"A", b"R100", b"ab ", b"x.md", b"\xff"])).map(b"".join)
    )
)
def test_no_bytes_are_fatal(raw: bytes) -> None:
    for event in parse_events(raw):
        assert event.oid
        assert all(step.path for step in event.steps)


@settings(max_examples=60, deadline=None)
@given(st.lists(EVENT, min_size=1, max_size=3), st.integers(0, 200))
def test_a_cut_answer_keeps_whole_commits_as_they_are(events: list[Event], cut: int) -> None:
    whole = printed(events)
    kept = list(parse_events(whole[: max(0, len(whole) - cut)]))
    assert len(kept) <= len(events)
    assert kept[:-1] == events[: len(kept)][:-1]


@pytest.mark.parametrize("between", ["\0", "\n"])
def test_a_merge_adds_what_none_of_its_parents_has(between: str) -> None:
    head, parents = "a" * 40, ("b" * 40, "c" * 40)
    files = "AA\0new.md\0MM\0old.md\0AR\0moved.md\0DD\0gone.md\0"
    raw = f"\0{head} {' '.join(parents)}\x0012 2024-01-01T00:00:00Z A <a>\nMerge\0{between}{files}"
    after = f"\0{'d' * 40} \x0011 2024-01-01T00:00:00Z A <a>\n\0\nM095\0x.md\0"
    merge, other = parse_events((raw + after).encode())
    assert (merge.parents, merge.committed, merge.subject) == (parents, 12, "Merge")
    assert [(step.status, step.path) for step in merge.steps] == [
        (ADDED, "new.md"),
        (CHANGED, "old.md"),
        (ADDED, "moved.md"),
        (DELETED, "gone.md"),
    ]
    assert (other.parents, other.subject, other.steps) == ((), "", (Step(CHANGED, "x.md"),))


@pytest.mark.parametrize(
    ("old", "new", "similarity", "same"),
    [
        ("server/0001-api.md", "adr/0001-api.md", 51, True),  # a move
        ("adr/0008-integration-contracts.md", "adr/0013-integration-contracts.md", 60, True),  # renumbered
        ("adr/0000-use-records.md", "adr/0000-use-markdown-records.md", 60, True),  # renamed, same number
        ("adr/ard-6.md", "adr/adr-8.md", 95, True),  # hardly changed
        ("adr/0005-use-redis.md", "adr/0006-drop-python-2.md", 65, False),  # a sibling of the same template
        ("adr/template.md", "adr/0001-use-redis.md", 100, False),
        ("adr/adr-template-long.md", "adr/0001-use-redis.md", 100, False),
        ("adr/0007-template-engine.md", "adr/0007-jinja-for-mails.md", 60, True),  # a decision about templates
        ("adr/0000-template/README.md", "adr/0001-use-redis/README.md", 90, False),
        ("adr/0001-use-redis/README.md", "adr/0002-use-kafka/README.md", 70, False),
        ("template/0000-use-records.md", "docs/0000-use-records.md", 100, True),  # only the name of the file counts
    ],
)
def test_a_rename_carries_a_record_on_where_name_or_text_say_so(
    old: str, new: str, similarity: int, same: bool
) -> None:
    assert is_same_record(old, new, similarity) is same


def test_a_folder_is_walked_where_it_holds_several_records() -> None:
    names = ["adr/0001-a.md", "adr/0002-b.md", "docs/one.md", "root.md", "other.md"]
    assert scopes(names) == [
        ":(top,literal)root.md",
        ":(top,literal)other.md",
        ":(top,literal)adr",
        ":(top,literal)docs/one.md",
    ]
    assert scopes(["adr/0001-a/README.md", "adr/0002-b/index.md"]) == [":(top,literal)adr"]


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("adr/0007-x.md", "adr"),
        ("adr/0007-x/README.md", "adr"),
        ("docs/adr/0007-x/index.md", "docs/adr"),
        ("0007-x.md", ""),
        ("README.md", ""),
        ("0007-x/README.md", ""),
        ("adr/adr.md", "adr"),
    ],
)
def test_records_are_numbered_in_one_folder(path: str, folder: str) -> None:
    assert series_folder(path) == folder
