"""Records written into real repositories: the right folder, form and number, staged, and both sides of a link."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.capture.inbox import drafts, promote, write_draft
from kontext.capture.record import Captured, capture
from kontext.capture.request import Request, from_commit, staged_patterns
from kontext.capture.supersede import Superseded, supersede
from kontext.checks.entries import check_entries
from kontext.checks.knowledge import Knowledge, gather, setting_of
from kontext.checks.tree import work_tree
from kontext.config import load_config, store_dirs
from kontext.errors import ConfigError, DuplicateId, EntryNotFound, StoreError, UsageError
from kontext.git.repo import open_repo
from kontext.model import Entry

TODAY = "2026-11-30"
NYGARD = "# {n}. {title}\n\nDate: 2025-05-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n\n## Decision\n\nYes.\n"
ASKED = Request("decision", "Carts expire", TODAY, "Carts live in memory.", paths=("src/cart.py",), tags=("billing",))


def open_all(box: GitBox, settings: dict[str, object] | None = None) -> tuple:  # type: ignore[type-arg]
    repo = open_repo(str(box.path), box.env)
    config = load_config(repo, (), {}, settings or {})
    tree = work_tree(repo, store_dirs(config))
    setting = setting_of(config, tree)
    return repo, config, setting, gather(repo, config, tree, setting)


def write(box: GitBox, request: Request = ASKED, settings: dict[str, object] | None = None) -> Captured:
    return capture(*open_all(box, settings), request, TODAY)


def replace(box: GitBox, old: str, new: str) -> Superseded:
    repo, _, _, knowledge = open_all(box)
    return supersede(repo, knowledge, old, new, TODAY)


def entry(box: GitBox, name: str) -> Entry:
    knowledge: Knowledge = open_all(box)[3]
    return next(one.entry for one in knowledge.sources if name in (one.entry.id, one.path))


def findings(box: GitBox) -> list[str]:
    repo, config, *_ = open_all(box)
    return [one.rule for one in check_entries(repo, config)]


def staged(box: GitBox) -> list[str]:
    return box.git("diff", "--cached", "--name-only").split("\n")


# Where, and in which form


def test_a_number_that_another_branch_has_taken_is_passed_over(box: GitBox) -> None:
    first = {"adr/0001-first.md": NYGARD.format(n=1, title="First"), "adr/2024/notes.txt": "x\n"}
    box.commit("Begin", first)
    box.git("checkout", "-q", "-b", "side/vouchers")
    box.commit("Decide", {"adr/0005-vouchers.md": NYGARD.format(n=5, title="Vouchers")})
    box.git("checkout", "-q", "main")
    done = write(box)
    assert done.path == "adr/0006-carts-expire.md"
    assert done.notes == ("numbered after adr/0005-vouchers.md, which is on side/vouchers",)
    # What HEAD holds counts, too, though it is about to go; what the work tree holds needs no note.
    box.git("commit", "-q", "-m", "Decide carts")
    box.git("rm", "-q", done.path)
    again = write(box)
    assert (again.path, again.notes) == (
        "adr/0007-carts-expire.md",
        ("numbered after adr/0006-carts-expire.md, which is on HEAD",),
    )
    assert write(box, ASKED._replace(title="Carts last")).notes == ()


def test_a_dated_name_asks_no_branch(box: GitBox) -> None:
    box.commit("Begin", {"adr/2024-01-01-first.md": NYGARD.format(n=1, title="First")})
    box.git("checkout", "-q", "-b", "side")
    box.commit("Decide", {f"adr/{TODAY}-carts-expire.md": NYGARD.format(n=5, title="Carts expire")})
    box.git("checkout", "-q", "main")
    done = write(box)
    assert (done.path, done.notes) == (f"adr/{TODAY}-carts-expire.md", ())


def test_the_first_record_makes_a_store(box: GitBox) -> None:
    box.commit("Begin", {"src/cart.py": "x\n"})
    done = write(box)
    assert done.path == ".kontext/decisions/2026-11-30-carts-expire.md"
    assert done.trailer == "Decision: 2026-11-30-carts-expire"
    assert (box.path / done.path).read_text() == (
        "---\nid: 2026-11-30-carts-expire\nkind: decision\ntitle: Carts expire\nstatus: accepted\n"
        "date: 2026-11-30\ntags: [billing]\npaths: [src/cart.py]\n---\nCarts live in memory.\n"
    )
    assert staged(box) == [done.path]
    assert findings(box) == []


def test_adr_dir_wins_and_numbers_go_on(box: GitBox) -> None:
    records = {f"doc/adr/{n:04d}-r{n}.md": NYGARD.format(n=n, title=f"R{n}") for n in (1, 2, 7)}
    records |= {f"docs/decisions/{n}-x.md": NYGARD.format(n=n, title="X") for n in range(1, 9)}
    box.commit("Begin", {".adr-dir": "doc/adr\n", **records})
    done = write(box)
    assert done.path == "doc/adr/0008-carts-expire.md"
    assert (box.path / done.path).read_text() == (
        "# 8. Carts expire\n\nDate: 2026-11-30\n\nTags: billing\n\nPaths: src/cart.py\n\n## Status\n\nAccepted\n\n"
        "## Context\n\nCarts live in memory.\n"
    )
    assert entry(box, done.id).paths == ("src/cart.py",)


def test_an_empty_adr_dir_begins_with_one(box: GitBox) -> None:
    box.commit("Begin", {".adr-dir": "doc/adr\n"})
    assert write(box).path == "doc/adr/0001-carts-expire.md"


LIKE = {
    "adr/ADR-009-first.md": (
        "# ADR-009: First\n\n* Status: accepted\n* Date: 2025-05-02\n",
        "adr/ADR-010-carts-expire.md",
        ["# ADR-010: Carts expire", "* Status: accepted", "* Date: 2026-11-30"],
    ),
    "adr/2025-05-02-first.md": (
        "# First\n\n**Status:** Accepted  \n**Date:** 2025-05-02\n",
        "adr/2026-11-30-carts-expire.md",
        ["# Carts expire", "**Status:** accepted  ", "**Date:** 2026-11-30"],
    ),
    "adr/0003_first_one.md": (
        "# First\n\n| Status | Date |\n|---|---|\n| accepted | 2025-05-02 |\n",
        "adr/0004_carts_expire.md",
        ["| Status | accepted |"],
    ),
    "adr/0003-first/README.md": (
        "# First\n\nStatus: accepted\n",
        "adr/0004-carts-expire/README.md",
        ["Status: accepted"],
    ),
    "adr/0003-first.rst": ("First\n=====\n\n:Status: accepted\n", "adr/0004-carts-expire.rst", [":Status: accepted"]),
    "adr/0003-first.md": (
        "---\nstatus: accepted\ndate: 2025-05-02\ndecision-makers: Ada\n---\n# First\n\n## Context\n\nx\n",
        "adr/0004-carts-expire.md",
        ["status: accepted", "date: 2026-11-30", "# Carts expire"],
    ),
}


@pytest.mark.parametrize("name", LIKE)
def test_a_new_record_is_like_its_neighbours(box: GitBox, name: str) -> None:
    text, path, lines = LIKE[name]
    box.commit("Begin", {name: text, "src/cart.py": "x\n"})
    done = write(box)
    assert done.path == path
    written = (box.path / path).read_text().split("\n")
    assert [line for line in lines if line not in written] == []
    made = entry(box, done.path)
    assert (made.title, made.status, made.date) == ("Carts expire", "accepted", TODAY)
    assert (made.paths, made.tags) == (("src/cart.py",), ("billing",))


def test_line_ends_are_those_of_the_neighbours(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-a.md": NYGARD.format(n=1, title="A").replace("\n", "\r\n")})
    raw = (box.path / write(box).path).read_bytes()
    assert raw.count(b"\n") == raw.count(b"\r\n") > 5


def test_other_kinds_go_to_their_folders(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-a.md": NYGARD.format(n=1, title="A")})
    done = write(box, ASKED._replace(kind="incident", paths=()))
    assert (done.path, done.trailer) == (
        ".kontext/incidents/2026-11-30-carts-expire.md",
        "Incident: 2026-11-30-carts-expire",
    )
    assert write(box, ASKED._replace(kind="architecture")).trailer == ""


def test_configuration_says_where_and_how(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-a.md": NYGARD.format(n=1, title="A")})
    kinds = {"decision": {"path": "notes", "style": "fields", "numbering": "none"}}
    done = write(box, ASKED, {"store.kinds": kinds})
    assert done.path == "notes/carts-expire.md"
    assert "* Status: accepted" in (box.path / done.path).read_text()
    for wrong in ({"style": "prose"}, {"numbering": "roman"}):
        with pytest.raises(ConfigError, match=r"unknown (style|numbering)"):
            write(box, ASKED, {"store.kinds": {"decision": wrong}})


def test_a_name_that_is_taken_gets_the_next(box: GitBox) -> None:
    box.commit("Begin", {"src/cart.py": "x\n"})
    made = [write(box, ASKED._replace(body=f"Reason {number}.")).id for number in range(3)]
    assert made == [f"2026-11-30-carts-expire{end}" for end in ("", "-2", "-3")]
    box.write(".kontext/decisions/2026-11-30-new.md", "untracked, and no record")
    assert write(box, ASKED._replace(title="New")).path.endswith("-new-2.md")
    assert write(box, ASKED._replace(title="Účtovné obdobie: ľahké!")).id == "2026-11-30-uctovne-obdobie-lahke"
    assert len(write(box, ASKED._replace(title="word " * 40)).id) <= 11 + 60


@pytest.mark.parametrize(
    "title", ['A "quoted" title: yes', "- starts with a dash", "42", "# hash", "null", "naïve 日本 'x'"]
)
def test_any_title_reads_back(box: GitBox, title: str) -> None:
    box.commit("Begin", {"src/cart.py": "x\n"})
    done = write(box, ASKED._replace(title=title))
    assert entry(box, done.id).title.replace("#", "").strip() == title.replace("#", "").strip()


# What replaces what


def test_both_sides_are_written_in_one_step(box: GitBox) -> None:
    box.commit(
        "Begin", {"doc/adr/0007-old.md": NYGARD.format(n=7, title="Old"), ".adr-dir": "doc/adr", "src/cart.py": ""}
    )
    done = write(box, ASKED._replace(supersedes=("7", "0007")))
    assert staged(box) == ["doc/adr/0007-old.md", "doc/adr/0008-carts-expire.md"]
    assert box.git("diff", "--cached", "-U0", "doc/adr/0007-old.md").split("\n")[-2:] == [
        "-Accepted",
        "+Superseded by [8. Carts expire](0008-carts-expire.md)",
    ]
    assert entry(box, "0007-old").superseded_by == (done.id,)
    assert entry(box, done.id).supersedes == ("0007-old",)
    assert findings(box) == []


def test_superseding_what_is_there_touches_the_lines_that_say_it_only(box: GitBox) -> None:
    old = "---\nid: old\nkind: decision\ntitle: Old   # a comment\nstatus: 'accepted'\ndate: 2025-01-01\n---\nText\n"
    box.commit("Begin", {".kontext/decisions/old.md": old, "adr/0002-new.md": NYGARD.format(n=2, title="New")})
    done = replace(box, "old", "2")
    assert done.written == ("adr/0002-new.md", ".kontext/decisions/old.md") == done.staged
    assert box.git("diff", "--cached", "--numstat").split("\n") == [
        "2\t1\t.kontext/decisions/old.md",
        "2\t0\tadr/0002-new.md",
    ]
    assert findings(box) == []
    box.git("commit", "-qm", "Replace")
    assert replace(box, "old", "2").written == ()
    box.git("revert", "--no-edit", "HEAD")
    assert (box.path / ".kontext/decisions/old.md").read_text() == old


def test_half_an_edit_is_completed(box: GitBox) -> None:
    """What a kill between the two files leaves behind."""
    box.commit("Begin", {f"adr/000{n}-r.md": NYGARD.format(n=n, title=f"R{n}") for n in (1, 2)})
    replace(box, "1", "2")
    (box.path / "adr/0001-r.md").write_text(NYGARD.format(n=1, title="R1"))
    assert findings(box) == ["one-sided-link"]
    assert replace(box, "1", "2").written == ("adr/0001-r.md",)
    assert findings(box) == []


def test_a_file_with_other_changes_is_left_unstaged(box: GitBox) -> None:
    box.commit("Begin", {f"adr/000{n}-r.md": NYGARD.format(n=n, title=f"R{n}") for n in (1, 2)})
    box.write("adr/0001-r.md", NYGARD.format(n=1, title="R1") + "More.\n")
    done = replace(box, "1", "2")
    assert done.staged == ("adr/0002-r.md",)
    assert "adr/0001-r.md is left unstaged" in done.notes[0]


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("1", "1", UsageError),
        ("9", "1", EntryNotFound),
        ("1", "nope", EntryNotFound),
        ("r", "1", DuplicateId),
        ("2", "1", StoreError),
    ],
)
def test_what_cannot_replace_is_refused_and_nothing_written(box: GitBox, old: str, new: str, error: type) -> None:
    box.commit("Begin", {f"adr/000{n}-r.md": NYGARD.format(n=n, title=f"R{n}") for n in (1, 2)})
    replace(box, "1", "2")
    before = box.git("write-tree")
    with pytest.raises(error):
        replace(box, old, new)
    assert (box.git("write-tree"), box.git("diff")) == (before, "")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for the superuser")
def test_a_read_only_folder_changes_nothing(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-r.md": NYGARD.format(n=1, title="R1"), ".kontext/decisions/x.md": "# X\n"})
    (box.path / "adr").chmod(0o500)
    try:
        with pytest.raises(StoreError, match="nothing was changed"):
            replace(box, "1", "x")
    finally:
        (box.path / "adr").chmod(0o700)
    assert box.git("status", "--short") == ""


def test_a_folder_that_cannot_be_made_is_told(box: GitBox) -> None:
    box.commit("Begin", {"src/cart.py": "x\n", ".kontext": "a file\n"})
    with pytest.raises(StoreError, match="nothing was changed"):
        write(box)
    assert box.git("status", "--short") == ""


def test_an_ignored_record_is_written_and_said_not_to_be_staged(box: GitBox) -> None:
    box.commit("Begin", {".gitignore": ".kontext\n"})
    done = write(box)
    assert (box.path / done.path).exists()
    assert done.notes == ("not staged: an ignore rule covers it",)


# Where the content comes from


def test_a_commit_gives_title_text_files_and_day(box: GitBox) -> None:
    body = "Floats broke VAT.\n\n- one\n\nSigned-off-by: Jane <jane@example.org>\n"
    oid = box.commit(f"Count prices in cents (#12)\n\n{body}", {"src/billing/a.py": "x", "src/billing/b.py": "y"})
    start = from_commit(open_all(box)[0], "HEAD")
    assert start == Request(
        *("decision", "Count prices in cents", "2023-11-14", "Floats broke VAT.\n\n- one"),
        paths=("src/billing/",),
        commits=(oid[:12],),
    )
    made = entry(box, write(box, start).id)
    assert (made.commits, made.date) == ((oid[:12],), "2023-11-14")


def test_paths_are_the_common_folders_of_what_is_staged(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-r.md": NYGARD.format(n=1, title="R1")})
    for name in ("src/a/x.py", "src/a/y.py", "adr/0001-r.md"):
        box.write(name, "changed\n")
    box.git("add", "-A")
    assert staged_patterns(open_all(box)[0], ["adr/0001-r.md"]) == ("src/a/",)


def test_what_somebody_added_to_a_draft_is_kept(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-r.md": NYGARD.format(n=1, title="R1"), "src/cart.py": "x\n"})
    repo, *rest = open_all(box)
    file = Path(write_draft(repo, rest[0], ASKED).path)
    text = file.read_text().replace("tags:", "summary: 'Short.' # why\nteam: {a: 1}\ntags:")
    file.write_text(text)
    made = promote(repo, *rest, "2026-11-30-carts-expire", TODAY)
    assert (box.path / made.path).read_text() == text.replace("2026-11-30-carts-expire", "0002-carts-expire")
    assert entry(box, "0002-carts-expire").summary == "Short."


def test_the_name_is_like_those_of_most_records(box: GitBox) -> None:
    names = {f"adr/{n:03d}-r{n}.md": NYGARD.format(n=n, title=f"R{n}") for n in (1, 2, 3)}
    newest = NYGARD.format(n="", title="Overview").replace("2025-05-02", "2026-01-01")
    box.commit("Begin", {**names, "adr/overview.md": newest})
    assert write(box).path == "adr/004-carts-expire.md"


def test_drafts_wait_outside_of_the_work_tree(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-r.md": NYGARD.format(n=1, title="R1"), "src/cart.py": "x\n"})
    repo, *rest = open_all(box)
    done = write_draft(repo, rest[0], ASKED._replace(supersedes=("1",)))
    assert Path(done.path).parent == box.path / ".git" / "kontext" / "inbox"
    assert (done.trailer, box.git("status", "--short")) == ("", "")
    (draft,) = drafts(repo)
    assert (draft.id, draft.title, draft.supersedes) == ("2026-11-30-carts-expire", "Carts expire", ("1",))
    made = promote(repo, *rest, draft.id, TODAY)
    assert made.path == "adr/0002-carts-expire.md"
    assert staged(box) == ["adr/0001-r.md", made.path]
    assert entry(box, made.id).body.endswith("Carts live in memory.")
    assert drafts(repo) == []
    with pytest.raises(EntryNotFound):
        promote(repo, *rest, draft.id, TODAY)


# Titles and bodies that look like something else


@pytest.mark.parametrize("title", ["3 replicas", "3-way merge is on", "== 1 rather", "RFC 7: x", "7. Foo"])
@pytest.mark.parametrize("numbering", ["date", "sequential"])
def test_a_title_that_begins_with_a_number_is_kept(box: GitBox, title: str, numbering: str) -> None:
    box.commit("Begin", {"src/cart.py": "1\n"})
    settings: dict[str, object] = {"store.kinds": {"decision": {"numbering": numbering}}}
    for _ in range(3):
        done = write(box, ASKED._replace(title=title), settings)
        assert entry(box, done.path).title == title


def test_a_draft_keeps_its_number_too(box: GitBox) -> None:
    box.commit("Begin", {"src/cart.py": "1\n"})
    repo, config, setting, knowledge = open_all(box)
    write_draft(repo, config, ASKED._replace(title="3 replicas"))
    assert [one.title for one in drafts(repo)] == ["3 replicas"]
    done = promote(repo, config, setting, knowledge, drafts(repo)[0].id, TODAY)
    assert entry(box, done.path).title == "3 replicas"


def test_a_body_of_links_and_labels_stays_a_body(box: GitBox) -> None:
    box.commit("Begin", {"src/cart.py": "1\n"})
    body = "- [Commits](https://example.org/a/compare/v1...v2)\n- [Paths](https://example.org/x)\nTags: one, two"
    found = entry(box, write(box, ASKED._replace(body=body)).path)
    assert (found.paths, found.tags, found.commits) == (("src/cart.py",), ("billing",), ())
