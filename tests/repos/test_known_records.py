"""kontext/checks/known.py: the records a check looks names up in, and their cache."""

from __future__ import annotations

import json

import pytest

from gitbox import GitBox
from kontext.checks.known import records_at, staged_records
from kontext.config import Config, load_config
from kontext.git import objects
from kontext.git.repo import open_repo
from records_box import repo_of


def record(title: str, status: str = "accepted", more: str = "") -> str:
    return f"---\nstatus: {status}\ndate: 2026-01-01\n{more}---\n# {title}\n\nText.\n"


def config_of(box: GitBox, **settings: object) -> Config:
    return load_config(repo_of(box), (), {}, {name.replace("__", "."): value for name, value in settings.items()})


def ids(box: GitBox) -> list[str]:
    return [entry.id for entry in staged_records(repo_of(box), config_of(box))]


@pytest.fixture
def store(box: GitBox) -> GitBox:
    box.commit("Decide", {"docs/adr/0001-a.md": record("A"), "docs/adr/0002-b.md": record("B"), "README.md": "# Hi\n"})
    return box


def test_what_is_staged_counts_not_what_lies_there(store: GitBox) -> None:
    assert ids(store) == ["0001-a", "0002-b"]
    store.write("docs/adr/0003-c.md", record("C"))
    assert ids(store) == ["0001-a", "0002-b"]
    store.git("add", ".")
    assert ids(store) == ["0001-a", "0002-b", "0003-c"]
    store.git("rm", "-q", "--cached", "docs/adr/0001-a.md")
    assert ids(store) == ["0002-b", "0003-c"]


def test_links_are_resolved_with_what_was_kept(store: GitBox) -> None:
    ids(store)
    store.write("docs/adr/0003-c.md", record("C", more="supersedes: [0001-a]\n"))
    store.git("add", ".")
    (first, _, third) = staged_records(repo_of(store), config_of(store))
    assert (first.superseded_by, third.supersedes) == (("0003-c",), ("0001-a",))
    assert staged_records(repo_of(store), config_of(store))[0] == first
    store.git("rm", "-q", "--cached", "docs/adr/0003-c.md")
    assert staged_records(repo_of(store), config_of(store))[0].superseded_by == ()


def test_only_new_contents_are_read(store: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    ids(store)
    read: list[str] = []
    own = objects.ChildObjects.read
    monkeypatch.setattr(objects.ChildObjects, "read", lambda self, spec: (read.append(spec), own(self, spec))[1])
    assert len(ids(store)) == 2
    assert read == []
    store.write("docs/adr/0002-b.md", record("B", "rejected"))
    store.git("add", ".")
    assert [entry.status for entry in staged_records(repo_of(store), config_of(store))] == ["accepted", "rejected"]
    assert read == [store.git("rev-parse", ":docs/adr/0002-b.md")]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"options": 1}', '{"options": [], "records": [{"x": 1}]}'])
def test_a_damaged_cache_is_none(store: GitBox, content: str) -> None:
    ids(store)
    cache = store.path / ".git" / "kontext" / "check-cache.json"
    assert json.loads(cache.read_text())["records"]
    cache.write_text(content)
    assert ids(store) == ["0001-a", "0002-b"]


def test_settings_are_a_part_of_the_cache(store: GitBox) -> None:
    store.commit("Learn", {"notes/learnings/slow.md": "# Slow\n\nText.\n"})
    assert ids(store) == ["0001-a", "0002-b"]
    found = staged_records(repo_of(store), config_of(store, store__dir="notes"))
    assert [(entry.id, entry.kind) for entry in found] == [
        ("0001-a", "decision"),
        ("0002-b", "decision"),
        ("slow", "learning"),
    ]
    assert ids(store) == ["0001-a", "0002-b"]


def test_records_of_a_commit(store: GitBox) -> None:
    store.commit("More", {"docs/adr/0003-c.md": record("C"), "docs/adr/link.md": "x"})
    repo, config = repo_of(store), config_of(store)
    assert [entry.id for entry in records_at(repo, config, "HEAD~")] == ["0001-a", "0002-b"]
    assert [entry.id for entry in records_at(repo, config, "HEAD")] == ["0001-a", "0002-b", "0003-c"]


def test_a_bare_repository_is_asked_for_head(store: GitBox, make_box) -> None:
    bare = make_box("bare", "--bare")
    assert staged_records(repo_of(bare), config_of(bare)) == ()
    bare.git("fetch", "-q", str(store.path), "main:main")
    assert [entry.id for entry in staged_records(repo_of(bare), config_of(bare))] == ["0001-a", "0002-b"]


def test_a_folder_that_adr_tools_names(box: GitBox) -> None:
    box.commit("Decide", {"text/0001-a.md": "# A\n\n## Status\n\nAccepted\n", "x.md": "# X\n"})
    assert ids(box) == []
    box.commit("Say where", {".adr-dir": "text\n"})
    assert ids(box) == ["0001-a"]


def test_from_a_folder_inside(store: GitBox) -> None:
    inside = open_repo(str(store.path / "docs"), store.env)
    assert len(staged_records(inside, config_of(store))) == 2
