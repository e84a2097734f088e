"""Names of entries: stems, numbers, qualified ids, and what a user may type."""

from __future__ import annotations

import pytest

from kontext.errors import DuplicateId, EntryNotFound
from kontext.model import Entry
from kontext.store.ids import assign_ids, get_entry, number_of, stem_of


def entry(path: str, **fields: object) -> Entry:
    stem = stem_of(path)
    values: dict[str, object] = {"id": stem, "kind": "decision", "title": stem, "path": path, "number": number_of(stem)}
    return Entry(**(values | fields))  # type: ignore[arg-type]


ENTRIES = assign_ids(
    [
        entry("docs/adr/0007-use-postgres.md"),
        entry("docs/adr/0008-use-kafka.md"),
        entry("docs/adr/0012-cache-prices.md"),
        entry(".kontext/decisions/2026-09-28-prices-are-cents.md"),
        entry("old/adr/0012-drop-cache.md"),
    ]
)


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ("0007-use-postgres", "docs/adr/0007-use-postgres.md"),
        ("docs/adr/0008-use-kafka.md", "docs/adr/0008-use-kafka.md"),
        ("7", "docs/adr/0007-use-postgres.md"),
        ("0007", "docs/adr/0007-use-postgres.md"),
        ("ADR-7", "docs/adr/0007-use-postgres.md"),
        ("0012-dr", "old/adr/0012-drop-cache.md"),
        ("prices-are-cents", ".kontext/decisions/2026-09-28-prices-are-cents.md"),
        ("2026-09-28", ".kontext/decisions/2026-09-28-prices-are-cents.md"),
    ],
)
def test_an_entry_answers_to_its_names(wanted: str, path: str) -> None:
    assert get_entry(ENTRIES, wanted).path == path


def test_a_number_of_two_records_is_ambiguous() -> None:
    with pytest.raises(DuplicateId) as caught:
        get_entry(ENTRIES, "ADR-12")
    assert caught.value.paths == ("docs/adr/0012-cache-prices.md", "old/adr/0012-drop-cache.md")


def test_an_unknown_name_suggests_the_closest() -> None:
    with pytest.raises(EntryNotFound) as caught:
        get_entry(ENTRIES, "0007-use-postgers")
    assert caught.value.suggestions[0] == "0007-use-postgres"


def test_stems_of_several_files_are_qualified_and_the_bare_stem_is_ambiguous() -> None:
    entries = assign_ids([entry("adr/0007-foo.md"), entry("adr/archive/0007-foo.md"), entry("adr/0008-bar/README.md")])
    assert [e.id for e in entries] == ["adr/0007-foo", "archive/0007-foo", "0008-bar"]
    assert get_entry(entries, "archive/0007-foo").path == "adr/archive/0007-foo.md"
    with pytest.raises(DuplicateId):
        get_entry(entries, "0007-foo")


def test_equal_ids_that_files_state_are_left_for_the_check_to_tell() -> None:
    entries = assign_ids([entry("a/x.md", id="same"), entry("a/y.md", id="same")])
    assert [e.id for e in entries] == ["same", "same"]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("0007-x", 7),
        ("ADR-7", 7),
        ("adr_012_names", 12),
        ("scs-0001-v2-roles", 1),
        ("ODH-ADR-Operator-0003-x", 3),
        ("2026-01-31-slug", None),
        ("20260131-slug", None),
        ("2026-01-31-0004-slug", 4),
        ("utf-8-names", None),
        ("use-http-2-only", None),
        ("plain", None),
    ],
)
def test_numbers_in_names(name: str, number: int | None) -> None:
    assert number_of(name) == number
