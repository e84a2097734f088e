"""Several writers at once: no record is lost, no number is given twice, and who has to wait is told for what."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.capture import staging, writing
from kontext.capture.record import Captured
from kontext.capture.request import Request
from kontext.capture.work_tree import write_record
from kontext.capture.writing import Writing
from kontext.config import load_config
from kontext.errors import StoreError
from kontext.files import Lock, write_together
from kontext.git.repo import open_repo

KONTEXT = str(Path(sys.executable).parent / "kontext")
TODAY = "2026-11-30"
NYGARD = "# {n}. {title}\n\nDate: 2025-05-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n"


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    box.commit("Begin", {"adr/0001-first.md": NYGARD.format(n=1, title="First"), "a.py": "1\n"})
    return box


def capture_all(box: GitBox, each: list[tuple[str, ...]], cwd: list[Path] | None = None) -> list[str]:
    """Run that many commands at once; return what each said."""
    places = cwd or [box.path] * len(each)
    running = [
        subprocess.Popen(
            [KONTEXT, "capture", *args], cwd=place, env=box.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for args, place in zip(each, places, strict=True)
    ]
    ended = [(one.communicate(timeout=60), one.returncode) for one in running]
    assert [code for _, code in ended] == [0] * len(each), ended
    return [said.decode() for (said, _), _ in ended]


def opened(box: GitBox) -> Writing:
    repo = open_repo(str(box.path), box.env)
    return Writing(repo, load_config(repo, (), {}, {}))


def capture_in(box: GitBox, title: str, body: str = "Because.") -> Captured:
    with opened(box) as tree:
        return write_record(tree, Request("decision", title, TODAY, body), draft=False, today=TODAY)


@pytest.mark.parametrize("title", ["Carts expire", "Title {}"])
def test_each_capture_leaves_a_file_with_a_number_of_its_own(shop: GitBox, title: str) -> None:
    capture_all(shop, [("-t", title.format(n), "--body", f"Reason {n}.") for n in range(6)])
    files = sorted((shop.path / "adr").iterdir())
    assert [file.name[:4] for file in files] == [f"000{n}" for n in range(1, 8)]
    assert {file.read_text().partition("Reason ")[2][:1] for file in files[1:]} == set("012345")
    assert shop.git("diff", "--cached", "--name-only").count("\n") == 5
    assert not shop.git("status", "--short").count("??")


def test_drafts_of_one_title_are_all_kept(shop: GitBox) -> None:
    capture_all(shop, [("--draft", "-t", "Carts expire", "--body", f"Reason {n}.") for n in range(4)])
    assert len(list((shop.path / ".git/kontext/inbox").glob("*.md"))) == 4


def test_all_that_supersede_one_record_are_named_by_it(shop: GitBox) -> None:
    capture_all(shop, [("-t", f"Title {n}", "--body", "x", "--supersedes", "1") for n in range(4)])
    old = (shop.path / "adr/0001-first.md").read_text()
    assert all(file.name in old for file in (shop.path / "adr").glob("000[2-5]-*.md"))
    assert len(list((shop.path / "adr").iterdir())) == 5


def test_worktrees_wait_for_each_other(shop: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.git("worktree", "add", "-q", "-b", "side", "../side")
    side = GitBox(shop.path.parent / "side", shop.env)
    monkeypatch.setattr(writing, "WAIT", 0.05)
    with opened(shop), pytest.raises(StoreError, match="another kontext process is writing records"):
        capture_in(side, "Carts expire")
    assert capture_in(side, "Carts expire").path == "adr/0002-carts-expire.md"


def test_the_lock_is_let_go_when_the_records_cannot_be_read(shop: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "WAIT", 0.05)

    def fail(*_: object) -> None:
        raise StoreError("broken")

    with monkeypatch.context() as broken, pytest.raises(StoreError, match="broken"):
        broken.setattr(writing, "read_work_tree", fail)
        opened(shop).__enter__()
    assert capture_in(shop, "Carts expire").written


def test_where_nothing_can_be_locked_a_new_file_still_replaces_none(shop: GitBox) -> None:
    """A Git folder that takes no file of ours: here a file stands where our folder would be."""
    (shop.path / ".git/kontext").write_text("")
    assert capture_in(shop, "Carts expire").path == "adr/0002-carts-expire.md"
    repo = open_repo(str(shop.path), shop.env)
    with pytest.raises(StoreError, match=r"adr/0002-carts-expire\.md has come to be there"):
        staging.write_and_stage(repo, [("adr/0002-carts-expire.md", b"mine")], {"adr/0002-carts-expire.md"})
    assert "Because." in (shop.path / "adr/0002-carts-expire.md").read_text()


@pytest.mark.parametrize("has_links", [True, False])
def test_of_many_writers_of_a_new_file_one_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    if not has_links:

        def refuse(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refuse)
    target = str(tmp_path / "new.md")

    def write(number: int) -> bool:
        try:
            write_together([(target, b"%d" % number)], {target})
        except FileExistsError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        won = [number for number, done in enumerate(pool.map(write, range(8))) if done]
    assert len(won) == 1
    assert Path(target).read_bytes() == b"%d" % won[0]
    assert [file.name for file in tmp_path.iterdir()] == ["new.md"]


def test_a_new_file_does_not_replace_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "new.md").symlink_to(tmp_path / "elsewhere.md")
    (tmp_path / "old.md").write_bytes(b"1")
    both = [(str(tmp_path / "old.md"), b"2"), (str(tmp_path / "new.md"), b"2")]
    with pytest.raises(FileExistsError):
        write_together(both, {both[1][0]})
    assert sorted(file.name for file in tmp_path.iterdir()) == ["new.md", "old.md"]
    assert (tmp_path / "old.md").read_bytes() == b"1"


def test_a_staging_area_in_use_is_waited_for_and_then_said(shop: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    held = shop.path / ".git/index.lock"
    held.write_bytes(b"")
    slept: list[float] = []

    def let_go(seconds: float) -> None:
        slept.append(seconds)
        held.unlink()

    with monkeypatch.context() as waiting:
        waiting.setattr(time, "sleep", let_go)
        assert capture_in(shop, "Carts expire").staged == ("adr/0002-carts-expire.md",)
    assert len(slept) == 1
    held.write_bytes(b"")
    monkeypatch.setattr(staging, "_STAGING_WAIT", 0.0)
    done = capture_in(shop, "Carts stay")
    assert done.staged == ()
    assert "not staged" in done.notes[0]
    assert (shop.path / done.path).is_file()


def test_the_lock_is_that_of_the_repository(shop: GitBox) -> None:
    with opened(shop), pytest.raises(Exception, match="another kontext process"):
        Lock(str(shop.path / ".git/kontext/records.lock")).__enter__()
