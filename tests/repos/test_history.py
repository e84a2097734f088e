"""kontext/git/history.py and log.py on real repositories."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitbox import START, STEP, GitBox
from kontext.errors import GitCommandError, UnknownRevision
from kontext.git import history
from kontext.git.log import parse_log
from kontext.git.repo import Repo, open_repo
from kontext.model import Change, Commit

MakeBox = Callable[..., GitBox]

LOUD = """
[log]
    showSignature = true
    showRoot = false
    follow = true
    decorate = full
    diffMerges = separate
    abbrevCommit = true
    date = relative
    mailmap = false
[diff]
    renames = copies
    noprefix = true
    mnemonicPrefix = true
    relative = true
    orderFile = /nowhere/order
    external = false
    ignoreSubmodules = all
    context = 9
    interHunkContext = 50
    submodule = log
    colorMoved = zebra
[core]
    quotePath = true
[color]
    ui = always
[format]
    pretty = fuller
[i18n]
    logOutputEncoding = ISO-8859-1
[notes]
    displayRef = refs/notes/*
"""


def repo_of(box: GitBox, folder: str = "", **env: str) -> Repo:
    return open_repo(str(box.path / folder), box.env | env)


def subjects(commits: list[Commit]) -> list[str]:
    return [commit.subject for commit in commits]


def merge(box: GitBox, name: str, message: str = "Merge it") -> str:
    box.now += STEP
    box.git("merge", "-q", "--no-ff", "-m", message, name)
    return box.head


class TestIterCommits:
    def test_every_field(self, box: GitBox) -> None:
        first = box.commit("One\n\nThe body\nof it.\n\nDecision: x\n", {"a b/ü.txt": "1\n", "c": "1\n"})
        second = box.commit("Two\nlines of subject", {"c": "2\n"}, author="Jörg Ü <j@example.org>")
        found = list(history.iter_commits(repo_of(box)))
        assert found == [
            Commit(
                second,
                (first,),
                "2023-11-15T00:13:20+00:00",
                START + 2 * STEP,
                "Jörg Ü <j@example.org>",
                "Two lines of subject",
                "",
                (Change("M", "c"),),
            ),
            Commit(
                first,
                (),
                "2023-11-14T23:13:20+00:00",
                START + STEP,
                "Jane Doe <jane@example.org>",
                "One",
                "The body\nof it.\n\nDecision: x",
                (Change("A", "a b/ü.txt"), Change("A", "c")),
            ),
        ]

    def test_an_unborn_branch_has_none(self, box: GitBox) -> None:
        assert list(history.iter_commits(repo_of(box))) == []
        assert history.count_commits(repo_of(box), 10) == 0
        assert history.path_commits(repo_of(box), "a", limit=3) == ([], True)
        assert history.last_change(repo_of(box), "a") is None

    def test_no_configuration_bends_the_answer(self, box: GitBox) -> None:
        box.commit("one", {"sub/ä\tb": "1\n2\n3\n", "top": "x\n", ".mailmap": "Real <r@e.org> <jane@example.org>\n"})
        box.git("notes", "add", "-m", "a note")
        box.git("mv", "sub/ä\tb", "sub/c")
        box.commit("two")
        box.git("checkout", "-q", "-b", "side")
        box.commit("three", {"side": "1\n"})
        box.git("checkout", "-q", "main")
        box.commit("four", {"copy": "x\n"})
        merge(box, "side")
        plain = list(history.iter_commits(repo_of(box)))
        patches = list(history.iter_patches(repo_of(box), [commit.oid for commit in plain]))
        diff = history.commit_diff(repo_of(box), plain[-1].oid)
        with (box.path / ".git" / "config").open("a") as file:
            file.write(LOUD)
        repo = repo_of(box, "sub", GIT_EXTERNAL_DIFF="false", GIT_DIFF_OPTS="-u9")
        assert list(history.iter_commits(repo)) == plain
        assert list(history.iter_patches(repo, [commit.oid for commit in plain])) == patches
        assert history.commit_diff(repo, plain[-1].oid) == diff
        assert plain[-1].author == "Real <r@e.org>"
        assert [len(commit.changes) for commit in plain] == [0, 1, 1, 1, 3]
        assert plain[3].changes == (Change("R", "sub/c", "sub/ä\tb"),)
        assert subjects(history.path_commits(repo, "sub/c", limit=5)[0]) == ["two"]

    def test_all_kinds_of_changes_in_one_commit(self, box: GitBox) -> None:
        box.commit("one", {"gone": "1\n", "old": "a\nb\nc\n", "kept": "1\n", "type": "1\n", "R": "1\n", "C100": "1\n"})
        box.git("mv", "old", "new name")
        (box.path / "type").unlink()
        (box.path / "type").symlink_to("kept")
        box.commit("two", {"gone": None, "kept": "2\n", "M": "M\n", "R": "2\n", "C100": "2\n"})
        newest = next(history.iter_commits(repo_of(box)))
        assert set(newest.changes) == {
            Change("M", "C100"),
            Change("A", "M"),
            Change("M", "R"),
            Change("D", "gone"),
            Change("M", "kept"),
            Change("R", "new name", "old"),
            Change("T", "type"),
        }

    def test_merges_come_without_changes(self, box: GitBox) -> None:
        box.commit("one", {"a": "1\n"})
        box.git("checkout", "-q", "-b", "side")
        side = box.commit("side", {"s": "1\n"})
        box.git("checkout", "-q", "main")
        main = box.commit("two", {"a": "2\n"})
        oid = merge(box, "side")
        newest = next(history.iter_commits(repo_of(box)))
        assert (newest.oid, newest.parents, newest.changes) == (oid, (main, side), ())
        assert history.merge_files(repo_of(box), oid) == ["s"]
        assert history.commit_files(repo_of(box), oid) == [Change("A", "s")]

    def test_undecodable_bytes_survive(self, box: GitBox) -> None:
        name = b"caf\xe9".decode("utf-8", "surrogateescape")
        box.write(name, "1\n")
        box.git("add", "-A")
        tree = box.git("write-tree")
        who = b"J\xf6rg <j@e.org> 1700000000 +0200"
        raw = b"tree %b\nauthor %b\ncommitter %b\n\nCaf\xe9 \x01\x02\n\n\xff\xfe body\n" % (tree.encode(), who, who)
        box.git("update-ref", "HEAD", box.git("hash-object", "-t", "commit", "-w", "--stdin", data=raw))
        (commit,) = history.iter_commits(repo_of(box))
        assert commit.subject.encode("utf-8", "surrogateescape") == b"Caf\xe9 \x01\x02"
        assert commit.body.encode("utf-8", "surrogateescape") == b"\xff\xfe body"
        assert commit.author.encode("utf-8", "surrogateescape") == b"J\xf6rg <j@e.org>"
        assert commit.changes == (Change("A", name),)
        assert history.path_commits(repo_of(box), name, limit=1)[0][0].oid == commit.oid

    def test_other_encodings_are_recoded(self, box: GitBox) -> None:
        box.git("config", "i18n.commitEncoding", "ISO-8859-1")
        box.commit("Für alle".encode("iso-8859-1"), {"a": "1\n"})
        (commit,) = history.iter_commits(repo_of(box))
        assert commit.subject == "Für alle"

    def test_damaged_headers_do_not_stop_the_rest(self, box: GitBox) -> None:
        first = box.commit("one", {"a": "1\n"})
        tree = box.git("rev-parse", "HEAD^{tree}")
        for who in ("nobody", "A <a> not-a-date", " <> 0 +0000"):
            raw = f"tree {tree}\nparent {box.head}\nauthor {who}\ncommitter {who}\n\n"
            oid = box.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", data=raw.encode())
            box.git("update-ref", "HEAD", oid)
        found = list(history.iter_commits(repo_of(box)))
        assert len(found) == 4
        assert (found[-1].oid, found[-1].subject) == (first, "one")
        assert [commit.subject for commit in found[:3]] == ["", "", ""]
        assert found[0].committed == 0

    def test_an_empty_message_and_an_empty_commit(self, box: GitBox) -> None:
        box.commit("first")
        box.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
        found = list(history.iter_commits(repo_of(box)))
        assert [(commit.subject, commit.body, commit.changes) for commit in found] == [("", "", ()), ("first", "", ())]

    def test_limit_and_ranges(self, box: GitBox) -> None:
        oids = [box.commit(f"number {number}") for number in range(5)]
        repo = repo_of(box)
        assert subjects(list(history.iter_commits(repo, limit=2))) == ["number 4", "number 3"]
        assert subjects(list(history.iter_commits(repo, (f"{oids[1]}..{oids[3]}",)))) == ["number 3", "number 2"]
        assert subjects(list(history.iter_commits(repo, ("HEAD", f"^{oids[3]}"), changes=False))) == ["number 4"]
        assert list(history.iter_commits(repo, limit=0)) == []

    def test_a_revision_that_is_none(self, box: GitBox) -> None:
        box.commit("one", {"nope": "a file of that name\n"})
        repo = repo_of(box)
        for name in ("nope", "--all", "HEAD~7"):
            with pytest.raises(UnknownRevision):
                list(history.iter_commits(repo, (name,)))

    def test_a_damaged_repository_is_an_error_not_an_end(self, box: GitBox) -> None:
        oid = box.commit("one")
        box.commit("two")
        box.commit("three")
        (box.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
        seen = []
        with pytest.raises(GitCommandError):
            for commit in history.iter_commits(repo_of(box)):
                seen.append(commit)  # noqa: PERF402
        assert len(seen) <= 2

    def test_sha256(self, make_box: MakeBox) -> None:
        box = make_box("long", "--object-format=sha256")
        first = box.commit("one", {"a": "1\n"})
        second = box.commit("two", {"a": "2\n"})
        repo = repo_of(box)
        assert [commit.oid for commit in history.iter_commits(repo)] == [second, first]
        assert [commit.oid for commit in history.read_commits(repo, [first, second])] == [first, second]
        assert history.moved(repo, first, second) == ([second], [])
        assert list(history.iter_patches(repo, [second])) == [(second, [("a", ["1", "2"])])]

    def test_a_shallow_clone_and_a_bare_one(self, box: GitBox) -> None:
        box.commit("one", {"a": "1\n"})
        box.commit("two", {"a": "2\n"})
        box.git("clone", "-q", "--depth=1", f"file://{box.path}", "../shallow")
        box.git("clone", "-q", "--bare", ".", "../bare.git")
        shallow = open_repo(str(box.path.parent / "shallow"), box.env)
        bare = open_repo(str(box.path.parent / "bare.git"), box.env)
        assert subjects(list(history.iter_commits(shallow))) == ["two"]
        assert subjects(list(history.iter_commits(bare))) == ["two", "one"]
        assert subjects(history.path_commits(bare, "a", limit=9)[0]) == ["two", "one"]

    def test_a_partial_clone_is_read_without_fetching(self, box: GitBox) -> None:
        box.git("config", "uploadpack.allowFilter", "true")
        box.commit("one", {"a": "1\n2\n3\n4\n", "same": "kept\n"})
        box.git("mv", "a", "b")
        box.git("mv", "same", "moved")
        box.commit("two", {"b": "1\n2\n3\n4\n5\n"})
        box.commit("three", {"moved": "x\n"})
        box.git("clone", "-q", "--bare", "--filter=blob:none", f"file://{box.path}", "../partial")
        partial = open_repo(str(box.path.parent / "partial"), box.env)
        found = list(history.iter_commits(partial))
        assert subjects(found) == ["three", "two", "one"]
        assert found[1].changes == (Change("D", "a"), Change("A", "b"), Change("R", "moved", "same"))
        assert history.commit_files(partial, found[1].oid) == list(found[1].changes)
        with pytest.raises(GitCommandError) as caught:
            list(history.iter_patches(partial, [found[1].oid]))
        assert "git fetch --refetch" in caught.value.remedy

    def test_agrees_with_git_on_many_commits(self, box: GitBox) -> None:
        box.import_commits(300)
        found = list(history.iter_commits(repo_of(box)))
        assert [commit.oid for commit in found] == box.git("rev-list", "HEAD").split()
        assert all(newer.parents == (older.oid,) for newer, older in pairwise(found))
        assert {commit.changes for commit in found[:-1]} == {(Change("M", "log.txt"),)}
        assert history.count_commits(repo_of(box), 1000) == 300
        assert history.count_commits(repo_of(box), 7) == 7


@given(st.integers(1, 50))
def test_parsing_does_not_depend_on_where_chunks_end(size: int) -> None:
    raw = (
        b"\0aa bb\0" + b"12 2023\0A <a>\0s\nb\n\0\nM\0p\0R090\0old\0new\0"
        b"\0bb \0" + b"11 2022\0B <b>\0\n\0"
        b"\0cc \0" + b" \0 <>\0only subject\n\0\nA\0q\0"
    )
    chunks = [raw[at : at + size] for at in range(0, len(raw), size)]
    assert list(parse_log(chunks)) == [
        Commit("aa", ("bb",), "2023", 12, "A <a>", "s", "b", (Change("M", "p"), Change("R", "new", "old"))),
        Commit("bb", (), "2022", 11, "B <b>", "", ""),
        Commit("cc", (), "", 0, " <>", "only subject", "", (Change("A", "q"),)),
    ]


class TestReadAndMove:
    def test_read_keeps_the_order_and_leaves_out_what_is_missing(self, box: GitBox) -> None:
        oids = [box.commit(f"number {number}", {"a": f"{number}\n"}) for number in range(4)]
        blob = box.git("rev-parse", "HEAD:a")
        repo = repo_of(box)
        asked = [oids[2], "f" * 40, oids[0], blob, "no oid", oids[3], oids[2]]
        found = history.read_commits(repo, asked, changes=True)
        assert subjects(found) == ["number 2", "number 0", "number 3"]
        assert found[1].changes == (Change("A", "a"),)
        assert history.read_commits(repo, ["f" * 40]) == []
        assert history.read_commits(repo, []) == []

    def test_moved_forward_and_after_a_rewrite(self, box: GitBox) -> None:
        first = box.commit("one", {"a": "1\n"})
        second = box.commit("two", {"a": "2\n"})
        third = box.commit("three", {"a": "3\n"})
        repo = repo_of(box)
        assert history.moved(repo, first, third) == ([third, second], [])
        assert history.moved(repo, third, third) == ([], [])
        box.git("reset", "-q", "--hard", first)
        other = box.commit("other", {"b": "1\n"})
        assert history.moved(repo, third, other) == ([other], [third, second])
        assert history.moved(repo, third, other, at_most=2) is None

    def test_moved_from_nowhere(self, box: GitBox) -> None:
        oid = box.commit("one")
        repo = repo_of(box)
        assert history.moved(repo, "f" * 40, oid) is None
        assert history.moved(repo, "", oid) is None

    def test_path_commits_stop_in_time(self, box: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
        box.commit("one", {"a": "1\n"})
        repo = repo_of(box)
        assert history.path_commits(repo, "a", limit=5, timeout=30)[1] is True
        assert history.path_commits(repo, "a", limit=5, timeout=0) == ([], False)

    def test_path_commits_count_side_branches_and_folders(self, box: GitBox) -> None:
        box.commit("one", {"dir/a": "1\n", "b": "1\n", "dir*": "1\n"})
        box.git("checkout", "-q", "-b", "side")
        box.commit("side", {"dir/a": "2\n"})
        box.commit("side back", {"dir/a": "1\n"})
        box.git("checkout", "-q", "main")
        box.commit("two", {"b": "2\n"})
        merge(box, "side")
        repo = repo_of(box, "dir")
        assert subjects(history.path_commits(repo, "dir/a", limit=9)[0]) == ["side back", "side", "one"]
        assert subjects(history.path_commits(repo, "dir", limit=2)[0]) == ["side back", "side"]
        assert subjects(history.path_commits(repo, "dir*", limit=9)[0]) == ["one"]
        assert subjects(history.path_commits(repo, "dir/a", limit=9, rev="main~1")[0]) == ["one"]
