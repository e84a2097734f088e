"""Where history is cut off: no commit there is ever the source of anything, and the answer says what is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import sit
from kontext.brief import Brief, brief_of
from kontext.git.blame import blame
from kontext.git.borders import borders
from kontext.git.history import commit_diff, commit_files, iter_commits, iter_patches, path_commits
from kontext.git.repo import open_repo
from kontext.reading import read
from kontext.timeline import build_timeline
from kontext.timeline.request import TimelineRequest
from shop import why

RECORD = "---\nid: {0}\nkind: decision\ntitle: {0}\nstatus: accepted\n{1}---\n\nSo it is.\n"


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    """Three commits: the second says a reason, about one line, and becomes the border."""
    record = {"docs/decisions/cents.md": RECORD.format("cents", ""), "rules.py": "r = 1\n"}
    box.commit("Begin\n\nBecause nothing was there.\n", {"a.py": "one\ntwo\n", "old.py": "o\n", **record})
    box.commit("Say three\n\nTwo was wrong because it failed on Mondays.\n", {"a.py": "one\nthree\n"})
    box.commit("Say four\n\nFive was too much, because it failed on Sundays.\n", {"a.py": "one\nthree\nfour\n"})
    return box


def shallow(box: GitBox, tmp_path: Path) -> GitBox:
    box.git("clone", "-q", "--depth=2", f"file://{box.path}", str(tmp_path / "clone"))
    return GitBox(tmp_path / "clone", box.env)


def grafted(box: GitBox, tmp_path: Path) -> GitBox:
    box.git("clone", "-q", f"file://{box.path}", str(tmp_path / "clone"))
    clone = GitBox(tmp_path / "clone", box.env)
    clone.write(".git/info/grafts", clone.git("rev-parse", "HEAD~1") + "\n")
    clone.git("config", "advice.graftFileDeprecated", "false")
    return clone


def replaced(box: GitBox, tmp_path: Path) -> GitBox:
    box.git("clone", "-q", f"file://{box.path}", str(tmp_path / "clone"))
    clone = GitBox(tmp_path / "clone", box.env)
    clone.git("replace", "--graft", "HEAD~1")
    return clone


CUTS = pytest.mark.parametrize("cut_by", [shallow, grafted, replaced])
Cut = Callable[[GitBox, Path], GitBox]


@CUTS
def test_a_border_is_told_from_a_true_root(shop: GitBox, tmp_path: Path, cut_by: Cut) -> None:
    clone = cut_by(shop, tmp_path)
    repo = open_repo(str(clone.path), clone.env)
    assert borders(repo) == {clone.git("rev-parse", "HEAD~1")}
    assert borders(open_repo(str(shop.path), shop.env)) == frozenset()
    assert [hunk.boundary for hunk in blame(repo, "a.py")] == [True, False]


def test_what_a_border_changed_is_not_known(shop: GitBox, tmp_path: Path) -> None:
    clone = shallow(shop, tmp_path)
    repo = open_repo(str(clone.path), clone.env)
    newest, border = (commit for commit in iter_commits(repo))
    assert [change.path for change in newest.changes] == ["a.py"]
    assert border.changes == ()
    assert commit_files(repo, border.oid) == []
    assert commit_diff(repo, border.oid) == ""
    assert list(iter_patches(repo, [border.oid])) == [(border.oid, [])]
    assert path_commits(repo, "rules.py", limit=9) == ([], True)


@CUTS
def test_a_border_is_no_reason_of_a_line(shop: GitBox, tmp_path: Path, cut_by: Cut) -> None:
    clone = cut_by(shop, tmp_path)
    border = clone.git("rev-parse", "HEAD~1")
    answer = why(clone, "a.py:1")
    assert answer.verdict.source == ""
    assert answer.verdict.text.startswith(f"History ends here, at {border[:7]} (")
    assert ("git fetch --unshallow" in answer.verdict.text) is (cut_by is shallow)
    assert [(one.oid, one.boundary, one.reason, one.signals) for one in answer.lines] == [(border, True, "", ())]
    assert [one.oid for one in answer.history] == [clone.head]
    assert why(clone, "a.py:3").verdict.source == clone.head


def test_a_border_is_no_earlier_commit_of_a_line(shop: GitBox, tmp_path: Path) -> None:
    shop.commit("Say more\n\nInstead of four, so that it adds up.\n", {"a.py": "one\nthree\nfour more\n"})
    clone = shallow(shop, tmp_path)
    answer = why(clone, "a.py:3", patch=True)
    assert answer.lineage == ()
    assert answer.lines[0].patch == "-four\n+four more"


def test_trailers_notes_and_records_of_a_border_say_nothing_about_its_lines(shop: GitBox, tmp_path: Path) -> None:
    shop.commit("Say six\n\nDecision: cents\n", {"a.py": "one\nthree\nsix\n"})
    shop.commit("Say seven", {"a.py": "one\nthree\nsix\nseven\n"})
    clone = shallow(shop, tmp_path)
    clone.git("notes", "add", "-m", "Six because of the law.", "HEAD~1")
    listed = RECORD.format("law", f"commits: [{clone.git('rev-parse', 'HEAD~1')}]\n")
    clone.write(".kontext/decisions/law.md", listed)
    assert [one.id for one in why(clone, "HEAD~1").decisions] == ["cents", "law"]
    answer = why(clone, "a.py:3")
    assert answer.decisions == ()
    assert answer.lines[0].trailers == ()
    assert answer.lines[0].git_notes == ()
    assert answer.verdict.source == ""


def test_a_record_that_governs_the_path_is_the_reason_all_the_same(shop: GitBox, tmp_path: Path) -> None:
    clone = shallow(shop, tmp_path)
    clone.write(".kontext/decisions/law.md", RECORD.format("law", "summary: Lines count.\npaths: [a.py]\n"))
    assert why(clone, "a.py:1").verdict[:2] == ("Lines count.", "kx:law")


def test_a_path_that_only_a_border_holds(shop: GitBox, tmp_path: Path) -> None:
    answer = why(shallow(shop, tmp_path), "rules.py")
    assert answer.history == ()
    assert "git fetch --unshallow" in answer.verdict.text


def test_a_border_that_is_asked_about_has_its_message_and_no_files(shop: GitBox, tmp_path: Path) -> None:
    clone = shallow(shop, tmp_path)
    answer = why(clone, "HEAD~1")
    assert answer.commit is not None
    assert (answer.commit.subject, answer.commit.files) == ("Say three", ())
    assert any("git fetch --unshallow" in note for note in answer.notes)
    text = read(sit(clone), "git:HEAD~1", 2).text
    assert "history is cut off" in text
    assert "rules.py" not in text


@CUTS
def test_nobody_is_named_for_a_record_that_is_older(shop: GitBox, tmp_path: Path, cut_by: Cut) -> None:
    clone = cut_by(shop, tmp_path)
    clone.commit("Add a record", {"docs/decisions/new.md": RECORD.format("new", "")}, author="Eve <eve@example.org>")
    clone.commit("Tell more", {"docs/decisions/cents.md": RECORD.format("cents", "") + "More.\n"})
    brief: Brief = brief_of(sit(clone))
    assert {item.id: item.author for item in brief.items} == {"cents": "", "new": "Eve <eve@example.org>"}
    rows = build_timeline(sit(clone), TimelineRequest(now=0)).rows
    labels = {row.entry.id: (row.added.author, row.added.label) for row in rows}
    assert labels["cents"] == ("", "unknown (history is cut off)")
    assert labels["new"] == ("Eve <eve@example.org>", "")


def test_a_partial_clone_has_no_border(shop: GitBox, tmp_path: Path) -> None:
    shop.git("config", "uploadpack.allowFilter", "true")
    shop.git("clone", "-q", "--filter=blob:none", f"file://{shop.path}", str(tmp_path / "clone"))
    clone = GitBox(tmp_path / "clone", shop.env)
    assert borders(open_repo(str(clone.path), clone.env)) == frozenset()
    assert len(path_commits(open_repo(str(clone.path), clone.env), "rules.py", limit=9)[0]) == 1


def test_a_replacement_that_joins_older_history_cuts_nothing(shop: GitBox, box: GitBox) -> None:
    root = shop.git("rev-list", "--max-parents=0", "HEAD")
    other = shop.git("commit-tree", "-m", "Long ago", f"{root}^{{tree}}")
    shop.git("replace", "--graft", root, other)
    repo = open_repo(str(shop.path), shop.env)
    assert borders(repo) == frozenset()
    assert [hunk.oid for hunk in blame(repo, "rules.py")] == [other]
