"""kontext/git/tree.py: what a commit, the staging area and the work trees hold."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from gitbox import STEP, GitBox
from kontext.git import tree
from kontext.git.repo import Repo, open_repo

MakeBox = Callable[..., GitBox]
ODD = 'dir/with "odd"\tü*'


def repo_of(box: GitBox, folder: str = "") -> Repo:
    return open_repo(str(box.path / folder), box.env)


def filled(box: GitBox, make_box: MakeBox) -> None:
    inner = make_box("inner")
    inner.commit("inside", {"x": "1\n"})
    box.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.path), "sub")
    box.write("run", "#!/bin/sh\n").chmod(0o755)
    (box.path / "link").symlink_to("run")
    box.commit("one", {ODD: "1\n"})


def test_staged_files_with_their_modes_from_any_folder(box: GitBox, make_box: MakeBox) -> None:
    filled(box, make_box)
    found = {
        ".gitmodules": tree.FILE,
        ODD: tree.FILE,
        "link": tree.SYMLINK,
        "run": tree.EXECUTABLE,
        "sub": tree.SUBMODULE,
    }
    assert dict(tree.tracked_files(repo_of(box))) == found
    assert dict(tree.tracked_files(repo_of(box, "dir"))) == found
    at_head = tree.tree_files(repo_of(box, "dir"), "HEAD")
    assert {path: mode for mode, _, path in at_head} == found


def test_an_empty_repository(box: GitBox) -> None:
    assert tree.tracked_files(repo_of(box)) == []
    assert tree.exists_at(repo_of(box), "HEAD", "a") == ""


def test_what_stands_at_a_path(box: GitBox, make_box: MakeBox) -> None:
    filled(box, make_box)
    for folder in ("", "dir"):
        repo = repo_of(box, folder)
        kinds = {
            path: tree.exists_at(repo, "HEAD", path) for path in (ODD, "dir", "dir/", "sub", "link", "d*", "", "no")
        }
        expected = {ODD: "file", "dir": "tree", "dir/": "tree", "sub": "tree", "link": "file", "d*": "", "": "tree"}
        assert kinds == expected | {"no": ""}
        assert tree.exists_at(repo, "no-such-revision", "dir") == ""


def test_the_staging_area_differs_from_head(box: GitBox) -> None:
    box.commit("one", {"a": "1\n"})
    repo = repo_of(box)
    committed = tree.staging_oid(repo, "a")
    box.write("a", "2\n")
    assert tree.staging_oid(repo, "a") == committed == box.git("rev-parse", "HEAD:a")
    box.git("add", "a")
    assert tree.staging_oid(repo, "a") == box.git("hash-object", "a")
    box.git("rm", "-q", "--cached", "a")
    assert tree.staging_oid(repo, "a") == ""
    assert not tree.is_tracked(repo, "a")


def test_tracked_means_this_very_name(box: GitBox) -> None:
    box.commit("one", {"dir/a": "1\n"})
    box.write("d*", "untracked\n")
    repo = repo_of(box, "dir")
    assert tree.is_tracked(repo, "dir/a")
    assert tree.is_tracked(repo, "dir")
    assert not tree.is_tracked(repo, "d*")


def test_a_file_in_conflict_comes_once(box: GitBox) -> None:
    box.commit("one", {"a": "1\n"})
    box.git("checkout", "-q", "-b", "side")
    box.commit("side", {"a": "side\n"})
    box.git("checkout", "-q", "main")
    box.commit("main", {"a": "main\n"})
    box.now += STEP
    box.git("merge", "-q", "side", check=False)
    assert tree.tracked_files(repo_of(box)) == [("a", tree.FILE)]
    assert tree.staging_oid(repo_of(box), "a") == ""
    assert tree.is_tracked(repo_of(box), "a")


def test_work_trees(box: GitBox) -> None:
    box.commit("one", {"a": "1\n"})
    box.git("worktree", "add", "-q", "-b", "side", "../with blank")
    box.git("worktree", "add", "-q", "-b", "gone", "../gone")
    shutil.rmtree(box.path.parent / "gone")
    expected = [f"{box.path}/.git", f"{box.path}/.git/worktrees/with blank"]
    found = tree.worktrees(repo_of(box))
    assert found[0] == expected[0]
    assert len(found) == 2
    linked = open_repo(str(box.path.parent / "with blank"), box.env)
    assert found[1] == linked.git_dir
    assert tree.worktrees(linked) == found


def test_sha256(make_box: MakeBox) -> None:
    box = make_box("long", "--object-format=sha256")
    box.commit("one", {"a": "1\n"})
    ((_, oid, path),) = tree.tree_files(repo_of(box), "HEAD")
    assert (len(oid), path, tree.staging_oid(repo_of(box), "a")) == (64, "a", oid)
