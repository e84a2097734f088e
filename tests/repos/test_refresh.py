"""An index that was kept up to date holds what one built from nothing holds, whatever Git did meanwhile."""

from __future__ import annotations

import pytest

from gitbox import GitBox
from indexes import as_built, assert_as_if_built_now, fill_and_index, record, sit
from kontext.index.folder import Writer, build_in_memory
from kontext.index.manifest import CURRENT, STALE, Manifest
from kontext.index.schema import SCHEMA_VERSION, text_schema
from kontext.refresh.care import status
from kontext.refresh.files import list_files, update_files
from kontext.store.parse import LARGEST_FILE


@pytest.fixture
def kept(box: GitBox) -> GitBox:
    return fill_and_index(box)


def commit(box: GitBox) -> None:
    box.commit("Add c", {"src/c.py": "c = 1\n"})


def amend(box: GitBox) -> None:
    box.git("commit", "-q", "--amend", "-m", "Change b for good")


def reset(box: GitBox) -> None:
    box.git("reset", "-q", "--hard", "HEAD~2")


def soft_reset(box: GitBox) -> None:
    box.git("reset", "-q", "--soft", "HEAD~1")


def branch_switch(box: GitBox) -> None:
    box.git("checkout", "-q", "-b", "side", "HEAD~2")
    box.commit("On the side", {"src/side.py": "s = 1\n", "README.md": "# Side\n"})


def merge(box: GitBox) -> None:
    branch_switch(box)
    box.git("checkout", "-q", "main")
    box.git("merge", "-q", "--no-ff", "-m", "Merge branch 'side'", "side")


def merge_that_speaks(box: GitBox) -> None:
    branch_switch(box)
    box.git("checkout", "-q", "main")
    box.git("merge", "-q", "--no-ff", "-m", "Merge pull request #7 from x/side\n\nSell on the side", "side")


def rebase(box: GitBox) -> None:
    branch_switch(box)
    box.commit("Again on the side", {"src/side.py": "s = 2\n"})
    assert_as_if_built_now(sit(box))
    box.git("rebase", "-q", "main")


def cherry_pick(box: GitBox) -> None:
    branch_switch(box)
    box.git("cherry-pick", "main")


def update_ref(box: GitBox) -> None:
    box.git("update-ref", "refs/heads/main", "HEAD~1")


def detach(box: GitBox) -> None:
    box.git("checkout", "-q", "--detach", "HEAD~1")


def orphan(box: GitBox) -> None:
    box.git("checkout", "-q", "--orphan", "new")
    box.commit("Begin anew")


def unborn(box: GitBox) -> None:
    box.git("checkout", "-q", "--orphan", "new")


def old_head_is_lost(box: GitBox) -> None:
    box.git("commit", "-q", "--amend", "-m", "Change b for good")
    box.git("reflog", "expire", "--expire=now", "--all")
    box.git("gc", "-q", "--prune=now")


def rename(box: GitBox) -> None:
    box.git("mv", "src/a.py", "src/first.py")
    box.commit("Rename a")
    box.commit("Change it", {"src/first.py": "a = 3\n"})


def doc_edited(box: GitBox) -> None:
    box.write("README.md", "# Shop\n\n## Prices\n\nIn euros, after all.\n")


def doc_added(box: GitBox) -> None:
    box.write("docs/guide.md", "# Guide\n\nHow to.\n")
    box.git("add", "docs/guide.md")


def doc_renamed(box: GitBox) -> None:
    doc_added(box)
    box.git("mv", "README.md", "docs/README.md")


def doc_deleted(box: GitBox) -> None:
    (box.path / "README.md").unlink()


def record_untracked(box: GitBox) -> None:
    box.write(".kontext/decisions/euros.md", record("euros", "Prices are euros"))


def record_edited(box: GitBox) -> None:
    box.write(".kontext/decisions/cents.md", record("cents", "Prices are integer cents", "proposed"))


def record_renamed(box: GitBox) -> None:
    (box.path / ".kontext/decisions/cents.md").rename(box.path / ".kontext/decisions/money.md")


def record_superseded(box: GitBox) -> None:
    box.write(".kontext/decisions/euros.md", record("euros", "Prices are euros", more="supersedes: [cents]\n"))


def record_replaced_and_gone(box: GitBox) -> None:
    record_superseded(box)
    assert_as_if_built_now(sit(box))
    (box.path / ".kontext/decisions/euros.md").unlink()


def record_finished(box: GitBox) -> None:
    box.write(".kontext/decisions/draft.md", "nothing yet\n")
    assert_as_if_built_now(sit(box))
    box.write(".kontext/decisions/draft.md", record("draft", "Drafts are written down"))


def doc_that_becomes_a_record(box: GitBox) -> None:
    box.commit("Note", {"docs/adr/0001-x.md": "# Something\n\nA note.\n"})
    assert_as_if_built_now(sit(box))
    box.write(
        "docs/adr/0001-x.md", "# Something\n\n## Status\n\nAccepted\n\n## Context\n\nA note.\n\n## Decision\n\nYes.\n"
    )


def staged(box: GitBox) -> None:
    box.write("src/a.py", "a = 9\n")
    box.git("add", "src/a.py")


def replaced(box: GitBox) -> None:
    made = box.git("commit-tree", "-p", "HEAD~1", "-m", "Change b, as it should have been said", "HEAD^{tree}")
    box.git("replace", "HEAD", made)


def adr_dir_moved(box: GitBox) -> None:
    box.commit("Keep decisions elsewhere", {"notes/0001-y.md": "# Y\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"})
    assert_as_if_built_now(sit(box))
    box.write(".adr-dir", "notes\n")
    box.git("add", ".adr-dir")


EVENTS = [
    *(commit, amend, reset, soft_reset, branch_switch, merge, merge_that_speaks, rebase, cherry_pick, update_ref),
    *(detach, orphan, unborn, old_head_is_lost, rename, doc_edited, doc_added, doc_renamed, doc_deleted),
    *(record_untracked, record_edited, record_renamed, record_superseded, record_replaced_and_gone, record_finished),
    *(doc_that_becomes_a_record, staged, replaced, adr_dir_moved),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_a_refresh_equals_a_build(kept: GitBox, event: object) -> None:
    event(kept)
    assert status(sit(kept)).state == STALE
    as_built(kept)
    assert status(sit(kept)).state == CURRENT
    as_built(kept)


@pytest.mark.parametrize("kind", ["plain", "bare", "sparse"])
def test_no_more_of_a_file_is_read_than_may_count(kept: GitBox, kind: str) -> None:
    kept.commit("Write a large page", {"docs/large.md": "# Large\n\n" + "word " * 100})
    box = kept
    if kind == "bare":
        kept.git("clone", "-q", "--bare", ".", "../bare.git")
        box = GitBox(kept.path.parent / "bare.git", kept.env)
    elif kind == "sparse":
        kept.git("sparse-checkout", "set", "--no-cone", "/src/")
        assert not (kept.path / "docs").exists()
    session = sit(box, sources_max_bytes="100")
    files = list_files(session.repo, session.config, session.store_dirs)
    assert files.read("docs/large.md", 508) is None
    assert len(files.read("docs/large.md", 509) or b"") == 509
    asked: dict[str, int] = {}

    def read(path: str, limit: int) -> bytes | None:
        asked[path] = limit
        return files.read(path, limit)

    def fill(text: Writer) -> Manifest:
        update_files(files._replace(read=read), session.config, {}, text)
        return Manifest(SCHEMA_VERSION, "")

    build_in_memory(text_schema(), session.language, fill)
    assert asked["docs/large.md"] == 100
    assert asked[".kontext/decisions/cents.md"] == LARGEST_FILE
    assert session.text().group("docs/large.md") == []
    assert session.text().group("README.md")
