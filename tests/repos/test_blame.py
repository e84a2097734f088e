"""kontext/git/blame.py: attribution, ignore lists and refusals."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

import pytest

from gitbox import STEP, GitBox
from kontext.errors import PathProblem, UnknownRevision, UsageError
from kontext.git.blame import IgnoreRevs, blame, ignore_revs, line_count
from kontext.git.repo import Repo, open_repo
from kontext.model import BlameHunk, LineSpan

MakeBox = Callable[..., GitBox]

THREE = "one = 1\ntwo = 2\nthree = 3\n"


def repo_of(box: GitBox, folder: str = "", **env: str) -> Repo:
    return open_repo(str(box.path / folder), box.env | env)


def who(hunks: list[BlameHunk]) -> list[tuple[int, int, str]]:
    return [(hunk.span.first, hunk.span.last, hunk.oid) for hunk in hunks]


class TestAttribution:
    def test_hunks_in_file_order_with_their_predecessors(self, box: GitBox) -> None:
        first = box.commit("one", {"a": THREE})
        second = box.commit("two", {"a": "zero = 0\none = 1\ntwo = 22\nthree = 3\n"})
        assert blame(repo_of(box), "a") == [
            BlameHunk(second, "a", LineSpan(1, 1), 1, False, (first, "a")),
            BlameHunk(first, "a", LineSpan(2, 2), 1, False, None),
            BlameHunk(second, "a", LineSpan(3, 3), 3, False, (first, "a")),
            BlameHunk(first, "a", LineSpan(4, 4), 3, False, None),
        ]

    @pytest.mark.parametrize(
        ("asked", "lines"),
        [
            (LineSpan(2, 3), [(2, 3)]),
            ("2,3", [(2, 3)]),
            ("3,+2", [(3, 4)]),
            ("3,-2", [(2, 3)]),
            ("/two/,+1", [(3, 3)]),
            (":main", [(1, 2)]),
            ("4", [(4, 5)]),
        ],
    )
    def test_every_form_of_lines(self, box: GitBox, asked: LineSpan | str, lines: list[tuple[int, int]]) -> None:
        oid = box.commit("one", {"a.py": "def main():\n    pass\ntwo = 2\nthree = 3\nfour = 4\n", ".gitattributes": ""})
        (box.path / ".gitattributes").write_text("*.py diff=python\n")
        if asked == ":main":
            lines = [(1, 5)]  # Git's functions end where the next begins
        assert who(blame(repo_of(box), "a.py", [asked])) == [(*span, oid) for span in lines]

    def test_several_places_at_once(self, box: GitBox) -> None:
        oid = box.commit("one", {"a": "1\n2\n3\n4\n5\n"})
        assert who(blame(repo_of(box), "a", [LineSpan(4, 5), "1,1"])) == [(1, 1, oid), (4, 5, oid)]

    def test_lines_that_are_not_committed_have_an_oid_of_zeros(self, box: GitBox) -> None:
        oid = box.commit("one", {"a": THREE})
        box.write("a", THREE + "four = 4\n")
        hunks = blame(repo_of(box), "a")
        assert who(hunks) == [(1, 3, oid), (4, 4, "0" * 40)]
        assert hunks[1].previous == (oid, "a")
        assert who(blame(repo_of(box), "a", rev="HEAD")) == [(1, 3, oid)]

    def test_from_a_sub_folder_with_odd_names(self, box: GitBox) -> None:
        name = 'dir/sub folder/*ü "quoted"\t.txt'
        oid = box.commit("one", {name: THREE})
        box.git("mv", name, "dir/sub folder/new")
        box.commit("two")
        (hunk,) = blame(repo_of(box, "dir/sub folder"), "dir/sub folder/new", ["1,2"])
        assert (hunk.oid, hunk.path) == (oid, name)
        changed = box.commit("three", {"dir/sub folder/new": "x\n" + THREE})
        hunk = blame(repo_of(box, "dir"), "dir/sub folder/new", ["1,1"])[0]
        assert (hunk.oid, hunk.previous and hunk.previous[1]) == (changed, "dir/sub folder/new")

    def test_undecodable_path_and_contents(self, box: GitBox) -> None:
        name = b"caf\xe9.txt".decode("utf-8", "surrogateescape")
        oid = box.commit("one", {name: b"caf\xe9\n"})
        (hunk,) = blame(repo_of(box), name)
        assert (hunk.oid, hunk.path) == (oid, name)

    def test_git_dir_and_work_tree_of_the_environment(self, box: GitBox) -> None:
        oid = box.commit("one", {"sub/a": THREE})
        environ = {"GIT_DIR": f"{box.path}/.git", "GIT_WORK_TREE": str(box.path)}
        outside = open_repo(str(box.path.parent), box.env | environ)
        inside = open_repo(str(box.path / "sub"), box.env | environ)
        assert who(blame(outside, "sub/a")) == who(blame(inside, "sub/a")) == [(1, 3, oid)]

    def test_a_linked_work_tree_and_a_bare_repository(self, box: GitBox) -> None:
        oid = box.commit("one", {"a": THREE})
        box.git("worktree", "add", "-q", "-b", "side", "../linked")
        box.git("clone", "-q", "--bare", ".", "../bare.git")
        for name in ("linked", "bare.git"):
            assert who(blame(open_repo(str(box.path.parent / name), box.env), "a")) == [(1, 3, oid)]

    def test_sha256(self, make_box: MakeBox) -> None:
        box = make_box("long", "--object-format=sha256")
        oid = box.commit("one", {"a": THREE, ".git-blame-ignore-revs": "f" * 40 + "\n"})
        ignore = ignore_revs(repo_of(box))
        assert "is no full commit id" in ignore.warning
        assert who(blame(repo_of(box), "a", ignore=ignore)) == [(1, 3, oid)]

    def test_a_file_that_is_not_checked_out_is_read_from_head(self, box: GitBox) -> None:
        oid = box.commit("one", {"a": THREE})
        (box.path / "a").unlink()
        assert who(blame(repo_of(box), "a")) == [(1, 3, oid)]
        assert line_count(repo_of(box), "a") == 3

    def test_the_stopgap_sees_through_white_space(self, box: GitBox) -> None:
        first = box.commit("one", {"a": THREE})
        second = box.commit("two", {"a": THREE.replace("two", "    two")})
        repo = repo_of(box)
        assert who(blame(repo, "a", ["2,2"])) == [(2, 2, second)]
        assert who(blame(repo, "a", ["2,2"], stopgap=True)) == [(2, 2, first)]

    def test_no_configuration_bends_the_answer(self, box: GitBox) -> None:
        box.commit("one", {"ü": THREE})
        box.commit("two", {"ü": "x\n" + THREE})
        plain = blame(repo_of(box), "ü")
        for setting in ("blame.showRoot=false", "blame.blankBoundary=true", "blame.showEmail=true", "color.ui=always"):
            box.git("config", *setting.split("="))
        box.git("config", "blame.coloring", "highlightRecent")
        box.git("config", "blame.date", "relative")
        assert blame(repo_of(box), "ü") == plain


class TestShallow:
    def test_only_the_cut_is_a_boundary(self, box: GitBox) -> None:
        box.commit("one", {"a": "1\n"})
        box.commit("two", {"a": "1\n2\n"})
        third = box.commit("three", {"a": "1\n2\n3\n"})
        box.git("clone", "-q", "--depth=2", f"file://{box.path}", "../shallow")
        hunks = blame(open_repo(str(box.path.parent / "shallow"), box.env), "a")
        assert [hunk.boundary for hunk in hunks] == [True, False]
        assert hunks[1].oid == third

    def test_a_true_root_in_a_shallow_clone_is_none(self, box: GitBox) -> None:
        root = box.commit("root", {"a": "1\n"})
        box.git("checkout", "-q", "--orphan", "other")
        box.git("rm", "-q", "-rf", ".")
        box.commit("other one", {"b": "1\n"})
        box.commit("other two", {"b": "2\n"})
        box.git("checkout", "-q", "main")
        box.now += STEP
        box.git("merge", "-q", "--allow-unrelated-histories", "-m", "join", "other")
        box.git("clone", "-q", "--depth=2", f"file://{box.path}", "../shallow")
        shallow = open_repo(str(box.path.parent / "shallow"), box.env)
        assert shallow.is_shallow
        assert [(hunk.oid, hunk.boundary) for hunk in blame(shallow, "a")] == [(root, False)]
        assert [hunk.boundary for hunk in blame(shallow, "b")] == [True]

    def test_the_root_of_a_whole_clone_is_none(self, box: GitBox) -> None:
        box.commit("one", {"a": "1\n"})
        assert not blame(repo_of(box), "a")[0].boundary


class TestIgnoreRevs:
    def formatted(self, box: GitBox) -> tuple[str, str]:
        first = box.commit("one", {"a": THREE})
        return first, box.commit("format", {"a": THREE.replace(" = ", "=")})

    def test_nothing_to_ignore(self, box: GitBox) -> None:
        box.commit("one", {"a": THREE})
        assert ignore_revs(repo_of(box)) == IgnoreRevs((), ("--no-ignore-revs-file",), None, "")

    def test_the_file_at_the_top_is_used(self, box: GitBox) -> None:
        first, second = self.formatted(box)
        box.write(".git-blame-ignore-revs", f"# formatting\n\n{second.upper()}  # with a comment\r\n")
        ignore = ignore_revs(repo_of(box, ""))
        assert (ignore.paths, ignore.warning) == ((".git-blame-ignore-revs",), "")
        assert who(blame(repo_of(box), "a", ignore=ignore)) == [(1, 3, first)]
        assert who(blame(repo_of(box), "a")) == [(1, 3, second)]

    def test_a_configured_file_wins_and_is_relative_to_the_top(self, box: GitBox) -> None:
        first, second = self.formatted(box)
        (box.path / "dir").mkdir()
        box.write("dir/ignored", second + "\n")
        box.write(".git-blame-ignore-revs", "not read\n")
        box.git("config", "blame.ignoreRevsFile", "dir/ignored")
        repo = repo_of(box, "dir")
        ignore = ignore_revs(repo)
        assert (ignore.paths, ignore.warning) == (("dir/ignored",), "")
        assert who(blame(repo, "a", ignore=ignore)) == [(1, 3, first)]

    def test_home_and_several_files(self, box: GitBox) -> None:
        first, second = self.formatted(box)
        home = box.path.parent / "own home"
        home.mkdir()
        (home / "ignored").write_text(second)
        box.write("more", "0" * 39 + "1\n")
        for name in ("cleared", "", "~/ignored", "more", ":(optional)absent"):
            box.git("config", "--add", "blame.ignoreRevsFile", name)
        repo = repo_of(box, HOME=str(home))
        ignore = ignore_revs(repo)
        assert (ignore.paths, ignore.warning) == (("~/ignored", "more"), "")
        assert who(blame(repo, "a", ignore=ignore)) == [(1, 3, first)]

    def test_a_missing_file_is_a_warning_and_the_rest_counts(self, box: GitBox) -> None:
        first, second = self.formatted(box)
        box.write("there", second)
        box.git("config", "blame.ignoreRevsFile", "gone")
        repo = repo_of(box)
        ignore = ignore_revs(repo)
        assert "'gone'" in ignore.warning
        assert who(blame(repo, "a", ignore=ignore)) == [(1, 3, second)]
        assert who(blame(repo, "a")) == [(1, 3, second)]
        box.git("config", "--add", "blame.ignoreRevsFile", "there")
        both = ignore_revs(repo)
        assert "'gone'" in both.warning
        assert who(blame(repo, "a", ignore=both)) == [(1, 3, first)]

    def test_entries_that_are_no_commits_here_do_no_harm(self, box: GitBox) -> None:
        first, second = self.formatted(box)
        tree = box.git("rev-parse", "HEAD^{tree}")
        box.write(".git-blame-ignore-revs", f"{'f' * 40}\n{tree}\n{second[:10]}\nnonsense here\n{second}\n")
        ignore = ignore_revs(repo_of(box))
        assert f":3: '{second[:10]}' is no full commit id" in ignore.warning
        assert ":4: 'nonsense here'" in ignore.warning
        assert who(blame(repo_of(box), "a", ignore=ignore)) == [(1, 3, first)]

    def test_as_of_a_revision_and_in_a_bare_repository_heads_copy_counts(self, box: GitBox) -> None:
        first, second = self.formatted(box)
        box.commit("list", {".git-blame-ignore-revs": second + "\n"})
        (box.path / ".git-blame-ignore-revs").unlink()
        box.git("clone", "-q", "--bare", ".", "../bare.git")
        bare = open_repo(str(box.path.parent / "bare.git"), box.env)
        assert who(blame(bare, "a", ignore=ignore_revs(bare))) == [(1, 3, first)]
        repo = repo_of(box)
        assert ignore_revs(repo).data is None
        assert who(blame(repo, "a", rev="HEAD", ignore=ignore_revs(repo, "HEAD"))) == [(1, 3, first)]

    def test_known_configuration_is_not_asked_again(self, box: GitBox) -> None:
        _, second = self.formatted(box)
        box.write("list", second)
        box.git("config", "blame.ignoreRevsFile", "gone")
        assert ignore_revs(repo_of(box), configured=["list"]).warning == ""
        assert ignore_revs(repo_of(box), configured=[]).warning == ""


class TestRefusals:
    @pytest.mark.parametrize(
        ("path", "lines", "sentence"),
        [
            ("a", ["9,9"], "a has 3 lines"),
            ("a", ["2,9"], None),
            ("short", ["2,2"], "short has 1 line"),
            ("empty", ["1,1"], "empty is empty"),
            ("a", ["/nothing/"], "nothing in a matches 'nothing'"),
            ("a", [":nothing"], "nothing in a matches 'nothing'"),
            ("dir", [], "dir is a folder"),
            ("no/such", [], "there is no file no/such here"),
            ("untracked", ["1,1"], "untracked is not tracked by Git and not committed yet"),
            ("bin", ["1,1"], "bin is a binary file"),
            ("a/b", [], "there is no file a/b here"),
        ],
    )
    def test_sentences(self, box: GitBox, path: str, lines: list[str], sentence: str | None) -> None:
        box.commit(
            "one", {"a": THREE, "short": "1\n", "empty": "", "dir/x": "1\n", "bin": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n"}
        )
        box.write("untracked", "1\n")
        if sentence is None:  # Git cuts the end of a span to the file
            assert blame(repo_of(box), path, lines)[0].span == LineSpan(2, 3)
            return
        with pytest.raises(PathProblem) as caught:
            blame(repo_of(box), path, lines)
        assert caught.value.message == sentence
        assert caught.value.path == path

    def test_what_is_no_line_at_all(self, box: GitBox) -> None:
        box.commit("one", {"a": THREE})
        for lines in ("0", "x", "1,+0"):
            with pytest.raises(UsageError, match="no lines of a file"):
                blame(repo_of(box), "a", [lines])

    def test_an_untracked_file_says_how_to_go_on(self, box: GitBox) -> None:
        box.write("new one", "1\n")
        with pytest.raises(PathProblem) as caught:
            blame(repo_of(box), "new one")
        assert caught.value.remedy == "git add 'new one' && git commit"
        box.git("add", "-A")
        with pytest.raises(PathProblem, match="new one is not committed yet"):
            blame(repo_of(box), "new one")

    def test_a_staged_file_is_all_uncommitted_lines(self, box: GitBox) -> None:
        box.commit("one", {"a": THREE})
        box.write("b", "1\n")
        box.git("add", "b")
        assert who(blame(repo_of(box), "b")) == [(1, 1, "0" * 40)]

    def test_revisions(self, box: GitBox) -> None:
        box.commit("one", {"a": THREE})
        box.commit("two", {"b": "1\n"})
        repo = repo_of(box)
        for name in ("nope", "-s", ""):
            with pytest.raises(UnknownRevision):
                blame(repo, "a", rev=name)
        with pytest.raises(PathProblem, match="there is no file b at HEAD~1"):
            blame(repo, "b", rev="HEAD~1")

    def test_a_submodule(self, box: GitBox, make_box: MakeBox) -> None:
        inner = make_box("inner")
        inner.commit("inside", {"x": "1\n"})
        box.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.path), "sub")
        box.commit("with a submodule")
        with pytest.raises(PathProblem, match="sub is a submodule"):
            blame(repo_of(box), "sub")

    def test_binary_contents_beyond_the_lines_asked_for(self, box: GitBox) -> None:
        box.commit("one", {"latin": b"caf\xe9\n", "bin": b"\xff\xd8\xff\n" + b"\0" * 10})
        assert len(blame(repo_of(box), "latin", ["1,1"])) == 1
        with pytest.raises(PathProblem, match="binary"):
            blame(repo_of(box), "bin", ["1,1"])
        with pytest.raises(PathProblem, match="binary"):
            blame(repo_of(box), "bin", ["1,1"], rev="HEAD")


def test_line_count(box: GitBox) -> None:
    box.commit("one", {"a": THREE, "none": "", "open": "1\n2"})
    box.write("a", THREE * 2)
    repo = repo_of(box)
    assert [line_count(repo, name) for name in ("a", "none", "open")] == [6, 0, 2]
    assert line_count(repo, "a", "HEAD") == 3
    for name in ("gone", "dir"):
        os.makedirs(box.path / "dir", exist_ok=True)
        with pytest.raises(PathProblem, match=f"there is no file {name}"):
            line_count(repo, name)
    shutil.rmtree(box.path / "dir")
