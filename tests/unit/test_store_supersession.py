"""Who replaced whom, over all entries."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.model import Entry
from kontext.store.chains import find_cycles, live_successors
from kontext.store.governs import covering
from kontext.store.ids import number_of, stem_of
from kontext.store.supersession import resolve_links


def entry(path: str, **fields: object) -> Entry:
    stem = stem_of(path)
    values: dict[str, object] = {"id": stem, "kind": "decision", "title": stem, "path": path, "number": number_of(stem)}
    return Entry(**(values | fields))  # type: ignore[arg-type]


def _linked(*references: str) -> tuple[str, ...]:
    target, other = entry("docs/adr/0005-use-kafka.md"), entry("docs/adr/0006-other.md")
    source = entry("docs/adr/0009-use-nats.md", supersedes=references)
    return resolve_links([target, other, source])[2].supersedes


def test_every_way_to_name_a_file_leads_to_its_id() -> None:
    for reference in (
        "0005-use-kafka.md",
        "./0005-use-kafka.md#context",
        "../adr/0005-use-kafka.md",
        "/docs/adr/0005-use-kafka.md",
        "/adr/5",
        "0005-its-former-slug.html",
        "https://example.org/docs/adr/0005-use-kafka/",
        "0005",
        "ADR-5",
        "0005%2Duse%2Dkafka.md",
        "5",
    ):
        assert _linked(reference) == ("0005-use-kafka",), reference


def test_a_renumbered_file_is_known_by_its_slug() -> None:
    entries = [
        entry("0036-other-thing-altogether.md"),
        entry("0037-promote-after-builds.md"),
        entry("0015-two-phases.md", superseded_by=("0036-promote-after-builds.html",)),
    ]
    assert resolve_links(entries)[2].superseded_by == ("0037-promote-after-builds",)


def test_a_link_to_nothing_stays_as_written() -> None:
    assert _linked("0099-gone.md") == ("0099-gone.md",)


def test_a_number_of_several_folders_means_the_one_beside() -> None:
    entries = [entry("a/adr/0001-x.md"), entry("b/adr/0001-y.md"), entry("b/adr/0002-z.md", supersedes=("1",))]
    assert resolve_links(entries)[2].supersedes == ("0001-y",)


def test_one_side_is_enough() -> None:
    first, second = resolve_links([entry("1-a.md"), entry("2-b.md", supersedes=("1-a",))])
    assert (first.superseded_by, second.supersedes) == (("2-b",), ("1-a",))


def test_chains_are_followed_to_the_living_end() -> None:
    entries = resolve_links(
        [
            entry("1-a.md", status="superseded", superseded_by=("2-b",)),
            entry("2-b.md", status="superseded", superseded_by=("3-c", "4-d")),
            entry("3-c.md", status="accepted"),
            entry("4-d.md", status="rejected"),
        ]
    )
    assert live_successors(entries) == {"1-a": ("3-c",), "2-b": ("3-c",)}


def test_a_cycle_is_told_once_and_never_loops() -> None:
    entries = resolve_links(
        [
            entry("1-a.md", superseded_by=("2-b",)),
            entry("2-b.md", superseded_by=("3-c",)),
            entry("3-c.md", superseded_by=("1-a",)),
        ]
    )
    assert find_cycles(entries) == [("1-a", "2-b", "3-c")]
    assert live_successors(entries) == {"1-a": (), "2-b": (), "3-c": ()}


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_any_graph_ends(edges: list[tuple[int, int]]) -> None:
    names = [f"e{n}" for n in range(8)]
    entries = resolve_links(
        entry(f"{name}.md", superseded_by=tuple(names[b] for a, b in edges if a == at)) for at, name in enumerate(names)
    )
    successors = live_successors(entries)
    alive = {e.id for e in entries if not e.superseded_by}
    assert all(set(ends) <= alive for ends in successors.values())
    in_cycle = {name for cycle in find_cycles(entries) for name in cycle}
    assert in_cycle.isdisjoint(alive)


def test_covering_entries_come_live_first_then_most_specific_then_newest() -> None:
    entries = [
        entry("old.md", paths=("src/billing/cart.py",), status="superseded"),
        entry("wide.md", paths=("src/**",), status="accepted", date="2026-05-01"),
        entry("near.md", paths=("src/**", "src/billing/**"), status="accepted", date="2020-01-01"),
        entry("newer.md", paths=("src/billing/**",), status="accepted", date="2021-01-01"),
        entry("elsewhere.md", paths=("docs/**",), status="accepted"),
    ]
    found = covering(entries, "src/billing/cart.py")
    assert [(e.id, pattern) for e, pattern in found] == [
        ("newer", "src/billing/**"),
        ("near", "src/billing/**"),
        ("wide", "src/**"),
        ("old", "src/billing/cart.py"),
    ]


def test_an_entry_follows_a_renamed_file() -> None:
    (found,) = covering([entry("x.md", paths=("lib/cart.py",))], "src/cart.py", ["lib/cart.py"])
    assert found[0].id == "x"


def test_a_folder_is_governed_by_what_governs_a_file_in_it_or_begins_inside_it() -> None:
    def entry(name: str, *paths: str) -> Entry:
        return Entry(id=name, kind="decision", title=name, path=f"d/{name}.md", status="accepted", paths=paths)

    entries = [
        entry("tree", "src/billing/**"),
        entry("above", "src/"),
        entry("inside", "src/billing/tax/rates.py"),
        entry("beside", "src/shipping/**"),
        entry("kind-of-file", "*.md"),
    ]
    found = [one.id for one, _ in covering(entries, "src/billing", is_folder=True)]
    assert sorted(found) == ["above", "inside", "tree"]
    assert [one.id for one, _ in covering(entries, "src/billing")] == ["above"]
