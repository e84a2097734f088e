"""Patches, and paths through renames, on real repositories: kontext/git/patches.py and renames.py."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gitbox import STEP, GitBox
from kontext.git import history
from kontext.git.patches import _lines
from kontext.git.repo import Repo, open_repo
from kontext.model import Change


def repo_of(box: GitBox) -> Repo:
    return open_repo(str(box.path), box.env)


def merge(box: GitBox, name: str, message: str = "Merge it") -> str:
    box.now += STEP
    box.git("merge", "-q", "--no-ff", "-m", message, name)
    return box.head


class TestPatches:
    def test_added_and_removed_lines_per_file(self, box: GitBox) -> None:
        first = box.commit("one", {"a": "keep\nold\n", 'odd "q"\tü': "x y\n", "with blank": "b\n"})
        box.git("mv", "with blank", "moved")
        second = box.commit("two", {"a": "keep\n-- sql comment\n++ plus\n"})
        third = box.commit("three", {"a": "keep\n", "bin": b"\0\1"})
        found = dict(history.iter_patches(repo_of(box), [third, first, second]))
        assert list(found) == [third, first, second]
        assert dict(found[first]) == {"a": ["keep", "old"], 'odd "q"\tü': ["x y"], "with blank": ["b"]}
        assert dict(found[second]) == {
            "a": ["old", "-- sql comment", "++ plus"],
            "with blank": ["b"],
            "moved": ["b"],
        }
        assert found[third] == [("a", ["-- sql comment", "++ plus"])]

    def test_limits(self, box: GitBox) -> None:
        text = "x" * 1000 + "\n" + "line\n" * 100
        oid = box.commit("one", {"a": text, "b": "kept\n"})
        ((_, files),) = history.iter_patches(repo_of(box), [oid], max_line=10, max_file=30)
        assert dict(files) == {"a": ["x" * 10, "line", "line", "line", "line", "line"], "b": ["kept"]}

    def test_a_file_that_becomes_a_symlink_is_one_path(self, box: GitBox) -> None:
        box.commit("one", {"a": "old\n", "z": "1\n"})
        (box.path / "a").unlink()
        (box.path / "a").symlink_to("z")
        oid = box.commit("two", {"z": "2\n"})
        assert list(history.iter_patches(repo_of(box), [oid])) == [(oid, [("a", ["old", "z"]), ("z", ["1", "2"])])]

    def test_no_newline_at_the_end_merges_and_unknown_commits(self, box: GitBox) -> None:
        first = box.commit("one", {"a": "1"})
        box.git("checkout", "-q", "-b", "side")
        second = box.commit("side", {"a": "1\n2"})
        box.git("checkout", "-q", "main")
        oid = merge(box, "side")
        found = list(history.iter_patches(repo_of(box), ["f" * 40, oid, second, "junk"]))
        assert found == [(oid, []), (second, [("a", ["1", "1", "2"])])]
        assert list(history.iter_patches(repo_of(box), ["junk"])) == []
        assert history.commit_diff(repo_of(box), first).startswith("diff --git a/a b/a\nnew file mode 100644\n")

    @given(st.binary(max_size=60), st.integers(1, 20), st.integers(1, 12))
    def test_lines_are_cut_wherever_chunks_end(self, raw: bytes, size: int, longest: int) -> None:
        chunks = [raw[at : at + size] for at in range(0, len(raw), size)]
        whole = raw.split(b"\n")
        if not whole[-1]:
            whole.pop()
        assert list(_lines(chunks, longest)) == [line[:longest] for line in whole]


class TestRenames:
    def test_forward_through_two_renames_and_a_merge(self, box: GitBox) -> None:
        box.commit("one", {"a": "1\n2\n3\n", "x": "1\n"})
        box.git("checkout", "-q", "-b", "side")
        box.git("mv", "a", "b")
        first = box.commit("a to b")
        box.git("checkout", "-q", "main")
        box.commit("two", {"x": "2\n"})
        merge(box, "side")
        (box.path / "dir").mkdir()
        box.git("mv", "b", "dir/c")
        second = box.commit("b to c")
        repo = repo_of(box)
        assert history.renamed_to(repo, "a") == ("dir/c", (first, second))
        assert history.renamed_to(repo, "a", "HEAD~1") == ("b", (first,))
        assert history.earlier_names(repo, "dir/c") == [("b", second), ("a", first)]
        commit, change = history.last_change(repo, "b") or (None, None)
        assert (commit and commit.oid, change) == (second, Change("R", "dir/c", "b"))

    def test_deleted_still_there_and_never_there(self, box: GitBox) -> None:
        box.commit("one", {"a": "1\n2\n3\n", "kept": "other\n"})
        oid = box.commit("two", {"a": None})
        repo = repo_of(box)
        assert history.renamed_to(repo, "a") == ("", (oid,))
        assert history.renamed_to(repo, "kept") == ("kept", ())
        assert history.renamed_to(repo, "never") is None
        assert history.last_change(repo, "never") is None
        assert history.earlier_names(repo, "kept") == []
        commit, change = history.last_change(repo, "a") or (None, None)
        assert (commit and commit.subject, change) == ("two", Change("D", "a"))

    def test_a_folder_that_moved(self, box: GitBox) -> None:
        box.commit("one", {"old/in/a": "1\n2\n", "old/b": "3\n4\n", "old/c": "5\n6\n"})
        box.git("rm", "-q", "old/c")
        box.git("mv", "old", "new")
        oid = box.commit("moved")
        repo = repo_of(box)
        assert history.renamed_to(repo, "old") == ("new", (oid,))
        assert history.renamed_to(repo, "old/in") == ("new/in", (oid,))
        commit, change = history.last_change(repo, "old") or (None, None)
        assert (commit and commit.oid, change) == (oid, Change("R", "new/b", "old/b"))

    def test_a_path_that_came_back(self, box: GitBox) -> None:
        box.commit("one", {"a": "1\n2\n3\n"})
        box.git("mv", "a", "b")
        box.commit("away")
        box.git("mv", "b", "a")
        back = box.commit("back")
        repo = repo_of(box)
        assert history.renamed_to(repo, "a") == ("a", ())
        assert history.renamed_to(repo, "b") == ("a", (back,))
        assert [name for name, _ in history.earlier_names(repo, "a")] == ["b"]

    def test_the_last_change_of_a_file_is_not_one_of_a_discarded_branch(self, box: GitBox) -> None:
        box.commit("one", {"a": "1\n"})
        box.git("checkout", "-q", "-b", "side")
        box.commit("side", {"a": "side\n"})
        box.git("checkout", "-q", "main")
        kept = box.commit("main", {"a": "main\n"})
        box.now += STEP
        box.git("merge", "-q", "-s", "ours", "-m", "keep ours", "side")
        commit, _ = history.last_change(repo_of(box), "a") or (None, None)
        assert commit and commit.oid == kept
