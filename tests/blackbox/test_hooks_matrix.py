"""All hooks installed, by every route, and every way a commit comes about.

Afterwards the index is what a build from nothing makes: where Git runs a hook, it has followed before anybody asks;
where it runs none, the next question catches up. Commits, the status Git ends with, its input and what other hooks are
told are the same as without our hooks; nothing that was not staged is touched; and no process stays behind.
The routes are hook files, Git's configuration (from Git 2.54 on), and the frameworks pre-commit and prek (peers).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from checkout import ROOT
from frameworks import NAMES, get_framework
from gitbox import GIT, GitBox
from indexes import assert_as_if_built_now, record, sit
from inside import kontext
from kontext.git.version import git_version
from kontext.hooks.git_config import FIRST
from kontext.index.folder import open_engine
from operations import OPERATIONS, Workplace, is_settled, make_template

TOO_OLD = "NOT TESTED: this Git runs no hooks from its configuration (make test GIT=/path/to/git-2.54-or-newer)"
ROUTES = ("files", "config", *(pytest.param(name, marks=pytest.mark.peers) for name in NAMES))


class Route(NamedTuple):
    """How our hooks get in; `folder` holds a repository without them, `hooks` is what a framework installs in it."""

    name: str
    folder: Path
    env: dict[str, str]
    hooks: Path

    def copy(self, place: Path, linked: bool, ours: bool) -> Workplace:
        """A copy with a work tree that is not clean; in a linked worktree, and with our hooks, if wanted."""
        env = self.env | {"NOTES": str(place / "notes"), "MARK": str(place)}
        box = Workplace(place / "shop", env)
        box.is_quiet = self.name not in NAMES
        shutil.copytree(self.folder, box.path, symlinks=True)
        shutil.rmtree(box.path / ".git" / "kontext")
        if ours and self.name in NAMES:
            shutil.rmtree(box.path / ".git" / "hooks")
            shutil.copytree(self.hooks, box.path / ".git" / "hooks")
        elif ours:
            kontext(box, "hooks", "install", "--checks", *(["--config"] if self.name == "config" else []))
        if linked:
            box.git("worktree", "add", "-q", "-b", "work", "../linked", "main", env={"KONTEXT_SKIP": "1"})
            box.path = place / "linked"
            (place / "notes").unlink(missing_ok=True)
        box.soil()
        return box


@pytest.fixture(scope="module", params=ROUTES)
def route(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, git_env: dict[str, str]) -> Route:
    name: str = request.param
    if name == "config" and git_version(git_env, GIT) < FIRST:
        pytest.skip(TOO_OLD)
    folder = tmp_path_factory.mktemp("matrix") / "shop"
    if name not in NAMES:
        env = git_env | {"PYTHONPATH": str(ROOT)}
        make_template(folder, env)
        return Route(name, folder, env, folder)
    framework = get_framework(name, tmp_path_factory)
    env = git_env | framework.env
    make_template(folder, env, framework.all_hooks(GitBox.init(folder.parent / "scratch", env)))
    hooked = GitBox(folder.parent / "hooked", env)
    shutil.copytree(folder, hooked.path, symlinks=True)
    framework.install(hooked)
    return Route(name, folder, env, hooked.path / ".git" / "hooks")


@pytest.fixture
def shop(route: Route, tmp_path: Path) -> Iterator[Workplace]:
    box = route.copy(tmp_path, linked=False, ours=True)
    yield box
    assert is_settled(str(tmp_path)), "a process stayed behind"


def indexed(box: GitBox) -> str:
    """The commit that the index holds, as it lies there."""
    session = sit(box)
    engine = open_engine(session.text_folder(), session.language)
    return "" if isinstance(engine, str) else engine.manifest.head


def assert_followed(box: GitBox) -> None:
    for _ in range(600):
        if indexed(box) == box.head:
            return
        time.sleep(0.05)
    raise AssertionError(f"the index holds {indexed(box)}, not {box.head}")


CASES = [
    *(pytest.param(name, False, id=name) for name in OPERATIONS),
    *(
        pytest.param(name, True, id=f"{name}, in a linked worktree")
        for name, one in OPERATIONS.items()
        if one.in_linked
    ),
]


@pytest.mark.parametrize(("name", "linked"), CASES)
def test_git_works_as_without_us_and_the_index_follows(route: Route, tmp_path: Path, name: str, linked: bool) -> None:
    act, is_followed, _ = OPERATIONS[name]
    bare = route.copy(tmp_path / "bare", linked, ours=False)
    act(bare)
    box = route.copy(tmp_path / "ours", linked, ours=True)
    assert_as_if_built_now(sit(box))
    act(box)
    if is_followed:
        assert_followed(box)
    assert is_settled(str(tmp_path)), "a process stayed behind"
    assert_as_if_built_now(sit(box))
    assert box.is_as_soiled()
    assert box.git("status", "--porcelain") == bare.git("status", "--porcelain")
    assert box.git("stash", "list") == ""
    if name == "commit of a record":
        assert box.git("log", "-1", "--format=%(trailers)").strip() == "Decision: rates"
        assert box.git("rev-parse", "HEAD^{tree}") == bare.git("rev-parse", "HEAD^{tree}")
    else:
        assert box.git("log", "--all", "--format=%H %D") == bare.git("log", "--all", "--format=%H %D")
        assert told(box, route) == told(bare, route)


def told(box: Workplace, route: Route) -> list[str]:
    """What hooks that were there have noted.

    The frameworks set changes aside with a checkout of files, of which these hear, and keep from them the list of
    commits that were rewritten.
    """
    lines = box.notes().splitlines()
    kept = r"(?!post-checkout .* <0>$|[0-9a-f]{40,} [0-9a-f]{40,}$)" if route.name in NAMES else ""
    return [line for line in lines if re.match(kept, line)]


def test_a_new_worktree_gets_an_index_of_its_own(shop: Workplace) -> None:
    shop.use("worktree", "add", "-q", "../second", "side")
    second = GitBox(shop.path.parent / "second", shop.env)
    assert_followed(second)
    assert_as_if_built_now(sit(shop))
    assert_as_if_built_now(sit(second))
    assert shop.is_as_soiled()


def test_a_message_that_names_no_record_is_stopped(shop: Workplace) -> None:
    argv = ["git", "commit", "--allow-empty", "-m", "S\n\nDecision: nope"]
    done = subprocess.run(argv, cwd=shop.path, env=shop.env, capture_output=True, text=True, check=False)
    assert (done.returncode, "no record is named 'nope'" in done.stdout + done.stderr) == (1, True)
    assert shop.is_as_soiled()


def test_a_merge_that_breaks_records_is_stopped(shop: Workplace) -> None:
    shop.use("checkout", "-q", "side")
    shop.commit("Again", {".kontext/decisions/twin.md": record("twins", "One")})
    shop.use("checkout", "-q", "main")
    shop.commit("Again", {".kontext/decisions/brother.md": record("twins", "Two")})
    argv = ["git", "merge", "--no-edit", "side"]
    done = subprocess.run(argv, cwd=shop.path, env=shop.env, capture_output=True, text=True, check=False)
    assert (done.returncode, "[duplicate-id]" in done.stdout + done.stderr) == (1, True)
    shop.use("merge", "--abort")


def test_a_repository_cannot_bring_modules_for_our_hooks(shop: Workplace, route: Route, tmp_path: Path) -> None:
    """Python started with -m takes modules from the current folder first, unless it is told not to."""
    if route.name == "pre-commit":
        pytest.skip("pre-commit itself is started so, and does not get as far as our hooks")
    spy = f"open({str(tmp_path / 'caught')!r}, 'a').write(__name__)\n"
    names = ("kontext/__init__.py", "re.py", "json.py", "os.py", "signal.py")
    for name in names:
        shop.write(name, spy)
    shop.write("docs/adr/0001-x.md", "---\nstatus: accepted\ndate: 2024-01-01\n---\n# X\n\nText.\n")
    shop.use("add", "docs", *names)
    shop.use("commit", "-q", "-m", "Decide on x")
    assert_followed(shop)
    assert is_settled(str(tmp_path))
    assert not (tmp_path / "caught").exists()
