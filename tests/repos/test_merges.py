"""Which merge brought a commit in."""

from __future__ import annotations

import os

from gitbox import GitBox
from kontext.git.merges import MergeSearch
from kontext.git.repo import open_repo


def merge_of(box: GitBox, oid: str) -> str:
    repo = open_repo(str(box.path), os.environ)
    return MergeSearch(repo, oid, "HEAD", 10.0).finish()


def test_a_commit_of_a_branch_came_in_by_its_merge(box: GitBox) -> None:
    first = box.commit("First", {"a.txt": "1\n"})
    box.git("switch", "-q", "-c", "topic")
    inner = box.commit("On the branch", {"b.txt": "1\n"})
    box.git("switch", "-q", "main")
    before = box.commit("Beside it", {"c.txt": "1\n"})
    box.now += 3600
    box.git("merge", "-q", "--no-ff", "-m", "Merge pull request #7 from jane/topic", "topic")
    merge = box.head
    after = box.commit("After it", {"a.txt": "2\n"})
    box.git("switch", "-q", "-c", "other", after)
    box.commit("Another branch", {"d.txt": "1\n"})
    box.git("switch", "-q", "main")
    box.git("merge", "-q", "--no-ff", "-m", "Merge branch 'other'", "other")
    assert merge_of(box, inner) == merge
    # These lie on the line itself; the merge that follows the last of them brought something else.
    assert [merge_of(box, oid) for oid in (first, before, after)] == ["", "", ""]


def test_nothing_is_found_for_what_head_does_not_reach(box: GitBox) -> None:
    box.commit("First", {"a.txt": "1\n"})
    box.git("switch", "-q", "-c", "topic")
    lost = box.commit("Never merged", {"b.txt": "1\n"})
    box.git("switch", "-q", "main")
    box.commit("Second", {"a.txt": "2\n"})
    assert merge_of(box, lost) == ""
