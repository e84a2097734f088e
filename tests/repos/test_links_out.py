"""Committed symbolic links that lead out of the work tree: nothing is written or read beyond them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.capture.inbox import write_draft
from kontext.capture.listing import write_listing
from kontext.capture.request import Request
from kontext.capture.work_tree import write_record
from kontext.capture.writing import Writing
from kontext.checks.tree import work_tree
from kontext.config import Config, load_config
from kontext.connect import connect, disconnect, plan_connection
from kontext.errors import ConfigError, HookConflict, StoreError
from kontext.git.repo import Repo, open_repo
from kontext.hooks.framework import configure_framework
from kontext.refresh.stamps import record_files

KONTEXT = str(Path(sys.executable).parent / "kontext")
TODAY = "2026-11-30"
RECORD = "---\nid: foreign\nkind: decision\ntitle: Foreign words\nstatus: accepted\n---\nQuixotic.\n"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder beside the repository, with a record that is not ours."""
    folder = tmp_path / "out"
    (folder / "decisions").mkdir(parents=True)
    (folder / "decisions/foreign.md").write_text(RECORD)
    return folder


def opened(box: GitBox) -> tuple[Repo, Config]:
    repo = open_repo(str(box.path), box.env)
    return repo, load_config(repo, (), {}, {})


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def run(box: GitBox, *args: str) -> str:
    done = subprocess.run([KONTEXT, *args], cwd=box.path, env=box.env, capture_output=True, check=False, text=True)
    return done.stdout + done.stderr


LINKS = {
    ".kontext": ({".kontext": "../out"}, {}),
    ".kontext/decisions": ({".kontext/decisions": "../../out"}, {}),
    "a link that stays inside": ({".kontext": "docs"}, {"docs/x.txt": "x\n"}),
    "lnk": ({"lnk": "../out"}, {".kontext.yaml": "store: {dir: lnk}\n"}),
    "sub/lnk": ({"sub/lnk": "../../out"}, {".kontext.yaml": "store: {kinds: {decision: {path: sub/lnk/deep}}}\n"}),
    "adr": ({"adr": "../out"}, {".adr-dir": "adr\n"}),
    "../out": ({}, {".adr-dir": "../out\n"}),
    ".git": ({}, {".adr-dir": ".git/hooks\n"}),
}


@pytest.mark.parametrize("name", LINKS)
def test_no_record_is_written_beyond_a_link(box: GitBox, out: Path, name: str) -> None:
    links, files = LINKS[name]
    for path, target in links.items():
        (box.path / path).parent.mkdir(parents=True, exist_ok=True)
        (box.path / path).symlink_to(target)
    box.commit("Begin", dict(files) or {"a.py": "1\n"})
    before = files_of(out)
    hooks = sorted(os.listdir(box.path / ".git/hooks")) if (box.path / ".git/hooks").is_dir() else []
    with Writing(*opened(box)) as tree, pytest.raises(StoreError, match="nothing was changed") as told:
        write_record(tree, Request("decision", "Carts expire", TODAY, "x"), draft=False, today=TODAY)
    assert "store.dir" in told.value.remedy
    assert files_of(out) == before
    assert hooks == (sorted(os.listdir(box.path / ".git/hooks")) if hooks else [])
    assert not box.git("status", "--short")


def test_a_linked_store_is_not_read(box: GitBox, out: Path) -> None:
    (box.path / ".kontext").symlink_to("../out")
    box.commit("Begin", {"a.py": "1\n"})
    repo, config = opened(box)
    assert record_files(repo.top, [".kontext", ".kontext/decisions"]) == []
    with Writing(repo, config) as tree:
        assert tree.knowledge.sources == ()
    assert "Foreign" not in run(box, "search", "quixotic") + run(box, "log") + run(box, "check")
    assert "Quixotic" not in run(box, "read", ".kontext/decisions/foreign.md") + run(box, "read", "kx:foreign")
    assert "Quixotic" not in run(box, "brief", ".kontext/decisions/foreign.md") + run(box, "why", "a.py")


def test_an_untracked_link_in_the_store_is_no_record(box: GitBox, out: Path) -> None:
    box.commit("Begin", {".kontext/decisions/own.md": RECORD.replace("foreign", "own")})
    (box.path / ".kontext/decisions/linked.md").symlink_to(out / "decisions/foreign.md")
    repo, _ = opened(box)
    assert work_tree(repo, [".kontext"]).paths == (".kontext/decisions/own.md",)


def test_the_folder_that_a_linked_file_names_is_not_told(box: GitBox, out: Path) -> None:
    (out / "secret").write_text("hunter2\n")
    (box.path / ".adr-dir").symlink_to("../out/secret")
    box.commit("Begin", {"a.py": "1\n"})
    with Writing(*opened(box)) as tree:
        assert tree.setting.adr_dir == ""
    assert "hunter2" not in run(box, "search", "x") + run(box, "status", "--json")


def test_the_list_of_a_store_is_not_written_through_a_link(box: GitBox, out: Path) -> None:
    (out / "README.md").write_text("theirs\n")
    (box.path / ".kontext").mkdir()
    (box.path / ".kontext/README.md").symlink_to("../../out/README.md")
    box.commit("Begin", {".kontext/decisions/own.md": RECORD.replace("foreign", "own")})
    with Writing(*opened(box)) as tree, pytest.raises(StoreError, match=r"\.kontext/README\.md is a symbolic link"):
        write_listing(*tree)
    assert (out / "README.md").read_text() == "theirs\n"


def test_a_list_is_not_written_into_the_git_folder(box: GitBox) -> None:
    index = "store: {dir: .kontext, index_file: ../.git/hooks/post-commit}\n"
    box.commit("Begin", {".kontext/decisions/own.md": RECORD.replace("foreign", "own"), ".kontext.yaml": index})
    with Writing(*opened(box)) as tree, pytest.raises(StoreError, match="lies outside of the work tree"):
        write_listing(*tree)
    assert not (box.path / ".git/hooks/post-commit").exists()


def test_an_inbox_that_is_a_link_takes_no_draft(box: GitBox, out: Path) -> None:
    box.commit("Begin", {"a.py": "1\n"})
    (box.path / ".git/kontext").mkdir()
    (box.path / ".git/kontext/inbox").symlink_to(out)
    before = files_of(out)
    with pytest.raises(StoreError, match="inbox is a symbolic link"):
        write_draft(*opened(box), Request("decision", "Carts expire", TODAY, "x"))
    assert files_of(out) == before


@pytest.mark.parametrize("link", [".kontext.yaml", ".kontext"])
def test_configuration_beyond_a_link_is_neither_read_nor_written(box: GitBox, out: Path, link: str) -> None:
    said = "project: {name: Theirs}\n"
    (out / "kontext.yaml").write_text(said)
    (box.path / link).symlink_to("../out" if link == ".kontext" else "../out/kontext.yaml")
    box.commit("Begin", {"a.py": "1\n"})
    _, config = opened(box)
    assert config.get("project.name") == ""
    assert "a link leads out of the work tree" in config.warnings[0]
    assert "a link leads out of the work tree" in run(box, "config", "set", "project.name", "Mine")
    assert (out / "kontext.yaml").read_text() == said


def test_configuration_behind_a_link_within_is_read(box: GitBox) -> None:
    (box.path / ".kontext.yaml").symlink_to("etc/kontext.yaml")
    box.commit("Begin", {"etc/kontext.yaml": "project: {name: Ours}\n"})
    _, config = opened(box)
    assert (config.get("project.name"), config.warnings) == ("Ours", ())


def test_the_copy_beside_a_file_of_a_client_is_not_written_through_a_link(box: GitBox, out: Path) -> None:
    (out / "theirs").write_text("theirs\n")
    (box.path / ".mcp.json.kontext-backup").symlink_to("../out/theirs")
    box.commit("Begin", {".mcp.json": '{"mcpServers": {"other": {"command": "x"}}}\n'})
    plan = plan_connection("claude", "project", ["kontext", "mcp"], str(box.path), {}, "linux")
    for act in (connect, disconnect):
        with pytest.raises(ConfigError, match=r"kontext-backup: is a link that leads out"):
            act(plan)
    assert (out / "theirs").read_text() == "theirs\n"


def test_the_file_of_the_framework_is_not_written_through_a_link(box: GitBox, out: Path) -> None:
    (out / "theirs.yaml").write_text("repos: []\n")
    (box.path / ".pre-commit-config.yaml").symlink_to("../out/theirs.yaml")
    with pytest.raises(HookConflict, match="leads out of the work tree"):
        configure_framework(str(box.path), "https://example.org/kontext", ["commit-msg"], lambda: "v1")
    assert (out / "theirs.yaml").read_text() == "repos: []\n"
