"""Commits to record, and the list of a store in its README."""

from __future__ import annotations

import json

import pytest

from gitbox import GitBox
from kontext.capture import suggest as suggesting
from kontext.capture.listing import write_listing
from kontext.capture.suggest import suggest
from kontext.checks.knowledge import gather, setting_of
from kontext.checks.tree import work_tree
from kontext.config import load_config, store_dirs
from kontext.errors import StoreError
from kontext.git.repo import open_repo
from kontext.refresh import open_session
from kontext.render.listings import render_suggestions, suggestions_json
from kontext.render.style import Style

RECORD = "---\nkind: decision\ntitle: {title}\nstatus: {status}\ndate: {date}\n{more}---\nWhy.\n"


def suggested(box: GitBox, limit: int = 10) -> list[str]:
    return [one.subject for one in suggest(open_session(str(box.path), box.env), limit).commits]


def test_decisions_that_no_record_names_are_suggested_best_first(box: GitBox) -> None:
    box.commit("Add a file", {"a": "1"})
    box.commit("Use PostgreSQL instead of SQLite\n\nBecause two writers locked each other out.", {"a": "2"})
    box.commit("Switch to integer cents instead of floats", {"a": "3"})
    assert suggested(box) == ["Use PostgreSQL instead of SQLite", "Switch to integer cents instead of floats"]
    assert suggested(box, 1) == ["Use PostgreSQL instead of SQLite"]


def test_what_is_recorded_is_not(box: GitBox) -> None:
    by_trailer = "Use zsh instead of bash\n\nBecause of arrays.\n\nDecision: none (tried for a week)"
    box.commit(by_trailer, {"a": "1"})
    listed = box.commit("Use tabs instead of spaces\n\nBecause they are wide.", {"a": "2"})
    record = RECORD.format(title="T", status="accepted", date="2025-01-01", more=f"commits: [{listed[:9]}]\n")
    box.commit("Keep records instead of minutes\n\nBecause nobody read them.", {".kontext/decisions/t.md": record})
    assert suggested(box) == []


def test_what_was_not_looked_at_is_said(box: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("Redis instead of PostgreSQL", "integer cents instead of floats", "queues instead of polling"):
        box.commit(f"Use {what}", {"a.txt": f"{what}\n"})

    def said(**settings: str) -> tuple[str, ...]:
        found = suggest(open_session(str(box.path), {**box.env, **settings}), 10)
        assert "note: only" in render_suggestions(found, Style()) or not found.notes
        assert json.loads(suggestions_json(found))["notes"] == list(found.notes)
        return found.notes

    assert said() == ()
    # The newest commits of a first build, the rest of which comes behind it.
    assert said(KONTEXT_INDEX_MAX_COMMITS="2") == ("only the newest 2 commits were looked at",)
    monkeypatch.setattr(suggesting, "NEWEST", 2)
    assert said() == ("only the newest 2 commits were looked at",)
    monkeypatch.setattr(suggesting, "NEWEST", 3)
    assert said() == ()


def list_store(box: GitBox) -> tuple[str, bool]:
    repo = open_repo(str(box.path), box.env)
    config = load_config(repo, (), {}, {})
    tree = work_tree(repo, store_dirs(config))
    setting = setting_of(config, tree)
    done = write_listing(repo, config, setting, gather(repo, config, tree, setting))
    return done.path, done.is_changed


def records() -> dict[str, str]:
    old = RECORD.format(title="Old", status="superseded", date="2024-01-01", more="superseded_by: [new]\n")
    return {
        ".kontext/decisions/old.md": old,
        ".kontext/decisions/new.md": RECORD.format(title="New [x]", status="accepted", date="2025-01-01", more=""),
        ".kontext/learnings/l.md": "# A thing learnt\n",
    }


def test_the_list_is_newest_first_and_replaced_in_place(box: GitBox) -> None:
    box.commit("Begin", records())
    box.write(".kontext/README.md", "# Ours\r\n\r\nText.\r\n")
    assert list_store(box) == (".kontext/README.md", True)
    text = (box.path / ".kontext/README.md").read_bytes().decode()
    assert text.startswith("# Ours\r\n\r\nText.\r\n\r\n<!-- kontext:records -->\r\n")
    assert "\n" not in text.replace("\r\n", "")
    rows = [line for line in text.split("\r\n") if line.startswith(("- ", "#"))]
    assert rows == [
        "# Ours",
        "### Decisions",
        "- 2025-01-01 [New x](decisions/new.md) (accepted)",
        "- 2024-01-01 [Old](decisions/old.md) (superseded by [New x](decisions/new.md))",
        "### Learnings",
        "- [A thing learnt](learnings/l.md)",
    ]
    assert list_store(box) == (".kontext/README.md", False)
    (box.path / ".kontext/README.md").write_bytes((text + "After.\r\n").encode())
    box.write(".kontext/learnings/m.md", "# Another\n")
    assert list_store(box) == (".kontext/README.md", True)
    again = (box.path / ".kontext/README.md").read_bytes().decode()
    assert "[Another](learnings/m.md)" in again and again.endswith("<!-- /kontext:records -->\r\nAfter.\r\n")


@pytest.mark.parametrize("folder", ["docs/adr", "decisions"])
def test_the_list_beside_records_is_no_record_itself(box: GitBox, folder: str) -> None:
    for number in (1, 2, 3):
        text = RECORD.format(title=f"T{number}", status="accepted", date="2025-01-01", more="")
        box.write(f"{folder}/000{number}-t.md", text)
    box.commit("Begin")
    assert list_store(box) == (f"{folder}/README.md", True)
    box.git("add", "-A")
    assert list_store(box) == (f"{folder}/README.md", False)


def test_no_list_that_would_be_taken_for_a_record(box: GitBox) -> None:
    box.commit("Begin", {"a": "1"})
    with pytest.raises(StoreError, match="no record to list"):
        list_store(box)
    text = "store:\n  kinds:\n    decision:\n      path: notes\n"
    box.commit("Notes", {".kontext.yaml": text, "notes/a.md": "# A\n"})
    with pytest.raises(StoreError, match="read as a record itself"):
        list_store(box)
    assert box.git("status", "--short") == ""


def test_a_list_that_cannot_be_written_is_told(box: GitBox) -> None:
    box.commit("Begin", records())
    (box.path / ".kontext/README.md").mkdir()
    with pytest.raises(StoreError, match="cannot be read"):
        list_store(box)
