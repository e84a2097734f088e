"""What is installed, from a wheel and from a checkout, asked as a user would ask: through Git, without our modules."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from checkout import copy_project
from gitbox import GitBox
from kontext.hooks.shims import ALL

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("git-why.1", "git-kx-why.1", "git-kx-log.1", "git-kx-search.1", "kontext.1")
COMMANDS = ("git-why", "git-kx-why", "git-kx-log", "git-kx-search", "kontext")
COMPLETIONS = (
    "share/bash-completion/completions/git-why",
    "share/bash-completion/completions/kontext",
    "share/zsh/site-functions/_kontext",
    "share/fish/vendor_completions.d/git-why.fish",
)
EVENTS = set(ALL)


def pip(*args: str) -> None:
    quiet = ["--disable-pip-version-check", "-q", "--no-index", "--no-cache-dir"]
    done = subprocess.run([sys.executable, "-m", "pip", *args, *quiet], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def make_venv(folder: Path) -> Path:
    """A virtual environment that finds the dependencies of ours, but not our package; returns its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (folder / "lib" / version / "site-packages" / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from what a clone holds: tracked files and those about to be."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    copy_project(source)
    pip("wheel", "--no-deps", "--no-build-isolation", "-w", str(out), str(source))
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("venv")
    pip("--python", str(make_venv(folder)), "install", "--ignore-installed", "--no-deps", str(wheel))
    return folder


@pytest.fixture(scope="module")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("editable")
    pip(
        *("--python", str(make_venv(folder)), "install", "--ignore-installed", "--no-deps", "--no-build-isolation"),
        *("-e", str(ROOT)),
    )
    return folder


@pytest.fixture(params=["installed", "editable"])
def place(request: pytest.FixtureRequest) -> Path:
    return request.getfixturevalue(request.param)


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(place: Path, box: GitBox) -> Run:
    """Run a command in a repository with one commit, the installed commands first on PATH."""
    box.commit("Say hello\n\nBecause a greeting is polite.\n", {"hello.py": "print('hello')\n"})

    def call(*argv: str, **env: str) -> subprocess.CompletedProcess[str]:
        path = f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            argv, cwd=box.path, env=box.env | {"PATH": path} | env, capture_output=True, text=True, check=False
        )

    return call


def test_everything_is_where_it_belongs(place: Path) -> None:
    for command in COMMANDS:
        file = place / "bin" / command
        assert os.access(file, os.X_OK), command
        assert file.read_text().startswith(f"#!{place / 'bin' / 'python'}"), command
    for name in (*(f"share/man/man1/{page}" for page in PAGES), *COMPLETIONS):
        assert (place / name).is_file(), name


def test_the_wheel_carries_the_hooks_and_nothing_of_the_tests(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert {Path(name).name for name in names if name.startswith("kontext/_hooks/")} == EVENTS
    assert not [name for name in names if name.startswith(("tests", "docs", "bench"))]


def test_shims_are_found(place: Path, run: Run) -> None:
    code = "from kontext.hooks.shims import shim_folder; print(shim_folder())"
    folder = Path(run(str(place / "bin" / "python"), "-c", code).stdout.strip())
    assert {file.name for file in folder.iterdir()} >= EVENTS
    assert (folder == ROOT / "hooks") == (place.name.startswith("editable"))


def test_git_runs_our_commands(run: Run) -> None:
    for argv in (("git", "why", "-h"), ("git", "kx-why", "-h"), ("git", "kx-search", "-h"), ("kontext", "why", "-h")):
        done = run(*argv)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"usage: {' '.join(argv[:2])} ")
        assert "\nexample:\n" in done.stdout


def test_git_opens_our_man_page(place: Path, run: Run) -> None:
    if not shutil.which("man"):
        pytest.skip("no man here: test_everything_is_where_it_belongs has seen the page")
    for name in ("why", "kx-why"):
        page = run("git", name, "--help", MANPATH=str(place / "share" / "man"), MANPAGER="cat", PAGER="cat")
        assert "why is this code like this" in page.stdout, page.stderr


def test_a_question_is_answered(run: Run) -> None:
    done = run("git", "why", "hello.py:1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["target"]["kind"] == "lines"
    assert [line["subject"] for line in answer["lines"]] == ["Say hello"]
    assert "greeting is polite" in run("git", "why", "hello.py:1").stdout
    assert "Say hello" in run("git", "kx-search", "greeting").stdout
    assert "Say hello" in run("kontext", "search", "greeting").stdout


def test_the_rest_of_kontext_runs(run: Run) -> None:
    assert run("kontext", "version").stdout.startswith("kontext ")
    assert "_git_why()" in run("kontext", "completion", "bash").stdout
    assert "compdef" in run("kontext", "completion", "zsh").stdout
    assert "complete -c git-why" in run("kontext", "completion", "fish").stdout
    assert run("kontext", "-h").stdout.startswith("Usage: kontext")
