"""Why is this file or folder so: records, history, what became of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gitbox import GitBox
from indexes import NOW, sit
from kontext.errors import UnknownRevision
from kontext.why import Request, explain
from shop import fill_shop, record, refused, why


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    return fill_shop(box)


def test_a_path_gives_records_and_history(shop: GitBox) -> None:
    answer = why(shop, "src/cart.py")
    assert (answer.target.kind, answer.target.path, answer.verdict.text) == ("path", "src/cart.py", "")
    assert [one.id for one in answer.decisions] == ["cents", "decimals"]
    assert [one.subject for one in answer.history] == [
        "Replace float prices by integer cents (#812)",
        "Introduce the cart",
    ]
    assert [one.latest for one in answer.history] == [True, True]
    assert answer.lines == answer.code == ()
    assert (
        why(shop, "src").target.path
        == why(shop, "src/").target.path
        == why(shop, ".", folder="src").target.path
        == "src"
    )
    assert why(shop, ".").history_total == 2


def test_history_shows_decisions_and_the_latest_three(box: GitBox) -> None:
    box.commit("Adopt integer cents instead of floats\n\nBecause rounding broke.\n", {"a.py": "0\n"})
    for number in range(1, 9):
        box.commit(f"Touch {number}", {"a.py": f"{number}\n"})
    answer = why(box, "a.py")
    assert [one.subject for one in answer.history] == [
        "Adopt integer cents instead of floats",
        "Touch 8",
        "Touch 7",
        "Touch 6",
    ]
    assert [one.latest for one in answer.history] == [False, True, True, True]
    assert (answer.history_total, answer.history_more) == (9, False)
    assert answer.history[0].signals == ()
    assert why(box, "a.py", explain=True).history[0].signals
    assert [one.subject for one in why(box, "a.py", limit=1).history] == ["Adopt integer cents instead of floats"]
    assert len(why(box, "a.py", limit=3).history) == 3
    assert explain(sit(box, why_commits="4"), Request(("a.py",), NOW))[0].history_more
    huge = explain(sit(box, why_commits=str(10**12)), Request(("a.py",), NOW, limit=10**30))
    assert huge[0].history_total == 9


def test_history_beyond_the_window_is_asked_of_git(box: GitBox) -> None:
    box.commit("Adopt cents", {"old.py": "1\n"})
    box.import_commits(12)
    session = sit(box, index_max_commits="5")
    (answer,) = explain(session, Request(("old.py",), NOW))
    assert [one.subject for one in answer.history] == ["Adopt cents"]
    assert answer.incomplete == ()


def test_a_renamed_path_is_answered_under_its_new_name(shop: GitBox) -> None:
    shop.git("mv", "src/cart.py", "src/basket.py")
    moved = shop.commit("Call it a basket")
    for text in ("src/cart.py", "src/cart.py:2"):
        answer = why(shop, text)
        assert answer.target.path == "src/basket.py"
        assert answer.notes == (
            f"no file src/cart.py at HEAD. It was renamed to src/basket.py in {moved[:7]}; asking there",
        )
        assert "Introduce the cart" in [one.subject for one in answer.history]


def test_a_deleted_path_names_the_commit_that_deleted_it(shop: GitBox) -> None:
    gone = shop.commit("Drop the cart", {"src/cart.py": None})
    answer = why(shop, "src/cart.py")
    assert answer.target.path == "src/cart.py"
    assert answer.history[0].oid == gone
    assert answer.notes == (f"src/cart.py was deleted in {gone[:7]}",)
    assert answer.decisions[0].id == "cents"


def test_a_path_wins_over_a_branch_of_that_name_and_says_so(shop: GitBox) -> None:
    shop.commit("Add a file", {"topic": "t\n"})
    shop.git("branch", "topic")
    answer = why(shop, "topic")
    assert answer.target.kind == "path"
    assert answer.notes == ("'topic' is also a commit: --commit asks about that",)
    assert why(shop, "topic", commits_only=True).target.kind == "commit"


def test_odd_names(box: GitBox) -> None:
    names = ["a b \u00fc/c:3", "-L", "*.py", "caf\udce9", 'q"uote', "new\nline"]
    box.commit("Odd ones", dict.fromkeys(names, "x\n"))
    for name in names:
        assert why(box, name, paths_only=True).history_total == 1, name
        assert why(box, name, ranges=("1,1",)).lines[0].oid == box.head, name
    assert why(box, "c:3", folder="a b \u00fc").target.path == "a b \u00fc/c:3"


def test_nothing_recorded_is_said(box: GitBox) -> None:
    box.commit("x", {"setup.cfg": "version\n"})
    assert why(box, "setup.cfg:1").verdict == ("No recorded reason.", "", 0.0)
    box.write("staged.txt", "s\n")
    box.git("add", "staged.txt")
    assert why(box, "staged.txt").verdict.text == "Nothing is recorded about this path."
    assert why(box, "quantum entanglement").verdict.text == "Nothing is recorded about 'quantum entanglement'."


def test_an_unborn_branch(box: GitBox) -> None:
    assert why(box, "anything").verdict.text == "Nothing is recorded about 'anything'."
    assert refused(box, "a.py:1").message == "no file a.py here, and no commit ever had it"
    assert isinstance(refused(box, "HEAD", commits_only=True), UnknownRevision)
    box.write("a.py", "a\n")
    box.git("add", "a.py")
    assert why(box, "a.py").history == ()
    assert refused(box, "a.py:1").message == "a.py is not committed yet"
    box.write(".kontext/decisions/first.md", record("first", "Begin", "paths: ['*.py']\n"))
    assert [one.id for one in why(box, "a.py").decisions] == ["first"]


def test_a_file_of_a_submodule_is_asked_about_inside_it(shop: GitBox, make_box: Callable[..., GitBox]) -> None:
    inner = make_box("inner")
    inner.commit("Begin", {"x.py": "x\n"})
    shop.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.path), "lib")
    shop.commit("Take in a library\n\nBecause ours was slow.\n")
    assert why(shop, "lib").history[0].subject == "Take in a library"
    error = refused(shop, "lib/x.py:1")
    assert (error.message, error.remedy) == ("lib/x.py is in the submodule lib", "git -C 'lib' why 'x.py'")
    assert why(GitBox(shop.path / "lib", shop.env), "x.py:1").lines[0].oid == inner.head


def test_a_bare_repository_and_a_detached_head_and_a_merge(shop: GitBox) -> None:
    shop.git("clone", "-q", "--bare", ".", "../bare.git")
    bare = GitBox(shop.path.parent / "bare.git", shop.env)
    assert why(bare, "src/cart.py:2").verdict.source == shop.head
    shop.git("checkout", "-q", "--detach", "HEAD~1")
    assert [one.subject for one in why(shop, "src/cart.py:2").lines] == ["Introduce the cart"]
    shop.commit("Beside", {"b.py": "b\n"})
    shop.git("merge", "-q", "--no-ff", "-m", "Merge main", "main")
    assert why(shop, "src/cart.py:2").lines[0].subject.startswith("Replace float")
    assert why(shop, "HEAD").commit.subject == "Merge main"
