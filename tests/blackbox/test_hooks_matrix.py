"""All hooks installed, every way a commit comes about: afterwards the index is what a build from nothing makes.

Where Git runs a hook, the index has followed before anybody asks; where it runs none, the next question catches up.
Nothing that was not staged is touched, and no process stays behind.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import assert_as_if_built_now, fill_and_index, record, sit
from inside import kontext
from kontext.index.folder import open_engine

ROOT = Path(__file__).resolve().parents[2]
DIRTY = "a change that nobody staged\n"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory, git_env: dict[str, str]) -> GitBox:
    """Two branches that do not conflict, and all our hooks."""
    box = GitBox.init(tmp_path_factory.mktemp("matrix") / "shop", git_env | {"PYTHONPATH": str(ROOT)})
    fill_and_index(box)
    box.write("notes.txt", "notes\n")
    box.commit("Take notes", {"notes.txt": "notes\n"})
    box.git("checkout", "-q", "-b", "side")
    box.commit("Side one\n\nBecause of the side.\n", {"src/side.py": "s = 1\n"})
    box.commit("Side two", {"src/side.py": "s = 2\n", ".kontext/decisions/side.md": record("side", "Sides are two")})
    box.git("checkout", "-q", "-b", "ahead", "main")
    box.commit("Ahead", {"src/ahead.py": "a = 1\n"})
    box.git("checkout", "-q", "main")
    box.commit("More on main", {"src/main.py": "m = 1\n"})
    kontext(box, "hooks", "install", "--checks")
    return box


@pytest.fixture
def shop(template: GitBox, tmp_path: Path) -> Iterator[GitBox]:
    """A copy of it with an index of its own, and a change that is not staged."""
    shutil.copytree(template.path, tmp_path / "shop", symlinks=True)
    box = GitBox(tmp_path / "shop", template.env)
    box.now = template.now
    shutil.rmtree(box.path / ".git" / "kontext")
    assert_as_if_built_now(sit(box))
    box.write("notes.txt", "notes\n" + DIRTY)
    box.write("new.txt", DIRTY)
    yield box
    assert settled(tmp_path), "a process stayed behind"


def settled(place: Path) -> bool:
    """Whether, within ten seconds, no process runs in a folder any more."""
    for _ in range(200):
        if not any(os.path.realpath(folder).startswith(str(place)) for folder in _folders()):
            return True
        time.sleep(0.05)
    return False


def _folders() -> Iterator[str]:
    for pid in filter(str.isdecimal, os.listdir("/proc")):
        try:
            yield os.readlink(f"/proc/{pid}/cwd")
        except OSError:
            continue


def indexed(box: GitBox) -> str:
    """The commit that the index holds, as it lies there."""
    session = sit(box)
    engine = open_engine(session.text_folder(), session.language)
    return "" if isinstance(engine, str) else engine.manifest.head


def git(box: GitBox, *argv: str) -> None:
    box.now += 3600
    dates = {"GIT_AUTHOR_DATE": f"{box.now} +0000", "GIT_COMMITTER_DATE": f"{box.now} +0000"}
    done = subprocess.run(
        ["git", *argv], cwd=box.path, env=box.env | dates, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "kontext" not in done.stdout + done.stderr, done.stderr


def commit(box: GitBox) -> None:
    box.write("src/a.py", "a = 3\n")
    git(box, "add", "src/a.py")
    git(box, "commit", "-q", "-m", "Change a again")


def commit_record(box: GitBox) -> None:
    box.write(".kontext/decisions/rates.md", record("rates", "Rates are yearly"))
    git(box, "add", ".kontext")
    git(box, "commit", "-q", "-m", "Decide on rates")
    assert box.git("log", "-1", "--format=%(trailers)").strip() == "Decision: rates"


def commit_all(box: GitBox) -> None:
    git(box, "commit", "-q", "-a", "-m", "Everything")


def commit_partly(box: GitBox) -> None:
    for name in ("a", "b"):
        box.write(f"src/{name}.py", f"{name} = 4\n")
        git(box, "add", f"src/{name}.py")
    git(box, "commit", "-q", "-m", "A alone", "src/a.py")
    assert box.git("diff", "--cached", "--name-only") == "src/b.py"


def amend(box: GitBox) -> None:
    git(box, "commit", "-q", "--amend", "-m", "More on main, in other words")


def rebase(box: GitBox) -> None:
    git(box, "stash")
    git(box, "rebase", "-q", "main", "side")
    git(box, "stash", "pop")


def pull(box: GitBox) -> None:
    git(box, "clone", "-q", ".", "../other")
    other = GitBox(box.path.parent / "other", box.env)
    other.commit("From elsewhere", {"src/else.py": "e = 1\n"})
    git(box, "pull", "-q", "../other", "main")


def am(box: GitBox) -> None:
    patch = box.git("format-patch", "-1", "ahead", "--stdout")
    (box.path.parent / "patch").write_text(patch + "\n")
    git(box, "am", "-q", "../patch")


def then(*argv: str) -> Callable[[GitBox], None]:
    return lambda box: git(box, *argv)


# What is done -> whether Git runs a hook of ours at its end.
FOLLOWED: dict[str, Callable[[GitBox], None]] = {
    "commit": commit,
    "commit of a record": commit_record,
    "commit -a": commit_all,
    "partial commit": commit_partly,
    "amend": amend,
    "merge": then("merge", "-q", "--no-edit", "side"),
    "fast-forward": lambda box: (git(box, "checkout", "-q", "main^"), git(box, "merge", "-q", "--ff-only", "ahead"))[0],
    "squash merge": then("merge", "-q", "--squash", "side"),
    "rebase": rebase,
    "cherry-pick": then("cherry-pick", "ahead"),
    "revert": then("revert", "--no-edit", "HEAD"),
    "checkout": then("checkout", "-q", "side"),
    "checkout of a commit": then("checkout", "-q", "--detach", "ahead"),
    "switch": then("switch", "-q", "-c", "new", "ahead"),
    "pull": pull,
}
SILENT: dict[str, Callable[[GitBox], None]] = {
    "am": am,
    "reset --hard": lambda box: (
        git(box, "stash"),
        git(box, "reset", "-q", "--hard", "ahead"),
        git(box, "stash", "pop"),
    )[0],
    "stash": lambda box: (git(box, "stash"), git(box, "stash", "pop"))[0],
}


@pytest.mark.parametrize("what", FOLLOWED)
def test_the_index_has_followed(shop: GitBox, what: str) -> None:
    before = shop.head
    FOLLOWED[what](shop)
    assert shop.head != before or what == "squash merge"
    for _ in range(200):
        if indexed(shop) == shop.head:
            break
        time.sleep(0.05)
    assert indexed(shop) == shop.head
    assert settled(shop.path)
    assert_as_if_built_now(sit(shop))
    untouched(shop)


@pytest.mark.parametrize("what", SILENT)
def test_the_next_question_catches_up(shop: GitBox, what: str) -> None:
    SILENT[what](shop)
    assert_as_if_built_now(sit(shop))
    untouched(shop)


def untouched(box: GitBox) -> None:
    assert (box.path / "new.txt").read_text() == DIRTY
    assert (box.path / "notes.txt").read_text() == "notes\n" + DIRTY


def test_a_new_worktree_gets_an_index_of_its_own(shop: GitBox, tmp_path: Path) -> None:
    git(shop, "worktree", "add", "-q", "../second", "side")
    second = GitBox(tmp_path / "second", shop.env)
    for _ in range(200):
        if indexed(second) == second.head:
            break
        time.sleep(0.05)
    assert indexed(second) == second.head
    assert indexed(shop) == shop.head
    assert settled(tmp_path)
    assert_as_if_built_now(sit(second))


def test_a_merge_that_breaks_records_is_stopped(shop: GitBox) -> None:
    git(shop, "checkout", "-q", "side")
    shop.commit("Again", {".kontext/decisions/twin.md": record("twins", "One")})
    git(shop, "checkout", "-q", "main")
    shop.commit("Again", {".kontext/decisions/brother.md": record("twins", "Two")})
    argv = ["git", "merge", "--no-edit", "side"]
    done = subprocess.run(argv, cwd=shop.path, env=shop.env, capture_output=True, text=True, check=False)
    assert (done.returncode, "[duplicate-id]" in done.stderr) == (1, True)
    git(shop, "merge", "--abort")


def test_a_repository_cannot_bring_modules_for_our_hooks(shop: GitBox, tmp_path: Path) -> None:
    """Python started with -m takes modules from the current folder first, unless it is told not to."""
    spy = f"open({str(tmp_path / 'caught')!r}, 'a').write(__name__)\n"
    for name in ("kontext/__init__.py", "re.py", "json.py", "os.py", "signal.py"):
        shop.write(name, spy)
    shop.write("docs/adr/0001-x.md", "---\nstatus: accepted\ndate: 2024-01-01\n---\n# X\n\nText.\n")
    git(shop, "add", "docs", "kontext", "re.py", "json.py", "os.py", "signal.py")
    git(shop, "commit", "-q", "-m", "Decide on x")
    assert settled(shop.path)
    assert indexed(shop) == shop.head
    assert not (tmp_path / "caught").exists()
