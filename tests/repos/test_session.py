"""When an index is opened, refreshed, cut, deepened, copied from a sibling or removed, in every kind of repository."""

from __future__ import annotations

import concurrent.futures
import os
import time

import pytest

from gitbox import GitBox
from indexes import as_built, assert_as_if_built_now, documents, fill_and_index, sit, uris
from kontext.git.repo import open_repo
from kontext.index import folder as index_folders
from kontext.index.manifest import CURRENT
from kontext.refresh import Session
from kontext.refresh.care import clean, reindex, status
from kontext.refresh.deepen import deepen


@pytest.fixture
def kept(box: GitBox) -> GitBox:
    return fill_and_index(box)


def test_nothing_changed_opens_no_writer(kept: GitBox) -> None:
    session = sit(kept)
    session.text()
    session.paths()
    before = published(session)
    # The writer is taken: whoever needed it would have to say so.
    with writing(session.text_folder(), session), writing(session.paths_folder(), session):
        again = sit(kept)
        assert uris(again, "cents")
        assert again.paths() is not None
        assert again.notes == []
    assert published(session) == before


def test_a_writer_at_work_is_waited_for_and_then_the_last_publish_answers(kept: GitBox) -> None:
    session = sit(kept)
    old = kept.git("rev-parse", "--short=7", "HEAD")
    with writing(session.text_folder(), session):
        new = kept.commit("Introduce vouchers")
        again = sit(kept)
        again.patience_moved = 0.05
        assert f"git:{new}" not in uris(again, "vouchers")
        assert again.notes == [f"the index is being updated by another process: answered as of {old}"]
    assert uris(sit(kept), "vouchers") == [f"git:{new}"]


def test_where_head_moved_another_writer_is_waited_for_longer_than_where_files_changed(kept: GitBox) -> None:
    session = sit(kept)
    text, paths = writing(session.text_folder(), session), writing(session.paths_folder(), session)
    new = kept.commit("Introduce vouchers")
    asked = sit(kept)
    asked.patience = 0.0  # what a question waits where only files changed would not be enough
    with concurrent.futures.ThreadPoolExecutor() as other:
        with text, paths:
            answer = other.submit(lambda: (uris(asked, "vouchers"), asked.paths()))
            time.sleep(0.5)
            assert not answer.done()
        found, touched = answer.result()
    assert found == [f"git:{new}"]
    assert touched is not None
    assert asked.notes == []


def published(session: Session) -> list[int]:
    return [os.stat(f"{folder}/meta.json").st_mtime_ns for folder in (session.text_folder(), session.paths_folder())]


def writing(folder: str, session: Session) -> index_folders.Writer:
    opened = index_folders.open_engine(folder, session.language)
    assert not isinstance(opened, str)
    return index_folders.Writer(opened.core, index_folders.UPDATE_HEAP)


def commits_with_text(session: Session) -> list[str]:
    found = documents(session.text()).values()
    return [one.oid for one in sorted(found, key=lambda one: -one.time) if one.kind == "commit"]


def test_the_window_grows_by_a_quarter_and_is_cut_then(box: GitBox) -> None:
    box.import_commits(30)
    assert len(commits_with_text(sit(box, index_max_commits="20"))) == 20
    box.import_commits(5)
    assert commits_with_text(sit(box, index_max_commits="20")) == box.git("rev-list", "-n25", "HEAD").split()
    box.import_commits(1)
    session = sit(box, index_max_commits="20")
    assert_as_if_built_now(session)
    assert commits_with_text(session) == box.git("rev-list", "-n20", "HEAD").split()


def test_the_window_is_filled_up_when_it_shrinks_and_keeps_the_words_of_diffs(box: GitBox) -> None:
    box.import_commits(30)
    deepen(sit(box, index_max_commits="20"))
    box.git("reset", "-q", "--hard", "HEAD~5")
    session = sit(box, index_max_commits="20")
    assert_as_if_built_now(session)
    # Those that stayed keep their diff words; the five that came are few enough to get theirs at once.
    assert session.text().manifest.pending == 0
    assert session.text().count_pending() == 0


def test_a_history_switched_whole_is_held_within_the_window(box: GitBox) -> None:
    box.import_commits(30)
    first = box.head
    sit(box, index_max_commits="10").text()
    box.git("checkout", "-q", "--orphan", "other")
    box.commit("Begin anew")
    box.git("checkout", "-q", first)
    assert_as_if_built_now(sit(box, index_max_commits="10"))
    box.git("checkout", "-q", "other")
    assert_as_if_built_now(sit(box, index_max_commits="10"))


def test_paths_are_listed_again_when_none_of_the_newest_commits_stayed(box: GitBox) -> None:
    box.import_commits(30)
    newest = box.head
    sit(box, index_max_commits="5").paths()
    box.git("reset", "-q", "--hard", "HEAD~20")
    assert len(sit(box, index_max_commits="5").paths().history("log.txt", 9)) == 5
    box.git("reset", "-q", "--hard", newest)
    paths = sit(box, index_max_commits="5").paths()
    assert [touch.oid for touch in paths.history("log.txt", 24)] == box.git("rev-list", "-n24", "HEAD").split()


def test_all_commits_and_no_commits_can_be_asked_for(kept: GitBox) -> None:
    assert len(commits_with_text(sit(kept, index_max_commits="all"))) == 4
    none = sit(kept, index_commits="false")
    assert commits_with_text(none) == []
    kept.commit("One more")
    assert commits_with_text(sit(kept, index_commits="false")) == []
    assert "kx:cents" in uris(none, "prices")


def test_deepening_completes_paths_and_the_words_of_diffs(box: GitBox) -> None:
    box.import_commits(30)
    box.commit("Say nothing about it", {"src/totals.py": "def frobnicate(basket):\n    return basket\n"})
    first = sit(box, index_max_commits="10")
    assert first.paths().manifest.complete is False
    assert first.text().manifest.pending == 10
    assert uris(first, "frobnicate") == []
    assert deepen(first) is True
    after = sit(box, index_max_commits="10")
    assert (after.paths().manifest.complete, after.text().manifest.pending) == (True, 0)
    assert uris(after, "frobnicate") == [f"git:{box.head}"]
    assert len(after.paths().history("log.txt", 100)) == 30


def test_deepening_leaves_out_what_a_reset_took_away_meanwhile(box: GitBox) -> None:
    box.import_commits(30)
    session = sit(box)
    session.text()
    session.paths()
    box.git("reset", "-q", "--hard", "HEAD~3")
    assert deepen(sit(box))
    assert_as_if_built_now(sit(box))


def test_what_a_killed_build_left_goes_with_the_next_one(kept: GitBox) -> None:
    session = sit(kept)
    session.text()
    for left in (f"{session.text_folder()}.new-999999999", f"{session.paths_folder()}.old-999999999"):
        os.mkdir(left)
        deepen(sit(kept))
        assert not os.path.exists(left)


def test_one_process_deepens_at_a_time(kept: GitBox) -> None:
    session = sit(kept)
    session.text()
    with index_folders.Lock(f"{session.folder}/background.lock"):
        assert deepen(sit(kept)) is False


def test_a_shallow_clone_that_is_deepened_is_read_again(kept: GitBox, make_box: object) -> None:
    clone = make_box("clone")
    clone.git("fetch", "-q", "--depth=2", f"file://{kept.path}", "main")
    clone.git("reset", "-q", "--hard", "FETCH_HEAD")
    assert len(commits_with_text(sit(clone))) == 2
    assert_as_if_built_now(sit(clone))
    clone.git("fetch", "-q", "--unshallow", f"file://{kept.path}", "main")
    assert len(commits_with_text(sit(clone))) == 4
    assert_as_if_built_now(sit(clone))


def test_a_new_worktree_starts_from_a_siblings_index(kept: GitBox, make_box: object) -> None:
    deepen(sit(kept))
    kept.git("worktree", "add", "-q", "../linked", "-b", "linked", "HEAD~1")
    linked = GitBox(kept.path.parent / "linked", kept.env)
    session = sit(linked)
    linked.write("README.md", "# Linked\n\nHere only.\n")
    assert_as_if_built_now(session)
    # The words of diffs are only there when they came along.
    assert session.text().count_pending() == 0
    stores = [name for name in os.listdir(session.text_folder()) if name.endswith(".store")]
    assert any(os.stat(f"{session.text_folder()}/{name}").st_nlink > 1 for name in stores)
    linked.commit("Only here")
    assert_as_if_built_now(sit(linked))
    assert_as_if_built_now(sit(kept))
    kept.git("worktree", "remove", "--force", "../linked")
    assert not os.path.exists(session.folder)
    assert_as_if_built_now(sit(kept))


def test_a_worktree_with_other_options_does_not_start_from_a_sibling(kept: GitBox) -> None:
    kept.git("worktree", "add", "-q", "../linked")
    assert_as_if_built_now(sit(GitBox(kept.path.parent / "linked", kept.env), index_max_commits="3"))


def test_docs_that_a_sparse_checkout_leaves_out_are_read(kept: GitBox) -> None:
    kept.commit("Write a guide", {"docs/guide.md": "# Guide\n\nWeigh every parcel.\n", "src/d.py": "d = 1\n"})
    kept.git("sparse-checkout", "set", "src")
    assert not (kept.path / "docs").exists()
    assert "file:docs/guide.md" in uris(as_built(kept), "parcel")
    assert status(sit(kept)).state == CURRENT
    kept.git("sparse-checkout", "disable")
    assert "file:docs/guide.md" in uris(as_built(kept), "parcel")


def test_a_bare_repository_is_read_from_head(kept: GitBox, make_box: object) -> None:
    kept.git("clone", "-q", "--bare", ".", "../bare.git")
    bare = GitBox(kept.path.parent / "bare.git", kept.env)
    assert_as_if_built_now(sit(bare))
    assert "kx:cents" in uris(sit(bare), "prices")
    kept.commit("Rewrite", {"README.md": "# Shop\n\nNothing but turnips.\n", ".kontext/decisions/cents.md": None})
    kept.git("push", "-q", "../bare.git", "main")
    assert_as_if_built_now(sit(bare))
    assert uris(sit(bare), "turnips")[0] == "file:README.md"


def test_a_repository_named_by_the_environment_is_the_one_asked(kept: GitBox, tmp_path: object) -> None:
    elsewhere = tmp_path / "work"
    elsewhere.mkdir()
    env = kept.env | {"GIT_DIR": str(kept.path / ".git"), "GIT_WORK_TREE": str(elsewhere)}
    (elsewhere / "README.md").write_text("# Elsewhere\n\nOnly marrows.\n")
    session = sit(GitBox(elsewhere, env))
    assert_as_if_built_now(session)
    assert uris(session, "marrows") == ["file:README.md"]


def test_reindex_builds_whole_and_clean_removes_it(kept: GitBox) -> None:
    kept.git("commit", "-q", "--amend", "-m", "Said better")
    sit(kept).text()
    report = reindex(sit(kept))
    assert (report.commits, report.entries, report.rebuilt) == (4, 1, True)
    state = status(sit(kept))
    assert (state.state, state.pending, state.paths_complete, state.counts["commit"]) == (CURRENT, 0, True, 4)
    assert clean(sit(kept)) > 0
    assert status(sit(kept)).state == "missing"
    as_built(kept)


def test_counts_leave_out_what_was_deleted(kept: GitBox) -> None:
    for number in range(3):
        kept.git("commit", "-q", "--amend", "-m", f"Said better {number}")
        sit(kept).text()
    assert status(sit(kept)).counts["commit"] == 4


def test_sha256_and_bytes_that_are_no_text(make_box: object) -> None:
    box = make_box("a \u00fc repo", "--object-format=sha256")
    name = "docs/caf\udce9 \u00fc.md"
    os.makedirs(box.path / "docs")
    place = os.fsencode(box.path) + b"/" + os.fsencode(name)
    write_bytes(place, b"# Caf\xe9\n\nEspresso only.\n")
    box.commit(
        b"Serve caf\xe9 only\n\n\xff\xfe\n",
        {"docs/caf.md": "# Other\n\nTea.\n"},
        author="J\u00e9r\u00f4me <j@example.org>",
    )
    session = as_built(box)
    assert [len(oid) for oid in commits_with_text(session)] == [64]
    assert uris(session, "espresso") == [f"file:{name}"]
    assert [touch.oid for touch in session.paths().history(name, 5)] == [box.head]
    write_bytes(place, b"# Caf\xe9\n\nRistretto only.\n")
    assert uris(as_built(box), "espresso ristretto") == [f"file:{name}"]
    os.unlink(place)
    box.commit("Close it")
    assert uris(as_built(box), "ristretto") == []


def write_bytes(place: bytes, content: bytes) -> None:
    with open(place, "wb") as file:
        file.write(content)


def test_a_session_that_stays_looks_again_when_it_is_told(kept: GitBox) -> None:
    session = sit(kept)
    assert_as_if_built_now(session)
    new = kept.commit("Introduce vouchers", {"docs/vouchers.md": "# Vouchers\n"})
    assert f"git:{new}" not in uris(session, "vouchers")
    session.look_again(open_repo(str(kept.path), kept.env))
    assert set(uris(session, "vouchers")) == {f"git:{new}", "file:docs/vouchers.md"}
    assert_as_if_built_now(session)


def test_looking_again_opens_only_what_changed(kept: GitBox) -> None:
    session = sit(kept)
    text, paths = session.text().engine, session.paths().engine
    session.look_again(session.repo)
    assert session.text().engine is text
    assert session.paths().engine is paths
    kept.write("docs/vouchers.md", "# Vouchers\n")
    kept.git("add", "docs/vouchers.md")
    session.look_again(session.repo)
    assert session.text().engine is not text
    assert session.paths().engine is paths
    other = sit(kept)  # somebody else publishes
    kept.write("docs/vouchers.md", "# Vouchers, and coupons\n")
    assert uris(other, "coupons") == ["file:docs/vouchers.md"]
    held = session.text().engine
    session.look_again(session.repo)
    assert session.text().engine is not held
    assert uris(session, "coupons") == ["file:docs/vouchers.md"]


def test_an_older_view_of_head_never_takes_a_newer_index_back(kept: GitBox) -> None:
    """Hooks run beside each other: the one that saw the older HEAD may get the writer last."""
    late = sit(kept)
    new = kept.commit("Introduce vouchers")
    assert_as_if_built_now(sit(kept))
    assert f"git:{new}" in uris(late, "vouchers")
    assert [touch.oid for touch in late.paths().history("", 1)] == [new]
    assert status(sit(kept)).indexed == new
