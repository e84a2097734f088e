"""Decisions whose files were changed many times since, and what `git why` says about a record."""

from __future__ import annotations

import json

import pytest

from gitbox import GitBox
from indexes import NOW, sit
from kontext.refresh.care import status
from kontext.refresh.freshness import Freshness, names_of
from kontext.render.as_json import why_json
from kontext.why import Request, explain
from kontext.why.answer import Why

STORE = ".kontext/decisions/"
BEFORE, AFTER = "2023-11-01", "2023-12-01"  # the clock of a test repository starts on 2023-11-14


def record(title: str, more: str, date: str = BEFORE, status: str = "accepted") -> str:
    return f"---\nkind: decision\ntitle: {title}\nstatus: {status}\ndate: {date}\n{more}---\n\nSo be it.\n"


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("src/billing/**", ["src/billing/"]),
        ("src/billing/", ["src/billing/"]),
        ("/src/", ["src/"]),
        ("src/cart.py", ["src/cart.py", "src/cart.py/"]),
        ("./src/cart.py", ["src/cart.py", "src/cart.py/"]),
        ("/setup.cfg", ["setup.cfg", "setup.cfg/"]),
        ("cart.py", ["src/cart.py"]),
        ("src/*.py", ["src/cart.py"]),
        ("**/*.md", ["README.md"]),
        ("**", ["src/cart.py", "README.md"]),
        ("src/{a,b}.py", ["src/a.py", "src/a.py/", "src/b.py", "src/b.py/"]),
        ("", []),
    ],
)
def test_patterns_become_names_of_the_path_index(pattern: str, names: list[str]) -> None:
    assert names_of(pattern, lambda: ["src/cart.py", "README.md"]) == names


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    """Four commits to src/, two to docs/, one decision in each state."""
    box.commit(
        "Records",
        {
            f"{STORE}tree.md": record("Tree", "paths: [src/**]\n"),
            f"{STORE}glob.md": record("Glob", "paths: ['src/*.py']\n"),
            f"{STORE}docs.md": record("Docs", "paths: [docs/]\n"),
            f"{STORE}later.md": record("Later", "paths: [src/**]\n", AFTER),
            f"{STORE}dead.md": record("Dead", "paths: [src/**]\n", status="deprecated"),
            f"{STORE}bare.md": record("Bare", ""),
        },
    )
    for number in range(4):
        box.commit(f"Change {number}", {"src/cart.py": f"x = {number}\n"})
    box.commit("Write", {"docs/one.md": "# One\n"})
    box.commit("Write more", {"docs/two.md": "# Two\n"})
    return box


def stale(box: GitBox, threshold: str) -> tuple[str, ...]:
    session = sit(box, freshness_threshold_commits=threshold)
    session.text(), session.paths()
    return status(session).stale


def test_a_decision_is_stale_after_so_many_commits_to_its_files(shop: GitBox) -> None:
    assert stale(shop, "5") == ()
    assert stale(shop, "4") == ("glob", "tree")
    assert stale(shop, "2") == ("docs", "glob", "tree")
    told = status(sit(shop, freshness_threshold_commits="2"))
    assert (told.live, told.superseded) == (5, 1)


def test_merges_do_not_count(shop: GitBox) -> None:
    shop.git("checkout", "-q", "-b", "side")
    shop.commit("Side", {"docs/side.md": "# Side\n"})
    shop.git("checkout", "-q", "main")
    shop.git("merge", "-q", "--no-ff", "-m", "Merge", "side")
    assert "docs" in stale(shop, "3")
    assert "docs" not in stale(shop, "4")


def test_without_a_path_index_nothing_is_called_stale(shop: GitBox) -> None:
    entry = next(one for one in _entries(shop) if one.id == "tree")
    session = sit(shop)
    assert Freshness(session.repo, session.paths(), 1).is_stale(entry)
    assert not Freshness(session.repo, None, 1).is_stale(entry)
    assert not Freshness(session.repo, session.paths(), 1).is_stale(entry._replace(date=""))


def _entries(box: GitBox) -> tuple:
    from kontext.why.ground import Ground

    return Ground(sit(box), Request((), NOW)).entries()


def why(box: GitBox, text: str, **settings: str) -> Why:
    return explain(sit(box, **settings), Request((text,), NOW))[0]


def test_git_why_marks_stale_decisions(shop: GitBox) -> None:
    found = why(shop, "src/cart.py", freshness_threshold_commits="4")
    assert {one.id: one.stale for one in found.decisions} == {"tree": True, "glob": True, "later": False, "dead": False}
    assert why(shop, "kx:tree", freshness_threshold_commits="4").entry.stale
    assert not why(shop, "kx:tree").entry.stale  # twenty, unless told


def test_a_record_shows_its_whole_chain_live_first(box: GitBox) -> None:
    box.commit(
        "Four",
        {
            f"{STORE}2020-01-01-one.md": record("One", "superseded_by: [two]\n", status="superseded"),
            f"{STORE}2021-01-01-two.md": record("Two", "superseded_by: [three]\n", status="superseded"),
            f"{STORE}2022-01-01-three.md": record("Three", "superseded_by: [four]\n", status="superseded"),
            f"{STORE}2023-01-01-four.md": record("Four", "paths: [src/**]\ntags: [t]\n"),
        },
    )
    chain = [(one.title, one.because, one.live) for one in why(box, "kx:two").decisions]
    four = "2023-01-01-four"
    assert chain == [("Four", "replaces it", ""), ("Three", "replaces it", four), ("One", "replaced by it", four)]
    entry = json.loads(why_json(why(box, f"kx:{four}")))["entry"]
    assert (entry["paths"], entry["tags"], entry["supersedes"]) == (["src/**"], ["t"], ["2022-01-01-three"])


def test_a_record_names_the_commits_that_carry_it(box: GitBox) -> None:
    made = box.commit(
        "Make it so\n\nDecision: cents\n", {f"{STORE}2023-11-01-prices-are-cents.md": record("Cents", "")}
    )
    by_suffix = box.commit("More\n\nDecision: prices-are-cents\n")
    by_list = box.commit("Both\n\nDecision: 2023-11-01-prices-are-cents, other\n")
    box.commit(
        "Prose\n\nDecision: prices-are-cents\nis what we said.\nBut not as a trailer, and so\nit counts as words.\n"
    )
    box.commit("Else\n\nDecision: quite-another\n")
    found = why(box, "kx:prices-are-cents")
    assert made == found.history[0].oid
    assert {one.oid for one in found.commits} >= {by_suffix, by_list}
    assert {one.subject for one in found.commits} <= {"Make it so", "More", "Both"}
