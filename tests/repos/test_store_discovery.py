"""The store of a real repository: work tree, a commit's blobs and a bare clone give the same entries."""

from __future__ import annotations

import subprocess
from pathlib import Path

from gitbox import GitBox
from kontext.store.discover import StoreView, find_entries

NYGARD = "# 1. Use Postgres\n\nDate: 2020-01-01\n\n## Status\n\n{status}\n\n## Context\n\nx\n\n## Decision\n\ny\n"
FILES = {
    "README.md": "# A project\n",
    "doc/adr/0001-use-postgres.md": NYGARD.format(status="Superseded by [2. Use Kafka](0002-use-kafka.md)"),
    "doc/adr/0002-use-kafka.md": "# 2. Use Kafka\n\nDate: 2021-01-01\n\n## Status\n\nAccepted\n",
    "pkg/décisions/0001-ünïcode name.md": "# Nom\n\n- Statut : accepté\n- Date : 2 mars 2022\n",
    ".kontext/decisions/2026-01-01-new.md": "---\ntitle: New\nstatus: accepted\n---\n",
}


def _at(folder: Path, revision: str, env: dict[str, str]) -> StoreView:
    def ask(*args: str) -> bytes:
        return subprocess.run(["git", *args], cwd=folder, env=env, capture_output=True, check=True).stdout

    paths = [
        name.decode("utf-8", "surrogateescape") for name in ask("ls-tree", "-rz", "--name-only", revision).split(b"\0")
    ]
    return find_entries(lambda path: ask("cat-file", "blob", f"{revision}:{path}"), filter(None, paths))


def test_work_tree_commit_and_bare_clone_agree(box: GitBox, tmp_path: Path) -> None:
    box.commit("Decide", dict(FILES))
    tracked = [name for name in box.git("ls-files", "-z").split("\0") if name]
    here = find_entries(lambda path: (box.path / path).read_bytes(), tracked)
    box.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert _at(box.path, "HEAD", box.env).entries == here.entries
    assert _at(tmp_path / "bare.git", "HEAD", box.env).entries == here.entries
    assert [(e.id, e.status, e.date) for e in here.entries] == [
        ("2026-01-01-new", "accepted", "2026-01-01"),
        ("0001-use-postgres", "superseded", "2020-01-01"),
        ("0002-use-kafka", "accepted", "2021-01-01"),
        ("0001-ünïcode name", "accepted", "2022-03-02"),
    ]
    assert here.entries[1].superseded_by == ("0002-use-kafka",)
    assert here.entries[2].supersedes == ("0001-use-postgres",)


def test_a_file_that_cannot_be_read_is_passed_over(box: GitBox) -> None:
    box.commit("Decide", dict(FILES))
    view = find_entries(lambda path: None if "0002" in path else (box.path / path).read_bytes(), FILES)
    assert "doc/adr/0002-use-kafka.md" not in [entry.path for entry in view.entries]
    assert view.entries[1].superseded_by == ("0002-use-kafka.md",)
