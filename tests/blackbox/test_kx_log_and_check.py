"""`git kx-log` and `kontext check` as they are installed: through Git, in a hook, in CI."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox

ROOT = Path(__file__).resolve().parents[2]
GOOD = "---\nid: cents\ntitle: Cents\nstatus: accepted\ndate: 2023-11-01\npaths: [src/**]\n---\n\nSo be it.\n"
BAD = "---\nid: cents\ntitle: Again\nstatus: pondered\ndate: 2023-11-02\n---\n\nSo be it.\n"


@pytest.fixture
def shop(box: GitBox, tmp_path: Path) -> GitBox:
    """A repository where `git kx-log` and `kontext` are on PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    kontext = f'exec "{sys.executable}" -c "import sys; from kontext.cli.app import main; sys.exit(main())" "$@"'
    log = f'exec "{sys.executable}" "{ROOT}/git-commands/git-kx-log" "$@"'
    for name, line in (("kontext", kontext), ("git-kx-log", log)):
        (folder / name).write_text(f"#!/bin/sh\n{line}\n")
        (folder / name).chmod(0o755)
    box.env = box.env | {"PATH": f"{folder}:{box.env['PATH']}", "PYTHONPATH": str(ROOT), "KONTEXT_SKIP": "1"}
    box.commit("Cents", {".kontext/decisions/cents.md": GOOD, "src/ä b/cart.py": "x = 1\n"})
    return box


def run(box: GitBox, *argv: str, cwd: str = ".", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        argv, cwd=box.path / cwd, env=box.env | env, capture_output=True, text=True, check=False, timeout=60
    )


def test_git_finds_the_command_and_both_names_say_the_same(shop: GitBox) -> None:
    first = run(shop, "git", "kx-log", cwd="src/ä b")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == f"2023-11-01  cents  Cents  accepted  {shop.head[:7]}\n"
    assert run(shop, "kontext", "log").stdout == first.stdout
    assert run(shop, "kontext", "-C", "src", "log").stdout == first.stdout


def test_paths_are_relative_to_the_current_folder(shop: GitBox) -> None:
    answer = json.loads(run(shop, "git", "kx-log", "--json", "--", "cart.py", cwd="src/ä b").stdout)
    assert [entry["commit"] for entry in answer["entries"]] == [shop.head]
    assert json.loads(run(shop, "git", "kx-log", "--json", "--", ".kontext").stdout)["entries"] == []


def test_statuses_of_the_log(shop: GitBox) -> None:
    assert run(shop, "git", "kx-log", "--exit-code").returncode == 0
    assert run(shop, "git", "kx-log", "--exit-code", "--tag", "none").returncode == 1
    wrong = run(shop, "git", "kx-log", "--kind", "decison")
    assert wrong.returncode == 129
    assert "unknown kind 'decison'" in wrong.stderr
    stray = run(shop, "git", "kx-log", "src")
    assert stray.returncode == 129
    assert "git kx-log -- src" in stray.stderr
    assert run(shop, "kontext", "log", "--since", "soon").returncode == 2
    assert run(shop, "git", "kx-log", "-C", "..").returncode == 128


def test_a_commit_is_stopped_by_a_hook_and_judged_by_its_own_staging_area(shop: GitBox) -> None:
    hook = shop.path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexec kontext check --staged\n")
    hook.chmod(0o755)
    shop.write(".kontext/decisions/again.md", BAD)
    shop.write("notes.txt", "x\n")
    shop.git("add", "-A")
    stopped = run(shop, "git", "commit", "-q", "-m", "Both")
    assert stopped.returncode == 1
    said = stopped.stdout + stopped.stderr
    assert ".kontext/decisions/again.md:2: error: id 'cents' is also that of .kontext/decisions/cents.md" in said
    assert "1 error, 1 warning" in said
    # `commit FILE` commits that file only, through a staging area of its own.
    assert run(shop, "git", "commit", "-q", "-m", "Notes", "notes.txt").returncode == 0


def test_formats_and_statuses_of_the_check(shop: GitBox) -> None:
    quiet = run(shop, "kontext", "check", "--strict")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    shop.write(".kontext/decisions/other.md", BAD.replace("id: cents", "id: other"))
    assert run(shop, "kontext", "check").returncode == 0
    strict = run(shop, "kontext", "check", "--strict", "--format", "json")
    assert strict.returncode == 1
    assert [one["rule"] for one in json.loads(strict.stdout)["findings"]] == ["unknown-status"]
    assert run(shop, "kontext", "check", "--format=github").stdout.startswith(
        "::warning file=.kontext/decisions/other.md,line=4,"
    )
    assert json.loads(run(shop, "kontext", "check", "--format", "sarif").stdout)["version"] == "2.1.0"
    assert run(shop, "kontext", "check", "--strict", "--", "../src", cwd=".kontext").returncode == 0
    wrong = run(shop, "kontext", "check", "--format", "xml")
    assert wrong.returncode == 2
    assert "unknown format 'xml'" in wrong.stderr
    shop.git("config", "core.bare", "true")
    assert "nothing is staged in a bare repository" in run(shop, "kontext", "check", "--staged").stderr


def test_every_check_says_what_is_wrong_with_the_configuration(shop: GitBox) -> None:
    shop.write(".kontext.yaml", "why:\n  limt: 8\n")
    note = "note: .kontext.yaml:2: unknown key 'why.limt'; did you mean 'why.limit'?\n"
    shop.write("message", "Round down\n")
    for argv in (["--strict"], ["--staged"], ["--range", "HEAD~0..", "--format", "json"], ["--message", "message"]):
        done = run(shop, "kontext", "check", *argv, KONTEXT_SKIP="")
        assert (done.returncode, done.stderr) == (0, note), argv
        assert "limt" not in done.stdout


def test_a_check_of_what_is_not_there_fails(shop: GitBox) -> None:
    for names in (["nosuchdir"], ["src", "typo.md"], ["--staged", "typo.md"]):
        wrong = run(shop, "kontext", "check", *names)
        assert (wrong.returncode, wrong.stdout) == (2, "")
        assert wrong.stderr.startswith(f"kontext: no such file or folder: {names[-1]}\n")
    assert run(shop, "kontext", "check", "src", ".kontext/decisions/cents.md", ".").returncode == 0
    shop.git("rm", "-q", "src/ä b/cart.py")
    assert run(shop, "kontext", "check", "--staged", "src/ä b/cart.py").returncode == 0


@pytest.mark.parametrize("other", ["--staged", "--refs", "src"])
def test_a_range_is_judged_alone(shop: GitBox, other: str) -> None:
    wrong = run(shop, "kontext", "check", "--range", "HEAD..HEAD", other)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "--range is judged alone" in wrong.stderr
