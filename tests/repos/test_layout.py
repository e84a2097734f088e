from __future__ import annotations

import os
from pathlib import Path

from gitbox import GitBox
from kontext.git.repo import open_repo
from kontext.layout import (
    UNUSED_AFTER,
    config_cache_file,
    inbox_folder,
    index_folder,
    kontext_folder,
    local_config_file,
    make_folder,
    unused_index_folders,
    user_folder,
)


def test_every_worktree_has_an_index_and_all_share_the_rest(box: GitBox) -> None:
    box.commit("one", {"a": "1"})
    box.git("worktree", "add", "-q", "../other")
    main, other = (open_repo(str(path), box.env) for path in (box.path, box.path.parent / "other"))
    assert index_folder(main.git_dir, 1, "ab") != index_folder(other.git_dir, 1, "ab")
    for place in (config_cache_file, local_config_file, inbox_folder, kontext_folder):
        assert place(main.common_dir) == place(other.common_dir)
    folder = make_folder(index_folder(other.git_dir, 1, "ab"))
    box.git("worktree", "remove", "../other")
    assert not os.path.exists(folder), "Git takes the index away with its worktree"


def test_a_folder_is_made_once_with_a_readme_and_git_does_not_see_it(box: GitBox) -> None:
    git_dir = open_repo(str(box.path), box.env).git_dir
    folder = make_folder(index_folder(git_dir, 3, "ab"))
    assert folder == make_folder(folder) == f"{git_dir}/kontext/index/3-ab" and os.path.isdir(folder)
    readme = Path(git_dir, "kontext", "README")
    assert "deleted" in readme.read_text()
    readme.unlink()
    make_folder(folder)
    assert not readme.exists() and box.git("status", "--porcelain") == ""


def test_a_repository_below_a_folder_of_our_name_keeps_its_readme_to_itself(tmp_path: Path) -> None:
    make_folder(str(tmp_path / "kontext" / ".git" / "kontext" / "index" / "x"))
    assert (tmp_path / "kontext" / ".git" / "kontext" / "README").exists()
    assert not (tmp_path / "kontext" / "README").exists()


def test_index_folders_nobody_used_for_a_month_are_named(tmp_path: Path) -> None:
    now = 2_000_000_000.0
    for name, age in [("1-old", UNUSED_AFTER + 10), ("1-new", 10), ("2-kept", UNUSED_AFTER + 10), ("3-read", 10)]:
        folder = Path(make_folder(index_folder(str(tmp_path), *name.split("-"))))
        file = folder / "meta.json"
        file.write_bytes(b"")
        file_age = UNUSED_AFTER + 10 if name == "3-read" else age
        os.utime(file, (now - file_age, now - file_age))
        os.utime(folder, (now - age, now - age))
    keep = index_folder(str(tmp_path), 2, "kept")
    assert unused_index_folders(str(tmp_path), keep, now) == [index_folder(str(tmp_path), 1, "old")]
    assert unused_index_folders(str(tmp_path / "nothing"), "", now) == []


def test_the_users_folder_follows_the_environment() -> None:
    assert user_folder({"KONTEXT_CONFIG_DIR": "/a", "XDG_CONFIG_HOME": "/b", "HOME": "/c"}) == "/a"
    assert user_folder({"XDG_CONFIG_HOME": "/b", "HOME": "/c"}) == "/b/kontext"
    assert user_folder({"HOME": "/c"}) == "/c/.config/kontext" and user_folder({}) == ""
