"""Documents: URIs, what is searched, what says nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.documents import (
    FILES,
    commit_document,
    entry_document,
    entry_from_extra,
    live_from_extra,
    section_document,
)
from kontext.model import Change, Commit, Document, Entry, Section

OID = "a" * 40


def commit(subject: str, body: str = "", parents: int = 1, author: str = "Jane Doe <j@x>", *paths: str) -> Commit:
    changes = tuple(Change("M", path) for path in paths)
    return Commit(OID, ("b" * 40,) * parents, "2024-03-09T10:00:00+01:00", 1709974800, author, subject, body, changes)


def document(subject: str, body: str = "", parents: int = 1, author: str = "Jane Doe <j@x>", *paths: str) -> Document:
    made = commit_document(commit(subject, body, parents, author, *paths))
    assert made is not None
    return made


def test_a_commit() -> None:
    made = document("Use cents", "Floats drift.\n\nSigned-off-by: J <j@x>\n", 1, "Jane Doe <j@x>", "src/a.py", "b.py")
    assert made == Document(
        uri=f"git:{OID}",
        group=OID,
        kind="commit",
        title="Use cents",
        body="Floats drift.",
        time=1709974800,
        date="2024-03-09T10:00:00+01:00",
        author="Jane Doe <j@x>",
        oid=OID,
        paths=("src/a.py", "b.py"),
    )


@pytest.mark.parametrize(
    ("subject", "parents"),
    [
        ("fixup! Use cents", 1),
        ("squash! Use cents", 1),
        ("amend! Use cents", 1),
        ("Merge branch 'main' into topic", 2),
        ("Merge branches 'a' and 'b'", 3),
        ("Merge remote-tracking branch 'origin/main'", 2),
        ("Merge tag 'v1.0'", 2),
        ("Merge commit 'abc123'", 2),
        ("Merge pull request #12 from jane/topic", 2),
        ("Merge branch 'main' of https://example.org/x into topic", 2),
        ("Merge main into topic", 2),
        ("merge with upstream/main", 2),
        ("Merged in topic (pull request #3)", 2),
    ],
)
def test_commits_that_say_nothing_are_left_out(subject: str, parents: int) -> None:
    assert commit_document(commit(subject, "", parents)) is None
    assert (
        commit_document(commit(subject, "Signed-off-by: J <j@x>\n# Conflicts:\n#\tsrc/a.py\n", 2)) is None
        or "!" in subject
    )


def test_a_pull_request_is_known_by_its_description() -> None:
    made = commit_document(
        commit("Merge pull request #12 from jane/topic", "Use cents\n\nFloats drift.\n", 2), files=("src/a.py",)
    )
    assert made is not None
    assert (made.title, made.body) == ("Use cents", "Floats drift.\n\nMerge pull request #12 from jane/topic")
    assert made.paths == ("src/a.py",)


@pytest.mark.parametrize(
    ("subject", "parents"),
    [
        ("Merge pull request from GHSA-j8r2-6x86-q33q", 1),
        ("Merge pull request from GHSA-j8r2-6x86-q33q", 2),
        ("Merge pull request #12 from jane/topic", 1),
        ("Merge branch 'main' into topic", 1),
        ("Merge pull request #158, fixes 504", 2),
        ("Merged PR 12: Use cents", 2),
        ("Merge main and fix the rounding", 2),
        ("Merge branch 'main' into topic, so that cents win", 2),
    ],
)
def test_what_is_no_bare_merge_is_kept(subject: str, parents: int) -> None:
    made = document(subject, "", parents)
    assert made is not None
    assert (made.title, made.body) == (subject, "")


def test_a_merge_request_likewise() -> None:
    made = document("Merge branch 'topic' into 'main'", "Use cents\n\nFloats drift.\n\nSee merge request x/y!3\n", 2)
    assert made.title == "Use cents"
    assert made.body == "Floats drift.\n\nMerge branch 'topic' into 'main'"


def test_a_merge_with_a_summary_keeps_its_subject() -> None:
    made = document("Merge branch 'jk/cents'", "Prices are cents now.\n\nConflicts:\n\tsrc/a.py\n", 2)
    assert (made.title, made.body) == ("Merge branch 'jk/cents'", "Prices are cents now.")
    assert document("Bring the ledger home", "", 2).title == "Bring the ledger home"
    assert document("Merge sort replaces quick sort").title == "Merge sort replaces quick sort"


def test_machines_are_ranked_down() -> None:
    assert document("Anything", "", 1, "dependabot[bot] <x@y>").demoted
    assert document("Bump a from 1.0 to 1.1").demoted
    assert document("Merge pull request #3 from o/dependabot/npm/x", "Take a newer x", 2).demoted
    assert document("Merge pull request #3 from o/topic", "Bump a from 1.0 to 1.1", 2).demoted
    assert not document("Use cents").demoted


def test_file_names_are_bounded_and_old_names_found() -> None:
    many = tuple(f"f{at}" for at in range(FILES + 50))
    assert document("x", "", 1, "J <j@x>", *many).paths == many[:FILES]
    moved = commit("x")._replace(changes=(Change("R", "new.py", "old.py"), Change("M", "c.py")))
    made = commit_document(moved)
    assert made is not None
    assert made.paths == ("new.py", "c.py", "old.py")


def test_a_commit_always_has_a_title_and_valid_text() -> None:
    assert document("", "First line.\nSecond.").title == "First line."
    assert document("", "").title == OID[:10]
    made = document("caf\udce9", "\udcff")
    assert (made.title, made.body) == ("caf\ufffd", "\ufffd")


def test_extra_is_kept() -> None:
    made = commit_document(commit("x"), extra='{"score":3}')
    assert made is not None
    assert made.extra == '{"score":3}'


@pytest.mark.parametrize(
    ("anchor", "part", "uri"),
    [
        ("", 0, "file:docs/a.md"),
        ("setup", 0, "file:docs/a.md#setup"),
        ("setup", 2, "file:docs/a.md#setup~2"),
        ("", 1, "file:docs/a.md~1"),
    ],
)
def test_a_section(anchor: str, part: int, uri: str) -> None:
    made = section_document(Section("docs/a.md", anchor, "Guide › Setup", "Run it.", 12, part))
    assert made.uri == uri
    assert made[1:5] == ("docs/a.md", "doc", "Guide › Setup", "Run it.")
    assert (made.path, made.extra) == ("docs/a.md", "12")


ENTRY = Entry(
    id="2024-03-09-cents",
    kind="decision",
    title="Prices are cents",
    path=".kontext/decisions/2024-03-09-cents.md",
    status="accepted",
    status_text="Accepted ✅",
    date="2024-03-09",
    number=7,
    summary="Every amount is an integer.",
    body="## Context\nFloats drift.",
    authors=("Jane", "Joe"),
    tags=("billing", "money"),
    paths=("src/billing/**",),
    supersedes=("0003-floats",),
    commits=("a1b2c3d",),
)


def test_a_record() -> None:
    made = entry_document(ENTRY)
    assert (made.uri, made.group, made.kind) == ("kx:2024-03-09-cents", ENTRY.path, "decision")
    assert made.body == "Every amount is an integer.\n\n## Context\nFloats drift."
    assert made.keywords == "2024-03-09-cents billing money"
    assert (made.time, made.date, made.author) == (1709942400, "2024-03-09", "Jane, Joe")
    assert (made.status, made.path, made.paths) == ("accepted", ENTRY.path, ("src/billing/**",))
    assert not made.demoted


def test_replaced_and_rejected_records_are_ranked_down() -> None:
    made = entry_document(ENTRY, "2025-01-01-euros")
    assert made.demoted
    assert live_from_extra(made.extra) == "2025-01-01-euros"
    assert entry_document(ENTRY._replace(status="rejected")).demoted
    assert live_from_extra(entry_document(ENTRY).extra) == ""


def test_a_record_comes_back_whole_but_for_its_body() -> None:
    assert entry_from_extra(entry_document(ENTRY).extra) == ENTRY._replace(body="")
    bare = Entry(id="x", kind="learning", title="", path="caf\udce9.md")
    made = entry_document(bare)
    assert entry_from_extra(made.extra) == bare
    assert (made.body, made.keywords, made.time) == ("", "x", 0)
    made.extra.encode()


@settings(max_examples=100)
@given(
    st.text(st.characters(exclude_categories=[]), max_size=60),
    st.text(st.characters(exclude_categories=[]), max_size=200),
    st.integers(0, 2),
)
def test_any_message_makes_a_valid_document(subject: str, body: str, parents: int) -> None:
    made = commit_document(commit(subject, body, parents))
    if made is not None:
        assert made.title
        f"{made.title}{made.body}{made.author}".encode()
