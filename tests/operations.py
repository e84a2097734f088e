"""All that people do with Git, done as they do it: in a work tree with changes that nobody staged, input left to read.

`OPERATIONS` names each; a `Workplace` is where it is done, and notes what Git told the hooks that were there.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from gitbox import GitBox
from indexes import fill_and_index, record

DIRTY = "a change that nobody staged\n"
UNREAD = "for whoever reads on\n"
EVENTS = (
    *("pre-commit", "pre-merge-commit", "prepare-commit-msg", "commit-msg", "post-commit"),
    *("post-checkout", "post-merge", "post-rewrite", "pre-push"),
)
# A hook of somebody else's: notes its event, its arguments and what it is given to read.
NOTER = '#!/bin/sh\n{ printf "%%s" "%s"; printf " <%%s>" "$@"; echo; cat; } >>"$NOTES"\n'
_DIRTY_FILES = {"new.txt": DIRTY, "notes.txt": f"notes\n{DIRTY}"}


class Workplace(GitBox):
    """A repository in which Git is used as by a person; `is_quiet` where our hooks must not be heard."""

    is_quiet = True

    def use(self, *argv: str, status: int = 0, **env: str) -> None:
        """Run a Git command that must end with `status`, and leave its input to whatever reads on."""
        self.now += 3600
        env |= {"GIT_AUTHOR_DATE": f"{self.now} +0000", "GIT_COMMITTER_DATE": f"{self.now} +0000"}
        line = ["sh", "-c", 'git "$@"; status=$?; cat; exit $status', "git", *argv]
        done = subprocess.run(
            line, cwd=self.path, env=self.env | env, input=UNREAD, capture_output=True, text=True, check=False
        )
        said = done.stdout + done.stderr
        assert done.returncode == status, f"{argv} ended with {done.returncode}\n{said}"
        assert done.stdout.endswith(UNREAD), f"{argv} took what was not meant for it"
        assert not self.is_quiet or "kontext" not in said, said

    def notes(self) -> str:
        """What the hooks that were there noted so far, without the names of folders."""
        notes = Path(self.env["NOTES"])
        return notes.read_text().replace(str(notes.parent), "") if notes.exists() else ""

    def soil(self) -> None:
        """Change a file, and add one, without staging either."""
        for name, text in _DIRTY_FILES.items():
            self.write(name, text)

    def is_as_soiled(self) -> bool:
        return all((self.path / name).read_text() == text for name, text in _DIRTY_FILES.items())


def make_template(path: Path, env: dict[str, str], config: str = "") -> GitBox:
    """Branches that do not conflict and one that does, hooks that note, and an index; `config` for a framework."""
    box = GitBox.init(path, env)
    if config:
        box.write(".pre-commit-config.yaml", config)
    fill_and_index(box)
    box.commit("Take notes", {"notes.txt": "notes\n"})
    box.git("checkout", "-q", "-b", "side")
    box.commit("Side one\n\nBecause of the side.\n", {"src/side.py": "s = 1\n"})
    box.commit("Side two", {"src/side.py": "s = 2\n", ".kontext/decisions/side.md": record("side", "Sides are two")})
    box.git("checkout", "-q", "-b", "ahead", "main")
    box.commit("Ahead", {"src/ahead.py": "a = 1\n"})
    box.git("checkout", "-q", "-b", "other", "main")
    box.commit("Another main", {"src/main.py": "m = 2\n"})
    box.git("checkout", "-q", "main")
    box.commit("More on main", {"src/main.py": "m = 1\n"})
    for event in EVENTS:
        box.write(f".git/hooks/{event}", NOTER % event).chmod(0o755)
    return box


def is_settled(mark: str) -> bool:
    """Whether, within half a minute, no process is left that was started with `mark` in its environment."""
    for _ in range(600):
        if not any(mark.encode() in environ for environ in _environments()):
            return True
        time.sleep(0.05)
    return False


def _environments() -> Iterator[bytes]:
    for pid in filter(str.isdecimal, os.listdir("/proc")):
        try:
            yield Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            continue


def commit(box: Workplace) -> None:
    """Of a file of which only a part is staged."""
    box.write("src/a.py", "a = 3\n")
    box.use("add", "src/a.py")
    box.write("src/a.py", f"a = 3\n{DIRTY}")
    box.use("commit", "-q", "-m", "Change a again")
    assert box.git("show", "HEAD:src/a.py") == "a = 3"
    assert (box.path / "src/a.py").read_text() == f"a = 3\n{DIRTY}"


def commit_record(box: Workplace) -> None:
    box.write(".kontext/decisions/rates.md", record("rates", "Rates are yearly"))
    box.use("add", ".kontext")
    box.use("commit", "-q", "-m", "Decide on rates")


def commit_all(box: Workplace) -> None:
    box.write("src/a.py", "a = 5\n")
    box.use("commit", "-q", "-a", "-m", "Everything")
    assert box.git("status", "--porcelain") == "?? new.txt"


def commit_partly(box: Workplace) -> None:
    for name in ("a", "b"):
        box.write(f"src/{name}.py", f"{name} = 4\n")
        box.use("add", f"src/{name}.py")
    box.use("commit", "-q", "-m", "A alone", "src/a.py")
    assert box.git("diff", "--cached", "--name-only") == "src/b.py"


def commit_nothing(box: Workplace) -> None:
    box.use("commit", "-q", "-m", "Nothing", status=1)


def fast_forward(box: Workplace) -> None:
    box.use("checkout", "-q", "main^")
    box.use("merge", "-q", "--ff-only", "ahead")


def conflict(box: Workplace) -> None:
    box.use("merge", "-q", "--no-edit", "other", status=1)
    box.write("src/main.py", "m = 3\n")
    box.use("add", "src/main.py")
    box.use("commit", "-q", "--no-edit")


def rebase(box: Workplace) -> None:
    box.use("rebase", "-q", "--autostash", "main", "side")


def reword(box: Workplace) -> None:
    editors = {"GIT_SEQUENCE_EDITOR": "sed -i.bak 1s/^pick/reword/", "GIT_EDITOR": "sed -i.bak s/Side/Sideways/"}
    box.use("rebase", "-q", "-i", "--autostash", "main", "side", **editors)
    assert "Sideways one" in box.git("log", "-2", "--format=%s")


def pull(box: Workplace) -> None:
    box.use("clone", "-q", ".", "../other")
    other = GitBox(box.path.parent / "other", box.env)
    other.commit("From elsewhere", {"src/else.py": "e = 1\n"})
    box.use("pull", "-q", "../other", "main")


def pull_rebase(box: Workplace) -> None:
    box.use("clone", "-q", ".", "../other")
    other = GitBox(box.path.parent / "other", box.env)
    other.commit("From elsewhere", {"src/else.py": "e = 1\n"})
    commit(box)
    box.use("pull", "-q", "--rebase", "--autostash", "../other", "main")


def push(box: Workplace) -> None:
    box.use("init", "-q", "--bare", "../remote.git")
    box.use("push", "-q", "../remote.git", "main", "side")


def am(box: Workplace) -> None:
    patch = box.git("format-patch", "-1", "ahead", "--stdout")
    (box.path.parent / "patch").write_text(patch + "\n")
    box.use("am", "-q", "../patch")


def reset(box: Workplace) -> None:
    box.use("stash")
    box.use("reset", "-q", "--hard", "ahead")
    box.use("stash", "pop", "-q")


def stash(box: Workplace) -> None:
    box.use("stash", "--include-untracked")
    box.use("stash", "pop", "-q")


def then(*argv: str) -> Callable[[Workplace], None]:
    return lambda box: box.use(*argv)


class Operation(NamedTuple):
    """`is_followed`: Git runs a hook at its end, so that the index is brought up to date before anybody asks."""

    act: Callable[[Workplace], None]
    is_followed: bool = True
    in_linked: bool = False  # done in a linked worktree, too


OPERATIONS = {
    "commit": Operation(commit, in_linked=True),
    "commit of a record": Operation(commit_record, in_linked=True),
    "commit -a": Operation(commit_all, in_linked=True),
    "partial commit": Operation(commit_partly, in_linked=True),
    "commit of nothing": Operation(commit_nothing),
    "amend": Operation(then("commit", "-q", "--amend", "-m", "More on main, in other words"), in_linked=True),
    "merge": Operation(then("merge", "-q", "--no-edit", "side"), in_linked=True),
    "fast-forward": Operation(fast_forward),
    "squash merge": Operation(then("merge", "-q", "--squash", "side"), in_linked=True),
    "merge with a conflict": Operation(conflict),
    "rebase": Operation(rebase, in_linked=True),
    "rebase -i with reword": Operation(reword, in_linked=True),
    "cherry-pick": Operation(then("cherry-pick", "ahead")),
    "revert": Operation(then("revert", "--no-edit", "HEAD")),
    "am": Operation(am, is_followed=False),
    "checkout": Operation(then("checkout", "-q", "side"), in_linked=True),
    "checkout of a commit": Operation(then("checkout", "-q", "--detach", "ahead")),
    "switch -c": Operation(then("switch", "-q", "-c", "new", "ahead")),
    "reset --hard": Operation(reset, is_followed=False),
    "stash": Operation(stash, is_followed=False),
    "pull": Operation(pull),
    "pull --rebase": Operation(pull_rebase),
    "push": Operation(push),
}
