"""The timeline of decisions: which rows, in which order, in every kind of repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import NOW, sit
from kontext.errors import UsageError
from kontext.timeline import Timeline, TimelineRequest, build_timeline


def record(
    title: str, status: str = "accepted", date: str = "2023-11-01", kind: str = "decision", more: str = ""
) -> str:
    return f"---\nkind: {kind}\ntitle: {title}\nstatus: {status}\ndate: {date}\n{more}---\n\n{title}, so be it.\n"


def timeline(box: GitBox, folder: str = "", **asked: object) -> Timeline:
    return build_timeline(sit(box, folder), TimelineRequest(NOW, **asked))


def ids(found: Timeline) -> list[str]:
    return [row.entry.id for row in found.rows]


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    """A chain of three, a rejected one, a convention, and code they govern."""
    store = ".kontext/decisions/"
    box.commit("Cart", {"src/cart.py": "x = 1\n"})
    box.commit("Floats", {f"{store}floats.md": record("Floats", date="2022-01-01", more="superseded_by: [decimals]\n")})
    box.commit(
        "Decimals",
        {
            f"{store}floats.md": record("Floats", "superseded", "2022-01-01", more="superseded_by: [decimals]\n"),
            f"{store}decimals.md": record("Decimals", date="2023-02-02", more="superseded_by: [cents]\n"),
        },
    )
    more = "supersedes: [decimals]\npaths: [src/**]\ntags: [Money]\nauthor: Ada Byron\n"
    box.commit("Cents", {f"{store}cents.md": record("Cents", date="2023-03-03", more=more)})
    box.commit("No", {f"{store}barter.md": record("Barter", "rejected", "2023-04-04")})
    box.commit(
        "Rule",
        {".kontext/conventions/names.md": record("Names", "", "2023-05-05", "convention")},
        author="Andrej Novák <andrej@example.org>",
    )
    box.commit("Undated", {"docs/adr/0001-undated.md": "# Undated\n\n## Status\n\nAccepted\n\n## Context\n\nNo day.\n"})
    return box


def test_newest_first_and_only_what_holds(shop: GitBox) -> None:
    found = timeline(shop)
    assert ids(found) == ["0001-undated", "cents"]
    assert (found.hidden, found.omitted, found.notes) == (3, 0, ())
    assert [row.added.subject for row in found.rows] == ["Undated", "Cents"]
    assert found.rows[0].entry.date == ""  # the day of a commit orders it, and is not taken for its own


def test_everything_names_the_live_successor_at_the_end_of_the_chain(shop: GitBox) -> None:
    found = timeline(shop, everything=True)
    assert ids(found) == ["0001-undated", "barter", "cents", "decimals", "floats"]
    assert [row.live for row in found.rows] == ["", "", "", "cents", "cents"]
    assert found.hidden == 0


def test_the_limit_counts_what_it_leaves_out(shop: GitBox) -> None:
    found = timeline(shop, everything=True, limit=2)
    assert (ids(found), found.omitted) == (["0001-undated", "barter"], 3)


def test_kinds(shop: GitBox) -> None:
    assert ids(timeline(shop, kinds=("convention",))) == ["names"]
    assert ids(timeline(shop, kinds=("rule", "adr"))) == ["0001-undated", "names", "cents"]
    assert ids(timeline(shop, kinds=("all",))) == ["0001-undated", "names", "cents"]
    with pytest.raises(UsageError, match="unknown kind 'decison'"):
        timeline(shop, kinds=("decison",))


def test_people_tags_and_time(shop: GitBox) -> None:
    assert ids(timeline(shop, authors=("ada",))) == ["cents"]
    assert ids(timeline(shop, kinds=("all",), authors=("novák",))) == ["names"]  # it names nobody: who committed it
    assert ids(timeline(shop, tags=("money",))) == ["cents"]
    assert ids(timeline(shop, tags=("other",))) == []
    everything = {"everything": True, "kinds": ("all",)}
    assert ids(timeline(shop, since="2023-03-03", until="2023-04", **everything)) == ["barter", "cents"]
    assert ids(timeline(shop, until="2022", **everything)) == ["floats"]
    assert ids(timeline(shop, since="2023-11", **everything)) == ["0001-undated"]
    with pytest.raises(UsageError, match="is not a date"):
        timeline(shop, since="soon")


def test_paths_under_earlier_names_too(shop: GitBox) -> None:
    assert ids(timeline(shop, paths=("src/cart.py",))) == ["cents"]
    assert ids(timeline(shop, paths=("src",))) == ["cents"]
    assert ids(timeline(shop, paths=("",))) == ["cents"]
    assert ids(timeline(shop, paths=("docs",))) == []
    shop.git("mv", "src/cart.py", "basket.py")
    shop.commit("Move the cart")
    assert ids(timeline(shop, paths=("basket.py",))) == ["cents"]


def test_chains_stand_below_what_replaced_them(shop: GitBox) -> None:
    found = timeline(shop, graph=True)
    assert ids(found) == ["0001-undated", "cents", "decimals", "floats"]
    assert [row.trunk for row in found.rows] == [(), (), (False,), (False, False)]
    assert found.hidden == 1
    shop.commit(
        "Two at once", {".kontext/decisions/old.md": record("Old", date="2021-01-01", more="superseded_by: [cents]\n")}
    )
    found = timeline(shop, graph=True)
    assert [(row.entry.id, row.trunk) for row in found.rows][1:] == [
        ("cents", ()),
        ("decimals", (True,)),
        ("floats", (True, False)),
        ("old", (False,)),
    ]


def test_a_circle_of_records_ends(box: GitBox) -> None:
    box.commit(
        "Circle",
        {
            ".kontext/decisions/a.md": record("A", "superseded", more="superseded_by: [b]\n"),
            ".kontext/decisions/b.md": record("B", "superseded", more="superseded_by: [a]\n"),
        },
    )
    assert sorted(ids(timeline(box, graph=True, everything=True))) == ["a", "b"]


def test_decisions_that_only_messages_hold(shop: GitBox) -> None:
    shop.commit("Named\n\nDecision: cents\n")
    lore = shop.commit("Cache prices\n\nIt was slow.\n\nConstraint: never for guests\nDecision: keep-it-simple\n")
    shop.commit("Prose\n\nDecision: this is no trailer\nand goes on.\n\nThe end.\n")
    found = timeline(shop, trailers=True)
    said = [(row.entry.kind, row.entry.title, row.entry.id) for row in found.rows if not row.entry.path]
    assert said == [
        ("constraint", "never for guests", f"git:{lore}"),
        ("decision", "keep-it-simple", f"git:{lore}"),
    ]
    assert [row.added.oid for row in found.rows if not row.entry.path] == [lore, lore]
    assert not [row for row in timeline(shop).rows if not row.entry.path]


def test_trailers_that_name_no_record_in_force_are_marked(shop: GitBox) -> None:
    shop.commit("Good\n\nDecision: cents\n")
    lost = shop.commit("Lost\n\nDecision: cents, lost\nConstraint: never for guests\n")
    dead = shop.commit("Dead\n\nDecision: floats\n")
    accent = shop.commit("Accent\n\nDécision: cents\n")
    listed = shop.commit("Listed\n\nWe saw:\n\n* Decision: cents\n")
    list_of_none = shop.commit("Listed\n\n* Decision: nothing\n")
    rows = [row for row in timeline(shop, trailers=True).rows if not row.entry.path]
    found = {(row.added.oid, row.entry.title): row.finding and row.finding.rule for row in rows}
    assert len(found) == len(rows)
    assert found == {
        (listed, "cents"): "trailer-unread",
        (accent, "cents"): "trailer-unread",
        (dead, "floats"): "trailer-superseded",
        (lost, "never for guests"): None,
        (lost, "cents, lost"): "trailer-unknown",
    }
    shop.write(".kontext/decisions/nothing.md", record("Nothing"))
    rows = [row for row in timeline(shop, trailers=True).rows if not row.entry.path]
    assert list_of_none in [row.added.oid for row in rows]


def test_where_there_are_no_records_nothing_is_marked(box: GitBox) -> None:
    box.commit("Begin\n\nDecision: keep-it-simple\n")
    box.commit("More\n\nDécision: keep-it-simple\n")
    (row,) = timeline(box, trailers=True).rows
    assert (row.entry.title, row.finding) == ("keep-it-simple", None)


# Situations


def test_an_unborn_branch_and_a_record_that_is_not_committed(box: GitBox) -> None:
    assert timeline(box).rows == ()
    box.write(".kontext/decisions/a.md", record("A"))
    (row,) = timeline(box).rows
    assert (row.added.oid, row.added.label) == ("", "not committed")


def test_a_sub_folder_and_names_of_any_bytes(box: GitBox) -> None:
    raw = b"\xe9tude.md".decode("utf-8", "surrogateescape")
    first = box.commit(
        "One",
        {
            ".kontext/decisions/Größe wählen.md": record("Größe"),
            f"docs/adr/{raw}": record("Étude"),
            "src/ä/x.py": "x\n",
        },
    )
    found = timeline(box, "src/ä", everything=True)
    assert sorted(row.entry.title for row in found.rows) == ["Größe", "Étude"]
    assert {row.added.oid for row in found.rows} == {first}


def test_a_shallow_clone_says_what_it_cannot_know(shop: GitBox, tmp_path: Path) -> None:
    shop.git("clone", "-q", "--depth=1", f"file://{shop.path}", str(tmp_path / "clone"))
    found = timeline(GitBox(tmp_path / "clone", shop.env))
    assert {row.added.label for row in found.rows} == {"unknown (history is cut off)"}
    assert [note for note in found.notes if "shallow" in note]


@pytest.mark.parametrize("kind", ["bare", "worktree", "sha256"])
def test_other_kinds_of_repositories(kind: str, make_box: Callable[..., GitBox], tmp_path: Path) -> None:
    box = make_box("source", *(["--object-format=sha256"] if kind == "sha256" else []))
    first = box.commit("One", {"docs/adr/0001-a.md": record("A")})
    where = box
    if kind == "bare":
        box.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
        where = GitBox(tmp_path / "bare.git", box.env)
    elif kind == "worktree":
        box.git("worktree", "add", "-q", str(tmp_path / "side"))
        where = GitBox(tmp_path / "side", box.env)
    (row,) = timeline(where).rows
    assert (row.entry.id, row.added.oid) == ("0001-a", first)
    assert ids(timeline(where, paths=("src",))) == []


def test_a_history_that_git_cannot_read_is_a_note(shop: GitBox) -> None:
    timeline(shop)  # the index is there
    (shop.path / ".git/kontext/timeline.json").unlink()
    session = sit(shop)
    session.text()
    tree = shop.git("rev-parse", "HEAD~3^{tree}")
    (shop.path / ".git/objects" / tree[:2] / tree[2:]).unlink()
    found = build_timeline(session, TimelineRequest(NOW))
    assert {row.added.label for row in found.rows} == {"unknown"}
    assert [note for note in found.notes if note.startswith("which commits added the records is not known")]
