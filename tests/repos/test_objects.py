"""kontext/git/objects.py: one contract, two back-ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from gitbox import REFS, GitBox
from kontext.git.objects import ChildObjects, ResidentObjects, open_objects
from kontext.git.repo import Repo, open_repo

if TYPE_CHECKING:
    from kontext.git.objects import Objects

MakeBox = Callable[..., GitBox]
Open = Callable[[Repo], "Objects"]


def repo_of(box: GitBox, folder: str = "") -> Repo:
    return open_repo(str(box.path / folder), box.env)


def oid_like() -> str:
    return "f" * 40


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

    def test_a_name_may_have_a_line_break(self, box: GitBox, opened: Open) -> None:
        oid = box.commit("one", {"a": "1\n", "b\nc": "2\n"})
        objects = opened(repo_of(box))
        assert objects.read(f"HEAD:a\n{oid}") is None
        for spec in ("HEAD:b\nc", f"{oid}:b\nc", ":b\nc"):
            assert (objects.read(spec) or ("", "", b""))[1:] == ("blob", b"2\n")
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

    def test_objects_that_lie_elsewhere(self, box: GitBox, opened: Open) -> None:
        """A clone that shares its objects, and a chain of such clones."""
        oid = box.commit("one", {"a": "1\n"})
        box.git("clone", "-q", "--shared", ".", "../second")
        second = GitBox(box.path.parent / "second", box.env)
        second.git("clone", "-q", "--shared", ".", "../third")
        third = GitBox(box.path.parent / "third", box.env)
        own = third.commit("two", {"b": "2\n"})
        objects = opened(repo_of(third))
        assert objects.read(f"{oid}:a") == (box.git("rev-parse", "HEAD:a"), "blob", b"1\n")
        assert (objects.read(f"{own}:b") or ("", "", b""))[2] == b"2\n"

    def test_a_partial_clone_fetches_nothing(self, box: GitBox, opened: Open) -> None:
        box.git("config", "uploadpack.allowFilter", "true")
        first = box.commit("one", {"a": "1\n"})
        box.commit("two", {"a": "2\n"})
        box.git("clone", "-q", "--filter=blob:none", f"file://{box.path}", "../partial")
        partial = GitBox(box.path.parent / "partial", box.env)
        objects = opened(repo_of(partial))
        assert (objects.read("HEAD:a") or ("", "", b""))[2] == b"2\n"
        assert objects.read(f"{first}:a") is None
        assert "?" in partial.git("rev-list", "--objects", "--missing=print", "HEAD")

    def test_packs_are_written_anew_while_it_is_open(self, box: GitBox, opened: Open) -> None:
        oids = [box.commit(f"one {number}", {"a": f"{number}\n"}) for number in range(4)]
        box.git("repack", "-q", "-a", "-d")
        objects = opened(repo_of(box))
        assert objects.read(f"{oids[0]}:a") is not None
        for number in range(3):
            oids.append(box.commit(f"two {number}", {"a": f"two {number}\n" * 100}))
            box.git("repack", "-q", "-a", "-d", "-f")
            box.git("prune-packed", "-q")
        found = [(objects.read(f"{oid}:a") or ("", "", b""))[0] for oid in oids]
        assert found == [box.git("rev-parse", f"{oid}:a") for oid in oids]
        assert objects.head() == oids[-1]

    def test_names_that_look_like_more(self, box: GitBox, opened: Open) -> None:
        oid = box.commit("one", {"^{tree}": "1\n", "HEAD": "2\n", ":(top)a": "3\n", "a@{1}": "4\n", oid_like(): "5\n"})
        objects = opened(repo_of(box))
        for number, name in enumerate(("^{tree}", "HEAD", ":(top)a", "a@{1}", oid_like()), 1):
            assert (objects.read(f"{oid}:{name}") or ("", "", b""))[2] == f"{number}\n".encode()

    def test_a_branch_named_like_an_oid(self, box: GitBox, opened: Open) -> None:
        first = box.commit("one", {"a": "1\n"})
        second = box.commit("two", {"a": "2\n"})
        box.git("update-ref", f"refs/heads/{first}", second)
        objects = opened(repo_of(box))
        assert (objects.read(f"{first}:a") or ("", "", b""))[2] == b"1\n"
        assert (objects.read(first) or ("",))[0] == first

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


@pytest.mark.skipif(REFS == "reftable", reason="libgit2 does not read reftables, so Git is asked")
def test_residents_ask_libgit2_where_they_can(box: GitBox) -> None:
    oid = box.commit("one", {"a": "1\n"})
    objects = open_objects(repo_of(box), resident=True)
    assert isinstance(objects, ResidentObjects)
    assert objects.head() == oid
    assert objects.read("HEAD:a") is not None
    assert objects._child._child is None
    objects.close()
    assert isinstance(open_objects(repo_of(box)), ChildObjects)


def test_a_dropped_door_leaves_no_program_behind(box: GitBox) -> None:
    box.commit("one", {"a": "1\n"})
    objects = ChildObjects(repo_of(box))
    assert objects.read("HEAD:a") is not None
    assert objects._child is not None
    pid = objects._child.pid
    del objects
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_library_that_is_broken_leaves_git_to_answer(box: GitBox) -> None:
    oid = box.commit("one", {"a": "1\n"})
    box.git("repack", "-q", "-a", "-d")
    objects = ResidentObjects(repo_of(box))
    objects._library = object()  # every call of it fails
    assert objects.head() == oid
    assert (objects.read("HEAD:a") or ("", "", b""))[2] == b"1\n"
    objects._library = None
    objects.close()
