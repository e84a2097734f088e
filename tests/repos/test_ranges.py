"""kontext/checks/ranges.py: every commit of a range, and never a silent pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitbox import GitBox
from kontext import process
from kontext.checks.named import Records
from kontext.checks.ranges import check_commits, check_range
from kontext.config import load_config
from kontext.errors import GitError, UnknownRevision, UsageError
from kontext.git.changes import range_commits
from kontext.model import Finding
from records_box import RECORDS, repo_of

GOOD = "S\n\nDecision: 0007-orders-in-postgres\n"


def check(box: GitBox, span: str, settings: dict[str, object] | None = None) -> list[tuple[str, str]]:
    return [(one.oid, one.rule) for one in findings(box, span, settings)]


def findings(box: GitBox, span: str, settings: dict[str, object] | None = None) -> list[Finding]:
    repo = repo_of(box)
    return check_range(repo, span, load_config(repo, (), {}, settings or {}), Records(lambda: RECORDS))[0]


@pytest.fixture
def base(box: GitBox) -> GitBox:
    box.commit("First\n\nDecision: nope\n", {"a": "1\n"})
    box.git("tag", "base")
    return box


def test_each_commit_is_judged_oldest_first(base: GitBox) -> None:
    base.commit(GOOD)
    mixed = base.commit("S\n\nDecision: 7\nFixes #1\n")
    unknown = base.commit("S\n\nDecision: nope\n")
    base.commit("Größe\n\nbody\n")
    assert check(base, "base..") == [(mixed, "trailer-unread"), (unknown, "trailer-unknown")]
    assert check(base, "base..HEAD~2") == [(mixed, "trailer-unread")]
    assert check(base, "HEAD..") == []


def test_kinds_that_are_skipped_locally_count_here(base: GitBox) -> None:
    oids = [base.commit(f"{start}\n\nDecision: nope\n") for start in ("fixup! S", "squash! S", 'Revert "S"', "Merge x")]
    assert [oid for oid, _ in check(base, "base..")] == oids


def test_a_merge_is_judged_by_its_message_and_not_by_its_files(base: GitBox) -> None:
    base.git("checkout", "-q", "-b", "side")
    side = base.commit("Side", {"src/b": "1\n"})
    base.git("checkout", "-q", "main")
    base.commit("Main", {"c": "1\n"})
    base.git("merge", "-q", "--no-ff", "-m", "Merge side\n\nDecision: nope", "side")
    required = {"trailers.require": [{"paths": ["src/"], "keys": ["Decision"]}]}
    assert check(base, "base..", required) == [(side, "trailer-missing"), (base.head, "trailer-unknown")]


def test_what_is_required_follows_each_commit(base: GitBox) -> None:
    required = {"trailers.require": [{"paths": ["src/"], "keys": ["Decision"], "unless": ["size<3", "chore"]}]}
    base.commit("small", {"src/a": "1\n2\n"})
    big = base.commit("big", {"src/a": "1\n2\n3\n4\n5\n", "other": "x\n"})
    base.commit("chore: big", {"src/b": "1\n2\n3\n4\n5\n"})
    base.commit("binary", {"src/c": b"\0\1\2"})
    base.commit("renamed", {"src/c": None, "src/a b\tc\n": "1\n"})
    assert check(base, "base..", required) == [(big, "trailer-missing")]


def test_a_record_was_in_force_until_the_commit_that_replaced_it(base: GitBox) -> None:
    base.commit("Before\n\nDecision: prices-are-decimal\n")
    base.commit("Replace it", {"docs/decisions/2026-09-28-prices-are-integer-cents.md": "# Cents\n"})
    after = base.commit("After\n\nDecision: prices-are-decimal\n")
    assert check(base, "base..") == [(after, "trailer-superseded")]


def test_names_are_looked_up_in_the_records_of_the_end(base: GitBox) -> None:
    base.commit("Decide", {"docs/adr/0001-greet.md": "# Greet\n\n## Status\n\nAccepted\n\nWe greet.\n"})
    base.commit("S\n\nDecision: 0001-greet\n")
    base.commit("Forget", {"docs/adr/0001-greet.md": None})
    repo = repo_of(base)
    config = load_config(repo, (), {})
    assert check_range(repo, "base..HEAD~", config) == ([], 2)
    assert [one.rule for one in check_range(repo, "base..", config)[0]] == ["trailer-unknown"]


@pytest.mark.parametrize("text", ["HEAD", "base...HEAD", "", "base"])
def test_what_is_no_range(base: GitBox, text: str) -> None:
    with pytest.raises(UsageError, match="is no range"):
        findings(base, text)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("origin/main..", "git fetch origin main brings it"),
        ("HEAD..nope", "git fetch brings it"),
        ("0" * 40 + "..HEAD", "a new branch has no commit before it"),
        ("f" * 40 + "..HEAD", "git fetch brings it"),
        ("--all..HEAD", "git fetch"),
    ],
)
def test_an_end_that_is_missing_fails(base: GitBox, text: str, remedy: str) -> None:
    with pytest.raises(UnknownRevision) as caught:
        findings(base, text)
    assert remedy in caught.value.remedy


def test_a_shallow_border_inside_the_range_fails(base: GitBox, tmp_path: Path) -> None:
    base.git("checkout", "-q", "-b", "side")
    for _ in range(4):
        base.commit(GOOD)
    base.git("checkout", "-q", "main")
    base.commit("Main")
    shallow = GitBox(tmp_path / "shallow", base.env)
    shallow.path.mkdir()
    shallow.git("clone", "-q", "--depth=2", "--no-single-branch", base.path.as_uri(), ".")
    with pytest.raises(GitError, match="the clone is shallow: its history ends at") as caught:
        findings(shallow, "origin/main..origin/side")
    assert "--unshallow" in caught.value.remedy
    assert check(shallow, "origin/side~1..origin/side") == []
    shallow.git("fetch", "-q", "--unshallow")
    assert check(shallow, "origin/main..origin/side") == []


def test_the_number_of_processes_does_not_grow(base: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    base.import_commits(60)
    for _ in range(5):
        base.commit("S\n\nDecision: 7\nFixes #1\n")
    repo = repo_of(base)
    config = load_config(repo, (), {})
    started: list[str] = []
    run = process.run
    monkeypatch.setattr(process, "run", lambda argv, **rest: (started.append(" ".join(argv)), run(argv, **rest))[1])
    found, count = check_range(repo, "base..", config, Records(lambda: RECORDS))
    assert (len(found), count) == (5, 65)
    assert len(started) == 4  # both ends, the log, the trailers


def test_several_revisions_at_once(base: GitBox) -> None:
    bad = base.commit("S\n\nDecision: nope\n")
    repo = repo_of(base)
    config = load_config(repo, (), {})
    found, count = check_commits(repo, ("HEAD", "^base"), config, Records(lambda: RECORDS))
    assert ([one.oid for one in found], count) == ([bad], 1)
    with pytest.raises(UnknownRevision):
        check_commits(repo, ("nope",), config, Records(lambda: RECORDS))


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_messages_come_as_stored(make_box, object_format: str) -> None:
    box = make_box("r", f"--object-format={object_format}")
    box.commit("First")
    folded = box.commit("One\ntwo\n\nbody\n", {"a\tb": "1\n"})
    empty = box.git("commit-tree", "-p", folded, f"{folded}^{{tree}}", data=b"")
    box.git("update-ref", "HEAD", empty)
    last = box.commit("café", {"é": "1\n", "b": "2\n"})
    found = range_commits(repo_of(box), ("HEAD", "^HEAD~3"), sizes=True)
    assert [(one.oid, one.message.rstrip("\n")) for one in found] == [
        (last, "café"),
        (empty, ""),
        (folded, "One\ntwo\n\nbody"),
    ]
    assert [[tuple(file) for file in one.changed] for one in found] == [[("b", 1), ("é", 1)], [], [("a\tb", 1)]]
    assert [[file.path for file in one.changed] for one in range_commits(repo_of(box), ("HEAD", "^HEAD~3"))] == [
        ["b", "é"],
        [],
        ["a\tb"],
    ]


def test_bytes_recoded_by_the_commit_header(base: GitBox) -> None:
    bad = base.git(
        *("-c", "i18n.commitEncoding=ISO-8859-1", "commit-tree", "-p", "HEAD", "HEAD^{tree}"),
        data="Größe\n\nDecision: für-immer\n".encode("latin-1"),
    )
    base.git("update-ref", "HEAD", bad)
    (finding,) = findings(base, "base..")
    assert finding.message == "no record is named 'für-immer'"
