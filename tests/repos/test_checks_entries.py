"""Every rule about records: what it finds, on which line, and what it lets pass; staged, by path, by branch."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.checks.entries import check_entries
from kontext.checks.findings import is_failure
from kontext.config import load_config
from kontext.errors import UsageError
from kontext.git.repo import open_repo
from kontext.model import Finding

STORE = ".kontext/decisions/"


def record(title: str = "Cents", more: str = "", status: str = "accepted", date: str = "2023-11-01") -> str:
    return f"---\ntitle: {title}\nstatus: {status}\ndate: {date}\n{more}---\n\nSo be it.\n"


def findings(box: GitBox, *, env: dict[str, str] | None = None, **how: object) -> list[Finding]:
    environ = {**box.env, **(env or {})}
    repo = open_repo(str(box.path), environ)
    return check_entries(repo, load_config(repo, [], environ, {}), **how)


def told(box: GitBox, **how: object) -> list[tuple[str, str, str, int]]:
    return [(one.level, one.rule, one.path.removeprefix(STORE), one.line) for one in findings(box, **how)]


def write(box: GitBox, **files: str) -> GitBox:
    for name, content in files.items():
        box.write(f"{STORE}{name}.md", content)
    return box


def test_good_records_have_no_findings(box: GitBox) -> None:
    box.write("src/cart.py", "x\n")
    write(
        box,
        cents=record(more="supersedes: [decimals]\npaths: [src/**, /src/cart.py]\ncommits: [a1b2c3d]\n"),
        decimals=record("Decimals", "superseded_by: cents\npaths: [gone/**]\n", "superseded"),
        template="---\ntitle: '{title}'\nstatus: '{proposed | accepted}'\ndate: YYYY-MM-DD\n---\n",
    )
    box.write("docs/adr/0001-x.md", "# 1. Use X\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n")
    box.write("README.md", "# Shop\n")
    box.git("add", "-A")
    assert told(box) == []
    assert told(box, staged=True) == []


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("---\ntitle: [broken\n---\n\n# X\n", ("error", "unparsable", 3)),
        ("\n", ("error", "missing-title", 1)),
        ("---\nstatus: accepted\ndate: 2023-11-01\n---\n\nNo title.\n", ("error", "missing-title", 1)),
        (record(more="kind: decison\n"), ("error", "unknown-kind", 5)),
        (record(more="type: whatever\n"), ("error", "unknown-kind", 5)),
        ("---\ntitle: X\ndate: 2023-11-01\n---\n", ("warning", "no-status", 1)),
        (record(status="pondered"), ("warning", "unknown-status", 3)),
        ("# X\n\n**Status:** accepted\n\n**Date:** 2026-02-30\n", ("warning", "malformed-date", 5)),
        (record(date="some day"), ("warning", "malformed-date", 4)),
        ("---\ntitle: X\nstatus: accepted\n---\n", ("warning", "no-date", 1)),
        (record() + "line\n" * 80, ("warning", "too-long", 86)),
        (record(more="tags: [a]\npaths:\n  - nowhere/**\n"), ("warning", "no-such-path", 6)),
        (record(more="supersedes: [nothing-such]\n"), ("warning", "dangling-link", 5)),
        (record(more="superseded_by:\n  - nothing-such\n", status="superseded"), ("warning", "dangling-link", 5)),
    ],
)
def test_each_rule_names_the_line(box: GitBox, content: str, found: tuple[str, str, int]) -> None:
    write(box, x=content)
    (one,) = findings(box)
    assert (one.level, one.rule, one.line) == found
    assert one.path == f"{STORE}x.md"
    assert one.message
    assert one.remedy


def test_what_is_garbled_is_named_and_never_fatal(box: GitBox) -> None:
    box.write(f"{STORE}bytes.md", b"---\ntitle: caf\xe9\nstatus: accepted\ndate: 2023-11-01\n---\n\xff\n")
    box.write(f"{STORE}null.md", b"---\ntitle: a\x00b\n---\n")
    box.write(b"\xe9.md".decode("utf-8", "surrogateescape").join((STORE, "")), "---\ntitle: [\n---\n")
    (box.path / STORE / "link.md").symlink_to("nowhere.md")
    (box.path / STORE / "folder.md").mkdir()
    rules = {(one.rule, one.path) for one in findings(box)}
    assert ("unparsable", STORE + b"\xe9.md".decode("utf-8", "surrogateescape")) in rules
    assert ("unparsable", f"{STORE}null.md") in rules
    assert [rule for rule, path in rules if "bytes" in path or "link" in path] == ["encoding"]


def test_front_matter_that_is_broken_elsewhere_is_a_warning(box: GitBox) -> None:
    text = (
        "---\nstatus: accepted\ndate: 2023-11-01\ntags: [a\n---\n\n# Use X\n\n## Context\n\nWhy.\n\n## Decision\n\nX.\n"
    )
    box.commit("One", {"docs/adr/0001-x.md": text, "docs/other.md": "---\ntags: [a\n---\n# No record\n"})
    assert [(one.level, one.rule, one.path) for one in findings(box)] == [
        ("warning", "front-matter", "docs/adr/0001-x.md")
    ]


def test_two_equal_ids(box: GitBox) -> None:
    write(box, a=record("A", "id: same\n"), b=record("B", "id: Same\n"), c=record("C", "id: other\n"))
    (one,) = findings(box)
    assert (one.level, one.rule, one.path, one.line) == ("error", "duplicate-id", f"{STORE}b.md", 5)
    assert f"{STORE}a.md" in one.message


def test_equal_names_are_errors_in_the_store_and_warnings_elsewhere(box: GitBox) -> None:
    box.write(".kontext/decisions/same.md", record())
    box.write(".kontext/learnings/same.md", record())
    adr = "# 1. Use X\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n"
    box.commit("Two", {"a/adr/0001-x.md": adr, "b/adr/0001-x.md": adr})
    assert [(one.level, one.rule, one.path) for one in findings(box)] == [
        ("error", "duplicate-id", ".kontext/learnings/same.md"),
        ("warning", "equal-names", "b/adr/0001-x.md"),
    ]


def test_equal_ids_that_are_the_files_own_names(box: GitBox) -> None:
    box.write(".kontext/decisions/x.md", record(more="id: x\n"))
    box.write(".kontext/decisions/archive/x.md", record(more="id: x\n"))
    assert [(one.level, one.rule) for one in findings(box)] == [("error", "duplicate-id")]


def test_numbers_within_one_folder(box: GitBox) -> None:
    adr = "# Use X\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n"
    box.commit(
        "Three", {"adr/0001-a.md": adr, "adr/0001-b.md": adr, "pkg/adr/0001-c.md": adr, "adr/0002-d/README.md": adr}
    )
    assert told(box) == [("warning", "equal-numbers", "adr/0001-b.md", 1)]


def test_links_on_one_side_and_circles(box: GitBox) -> None:
    write(
        box,
        new=record("New", "supersedes: [old]\n"),
        old=record("Old"),
        one=record("One", "superseded_by: [two]\nsupersedes: [two]\n"),
        two=record("Two", "superseded_by: [one]\nsupersedes: [one]\n"),
    )
    found = findings(box)
    assert [(one.level, one.rule, one.path.removeprefix(STORE), one.line) for one in found] == [
        ("warning", "one-sided-link", "new.md", 5),
        ("error", "cycle", "one.md", 5),
    ]
    assert "superseded_by: new" in found[0].remedy
    assert "one -> two -> one" in found[1].message


@pytest.mark.parametrize(("field", "reference"), [("supersedes", "self"), ("superseded_by", "self.md")])
def test_a_record_that_replaces_itself(box: GitBox, field: str, reference: str) -> None:
    write(box, self=record("Self", f"{field}: [{reference}]\n"), other=record("Other"))
    (one,) = findings(box)
    assert (one.level, one.rule, one.path, one.line) == ("error", "cycle", f"{STORE}self.md", 5)
    assert one.message.endswith("itself")


@pytest.mark.parametrize("size", [1_100_000, 4_100_000, 6_000_000])
def test_a_record_that_is_too_large_to_be_read_is_named(box: GitBox, size: int) -> None:
    adr = "# 1. Use X\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n\n## Decision\n\nX.\n"
    more = "a line of a table\n" * (size // 18)
    write(box, cents=record() + more)
    box.write("docs/adr/0001-x.md", adr + more)
    box.write("CHANGELOG.md", f"# Changes\n\n{more}")
    box.git("add", "-A")
    expected = [("error", "too-large", "cents.md", 1), ("error", "too-large", "docs/adr/0001-x.md", 1)]
    assert told(box) == expected
    assert told(box, staged=True) == expected
    assert "1,000,000" in findings(box)[0].message


def test_yaml_that_only_costs_time_is_named(box: GitBox) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    write(
        box,
        bomb=record(more="\n".join([*lines, "tags: *a8", "paths: *a8", ""])),
        deep=record(more=f"x: {'[' * 9000}\n"),
    )
    found = [(one.rule, one.path.removeprefix(STORE), one.line) for one in findings(box)]
    assert found == [("unparsable", "bomb.md", 9), ("unparsable", "deep.md", 5)]


def test_custom_kinds_and_store_folder(box: GitBox) -> None:
    box.write(".kontext.yaml", "store:\n  dir: know\n  max_body_lines: 3\n  kinds:\n    risk: {dir: risks}\n")
    box.write("know/decisions/a.md", record(more="kind: risk\n") + "1\n2\n3\n")
    box.write("know/decisions/b.md", record(more="kind: danger\n"))
    assert [(one.rule, one.path) for one in findings(box)] == [
        ("too-long", "know/decisions/a.md"),
        ("unknown-kind", "know/decisions/b.md"),
    ]


# What is judged


def test_staged_is_exactly_what_would_be_committed(box: GitBox) -> None:
    write(box, committed=record("A", "id: same\n"), bad=record(status="pondered"))
    box.git("add", "-A")
    assert told(box, staged=True) == [("warning", "unknown-status", "bad.md", 3)]  # before the first commit, all of it
    box.commit("One")
    assert told(box, staged=True) == []  # an old fault is not this commit's
    write(box, new=record("New", "id: same\n"), untouched=record(status="pondered"))
    box.git("add", f"{STORE}new.md")
    write(box, new=record("New", "id: corrected\n"))  # only in the work tree
    assert told(box, staged=True) == [("error", "duplicate-id", "new.md", 5)]
    box.git("rm", "-q", "--cached", f"{STORE}committed.md")
    assert told(box, staged=True) == []


def test_a_staged_change_answers_for_what_it_breaks_elsewhere(box: GitBox) -> None:
    write(box, new=record("New", "supersedes: [old]\n"), old=record("Old", "superseded_by: [new]\n", "superseded"))
    box.commit("One")
    write(box, old=record("Old"))
    box.git("add", "-A")
    assert told(box, staged=True) == [("warning", "one-sided-link", "new.md", 5)]
    box.git("reset", "-q", "--hard")
    box.write("code.py", "x\n")
    box.git("add", "-A")
    assert told(box, staged=True) == []


def test_the_staging_area_that_git_names_is_the_one_judged(box: GitBox) -> None:
    """`git commit FILE` and `commit -a` run hooks with a staging area of their own."""
    box.commit("One", {f"{STORE}a.md": record()})
    other = box.path / ".git" / "next-index.lock"
    other.write_bytes((box.path / ".git" / "index").read_bytes())
    env = {"GIT_INDEX_FILE": ".git/next-index.lock"}
    write(box, b=record(status="pondered"))
    box.git("add", f"{STORE}b.md", env=env)
    here = os.getcwd()
    os.chdir(box.path)
    try:
        repo = open_repo(".", {**box.env, **env})
        config = load_config(repo, [], box.env, {})
        assert [one.rule for one in check_entries(repo, config, staged=True)] == ["unknown-status"]
    finally:
        os.chdir(here)
    assert findings(box, staged=True) == []


def test_paths_limit_the_report_not_the_judgement(box: GitBox) -> None:
    write(box, a=record("A", "id: same\n"), b=record("B", "id: same\n", status="pondered"))
    assert len(findings(box)) == 2
    assert findings(box, paths=[f"{STORE}a.md"]) == []
    assert {one.rule for one in findings(box, paths=[f"{STORE}b.md"])} == {"duplicate-id", "unknown-status"}
    assert len(findings(box, paths=[".kontext"])) == 2
    box.write("src/a.py", "1\n")
    assert findings(box, paths=["src"]) == []
    with pytest.raises(UsageError, match=r"no such file or folder: \.kont$"):
        findings(box, paths=["src", ".kont"])


def test_numbers_that_other_branches_have_taken(box: GitBox) -> None:
    adr = "# Use {}\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nWhy {}.\n"
    box.commit("Base", {"adr/0001-a.md": adr.format("A", "a")})
    for branch, name in (("one", "0002-one"), ("two", "0003-two"), ("three", "0003-three")):
        box.git("checkout", "-q", "-b", branch, "main")
        box.commit(branch, {f"adr/{name}.md": adr.format(name, name), f"src/0002-{name}.txt": "x"})
    box.git("checkout", "-q", "--orphan", "pages")
    box.commit("Pages")
    box.git("checkout", "-q", "main")
    box.git("mv", "adr/0001-a.md", "adr/0001-renamed.md")
    box.commit("Mine", {"adr/0002-mine.md": adr.format("mine", "mine")})
    assert told(box) == []
    found = findings(box, refs=True)
    assert [(one.rule, one.path) for one in found] == [
        ("number-on-branch", "adr/0002-mine.md"),
        ("number-on-branch", "adr/0003-two.md"),
    ]
    assert "adr/0002-one.md on branch one" in found[0].message


def test_a_bare_repository_is_judged_by_its_head(box: GitBox, tmp_path: Path) -> None:
    box.commit("One", {f"{STORE}a.md": record(status="pondered")})
    box.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert told(GitBox(tmp_path / "bare.git", box.env)) == [("warning", "unknown-status", "a.md", 3)]


def test_other_kinds_of_repositories(make_box: Callable[..., GitBox], tmp_path: Path) -> None:
    box = make_box("sha256", "--object-format=sha256")
    assert findings(box, staged=True) == findings(box) == []
    box.commit("One", {"README.md": "# X\n"})
    box.git("worktree", "add", "-q", str(tmp_path / "side"))
    side = write(GitBox(tmp_path / "side", box.env), größe=record(status="pondered"))
    side.git("add", "-A")
    assert told(side, staged=True) == told(side) == [("warning", "unknown-status", "größe.md", 3)]
    assert told(box) == []


def test_a_conflict_is_git_s_to_report(box: GitBox) -> None:
    box.commit("Base", {f"{STORE}a.md": record()})
    box.git("checkout", "-q", "-b", "side")
    box.commit("Side", {f"{STORE}a.md": record("Side")})
    box.git("checkout", "-q", "main")
    box.commit("Main", {f"{STORE}a.md": record("Main")})
    box.git("merge", "-q", "side", check=False)
    assert findings(box, staged=True) == []


def test_warnings_fail_only_when_asked() -> None:
    error, warning = Finding("error", "x", "m"), Finding("warning", "x", "m")
    assert is_failure([error, warning], strict=False)
    assert not is_failure([warning], strict=False)
    assert is_failure([warning], strict=True)
    assert not is_failure([], strict=True)


def test_a_path_that_was_renamed_is_still_governed(box: GitBox) -> None:
    text = "---\ntitle: Cents\nstatus: accepted\ndate: 2023-11-01\npaths: {paths}\n---\n\nText.\n"
    one, many = "".join(f"cart {n}\n" for n in range(20)), "".join(f"price {n}\n" for n in range(20))
    box.commit("Begin", {"src/cart.py": one, "src/money/[x].py": many, "top.py": one + many, "gone.py": "1\n"})
    box.git("mv", "src/cart.py", "src/basket.py")
    box.git("mv", "src/money", "src/prices")
    box.git("mv", "top.py", "src/top.py")
    box.git("rm", "-q", "gone.py")
    box.git("commit", "-qm", "Rename")
    box.git("mv", "src/basket.py", "src/trolley.py")
    box.git("commit", "-qm", "Rename again")
    paths = r"[src/cart.py, 'src/money/**', src/money/, 'src/money/\[x\].py', /top.py, gone.py, never.py, 'src/mo*/']"
    box.write(".kontext/decisions/cents.md", text.format(paths=paths))
    box.git("add", ".kontext")
    repo = open_repo(str(box.path), box.env)
    config = load_config(repo, (), {}, {})
    for staged in (False, True):
        said = [one.message for one in check_entries(repo, config, staged=staged) if one.rule == "no-such-path"]
        assert said == [f"no file matches '{name}'" for name in ("gone.py", "never.py", "src/mo*/")]
