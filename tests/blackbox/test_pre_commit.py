"""The manifest of the pre-commit framework, and the framework itself (a peer: it installs us anew)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox, pinned_env
from kontext import __version__

ROOT = Path(__file__).resolve().parents[2]


def pre_commit(box: GitBox, *argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *argv],
        cwd=box.path,
        env=box.env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_manifest_is_valid(box: GitBox) -> None:
    done = pre_commit(box, "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"))
    assert done.returncode == 0, done.stdout


@pytest.mark.peers
def test_the_framework_runs_our_refresh(box: GitBox) -> None:
    box.commit("first", {"a": "1"})
    done = pre_commit(box, "try-repo", str(ROOT), "kontext-refresh", "--hook-stage", "post-commit", "--verbose")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stdout


IDS = ("kontext-trailers", "kontext-add-trailers", "kontext-check", "kontext-range", "kontext-refresh")
RECORD = "---\nstatus: {}\ndate: 2026-01-01\n{}---\n# {}\n\nText.\n"


def test_the_manifest_has_every_hook() -> None:
    import ruamel.yaml

    hooks = ruamel.yaml.YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert {hook["id"] for hook in hooks} == set(IDS)
    for hook in hooks:
        # Without stages a hook runs at each; without files of their own these need to be told to run.
        assert hook["stages"]
        assert hook.get("always_run") or hook["id"] in ("kontext-trailers", "kontext-add-trailers")
        assert hook["minimum_pre_commit_version"] == "3.2.0"


class Shop(GitBox):
    """A repository whose hooks are all run by the framework."""

    def run(self, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(argv, cwd=self.path, env=self.env | env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """One home of the framework for all tests, so that it installs us once."""
    place = tmp_path_factory.mktemp("framework")
    (place / "gitconfig").write_text("[user]\n\tname = Jane Doe\n\temail = jane@example.org\n")
    env = pinned_env(place) | {"PRE_COMMIT_HOME": str(place / "cache")}
    ours = place / "kontext"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(ours)], env=env, check=True)
    subprocess.run(["git", "tag", f"v{__version__}"], cwd=ours, env=env, check=True)
    box = Shop.init(place / "shop", env)
    box.commit(
        "Decide",
        {
            "docs/decisions/cents.md": RECORD.format("accepted", "supersedes: [floats]\n", "Cents"),
            "docs/decisions/floats.md": RECORD.format("superseded", "", "Floats"),
        },
    )
    box.git("init", "-q", "--bare", "../remote.git")
    box.git("remote", "add", "origin", "../remote.git")
    box.git("push", "-q", "origin", "main")
    code = "import sys; from kontext.cli.app import main; sys.exit(main())"
    done = box.run(
        sys.executable, "-c", code, "hooks", "install", "--checks", "--pre-commit", str(ours), PYTHONPATH=str(ROOT)
    )
    assert done.returncode == 0, done.stderr
    for argv in (("install",), ("install-hooks",)):
        done = box.run(sys.executable, "-m", "pre_commit", *argv)
        assert done.returncode == 0, done.stdout + done.stderr
    box.git("add", ".")
    box.git("commit", "-q", "-m", "Use hooks")
    return box


@pytest.mark.peers
def test_a_message_is_judged(shop: Shop) -> None:
    done = shop.run("git", "commit", "--allow-empty", "-m", "S\n\nDecision: floats")
    assert (done.returncode, "decision floats is superseded by cents" in done.stderr + done.stdout) == (1, True)
    assert shop.run("git", "commit", "--allow-empty", "-m", "S\n\nDecision: cents").returncode == 0


@pytest.mark.peers
def test_what_a_commit_adds_is_named_in_its_message(shop: Shop) -> None:
    shop.write("docs/decisions/rates.md", RECORD.format("accepted", "", "Rates"))
    shop.git("add", ".")
    shop.write("docs/decisions/cents.md", "unstaged\n")
    done = shop.run("git", "commit", "-m", "Decide on rates")
    assert done.returncode == 0, done.stdout + done.stderr
    assert shop.git("log", "-1", "--format=%B").strip() == "Decide on rates\n\nDecision: rates"
    assert (shop.path / "docs/decisions/cents.md").read_text() == "unstaged\n"
    shop.git("checkout", "docs")


@pytest.mark.peers
def test_records_are_judged_as_staged_and_all_of_them_by_hand(shop: Shop) -> None:
    for name in ("one", "two"):
        shop.write(f"docs/decisions/{name}.md", RECORD.format("accepted", "id: same\n", name))
    shop.git("add", ".")
    done = shop.run("git", "commit", "-m", "S")
    assert (done.returncode, "[duplicate-id]" in done.stderr + done.stdout) == (1, True)
    shop.git("commit", "-q", "--no-verify", "-m", "S")
    done = shop.run(sys.executable, "-m", "pre_commit", "run", "kontext-check", "--all-files")
    assert (done.returncode, "[duplicate-id]" in done.stdout) == (1, True)
    shop.git("reset", "-q", "--hard", "HEAD^")


@pytest.mark.peers
def test_a_push_is_judged_and_the_index_follows(shop: Shop) -> None:
    assert shop.run("git", "push", "origin", "main").returncode == 0
    shop.git("commit", "-q", "--allow-empty", "--no-verify", "-m", "S\n\nDecision: nope")
    done = shop.run("git", "push", "origin", "main")
    assert (done.returncode, "no record is named 'nope'" in done.stderr + done.stdout) == (1, True)
    done = shop.run("git", "push", "origin", "main:new")
    assert (done.returncode, "no record is named 'nope'" in done.stderr + done.stdout) == (1, True)
    assert (shop.path / ".git" / "kontext" / "index").is_dir()


@pytest.mark.peers
def test_whatever_git_does_goes_on_and_is_followed(shop: Shop) -> None:
    """A merge, a rebase, an amend, a partial commit, a linked worktree: nothing unstaged is touched."""
    shop.git("checkout", "-q", "-b", "aside", "main~1")
    shop.write("aside.txt", "1\n")
    shop.git("add", "aside.txt")
    assert shop.run("git", "commit", "-q", "-m", "Aside").returncode == 0
    shop.git("checkout", "-q", "-b", "work", "main")
    shop.write("unstaged.txt", "mine\n")
    for name in ("one.txt", "two.txt"):
        shop.write(name, "1\n")
    shop.git("add", "one.txt", "two.txt")
    for argv in (
        ("commit", "-q", "-m", "One", "one.txt"),
        ("commit", "-q", "-m", "Two"),
        ("commit", "-q", "--amend", "-m", "Two\n\nDecision: cents"),
        ("merge", "-q", "--no-edit", "aside"),
        ("rebase", "-q", "main"),
        ("worktree", "add", "-q", "../linked", "aside"),
    ):
        done = shop.run("git", *argv)
        assert done.returncode == 0, f"{argv}: {done.stdout}{done.stderr}"
        assert (shop.path / "unstaged.txt").read_text() == "mine\n"
    linked = Shop(shop.path.parent / "linked", shop.env)
    done = linked.run("git", "commit", "--allow-empty", "-m", "S\n\nDecision: floats")
    assert (done.returncode, "is superseded by cents" in done.stderr + done.stdout) == (1, True)
    assert linked.run("git", "commit", "--allow-empty", "-m", "S\n\nDecision: cents").returncode == 0
