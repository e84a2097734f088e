"""Real repositories for tests: a pinned environment, a logical clock and therefore stable oids."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

START = 1_700_000_000  # 2023-11-14T22:13:20Z
STEP = 3600


def _path() -> str:
    """PATH with the Git of `make test GIT=/path/to/git` before any other, and the commands of our venv before that."""
    places = os.environ.get("PATH", os.defpath)
    if wanted := os.environ.get("GIT"):
        program = shutil.which(wanted)
        own = program and subprocess.run([program, "--exec-path"], capture_output=True, text=True, check=True).stdout
        if not own or not os.path.isdir(own.strip()) or os.path.basename(program) != "git":
            raise SystemExit(f"GIT={wanted}: no installed program named git (of a build tree, take bin-wrappers/git)")
        places = os.pathsep.join((os.path.dirname(sys.executable), os.path.dirname(os.path.abspath(program)), places))
    return places


PATH = _path()
GIT = shutil.which("git", path=PATH) or "git"
PLAIN_PATH = f"{os.path.dirname(GIT)}:/usr/bin:/bin"  # of a machine that has Git, and nothing of ours
REFS = os.environ.get("REFS")  # `make test REFS=reftable`: the form in which new repositories keep their references


def pinned_env(home: Path) -> dict[str, str]:
    """The environment of every Git call in tests: nothing of the machine's own configuration gets in."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "KONTEXT_", "XDG_"))}
    refs = {"GIT_DEFAULT_REF_FORMAT": REFS} if REFS else {}
    return (
        kept
        | refs
        | {
            "PATH": PATH,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "GIT_CONFIG_GLOBAL": str(home / "gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_EDITOR": ":",
            "GIT_PAGER": "cat",
            "TZ": "UTC",
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "80",
            "TERM": "dumb",
        }
    )


class GitBox:
    """A repository in a folder. `now` is the logical clock: every commit advances it by an hour."""

    def __init__(self, path: Path, env: dict[str, str]) -> None:
        self.path = path
        self.env = dict(env)  # what one test changes must not reach the next
        self.now = START

    @classmethod
    def init(cls, path: Path, env: dict[str, str], *options: str) -> GitBox:
        box = cls(path, env)
        path.mkdir(parents=True, exist_ok=True)
        box.git("init", "-q", "-b", "main", *options, ".")
        return box

    def git(self, *args: str, data: bytes | None = None, check: bool = True, env: dict[str, str] | None = None) -> str:
        """Run Git here and return its stdout without the last newline."""
        dates = {"GIT_AUTHOR_DATE": f"{self.now} +0000", "GIT_COMMITTER_DATE": f"{self.now} +0000"}
        done = subprocess.run(
            ["git", *args],
            cwd=self.path,
            env=dates | self.env | (env or {}),
            input=data,
            capture_output=True,
            check=False,
        )
        if check and done.returncode:
            raise AssertionError(f"git {args}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode("utf-8", "surrogateescape").rstrip("\n")

    def write(self, name: str, content: str | bytes) -> Path:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def commit(
        self,
        message: str | bytes,
        files: dict[str, str | bytes | None] | None = None,
        author: str = "Jane Doe <jane@example.org>",
    ) -> str:
        """Write `files` (None deletes), commit everything, return the oid. Empty commits are allowed."""
        for name, content in (files or {}).items():
            if content is None:
                (self.path / name).unlink()
            else:
                self.write(name, content)
        self.git("add", "-A")
        self.now += STEP
        raw = message if isinstance(message, bytes) else message.encode()
        self.git("commit", "-q", "--allow-empty", "--no-verify", "-F", "-", f"--author={author}", data=raw)
        return self.head

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def import_commits(self, count: int, path: str = "log.txt") -> None:
        """Add `count` commits to `path` through one fast-import (200 take about 7 ms)."""
        parent = self.git("rev-parse", "-q", "--verify", "HEAD", check=False)
        stream = []
        for number in range(count):
            self.now += STEP
            who = f"Jane Doe <jane@example.org> {self.now} +0000"
            message = f"Change number {number} of {path}\n"
            content = f"line {number}\n"
            stream.append(f"commit refs/heads/main\nauthor {who}\ncommitter {who}\n")
            stream.append(f"data {len(message.encode())}\n{message}")
            if parent:
                stream.append(f"from {parent}\n")
                parent = ""
            stream.append(f"M 644 inline {path}\ndata {len(content)}\n{content}\n")
        self.git("fast-import", "--quiet", data="".join(stream).encode())
        self.git("reset", "-q", "--hard", "main")
