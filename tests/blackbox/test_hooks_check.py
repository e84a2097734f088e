"""The hooks that check, run by Git: they stop it for what they found, and for nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox
from inside import kontext

ROOT = Path(__file__).resolve().parents[2]
RECORD = "---\nstatus: {}\ndate: 2026-01-01\n{}---\n# {}\n\nText.\n"


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    """Two records, one of them superseded, and every hook of ours."""
    box.env["PYTHONPATH"] = str(ROOT)
    box.commit(
        "Decide",
        {
            "docs/decisions/2026-01-01-cents.md": RECORD.format("accepted", "supersedes: [floats]\n", "Cents"),
            "docs/decisions/floats.md": RECORD.format("superseded", "", "Floats"),
        },
    )
    kontext(box, "hooks", "install", "--checks")
    return box


def git(box: GitBox, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *argv], cwd=box.path, env=box.env | env, capture_output=True, text=True, check=False)


def message(box: GitBox) -> str:
    return box.git("log", "-1", "--format=%B").rstrip("\n")


def editor(place: Path, script: str) -> str:
    program = place / "editor"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(program)


def spied(box: GitBox, place: Path) -> Path:
    """Have the hooks run a stand-in for Python that notes the event and finds nothing."""
    log, program = place / "calls", place / "python"
    program.write_text(f'#!/bin/sh\necho "$4" >>"{log}"\n')
    program.chmod(0o755)
    for file in (box.path / ".git" / "hooks").iterdir():
        file.write_text(file.read_text().replace(sys.executable, str(program)))
    log.touch()
    return log


def checks(log: Path) -> list[str]:
    """The checks that were made: refreshes go on in the background."""
    return [line for line in log.read_text().splitlines() if not line.startswith("post-")]


def test_where_there_is_nothing_to_do_no_python_is_started(shop: GitBox, tmp_path: Path) -> None:
    log = spied(shop, tmp_path)
    shop.write("a.py", "a = 1\n")
    shop.git("add", ".")
    assert git(shop, "commit", "-q", "-m", "fix: a thing\n\nSigned-off-by: me").returncode == 0
    assert checks(log) == []
    assert git(shop, "commit", "-q", "--allow-empty", "-m", "S\n\nDECISION: x").returncode == 0
    assert checks(log) == ["commit-msg"]
    shop.git("config", "kontext.trailers.forbid", "Change-Id")
    assert git(shop, "commit", "-q", "--allow-empty", "-m", "S").returncode == 0
    assert checks(log) == ["commit-msg"] * 2
    shop.git("config", "--unset", "kontext.trailers.forbid")
    for file in (".kontext.yaml", ".git/kontext/config.yaml"):
        shop.write(file, "trailers:\n  forbid: [Change-Id]\n")
        log.write_text("")
        git(shop, "commit", "-q", "--allow-empty", "-m", "S")
        assert checks(log) == ["commit-msg"]
        (shop.path / file).unlink()
    log.write_text("")
    assert git(shop, "commit", "-q", "--allow-empty", "-m", "S", KONTEXT_TRAILERS_FORBID="Change-Id").returncode == 0
    assert checks(log) == ["commit-msg"]
    shop.write("docs/decisions/floats.md", "changed\n")
    log.write_text("")
    git(shop, "commit", "-q", "-a", "-m", "S")
    assert checks(log) == ["pre-commit"]
    shop.write("docs/decisions/New.MD", "new\n")
    shop.git("add", ".")
    log.write_text("")
    git(shop, "commit", "-q", "-m", "S")
    assert checks(log) == ["pre-commit", "prepare-commit-msg"]


def test_a_branch_named_like_other_files_starts_nothing(shop: GitBox, tmp_path: Path) -> None:
    shop.commit("Code", {"src/main.rs": "", "src/main.mk": "", "docs/maintain.md": "", "docs/domain.md": ""})
    shop.commit(
        "Records", {"adr/0007-rates/README.md": "", "adr/2026-01-01-tax.mdx": "", "vat.rst": "", "duty/README.rst": ""}
    )
    log = spied(shop, tmp_path)
    for branch, expected in (
        ("main", 0),
        ("a/7", 0),
        ("a/Rates", 1),
        ("tax", 1),
        ("vat", 1),
        ("b/duty", 1),
        ("0007-rates", 1),
    ):
        shop.git("checkout", "-q", "-B", branch)
        log.write_text("")
        assert git(shop, "commit", "-q", "--allow-empty", "-m", "S").returncode == 0
        assert checks(log) == ["prepare-commit-msg"] * expected, branch
    shop.git("checkout", "-q", "--detach")
    log.write_text("")
    assert git(shop, "commit", "-q", "--allow-empty", "-m", "S").returncode == 0
    assert checks(log) == []


def test_a_message_is_stopped_for_findings_only(shop: GitBox) -> None:
    done = git(shop, "commit", "--allow-empty", "-m", "S\n\nDecision: floats")
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        1,
        "kontext: decision floats is superseded by 2026-01-01-cents (accepted)",
    )
    assert git(shop, "commit", "-q", "--allow-empty", "-m", "S\n\nDecision: floats", KONTEXT_SKIP="1").returncode == 0
    shop.git("config", "kontext.hooks.commitMsg", "false")
    assert git(shop, "commit", "-q", "--allow-empty", "-m", "S\n\nDecision: floats").returncode == 0


def test_what_cannot_be_checked_goes_through_with_one_line(shop: GitBox) -> None:
    hook = [str(shop.path / ".git" / "hooks" / "commit-msg"), "no-such-file"]
    shop.git("config", "kontext.why.limit", "3")  # something is configured: the file is looked at
    done = subprocess.run(hook, cwd=shop.path, env=shop.env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        0,
        "kontext: commit-msg was not checked: cannot read 'no-such-file': No such file or directory\n",
    )
    broken = shop.env | {"PYTHONPATH": str(ROOT), "GIT_DIR": "/nowhere"}
    done = subprocess.run(hook, cwd=shop.path, env=broken, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    code = [sys.executable, "-P", "-m", "kontext.hooks", "pre-push"]
    done = subprocess.run(code, cwd=shop.path, env=broken, capture_output=True, text=True, check=False, input="")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert done.stderr.startswith("kontext: pre-push was not checked: not a git repository")


def test_records_are_judged_as_they_are_staged(shop: GitBox) -> None:
    twin = RECORD.format("accepted", "id: twin\n", "Twin")
    shop.write("docs/decisions/one.md", twin)
    shop.write("docs/decisions/two.md", twin)
    shop.git("add", "docs/decisions/one.md")
    assert git(shop, "commit", "-q", "-m", "One").returncode == 0
    shop.git("add", "docs/decisions/two.md")
    shop.write("docs/decisions/two.md", "mended, but not staged\n")
    done = git(shop, "commit", "-m", "Two")
    assert (done.returncode, "[duplicate-id]" in done.stderr) == (1, True)
    assert (shop.path / "docs/decisions/two.md").read_text() == "mended, but not staged\n"
    shop.git("config", "kontext.hooks.preCommit", "false")
    assert git(shop, "commit", "-q", "-m", "Two").returncode == 0
    assert message(shop) == "Two"  # no trailer that the check of the message would stop


def test_trailers_are_written_for_what_a_commit_adds_and_for_the_branch(shop: GitBox, tmp_path: Path) -> None:
    shop.write("docs/decisions/rates.md", RECORD.format("accepted", "", "Rates"))
    shop.git("add", ".")
    assert git(shop, "commit", "-q", "-m", "Decide on rates").returncode == 0
    assert message(shop) == "Decide on rates\n\nDecision: rates"
    shop.git("checkout", "-q", "-b", "jane/cents")
    typed = editor(tmp_path, 'sed -i "1s/^/Use cents/" "$1"')
    assert git(shop, "commit", "-q", "--allow-empty", GIT_EDITOR=typed).returncode == 0
    assert message(shop) == "Use cents\n\nDecision: 2026-01-01-cents"
    assert git(shop, "commit", "-q", "--allow-empty", "-m", "S\n\nDecision: 2026-01-01-cents").returncode == 0
    assert message(shop) == "S\n\nDecision: 2026-01-01-cents"
    for argv in (("-m", "fixup! S"), ("--amend", "-m", "T"), ("-C", "HEAD~3")):
        shop.git("config", "kontext.hooks.prepareCommitMsg", "false" if argv[0] == "--amend" else "true")
        assert git(shop, "commit", "-q", "--allow-empty", *argv).returncode == 0
    shop.git("config", "--unset", "kontext.hooks.prepareCommitMsg")
    assert shop.git("log", "-2", "--format=%s").splitlines() == ["Decide on rates", "T"]
    assert shop.git("log", "-1", "--skip=1", "--format=%B").strip() == "T"
    for branch in ("floats", "7", "c"):  # superseded, a ticket's number, the beginning of a name
        shop.git("checkout", "-q", "-b", branch)
        assert git(shop, "commit", "-q", "--allow-empty", "-m", "S").returncode == 0
        assert message(shop) == "S"


NAMED = ("2026-01-01-tax", "tax", "docs/decisions/2026-01-01-tax.md", "2026-01-01-ta", "TAX", "tax, cents", "0009, tax")


@pytest.mark.parametrize("value", NAMED)
def test_a_record_that_the_message_names_in_any_form_is_not_named_again(shop: GitBox, value: str) -> None:
    shop.write("docs/decisions/2026-01-01-tax.md", RECORD.format("accepted", "", "Tax"))
    shop.write("docs/adr/0009-rates.md", "# 9. Rates\n\n## Status\n\nAccepted\n")
    shop.git("add", ".")
    shop.git("commit", "-q", "--no-verify", "-m", "Records")
    shop.git("checkout", "-q", "-b", "jane/tax")
    done = git(shop, "commit", "-q", "--allow-empty", "-m", "Add tax", "-m", f"Decision: {value}")
    assert (done.returncode, done.stderr) == (0, "")
    assert message(shop) == f"Add tax\n\nDecision: {value}"


def test_a_first_commit_names_no_record_twice(shop: GitBox) -> None:
    shop.git("checkout", "-q", "--orphan", "tax")
    shop.git("rm", "-rq", "-f", ".")
    shop.write("docs/decisions/2026-01-01-tax.md", RECORD.format("accepted", "", "Tax"))
    shop.git("add", ".")
    assert git(shop, "commit", "-q", "-m", "Add tax", "-m", "Decision: tax").returncode == 0
    assert message(shop) == "Add tax\n\nDecision: tax"


@pytest.mark.parametrize("value", ["9", "0009", "ADR-9", "0009-rates"])
def test_a_record_that_a_commit_adds_may_be_named_by_its_number(shop: GitBox, value: str) -> None:
    shop.write("docs/adr/0009-rates.md", "# 9. Rates\n\n## Status\n\nAccepted\n")
    shop.git("add", ".")
    assert git(shop, "commit", "-q", "-m", "Add rates", "-m", f"Decision: {value}").returncode == 0
    assert message(shop) == f"Add rates\n\nDecision: {value}"


def test_a_line_that_git_will_not_read_names_its_record_too(shop: GitBox) -> None:
    shop.git("checkout", "-q", "-b", "cents")
    done = git(shop, "commit", "-q", "--allow-empty", "-m", "S", "-m", "Decision: cents\nFixes #1")
    assert done.returncode == 1
    kept = (shop.path / ".git" / "COMMIT_EDITMSG.kontext").read_text()
    assert kept == "S\n\nFixes #1\n\nDecision: 2026-01-01-cents\n"


def test_who_says_that_none_is_needed_is_believed(shop: GitBox) -> None:
    shop.git("checkout", "-q", "-b", "cents")
    said = "S\n\nDecision: none (a typo)"
    assert git(shop, "commit", "-q", "--allow-empty", "-m", said).returncode == 0
    assert message(shop) == said


@pytest.mark.parametrize("template", ["\n\nDecision: \n", "Decision:\n# Say why.\n", "\nReviewed-by: J\nDecision: \n"])
def test_the_empty_line_of_a_template_is_filled(shop: GitBox, tmp_path: Path, template: str) -> None:
    (tmp_path / "template").write_text(template)
    shop.git("config", "commit.template", str(tmp_path / "template"))
    shop.git("checkout", "-q", "-b", "cents")
    typed = editor(tmp_path, 'sed -i "1s/^/Use cents/" "$1"; cp "$1" "$1.seen"')
    done = git(shop, "commit", "-q", "--allow-empty", GIT_EDITOR=typed)
    assert (done.returncode, done.stderr) == (0, "")
    reviewed = "Reviewed-by: J\n" if "Reviewed" in template else ""
    assert message(shop) == f"Use cents\n\n{reviewed}Decision: 2026-01-01-cents"


def test_an_editor_that_is_left_without_a_word_makes_no_commit(shop: GitBox, tmp_path: Path) -> None:
    shop.git("checkout", "-q", "-b", "cents")
    before = shop.head
    done = git(shop, "commit", "--allow-empty", GIT_EDITOR=editor(tmp_path, "exit 0"))
    assert (done.returncode, done.stderr) == (
        1,
        "kontext: the message has no text but trailers: no commit is made\n",
    )
    assert shop.head == before


def test_a_push_is_judged_by_what_the_remote_does_not_have(shop: GitBox) -> None:
    bad = "S\n\nDecision: nope"
    shop.git("init", "-q", "--bare", "../remote.git")
    shop.git("remote", "add", "origin", "../remote.git")
    shop.commit(bad)
    shop.git("push", "-q", "--no-verify", "origin", "main")
    shop.commit("Good")
    assert git(shop, "push", "-q", "origin", "main", "main:other").returncode == 0
    shop.commit(bad)
    shop.git("tag", "-a", "-m", "one", "v1")
    for what in ("main", "main:new", "v1"):
        done = git(shop, "push", "origin", what)
        assert (done.returncode, done.stderr.count("no record is named 'nope'")) == (1, 1), what
    assert git(shop, "push", "-q", "origin", ":other").returncode == 0
    shop.git("config", "kontext.hooks.prePush", "false")
    assert git(shop, "push", "-q", "origin", "main").returncode == 0


def test_a_commit_that_no_hook_judged_is_counted_and_then_not_pushed(shop: GitBox) -> None:
    shop.git("init", "-q", "--bare", "../remote.git")
    shop.git("remote", "add", "origin", "../remote.git")
    shop.git("push", "-q", "origin", "main")
    argv = ("commit", "-q", "--allow-empty", "-m", "S\n\nDecision: floats")
    assert git(shop, *argv).returncode == 1
    assert git(shop, *argv, "--no-verify").returncode == 0
    fault = "decision floats is superseded by 2026-01-01-cents (accepted)"
    told = kontext(shop, "status")
    assert "your unpushed commit names no live decision\n" in told
    assert fault in " ".join(told.split())
    done = git(shop, "push", "-q", "origin", "main")
    assert (done.returncode, fault in done.stderr) == (1, True)


def test_the_command_for_a_check_ends_with_one(shop: GitBox) -> None:
    (shop.path / ".git" / "COMMIT_EDITMSG").write_text("S\n\nDecision: nope\n")
    assert "no record is named 'nope'" in kontext(shop, "hook", "commit-msg", ".git/COMMIT_EDITMSG", status=1)
    (shop.path / ".git" / "COMMIT_EDITMSG").write_text("S\n")
    assert kontext(shop, "hook", "commit-msg", ".git/COMMIT_EDITMSG") == ""


def test_the_environment_of_another_python_stops_no_check(shop: GitBox) -> None:
    done = git(shop, "commit", "-q", "--allow-empty", "-m", "S", "-m", "Decision: nope", PYTHONHOME="/nowhere")
    assert done.returncode == 1
    assert done.stderr.startswith("kontext: no record is named 'nope'\n")


def test_a_name_that_is_no_hook_is_refused(shop: GitBox) -> None:
    said = kontext(shop, "hook", "post-comit", status=2)
    assert "unknown hook 'post-comit'" in said
    assert kontext(shop, "hook", "refresh") == ""
