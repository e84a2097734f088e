"""kontext/git/repo.py: where am I, in every kind of repository."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitbox import GitBox
from kontext.errors import GitCommandError, GitNotFound, NotARepository, UnknownRevision
from kontext.git.repo import (
    Repo,
    config_values,
    decode,
    find_commit,
    literal,
    local_env,
    open_repo,
    open_with_config,
    resolve_commit,
    unquote,
)

MakeBox = Callable[..., GitBox]


def repo_of(box: GitBox, folder: str = "", **env: str) -> Repo:
    return open_repo(str(box.path / folder), box.env | env)


def test_a_plain_repository(box: GitBox) -> None:
    oid = box.commit("one", {"a": "1\n"})
    repo = repo_of(box)
    assert (repo.top, repo.git_dir, repo.common_dir) == (str(box.path), f"{box.path}/.git", f"{box.path}/.git")
    assert (repo.prefix, repo.head, repo.object_format) == ("", oid, "sha1")
    assert (repo.is_bare, repo.is_shallow, repo.replaced) == (False, False, ())
    assert repo.staging_file == f"{box.path}/.git/index"


def test_a_sub_folder(box: GitBox) -> None:
    box.commit("one", {"with blank/ümlaut/a": "1\n"})
    repo = repo_of(box, "with blank/ümlaut")
    assert (repo.prefix, repo.top) == ("with blank/ümlaut/", str(box.path))


def test_the_current_folder(box: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    box.commit("one", {"sub/a": "1\n"})
    monkeypatch.chdir(box.path / "sub")
    repo = open_repo("", box.env)
    assert (repo.prefix, repo.given) == ("sub/", ())


def test_an_unborn_branch(box: GitBox) -> None:
    repo = repo_of(box)
    assert (repo.head, repo.top) == ("", str(box.path))


def test_a_detached_head(box: GitBox) -> None:
    first = box.commit("one")
    box.commit("two")
    box.git("checkout", "-q", "--detach", first)
    assert repo_of(box).head == first


def test_a_linked_work_tree(box: GitBox) -> None:
    box.commit("one", {"a": "1\n"})
    box.git("worktree", "add", "-q", "-b", "side", "../linked")
    repo = open_repo(str(box.path.parent / "linked"), box.env)
    assert repo.git_dir == f"{box.path}/.git/worktrees/linked"
    assert repo.common_dir == f"{box.path}/.git"
    assert repo.top == str(box.path.parent / "linked")


def test_a_bare_repository(box: GitBox) -> None:
    oid = box.commit("one", {"a": "1\n"})
    box.git("clone", "-q", "--bare", ".", "../bare.git")
    repo = open_repo(str(box.path.parent / "bare.git"), box.env)
    assert (repo.is_bare, repo.head, repo.top) == (True, oid, repo.git_dir)


def test_a_shallow_clone(box: GitBox) -> None:
    box.commit("one")
    oid = box.commit("two")
    box.git("clone", "-q", "--depth=1", f"file://{box.path}", "../shallow")
    repo = open_repo(str(box.path.parent / "shallow"), box.env)
    assert (repo.is_shallow, repo.head) == (True, oid)
    assert os.path.exists(repo.shallow_file)


def test_a_submodule(box: GitBox, make_box: MakeBox) -> None:
    inner = make_box("inner")
    oid = inner.commit("inside", {"x": "1\n"})
    box.commit("one", {"a": "1\n"})
    box.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.path), "sub")
    repo = repo_of(box, "sub")
    assert (repo.top, repo.head) == (str(box.path / "sub"), oid)
    assert repo.git_dir == f"{box.path}/.git/modules/sub"


def test_sha256(make_box: MakeBox) -> None:
    box = make_box("long", "--object-format=sha256")
    oid = box.commit("one")
    repo = repo_of(box)
    assert (repo.object_format, repo.head, len(repo.head)) == ("sha256", oid, 64)


def test_replaced_commits_are_told(box: GitBox) -> None:
    first = box.commit("one")
    second = box.commit("two")
    box.git("replace", second, first)
    assert repo_of(box).replaced == (first,)
    assert repo_of(box).head == second


def test_git_dir_and_work_tree_of_the_environment(box: GitBox, tmp_path: Path) -> None:
    oid = box.commit("one", {"sub/a": "1\n"})
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    repo = open_repo(str(elsewhere), box.env | {"GIT_DIR": f"{box.path}/.git", "GIT_WORK_TREE": str(box.path)})
    assert (repo.git_dir, repo.top, repo.head) == (f"{box.path}/.git", str(box.path), oid)
    relative = open_repo(str(box.path), box.env | {"GIT_DIR": ".git", "GIT_WORK_TREE": "."})
    assert relative.ask("ls-files") == b"sub/a\n"


def test_inside_the_git_folder(box: GitBox) -> None:
    oid = box.commit("one")
    repo = repo_of(box, ".git")
    assert (repo.git_dir, repo.head) == (f"{box.path}/.git", oid)


def test_no_repository_is_told_in_gits_words(tmp_path: Path, git_env: dict[str, str]) -> None:
    with pytest.raises(NotARepository, match="not a git repository") as caught:
        open_repo(str(tmp_path), git_env | {"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)})
    assert caught.value.remedy
    assert caught.value.exit_code == 128


def test_a_folder_that_does_not_exist(tmp_path: Path, git_env: dict[str, str]) -> None:
    with pytest.raises(NotARepository, match="No such file or directory"):
        open_repo(str(tmp_path / "nowhere"), git_env)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_dubious_ownership_passes_gits_remedy_on(box: GitBox) -> None:
    box.commit("one")
    subprocess.run(["chown", "-R", "12345", str(box.path)], check=True)
    with pytest.raises(NotARepository, match="dubious ownership") as caught:
        repo_of(box)
    assert "safe.directory" in caught.value.remedy
    assert str(box.path) in caught.value.remedy


def test_no_git_at_all(box: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(box.path))  # programs are looked up on our own PATH
    with pytest.raises(GitNotFound, match="not found on PATH"):
        repo_of(box)


def test_revisions(box: GitBox) -> None:
    oid = box.commit("one", {"a": "1\n"})
    box.git("tag", "-a", "-m", "annotated", "v1")
    repo = repo_of(box)
    assert resolve_commit(repo, "v1") == oid
    assert find_commit(repo, oid[:8]) == oid
    for name in ("", "nope", "-h", "--all", "HEAD:a", "HEAD~1", "0" * 40):
        assert find_commit(repo, name) is None
    with pytest.raises(UnknownRevision, match="'nope'"):
        resolve_commit(repo, "nope")


def test_config_values(box: GitBox) -> None:
    box.git("config", "kontext.Limit", "7")
    box.git("config", "--add", "kontext.limit", "two\nlines")
    with (box.path / ".git" / "config").open("a") as file:
        file.write("[kontext]\n\tbare\n")
    repo = repo_of(box)
    found = config_values(repo, r"^kontext\.")
    assert found == [("kontext.limit", "7"), ("kontext.limit", "two\nlines"), ("kontext.bare", "true")]
    assert config_values(repo, r"^nothing\.") == []


def test_the_repository_and_its_configuration_at_once(box: GitBox, tmp_path: Path) -> None:
    oid = box.commit("one", {"sub/a": "1\n"})
    box.git("config", "kontext.limit", "7")
    repo, values = open_with_config(str(box.path / "sub"), box.env, r"^kontext\.")
    assert repo == repo_of(box, "sub")
    assert (repo.head, values) == (oid, [("kontext.limit", "7")])
    with pytest.raises(NotARepository):
        open_with_config(str(tmp_path), box.env | {"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}, "^kontext")


def test_a_failure_names_the_sub_command(box: GitBox) -> None:
    repo = repo_of(box)
    with pytest.raises(GitCommandError, match="git cat-file failed \\(128\\)") as caught:
        repo.ask("-c", "core.quotePath=false", "cat-file", "blob", "nope")
    assert caught.value.status == 128


def test_no_answer_in_time(box: GitBox) -> None:
    repo = repo_of(box)
    with pytest.raises(GitCommandError, match=r"no answer within 0\.2 seconds"):
        repo.ask("-c", "alias.slow=!exec sleep 60", "slow", timeout=0.2)
    with pytest.raises(TimeoutError):
        list(repo.stream("-c", "alias.slow=!exec sleep 60", "slow", timeout=0.2))


def test_a_stream_that_fails_midway(box: GitBox) -> None:
    repo = repo_of(box)
    chunks = repo.stream("-c", "alias.half=!echo first; echo broken >&2; exit 5", "half")
    assert next(chunks) == b"first\n"
    with pytest.raises(GitCommandError, match=r"failed \(5\): broken"):
        list(chunks)


def test_pathspec_settings_of_the_environment_do_not_reach_our_questions(box: GitBox) -> None:
    box.commit("one", {"a*": "1\n", "ab": "1\n", "sub/x": "1\n"})
    for name in ("GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"):
        repo = repo_of(box, "sub", **{name: "1"})
        assert repo.ask("ls-files", "--full-name", "--", literal("a*")) == b"a*\n"


def test_local_env_forgets_the_repository_and_keeps_the_rest() -> None:
    given_env = {
        "GIT_DIR": "x",
        "GIT_INDEX_FILE": "y",
        "GIT_SSH_COMMAND": "ssh",
        "HOME": "/h",
        "GIT_CONFIG_GLOBAL": "g",
    }
    assert local_env(given_env) == {"GIT_SSH_COMMAND": "ssh", "HOME": "/h", "GIT_CONFIG_GLOBAL": "g"}


@given(st.binary(max_size=40))
def test_decode_loses_nothing(raw: bytes) -> None:
    assert decode(raw).encode("utf-8", "surrogateescape") == raw


def test_quoted_names() -> None:
    assert unquote(b"plain name") == b"plain name"
    assert (
        unquote(rb'"tab\there \"quoted\" back\\slash \303\274 \001\n"')
        == b'tab\there "quoted" back\\slash \xc3\xbc \x01\n'
    )
