"""pre-commit and prek, each with one home for the whole run, in which they install this project without a network.

What both need lies in one folder of wheels, made from the package index that pip is configured for. A framework that
is not installed is named in one line (NOT TESTED: …); with PEERS=required it is a failure.
"""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

import pytest

from checkout import ROOT, copy_project
from gitbox import PATH, GitBox, pinned_env
from inside import kontext
from kontext import __version__

BIN = Path(sys.executable).parent
NAMES = ("pre-commit", "prek")
REFRESH = ("post-commit", "post-merge", "post-checkout", "post-rewrite")
_STRICT = os.environ.get("PEERS") == "required"


class Framework:
    """One of the two: its `url` is a repository that holds this project, `env` has its home and the wheels."""

    def __init__(self, name: str, place: Path) -> None:
        self.name = name
        self.url = str(place / "kontext")
        self.env = {
            "PATH": f"{place / 'bin'}{os.pathsep}{PATH}",
            "PRE_COMMIT_HOME": str(place / "pre-commit"),
            "PREK_HOME": str(place / "prek"),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(place / "wheels"),
            "UV_NO_INDEX": "1",
            "UV_OFFLINE": "1",
            "UV_FIND_LINKS": str(place / "wheels"),
            "UV_CACHE_DIR": str(place / "uv"),
            "PYTHONPATH": "",  # what they install must do
            "VIRTUALENV_OVERRIDE_APP_DATA": str(place / "virtualenv"),
        }

    def run(self, box: GitBox, *argv: str, status: int = 0, **env: str) -> str:
        """Run one of its commands in a repository and return all it prints; `status` is how it must end."""
        argv = (str(BIN / self.name), *argv)
        done = subprocess.run(
            argv, cwd=box.path, env=box.env | env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        text = done.stdout.decode(errors="replace")
        assert done.returncode == status, f"{argv}: {done.returncode}\n{text}"
        return text

    def snippet(self) -> str:
        """The configuration that the README shows, with our repository for its address."""
        text = (ROOT / "README.md").read_text()
        found = re.search(r"^```yaml \.pre-commit-config\.yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        assert found, "README.md shows no .pre-commit-config.yaml"
        shown, count = re.subn(r"repo: \S+", f"repo: {self.url}", found[1])
        assert count == 1
        return shown

    def all_hooks(self, box: GitBox) -> str:
        """What `kontext hooks install --checks --pre-commit` makes of the README's: our refresh comes with it."""
        file = box.write(".pre-commit-config.yaml", self.snippet())
        kontext(box, "hooks", "install", "--checks", "--pre-commit", self.url)
        return file.read_text()

    def install(self, box: GitBox) -> None:
        """Have Git run the hooks that `.pre-commit-config.yaml` names."""
        self.run(box, "install")
        self.run(box, {"pre-commit": "install-hooks", "prek": "prepare-hooks"}[self.name])


def get_framework(name: str, factory: pytest.TempPathFactory) -> Framework:
    """Return a framework that is ready to use; all workers share its home."""
    base = factory.getbasetemp()
    place = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "frameworks"
    place.mkdir(exist_ok=True)
    framework = Framework(name, place)
    with open(place / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _once(place / f"{name}-installed", lambda: _need(name))
        with open(place / "lock", "w") as shared:
            fcntl.flock(shared, fcntl.LOCK_EX)
            _once(place / "wheels-made", lambda: _make_wheels(place / "wheels"))
            _once(place / "tools-made", lambda: _link_tools(place / "bin"))
            _once(place / "clone-made", lambda: _make_clone(place / "kontext"))
        _once(place / f"{name}-warm", lambda: _install_us(framework, place))
    return framework


def _once(mark: Path, make: Callable[[], None]) -> None:
    if not mark.exists():
        make()
        mark.touch()


def _need(name: str) -> None:
    for program in (name, *(("uv",) if name == "prek" else ())):  # prek installs Python hooks with uv
        if not (BIN / program).exists():
            missing(f"NOT TESTED: {program} is not installed in {BIN}")


def missing(what: str) -> NoReturn:
    """A peer is not there: named in one line, and with PEERS=required a failure."""
    (pytest.fail if _STRICT else pytest.skip)(what)


def _make_wheels(folder: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    argv = [sys.executable, "-m", "pip", "wheel", "-q", "-w", str(folder), *wanted]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode:
        (pytest.fail if _STRICT else pytest.skip)(f"NOT TESTED: no wheels of our dependencies: {done.stderr[-300:]}")


def _link_tools(folder: Path) -> None:
    """The one program that prek looks for, without our own commands, which stand beside it."""
    folder.mkdir()
    (folder / "uv").symlink_to(BIN / "uv")


def _make_clone(folder: Path) -> None:
    """A repository that holds the project as it lies here, under the tag that a user would name."""
    copy_project(folder)
    box = GitBox.init(folder, _env(folder.parent, {}))
    box.commit("Everything")
    box.git("tag", f"v{__version__}")


def _install_us(framework: Framework, place: Path) -> None:
    box = GitBox.init(place / f"first-{framework.name}", _env(place, framework.env))
    box.write(".pre-commit-config.yaml", framework.snippet())
    box.git("add", ".")
    framework.install(box)


def _env(home: Path, more: Mapping[str, str]) -> dict[str, str]:
    (home / "gitconfig").write_text("[user]\n\tname = Jane Doe\n\temail = jane@example.org\n")
    return pinned_env(home) | more
