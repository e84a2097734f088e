"""Secrets on the way into a repository: stopped by the hooks that Git runs and by the installed commands."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from gitbox import GitBox
from inside import kontext
from secret_shapes import samples

ROOT = Path(__file__).resolve().parents[2]
KONTEXT = str(Path(sys.executable).parent / "kontext")
TOKEN = next(one.secret for one in samples(11) if one.rule == "github-token")
RECORD = f"---\nstatus: accepted\ndate: 2026-01-01\n---\n# Cents\n\nWith {TOKEN}.\n"
CODE = f"KEY = '{TOKEN}'\n"


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    """A repository with every hook of ours."""
    box.env["PYTHONPATH"] = str(ROOT)
    box.commit("Begin", {"src/a.py": "A = 1\n", "src/b.py": "B = 1\n", "docs/decisions/x.md": "# X\n"})
    kontext(box, "hooks", "install", "--only", "pre-commit,pre-merge-commit")
    return box


def git(box: GitBox, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *argv], cwd=box.path, env=box.env | env, capture_output=True, text=True, check=False)


def run(box: GitBox, *argv: str, data: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [KONTEXT, *argv], cwd=box.path, env=box.env, input=data, capture_output=True, text=True, check=False
    )


def stopped(box: GitBox, *argv: str, **env: str) -> str:
    """Run a Git command that has to be stopped for a secret, and return what was said."""
    before = box.head
    done = git(box, *argv, **env)
    assert (done.returncode, box.head) == (1, before)
    assert "[secret-github-token]" in done.stderr
    assert TOKEN not in done.stdout + done.stderr
    return done.stderr


def test_a_record_with_a_secret_is_not_committed(shop: GitBox) -> None:
    name = "docs/decisions/größe-der-körbe.md"
    shop.write(name, RECORD)
    shop.git("add", name)
    shown = f"GitHub token: {TOKEN[:6]}… ({len(TOKEN)} characters)"
    assert stopped(shop, "commit", "-m", "Decide").startswith(f"{name}:7: error: {shown}")
    shop.write(name, RECORD.replace(".\n", ". <!-- kontext:allow-secret -->\n"))
    assert git(shop, "commit", "-qam", "Decide").returncode == 0


def test_code_is_looked_through_only_where_that_is_wanted(shop: GitBox) -> None:
    shop.write("src/a.py", CODE)
    assert git(shop, "commit", "-qam", "Code").returncode == 0
    shop.write("src/a.py", CODE + "B = 2\n")
    stopped(shop, "commit", "-am", "Code", KONTEXT_SECRETS_SCAN="staged")


@pytest.mark.parametrize(
    ("file", "content"),
    [
        (".kontext.yaml", "secrets:\n  scan: staged\n"),
        (".kontext.yaml", "secrets: {scan: 'Staged'}\n"),
        (".kontext/kontext.yaml", "secrets:\n  scan: staged\n"),
        (".ai/kontext.yaml", "secrets:\n  scan: staged\n"),
        (".git/kontext/config.yaml", "secrets:\n  scan: staged\n"),
        ("../home-config/config.yaml", "secrets:\n  scan: staged\n"),
        ("../home-config/repos/repo.yaml", "secrets:\n  scan: staged\n"),
        (".git/config", "[kontext \"secrets\"]\n\tscan = staged\n"),
        ("../home-config/config.yaml", "store:\n  dir: deep/store\n"),
        (".git/config", "[kontext \"store\"]\n\tdir = deep/store\n"),
    ],
)  # fmt: skip
def test_wherever_it_is_wanted_the_hook_does_not_leave_early(shop: GitBox, file: str, content: str) -> None:
    shop.env["KONTEXT_CONFIG_DIR"] = str(shop.path.parent / "home-config")
    target = shop.path / file
    old = target.read_text() if target.exists() else ""
    shop.write(file, old + content)
    if "deep" in content:
        shop.write("deep/store/kontext.yaml", "secrets:\n  scan: staged\n")
    shop.write("src/größe.py", CODE)
    shop.git("add", "src")
    assert "src/größe.py:1: error:" in stopped(shop, "commit", "-m", "Code")


def test_in_a_linked_work_tree_the_file_of_the_clone_counts(shop: GitBox) -> None:
    shop.write(".git/kontext/config.yaml", "secrets:\n  scan: staged\n")
    shop.git("worktree", "add", "-q", "../linked", "-b", "linked")
    linked = GitBox(shop.path.parent / "linked", shop.env)
    linked.write("src/a.py", CODE)
    assert "src/a.py:1: error:" in stopped(linked, "commit", "-am", "Code")


@pytest.fixture
def wide(shop: GitBox) -> GitBox:
    """The same, with everything that is staged looked through."""
    shop.git("config", "kontext.secrets.scan", "staged")
    return shop


def test_a_partial_commit_is_judged_by_its_part(wide: GitBox) -> None:
    wide.write("src/a.py", CODE)
    wide.write("src/b.py", "B = 2\n")
    wide.git("add", "-A")
    assert git(wide, "commit", "-q", "-m", "B", "src/b.py").returncode == 0
    wide.write("src/b.py", "B = 3\n")
    stopped(wide, "commit", "-m", "A", "src/a.py")
    stopped(wide, "commit", "-a", "-m", "Both")
    wide.git("restore", "--staged", "src/a.py")
    wide.git("add", "src/b.py")
    assert git(wide, "commit", "-q", "-m", "B, with a secret that is not staged").returncode == 0


def test_an_amended_commit_and_a_deleted_file(wide: GitBox) -> None:
    wide.commit("Let it in", {"src/a.py": CODE})
    wide.git("rm", "-q", "src/a.py")
    assert git(wide, "commit", "-q", "-m", "Take it out").returncode == 0
    wide.write("src/c.py", CODE)
    wide.git("add", "-A")
    stopped(wide, "commit", "--amend", "--no-edit")


def test_a_merge_is_judged_by_what_it_brings(wide: GitBox) -> None:
    wide.git("checkout", "-q", "-b", "side")
    wide.commit("Let it in", {"src/c.py": CODE})
    wide.git("checkout", "-q", "main")
    wide.commit("Go on", {"src/a.py": "A = 2\n"})
    said = stopped(wide, "merge", "-m", "Merge", "side")
    assert "src/c.py:1: error:" in said


def test_a_broken_file_hides_nothing_and_one_variable_lets_all_pass(wide: GitBox) -> None:
    wide.write(".kontext.yaml", "secrets: [\n")  # broken: the rest counts
    wide.write("src/a.py", CODE)
    wide.git("add", "-A")
    stopped(wide, "commit", "-m", "Code")
    assert git(wide, "commit", "-q", "-m", "Code", KONTEXT_SKIP="1").returncode == 0


def test_the_command_tells_in_every_form(wide: GitBox) -> None:
    wide.write("src/größe.py", CODE)
    wide.git("add", "-A")
    done = run(wide, "check", "--staged", "--format", "json")
    (one,) = json.loads(done.stdout)["findings"]
    assert (done.returncode, one["path"], one["line"], one["rule"]) == (1, "src/größe.py", 1, "secret-github-token")
    for form in ("text", "github", "sarif"):
        done = run(wide, "check", "--staged", "--format", form)
        assert (done.returncode, "secret-github-token" in done.stdout, TOKEN in done.stdout) == (1, True, False)
    assert run(wide, "check").returncode == 0


def test_a_text_with_a_secret_is_refused_and_nothing_is_written(shop: GitBox) -> None:
    for argv in (("--body", f"Why.\nWith {TOKEN}."), ("--file", "-"), ("--draft", "--body", f"Why.\nWith {TOKEN}.")):
        done = run(shop, "capture", "-t", "Carts expire", *argv, data=f"Why.\nWith {TOKEN}.\n")
        assert done.returncode == 1
        assert done.stderr.splitlines() == [
            "kontext: nothing was written: it would hold a secret",
            f"  line 2 of the text: GitHub token: {TOKEN[:6]}… (40 characters)  [secret-github-token]",
            "  leave it out; if it is no secret, write kontext:allow-secret on its line",
        ]
    assert shop.git("status", "--short") == ""
    assert "Carts" not in run(shop, "inbox").stdout


def test_a_text_from_the_editor_is_not_lost(shop: GitBox, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text(f"#!/bin/sh\nprintf '# Carts expire\\n\\nWith {TOKEN}.\\n' >\"$1\"\n")
    editor.chmod(0o755)
    env = shop.env | {"GIT_EDITOR": str(editor)}
    child = pexpect.spawn(KONTEXT, ["capture"], cwd=str(shop.path), env=env, encoding="utf-8", timeout=20)  # type: ignore[arg-type]
    said = child.read()
    child.close()
    kept = shop.path / ".git" / "kontext" / "CAPTURE_EDITMSG.md"
    assert child.exitstatus == 1
    assert f"what you wrote is in {kept}" in said
    assert TOKEN not in said
    assert TOKEN in kept.read_text()
    assert shop.git("status", "--short") == ""
