"""kontext/git/objects.py: one contract, two back-ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from gitbox import GitBox
from kontext.errors import PathProblem
from kontext.git.objects import ChildObjects, ResidentObjects, open_objects
from kontext.git.repo import Repo, open_repo

if TYPE_CHECKING:
    from kontext.git.objects import Objects

MakeBox = Callable[..., GitBox]
Open = Callable[[Repo], "Objects"]


def repo_of(box: GitBox, folder: str = "") -> Repo:
    return open_repo(str(box.path / folder), box.env)


@pytest.fixture(params=[ChildObjects, ResidentObjects])
def opened(request: pytest.FixtureRequest) -> Iterator[Open]:
    """Open the back-end under test; it is closed in the end."""
    made: list[Objects] = []

    def make(repo: Repo) -> Objects:
        made.append(request.param(repo))
        return made[-1]

    yield make
    for objects in made:
        objects.close()


class TestContract:
    def test_blobs_trees_commits_and_tags(self, box: GitBox, opened: Open) -> None:
        oid = box.commit("one", {"a": "1\n", "dir/ü b": b"\0\xff\n" * 50_000, "none": ""})
        box.git("tag", "-a", "-m", "annotated", "v1")
        objects = opened(repo_of(box))
        assert objects.read("HEAD:a") == (box.git("rev-parse", "HEAD:a"), "blob", b"1\n")
        assert objects.read("HEAD:dir/ü b") == (box.git("rev-parse", "HEAD:dir/ü b"), "blob", b"\0\xff\n" * 50_000)
        assert objects.read(f"{oid}:none") == (box.git("rev-parse", "HEAD:none"), "blob", b"")
        found = objects.read(oid)
        assert found is not None
        assert found[:2] == (oid, "commit")
        assert found[2].decode() == box.git("cat-file", "commit", oid) + "\n"
        assert (objects.read("HEAD:dir") or ("", ""))[1] == "tree"
        assert (objects.read("v1") or ("", ""))[1] == "tag"
        assert (objects.read("HEAD^{tree}") or ("", ""))[:2] == (box.git("rev-parse", "HEAD^{tree}"), "tree")

    def test_what_is_not_there(self, box: GitBox, opened: Open) -> None:
        box.commit("one", {"a": "1\n"})
        objects = opened(repo_of(box))
        for spec in ("HEAD:no such file 7", "f" * 40, "nope", "HEAD:a/b", "f" * 40 + ":a", "", "blob 3"):
            assert objects.read(spec) is None
        assert objects.read("HEAD:a") is not None

    def test_a_submodule_is_not_there(self, box: GitBox, make_box: MakeBox, opened: Open) -> None:
        inner = make_box("inner")
        inner.commit("inside", {"x": "1\n"})
        box.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.path), "sub")
        box.commit("one")
        objects = opened(repo_of(box))
        assert objects.read("HEAD:sub") is None
        assert objects.read("HEAD:.gitmodules") is not None

    def test_a_line_break_is_refused(self, box: GitBox, opened: Open) -> None:
        oid = box.commit("one", {"a": "1\n"})
        objects = opened(repo_of(box))
        with pytest.raises(PathProblem, match="line break"):
            objects.read(f"HEAD:a\n{oid}")
        assert objects.head() == oid

    def test_head_follows_commits_branches_and_packs(self, box: GitBox, opened: Open) -> None:
        objects = opened(repo_of(box))
        assert objects.head() == ""
        first = box.commit("one", {"a": "1\n"})
        assert objects.head() == first
        second = box.commit("two", {"a": "2\n"})
        assert objects.head() == second
        assert (objects.read("HEAD:a") or ("", "", b""))[2] == b"2\n"
        box.git("checkout", "-q", "--detach", first)
        assert objects.head() == first
        box.git("gc", "-q", "--prune=now")
        assert (objects.read(f"{second}:a") or ("", "", b""))[2] == b"2\n"

    def test_the_staging_area_is_read_as_it_is_now(self, box: GitBox, opened: Open) -> None:
        box.commit("one", {"a": "1\n"})
        objects = opened(repo_of(box))
        assert (objects.read(":a") or ("", "", b""))[2] == b"1\n"
        box.write("a", "staged\n")
        box.git("add", "a")
        assert (objects.read(":a") or ("", "", b""))[2] == b"staged\n"

    def test_paths_start_at_the_top_and_dots_at_the_folder(self, box: GitBox, opened: Open) -> None:
        box.commit("one", {"a": "top\n", "dir/a": "below\n"})
        objects = opened(repo_of(box, "dir"))
        assert (objects.read("HEAD:a") or ("", "", b""))[2] == b"top\n"
        assert (objects.read("HEAD:./a") or ("", "", b""))[2] == b"below\n"
        assert (objects.read("HEAD:../a") or ("", "", b""))[2] == b"top\n"

    def test_undecodable_names(self, box: GitBox, opened: Open) -> None:
        name = b"caf\xe9".decode("utf-8", "surrogateescape")
        box.commit("one", {name: "1\n"})
        assert (opened(repo_of(box)).read(f"HEAD:{name}") or ("", "", b""))[2] == b"1\n"

    def test_linked_work_tree_and_bare(self, box: GitBox, opened: Open) -> None:
        box.commit("one", {"a": "1\n"})
        box.git("worktree", "add", "-q", "-b", "side", "../linked")
        box.git("clone", "-q", "--bare", ".", "../bare.git")
        oid = box.head
        box.commit("two", {"a": "2\n"})
        for name in ("linked", "bare.git"):
            objects = opened(open_repo(str(box.path.parent / name), box.env))
            assert (objects.head(), objects.read("HEAD:a")) == (oid, (box.git("rev-parse", f"{oid}:a"), "blob", b"1\n"))

    def test_sha256(self, make_box: MakeBox, opened: Open) -> None:
        box = make_box("long", "--object-format=sha256")
        oid = box.commit("one", {"a": "1\n"})
        objects = opened(repo_of(box))
        assert objects.head() == oid
        assert objects.read(f"{oid}:a") == (box.git("rev-parse", "HEAD:a"), "blob", b"1\n")
        assert objects.read("f" * 64) is None

    def test_reftable(self, make_box: MakeBox, opened: Open) -> None:
        box = make_box("plain")
        if (
            "usage:" in box.git("init", "-q", "--ref-format=reftable", "../table", check=False)
            or not (box.path.parent / "table").exists()
        ):
            pytest.skip("this Git does not know the reftable format: NOT TESTED with it")
        box = GitBox(box.path.parent / "table", box.env)
        oid = box.commit("one", {"a": "1\n"})
        objects = opened(repo_of(box))
        assert (objects.head(), (objects.read("HEAD:a") or ("", "", b""))[2]) == (oid, b"1\n")

    def test_closed_and_asked_again(self, box: GitBox, opened: Open) -> None:
        box.commit("one", {"a": "1\n"})
        objects = opened(repo_of(box))
        assert objects.read("HEAD:a") is not None
        objects.close()
        objects.close()
        assert objects.read("HEAD:a") is not None


def test_a_child_that_was_killed_is_replaced(box: GitBox) -> None:
    box.commit("one", {"a": "1\n"})
    objects = ChildObjects(repo_of(box))
    assert objects.read("HEAD:a") is not None
    child = objects._child
    assert child is not None
    os.kill(child.pid, signal.SIGKILL)
    assert objects.read("HEAD:a") is not None
    objects.close()


def test_replaced_commits_are_read_through_git(box: GitBox) -> None:
    """libgit2 does not know refs/replace."""
    first = box.commit("one", {"a": "1\n"})
    second = box.commit("two", {"a": "2\n"})
    box.git("replace", second, first)
    for resident in (False, True):
        objects = open_objects(repo_of(box), resident)
        assert (objects.read("HEAD:a") or ("", "", b""))[2] == b"1\n"
        objects.close()


def test_residents_ask_libgit2_where_they_can(box: GitBox) -> None:
    oid = box.commit("one", {"a": "1\n"})
    objects = open_objects(repo_of(box), resident=True)
    assert isinstance(objects, ResidentObjects)
    assert objects.head() == oid
    assert objects.read("HEAD:a") is not None
    assert objects._child._child is None
    objects.close()
    assert isinstance(open_objects(repo_of(box)), ChildObjects)
