"""Which commit added a record: renames, moves, copies, merges, borders of a clone, and the cache."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.git.repo import Repo, open_repo
from kontext.timeline import cache, origins
from kontext.timeline.cache import origins_of
from kontext.timeline.origins import CUT_OFF, UNCOMMITTED, Origin, find_origins


def text(title: str, lines: int = 40) -> str:
    """A record of its own: no two titles make similar files."""
    return f"# {title}\n\n## Status\n\nAccepted\n\n## Context\n\n" + "".join(
        f"{title} line {n}\n" for n in range(lines)
    )


def repo_of(box: GitBox, folder: str = "") -> Repo:
    return open_repo(os.path.join(box.path, folder), box.env)


def added(box: GitBox, *paths: str) -> list[str]:
    found = find_origins(repo_of(box), paths)
    return [found[path].oid for path in paths]


def test_a_record_that_never_moved(box: GitBox) -> None:
    first = box.commit("One", {"adr/0001-a.md": text("a")})
    second = box.commit("Two", {"adr/0002-b.md": text("b"), "adr/0001-a.md": text("a") + "More.\n"})
    box.commit("Else", {"code.py": "x\n"})
    assert added(box, "adr/0001-a.md", "adr/0002-b.md") == [first, second]
    origin = find_origins(repo_of(box), ["adr/0002-b.md"])["adr/0002-b.md"]
    assert (origin.subject, origin.author, origin.path) == ("Two", "Jane Doe <jane@example.org>", "adr/0002-b.md")
    assert origin.date.startswith("2023-11-15T00:13:20")


def test_renames_within_the_folder_and_numbers_that_change_places(box: GitBox) -> None:
    one = box.commit("One", {"adr/0001-alpha.md": text("alpha")})
    two = box.commit("Two", {"adr/0002-beta.md": text("beta")})
    box.git("mv", "adr/0002-beta.md", "adr/0003-beta.md")
    box.git("mv", "adr/0001-alpha.md", "adr/0002-beta.md")
    box.commit("Swap")
    box.git("mv", "adr/0002-beta.md", "adr/0001-alpha-again.md")
    box.commit("Rename")
    assert added(box, "adr/0001-alpha-again.md", "adr/0003-beta.md") == [one, two]


def test_moves_into_the_folder_from_elsewhere_and_back(box: GitBox) -> None:
    one = box.commit("One", {"notes/deep/0001-a.md": text("a"), "adr/0002-b.md": text("b")})
    box.git("mv", "notes/deep/0001-a.md", "adr/0001-a.md")
    box.commit("In")
    (box.path / "base").mkdir()
    box.git("mv", "adr", "base/adr")
    box.commit("Out")
    box.git("mv", "base/adr", "adr")
    box.commit("And in again")
    assert added(box, "adr/0001-a.md", "adr/0002-b.md") == [one, one]
    assert find_origins(repo_of(box), ["adr/0001-a.md"])["adr/0001-a.md"].path == "notes/deep/0001-a.md"


def test_a_copy_of_a_template_or_a_sibling_is_a_new_record(box: GitBox) -> None:
    box.commit("Template", {"adr/template.md": text("Title"), "adr/0001-a.md": text("a")})
    copied = box.commit("Two", {"adr/0002-b.md": text("a")})
    used_up = box.commit("Three", {"adr/template.md": None, "adr/0003-c.md": text("Title")})
    assert added(box, "adr/0002-b.md", "adr/0003-c.md") == [copied, used_up]


def test_a_move_in_two_steps_is_a_move_and_a_copy_beside_its_source_is_none(box: GitBox) -> None:
    one = box.commit("One", {"0001-a.md": text("a"), "pkg/adr/0002-b.md": text("b")})
    box.commit("Copy", {"adr/0001-a.md": text("a")})
    copy = box.commit("Another package", {"other/adr/0002-b.md": text("b")})
    box.commit("Remove", {"0001-a.md": None})
    assert added(box, "adr/0001-a.md", "other/adr/0002-b.md", "pkg/adr/0002-b.md") == [one, copy, one]


def test_a_restored_record_is_as_old_as_it_was(box: GitBox) -> None:
    one = box.commit("One", {"adr/0001-a.md": text("a"), "adr/0002-b.md": text("b")})
    box.commit("Remove", {"adr/0001-a.md": None})
    box.commit("Restore", {"adr/0001-a.md": text("a")})
    assert added(box, "adr/0001-a.md") == [one]


def test_a_name_used_again_after_a_rename_is_a_new_record(box: GitBox) -> None:
    one = box.commit("One", {"adr/0001-a.md": text("alpha"), "adr/0009-z.md": text("z")})
    box.git("mv", "adr/0001-a.md", "adr/0002-a.md")
    box.commit("Renumber")
    again = box.commit("Again", {"adr/0001-a.md": text("quite another thing")})
    assert added(box, "adr/0001-a.md", "adr/0002-a.md") == [again, one]


def test_side_branches_and_what_a_merge_itself_added(box: GitBox) -> None:
    box.commit("Base", {"code.py": "x\n", "adr/0001-a.md": text("a")})
    box.git("checkout", "-q", "-b", "side")
    side = box.commit("Side", {"adr/0002-b.md": text("b")})
    box.git("checkout", "-q", "main")
    box.commit("Main", {"code.py": "y\n"})
    box.git("merge", "-q", "--no-ff", "--no-commit", "side")
    merge = box.commit("Merge side", {"adr/0003-c.md": text("c")})
    assert len(box.git("rev-list", "--parents", "-1", merge).split()) == 3
    assert added(box, "adr/0002-b.md", "adr/0003-c.md") == [side, merge]


def test_a_record_that_a_merge_moved_with_its_folder(box: GitBox) -> None:
    """One branch renames the folder while another adds a record to the old one: only the merge has the new name."""
    box.commit("Base", {f"adr/000{n}-{n}.md": text(f"number {n}") for n in range(1, 6)})
    box.git("checkout", "-q", "-b", "side")
    side = box.commit("Side", {"adr/0006-f.md": text("f")})
    box.git("checkout", "-q", "main")
    box.git("mv", "adr", "decisions")
    box.commit("Rename the folder")
    box.git("-c", "merge.directoryRenames=true", "merge", "-q", "--no-ff", "-m", "Merge", "side")
    assert (box.path / "decisions/0006-f.md").exists()
    assert added(box, "decisions/0006-f.md") == [side]


def test_names_of_any_bytes(box: GitBox) -> None:
    umlaut, raw = "adr/Über uns – 1.md", b"adr/\xff\xfe.md".decode("utf-8", "surrogateescape")
    one = box.commit("One", {umlaut: text("a"), raw: text("b")})
    assert added(box, umlaut, raw) == [one, one]
    assert origins_of(repo_of(box), [umlaut, raw])[raw].oid == one  # and the cache keeps them
    assert origins_of(repo_of(box), [umlaut, raw])[raw].path == raw


def test_what_is_not_committed_and_an_unborn_branch(box: GitBox) -> None:
    assert find_origins(repo_of(box), ["adr/0001-a.md"]) == {"adr/0001-a.md": Origin(label=UNCOMMITTED)}
    box.commit("One", {"adr/0001-a.md": text("a")})
    box.write("adr/0002-b.md", text("b"))
    assert find_origins(repo_of(box), ["adr/0002-b.md"])["adr/0002-b.md"].label == UNCOMMITTED
    assert origins_of(repo_of(box), []) == {}


def test_a_shallow_clone_does_not_take_its_border_for_the_beginning(box: GitBox, tmp_path: Path) -> None:
    box.commit("One", {"adr/0001-a.md": text("a")})
    box.commit("Else", {"code.py": "x\n"})
    late = box.commit("Two", {"adr/0002-b.md": text("b")})
    box.git("clone", "-q", "--depth=2", f"file://{box.path}", str(tmp_path / "shallow"))
    clone = GitBox(tmp_path / "shallow", box.env)
    found = find_origins(repo_of(clone), ["adr/0001-a.md", "adr/0002-b.md"])
    assert found["adr/0001-a.md"] == Origin(label=CUT_OFF)
    assert found["adr/0002-b.md"].oid == late
    box.git("clone", "-q", "--depth=9", f"file://{box.path}", str(tmp_path / "whole"))
    whole = GitBox(tmp_path / "whole", box.env)
    assert added(whole, "adr/0001-a.md") == [box.git("rev-list", "--max-parents=0", "HEAD")]


def test_a_clone_without_contents_tells_what_moved_unchanged(box: GitBox, tmp_path: Path) -> None:
    one = box.commit("One", {"notes/0001-a.md": text("a"), "notes/0002-b.md": text("b")})
    box.git("mv", "notes/0001-a.md", "adr.md")
    box.git("mv", "notes/0002-b.md", "other.md")
    box.write("other.md", text("b") + "More.\n")
    two = box.commit("Move")
    box.git("config", "uploadpack.allowFilter", "true")
    box.git("clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{box.path}", str(tmp_path / "partial"))
    clone = GitBox(tmp_path / "partial", box.env)
    found = find_origins(repo_of(clone), ["adr.md", "other.md"])
    assert found["adr.md"].oid == one
    assert found["other.md"].oid == two  # the first that is sure


@pytest.mark.parametrize("options", [("--object-format=sha256",), ("--bare",)])
def test_other_kinds_of_repositories(make_box: Callable[..., GitBox], options: tuple[str, ...], tmp_path: Path) -> None:
    box = make_box("source", *[option for option in options if option != "--bare"])
    one = box.commit("One", {"notes/0001-a.md": text("a")})
    box.git("mv", "notes", "adr")
    box.commit("Move")
    where = box
    if "--bare" in options:
        box.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
        where = GitBox(tmp_path / "bare.git", box.env)
    assert added(where, "adr/0001-a.md") == [one]


def test_the_users_configuration_does_not_reach_the_answer(box: GitBox) -> None:
    box.commit("Template", {"adr/template.md": text("Title")})
    for name, value in (
        ("diff.renames", "copies"),
        ("log.follow", "true"),
        ("diff.noprefix", "true"),
        ("log.date", "relative"),
    ):
        box.git("config", name, value)
    two = box.commit("Two", {"adr/0001-a.md": text("Title")})
    assert added(box, "adr/0001-a.md") == [two]


# The cache


@pytest.fixture
def kept(box: GitBox) -> GitBox:
    box.commit("One", {"adr/0001-a.md": text("a"), "adr/0002-b.md": text("b")})
    origins_of(repo_of(box), PATHS)
    return box


PATHS = ["adr/0001-a.md", "adr/0002-b.md"]


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Every search for origins that the cache did not spare."""
    made: list[list[str]] = []
    real = origins.find_origins

    def counted(repo: Repo, paths: list[str]) -> dict[str, Origin]:
        made.append(list(paths))
        return real(repo, paths)

    monkeypatch.setattr(origins, "find_origins", counted)
    return made


def cache_file(box: GitBox) -> Path:
    return box.path / ".git" / "kontext" / "timeline.json"


def test_the_cache_answers_until_the_records_change(kept: GitBox, walks: list[list[str]]) -> None:
    first = origins_of(repo_of(kept), PATHS)
    kept.commit("Else", {"code.py": "x\n", "adr/0001-a.md": text("a") + "More.\n"})
    assert origins_of(repo_of(kept), PATHS) == first
    assert json.loads(cache_file(kept).read_text())["head"] == kept.head
    assert walks == []
    kept.git("mv", "adr/0002-b.md", "adr/0003-b.md")
    kept.commit("Renumber")
    assert origins_of(repo_of(kept), ["adr/0001-a.md", "adr/0003-b.md"])["adr/0003-b.md"] == first[
        "adr/0002-b.md"
    ]._replace(path="adr/0002-b.md")
    assert len(walks) == 1


def test_another_branch_is_another_history(kept: GitBox, walks: list[list[str]]) -> None:
    kept.git("checkout", "-q", "--orphan", "other")
    other = kept.commit("All anew")
    assert {one.oid for one in origins_of(repo_of(kept), PATHS).values()} == {other}
    kept.git("checkout", "-q", "main")
    assert {one.oid for one in origins_of(repo_of(kept), PATHS).values()} == {kept.head}
    assert len(walks) == 2


def test_a_linked_work_tree_has_a_cache_of_its_own(kept: GitBox, tmp_path: Path) -> None:
    kept.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = GitBox(tmp_path / "side", kept.env)
    side.now = kept.now
    third = side.commit("Three", {"adr/0003-c.md": text("c")})
    assert origins_of(repo_of(side), [*PATHS, "adr/0003-c.md"])["adr/0003-c.md"].oid == third
    assert json.loads(cache_file(kept).read_text())["head"] == kept.head


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"version":1}',
        b'{"version":1,"graft":"","head":1,"origins":[]}',
        b'{"version":1,"graft":"","head":"x","origins":{"adr/0001-a.md":[1,2,3,4,5,6,7,8]}}',
        b"[" * 100_000,
    ],
)
def test_a_broken_cache_is_as_good_as_none(kept: GitBox, content: bytes) -> None:
    cache_file(kept).write_bytes(content)
    assert [one.oid for one in origins_of(repo_of(kept), PATHS).values()] == [kept.head] * 2
    assert json.loads(cache_file(kept).read_text())["version"] == 1


def test_a_head_that_is_gone_and_other_borders(kept: GitBox, walks: list[list[str]]) -> None:
    file = cache_file(kept)
    file.write_text(file.read_text().replace(kept.head, "1" * 40, 1))
    assert origins_of(repo_of(kept), PATHS)["adr/0001-a.md"].oid == kept.head
    assert origins_of(repo_of(kept), PATHS, graft="other")["adr/0001-a.md"].oid == kept.head
    assert len(walks) == 2


def test_a_repository_that_cannot_be_written_still_answers(box: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    one = box.commit("One", {"adr/0001-a.md": text("a")})

    def refuse(path: str, content: bytes) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(cache, "write_atomic", refuse)  # root writes everywhere, so the disk itself cannot refuse
    assert origins_of(repo_of(box), ["adr/0001-a.md"])["adr/0001-a.md"].oid == one
    assert not cache_file(box).exists()
