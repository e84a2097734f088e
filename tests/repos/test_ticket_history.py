"""Which commits of a real history belong to a ticket, and which questions are fair."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import make_commit_cases
from clones import Repository, at_pin
from ticket_history import TicketHistory

from gitbox import GitBox

REPO = "shop/shop"


def history(box: GitBox) -> TicketHistory:
    return TicketHistory(box.path, REPO, box.head)


def test_the_subject_names_and_the_body_closes(box: GitBox) -> None:
    named = box.commit("Round sums (#12)", {"src/a.py": "1\n"})
    closed = box.commit("Round sums again\n\nFixes: #12, #13", {"src/a.py": "2\n"})
    box.commit("Look at it\n\nReads like #12 to me", {"src/a.py": "3\n"})
    box.commit("Elsewhere\n\nFixes other/repo#12", {"src/a.py": "4\n"})
    by_address = box.commit("By address\n\nCloses https://github.com/shop/shop/issues/13", {"src/a.py": "5\n"})
    assert history(box).truth((12,)).commits == (closed, named)
    assert history(box).truth((13,)).commits == (by_address, closed)


@pytest.mark.parametrize(
    ("message", "path", "author"),
    [
        ("Bump redis (#12)", "src/a.py", "dependabot[bot] <b@example.org>"),
        ("Release 1.2 (#12)", "src/a.py", "Jane Doe <jane@example.org>"),
        ("v1.2 (#12)", "src/a.py", "Jane Doe <jane@example.org>"),
        ("Say it (#12)", "CHANGES.rst", "Jane Doe <jane@example.org>"),
        ("Document it (#12)", "docs/conf.py", "Jane Doe <jane@example.org>"),
        ("Many\n\nFixes #12, see #1 #2 #3 #4 #5", "src/a.py", "Jane Doe <jane@example.org>"),
    ],
)
def test_what_nobody_asks_for_is_no_answer(box: GitBox, message: str, path: str, author: str) -> None:
    box.commit(message, {path: "1\n"}, author)
    assert history(box).truth((12,)).commits == ()


def test_a_merge_brings_its_commits_that_touch_source(box: GitBox) -> None:
    box.commit("Start", {"src/a.py": "1\n"})
    box.git("switch", "-qc", "topic")
    source = box.commit("Round sums", {"src/a.py": "2\n"})
    box.commit("Test sums", {"tests/test_a.py": "1\n"})
    box.git("switch", "-q", "main")
    box.git("merge", "-q", "--no-ff", "topic", "-m", "Merge pull request #12 from jane/topic")
    truth = history(box).truth((12,))
    assert truth.commits == (source,)
    assert truth.merges == (box.head,)


def test_a_merge_of_many_brings_none(box: GitBox) -> None:
    box.commit("Start", {"src/a.py": "0\n"})
    box.git("switch", "-qc", "topic")
    for number in range(11):
        box.commit(f"Step {number}", {"src/a.py": f"{number + 1}\n"})
    box.git("switch", "-q", "main")
    box.git("merge", "-q", "--no-ff", "topic", "-m", "Merge pull request #12 from jane/topic")
    assert history(box).truth((12,)).commits == ()


def test_cases_follow_the_recipe(box: GitBox) -> None:
    notes = """# Changes

- Empty carts no longer stop the checkout (#1)
- Round sums of carts half up (#2)
- Several things at once, all over the shop (#1, #2, #3, #4)
- Nothing in the history answers this one (#77)
"""
    fragment = "Customers receive one parcel only, however often the provider calls.\n"
    one = box.commit("Guard place_order (#1)", {"src/a.py": "1\n", "CHANGES.md": notes})
    box.commit("Round sums of carts half up (#2)", {"src/a.py": "2\n"})
    five = box.commit("Remember event ids\n\nFix #5", {"src/a.py": "3\n", "news/5.bugfix.md": fragment})
    repository = Repository(REPO, box.head, "Python", ("CHANGES.md",), ("news",))
    log = history(box)
    found = make_commit_cases.candidates(log, repository)
    lines = [make_commit_cases.case_line(at, one, log, repository) for at, one in enumerate(found)]
    # The second item repeats its commit's subject, the third names four tickets, the fourth has no answer.
    assert [line["truth"] for line in lines] == [[one], [five]]
    assert lines[0]["query"] == "Empty carts no longer stop the checkout"
    assert [line["note_in_diff"] for line in lines] == [True, True]
    assert lines[0]["overlap_subject"] == 0.0 and lines[0]["id"] == "shop-00"
    assert make_commit_cases.sample(found, 1, REPO) == make_commit_cases.sample(found, 1, REPO)
    assert len(make_commit_cases.sample(found, 1, REPO)) == 1


def test_notes_of_an_older_tracker_are_not_read() -> None:
    assert make_commit_cases.head_of("new\n## 1.0 / 2009\nold", "## 1.0") == "new"
    assert make_commit_cases.head_of("new\nold", "") == "new\nold"


def test_only_the_pinned_commit_is_measured(box: GitBox, tmp_path: Path) -> None:
    box.commit("Start", {"a.py": "1\n"})
    box.path.rename(tmp_path / "shop+shop")
    assert at_pin(tmp_path, REPO, GitBox(tmp_path / "shop+shop", box.env).head) == tmp_path / "shop+shop"
    with pytest.raises(SystemExit, match="check that out first"):
        at_pin(tmp_path, REPO, "0" * 40)
    with pytest.raises(SystemExit, match="is missing"):
        at_pin(tmp_path, "no/such", "0" * 40)
