"""The committed configuration of a repository without a work tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitbox import GitBox
from inside import kontext
from kontext.config import Config, load_config
from kontext.errors import ConfigError
from kontext.git.repo import open_repo


def bare(box: GitBox, tmp_path: Path) -> GitBox:
    box.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    return GitBox(tmp_path / "bare.git", box.env)


def config(box: GitBox, environ: dict[str, str] | None = None) -> Config:
    return load_config(open_repo(str(box.path), box.env), (), environ or {}, {})


def test_the_file_of_head_is_read(box: GitBox, tmp_path: Path) -> None:
    box.commit("Configure", {".kontext.yaml": "why:\n  limit: 7\n"})
    found = config(bare(box, tmp_path))
    assert (found.get("why.limit"), found.origin("why.limit")) == (7, "HEAD:.kontext.yaml:2")
    assert "HEAD:.kontext.yaml:2" in kontext(GitBox(tmp_path / "bare.git", box.env), "config", "show", "--origin")


def test_the_file_of_the_store_counts_where_there_is_no_other(box: GitBox, tmp_path: Path) -> None:
    box.commit("Configure", {".ai/kontext.yaml": "why: {limit: 8}\n", "know/kontext.yaml": "why: {limit: 9}\n"})
    clone = bare(box, tmp_path)
    assert config(clone).get("why.limit") == 8
    assert config(clone, {"KONTEXT_STORE_DIR": "know"}).origin("why.limit") == "HEAD:know/kontext.yaml:1"


def test_what_is_wrong_with_it_names_it(box: GitBox, tmp_path: Path) -> None:
    box.commit("Configure", {".kontext.yaml": "why:\n  limit: many\n"})
    with pytest.raises(ConfigError, match=r"^HEAD:\.kontext\.yaml:2: why\.limit "):
        config(bare(box, tmp_path))


def test_an_empty_repository_and_a_folder_of_that_name_say_nothing(box: GitBox, tmp_path: Path) -> None:
    empty = GitBox.init(tmp_path / "empty.git", box.env, "--bare")
    assert config(empty).origin("why.limit") == "default"
    box.commit("A folder", {".kontext.yaml/x": "1"})
    assert config(bare(box, tmp_path)).origin("why.limit") == "default"
