"""What of a title is a number, and what of a body is a field."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.model import Entry
from kontext.store.ids import number_of
from kontext.store.parse import parse_entry

FRONT = "---\n{keys}status: accepted\ndate: 2026-01-31\n---\n{body}\n"


def read(path: str, text: str) -> Entry:
    entry = parse_entry(path, text)
    assert isinstance(entry, Entry), entry
    return entry


def stated(path: str, title: str, keys: str = "") -> tuple[str, int | None]:
    entry = read(path, FRONT.format(keys=f"title: '{title}'\n{keys}", body="Text."))
    return entry.title, entry.number


def headed(path: str, title: str) -> tuple[str, int | None]:
    entry = read(path, f"# {title}\n\nDate: 2026-01-31\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n")
    return entry.title, entry.number


@pytest.mark.parametrize(
    "title",
    [
        "3 replicas", "2 spaces instead of tabs", "2026 roadmap", "3-way merge is on", "#12 is fixed", "RFC 7: x",
        "== 1 rather", "3.11 is the oldest Python", "64-bit ids", "12-factor config everywhere", "7. Foo", "ADR: x",
        "Show (accepted) orders", "[a](b) c", "{#a}",
    ],
)  # fmt: skip
def test_a_title_of_front_matter_is_what_the_author_said(title: str) -> None:
    assert stated(".kontext/decisions/2026-01-31-x.md", title) == (title, None)


@pytest.mark.parametrize(
    ("stem", "title", "keys", "shown", "number"),
    [
        ("0007-foo", "7. Foo", "", "Foo", 7),
        ("0007-foo", "ADR-7: Foo", "", "Foo", 7),
        ("foo", "ADR-7: Foo", "id: ADR-7\n", "Foo", 7),
        ("foo", "7. Foo", "number: 7\n", "Foo", 7),
        ("0007-foo", "8. Foo", "", "8. Foo", 7),
        ("0003-3-replicas", "3 replicas", "", "3 replicas", 3),
        ("0007-rfc-7-x", "RFC 7: x", "", "RFC 7: x", 7),
    ],
)
def test_a_number_of_front_matter_goes_where_it_is_that_of_the_record(
    stem: str, title: str, keys: str, shown: str, number: int
) -> None:
    assert stated(f"adr/{stem}.md", title, keys) == (shown, number)


@pytest.mark.parametrize(
    ("stem", "title", "shown", "number"),
    [
        ("foo", "7. Foo", "Foo", 7),
        ("foo", "0007 — Foo", "Foo", 7),
        ("foo", "ADR-3: Foo", "Foo", 3),
        ("028-scanning", "28 Scanning", "Scanning", 28),
        ("0030-other", "29 Scanning", "Scanning", 30),
        ("oldest", "3.11 is the oldest Python", "3.11 is the oldest Python", None),
        ("ids", "64-bit ids", "64-bit ids", None),
        ("indent", "2 spaces instead of tabs", "2 spaces instead of tabs", None),
        ("0003-indent", "2 spaces instead of tabs", "2 spaces instead of tabs", 3),
        ("0003-3-way-merge", "3-way merge", "3-way merge", 3),
        ("0012-12-factor-config", "12-factor config", "12-factor config", 12),
    ],
)
def test_a_number_of_a_heading_is_one_by_its_marks_or_by_the_file_name(
    stem: str, title: str, shown: str, number: int | None
) -> None:
    assert headed(f"adr/{stem}.md", title) == (shown, number)


@pytest.mark.parametrize(
    ("stem", "number"),
    [("2026-01-31-3-replicas", None), ("2026-01-31-2026-roadmap", None), ("2026-01-31-0004-slug", 4)],
)
def test_words_behind_a_date_are_no_number(stem: str, number: int | None) -> None:
    assert number_of(stem) == number


@settings(max_examples=60)
@given(st.from_regex(r"[1-9][0-9]{0,3}[ .:-]{1,2}[a-z]{2,8}", fullmatch=True))
def test_no_stated_title_of_a_dated_record_loses_anything(title: str) -> None:
    # A title is one line: runs of blanks are one, as in any heading.
    assert stated(".kontext/decisions/2026-01-31-x.md", title)[0] == " ".join(title.split())


LINKS = "- [Commits](https://example.org/compare/v1...v2)\n- [Paths](https://example.org/x)\n- [Tags](mailto:a@b.c)\n"


def test_links_are_no_fields_in_any_dialect() -> None:
    for text in (
        FRONT.format(keys="title: Foo\n", body=LINKS),
        f"---\nstatus: accepted\n---\n# Foo\n\n{LINKS}",
        f"# Foo\n\n* Status: accepted\n* Date: 2026-01-31\n{LINKS}\n## Decision\n\nYes.\n",
    ):
        entry = read("adr/foo.md", text)
        assert (entry.paths, entry.tags, entry.commits) == ((), (), ())


def test_a_label_that_is_a_link_has_its_value_behind_it() -> None:
    entry = read("adr/foo.md", "# Foo\n\n**[Status](https://example.org/how)**: rejected\n\nDate: 2026-01-31\n")
    assert entry.status == "rejected"


def test_a_body_below_whole_front_matter_gives_no_fields_but_a_later_status() -> None:
    body = "Paths: src/\nTags: a, b\nSummary: c\nAuthor: d\n\n| Commits | abc1234 |\n\n## Tags\n\n- e\n"
    entry = read("adr/foo.md", FRONT.format(keys="title: Foo\n", body=body))
    assert (entry.paths, entry.tags, entry.summary, entry.authors, entry.commits) == ((), (), "", (), ())
    late = FRONT.format(keys="title: Foo\n", body="Text.\n\n## Status\n\nSuperseded by [9](0009-bar.md)\n")
    assert read("adr/foo.md", late).superseded_by == ("0009-bar.md",)
