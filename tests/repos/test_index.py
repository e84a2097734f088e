"""Index folders: read while they are written, swapped, damaged, copied or taken away; and the history of every path."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest
import tantivy

from gitbox import GitBox
from indexes import assert_as_if_built_now, sit, take_away, uris
from kontext.errors import IndexLocked, IndexUnusable
from kontext.files import Lock
from kontext.index.folder import Writer, build, open_engine, start_from, sweep, update
from kontext.index.manifest import CORRUPT, MISSING, Manifest
from kontext.index.reader import TextReader
from kontext.index.schema import text_schema
from kontext.index.stored import to_tantivy
from kontext.model import Document, Query
from kontext.refresh.deepen import deepen

ENGLISH = "english"


def doc(name: str, body: str, **more: object) -> Document:
    return Document(uri=f"file:{name}", group=name, kind="doc", title=name, body=body, path=name, **more)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A text index of two documents."""
    place = str(tmp_path / "index" / "text")
    make(place, doc("one.md", "apples"), doc("two.md", "pears"))
    return place


def make(place: str, *documents: Document, head: str = "1") -> None:
    def fill(writer: Writer) -> Manifest:
        for one in documents:
            writer.add(to_tantivy(one))
        return Manifest(2, "", head=head)

    build(place, text_schema(), ENGLISH, fill)


def reader(place: str) -> TextReader:
    opened = open_engine(place, ENGLISH)
    assert not isinstance(opened, str), opened
    return TextReader(opened)


def found(index: TextReader, word: str) -> list[str]:
    return [hit.uri for hit in index.search(Query(word, (word,)), limit=10).hits]


def add(place: str, document: Document, head: str, wait: float = 0) -> list[str]:
    """Add one document; return the heads that were seen under the lock."""
    seen = []

    def apply(engine: object, writer: Writer) -> Manifest:
        seen.append(engine.manifest.head)
        writer.delete("key", document.uri)
        writer.add(to_tantivy(document))
        return engine.manifest._replace(head=head)

    update(place, ENGLISH, wait, apply)
    return seen


def test_content_and_manifest_are_published_together(folder: str) -> None:
    before = reader(folder)
    assert add(folder, doc("three.md", "plums"), "2") == ["1"]
    assert (before.manifest.head, found(before, "plums")) == ("1", [])
    assert (reader(folder).manifest.head, found(reader(folder), "plums")) == ("2", ["file:three.md"])


def test_nothing_is_published_when_filling_fails(folder: str) -> None:
    def apply(engine: object, writer: Writer) -> Manifest:
        writer.clear()
        raise KeyError

    with pytest.raises(KeyError):
        update(folder, ENGLISH, 0, apply)
    assert found(reader(folder), "apples") == ["file:one.md"]
    add(folder, doc("three.md", "plums"), "2")
    assert found(reader(folder), "apples") == ["file:one.md"]


def test_a_reader_goes_on_over_a_swap_and_without_its_folder(folder: str) -> None:
    held = reader(folder)
    make(folder, doc("other.md", "grapes"), head="2")
    assert found(held, "apples") == ["file:one.md"]
    assert found(reader(folder), "grapes") == ["file:other.md"]
    held = reader(folder)
    take_away(os.path.dirname(folder))
    assert found(held, "grapes") == ["file:other.md"]
    assert open_engine(folder, ENGLISH) == MISSING


def test_a_swap_waits_for_a_writer_of_the_old_index(folder: str) -> None:
    """The engine writes by path: what a writer published after the swap would land in the new index and break it."""
    ready, done = threading.Event(), []

    def apply(engine: object, writer: Writer) -> Manifest:
        ready.set()
        builder.join(0.3)
        done.append(builder.is_alive())
        writer.add(to_tantivy(doc("late.md", "late")))
        return engine.manifest

    builder = threading.Thread(target=lambda: (ready.wait(), make(folder, doc("other.md", "grapes"), head="2")))
    builder.start()
    update(folder, ENGLISH, 0, apply)
    builder.join()
    assert done == [True]
    assert (reader(folder).manifest.head, found(reader(folder), "grapes")) == ("2", ["file:other.md"])


def test_one_writer_at_a_time_and_the_next_sees_what_it_published(folder: str) -> None:
    with Lock(f"{folder}/.tantivy-writer.lock"), pytest.raises(IndexLocked):
        add(folder, doc("three.md", "plums"), "2")
    heads: list[str] = []
    threads = [
        threading.Thread(target=lambda n=n: heads.extend(add(folder, doc(f"{n}.md", f"fruit{n}"), str(n), 10)))
        for n in range(10, 14)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Every writer saw another's manifest: none worked on a state that was no longer published.
    assert len(set(heads)) == len(heads) == 4
    assert all(found(reader(folder), f"fruit{n}") for n in range(10, 14))


@pytest.mark.parametrize("damage", ["truncate", "garbage", "remove"])
def test_every_damaged_file_is_noticed_or_harmless(folder: str, damage: str) -> None:
    """One file after the other: either the index still answers right, or it is called corrupt (or missing)."""
    seen = set()
    for number, name in enumerate(sorted(os.listdir(folder))):
        copy = f"{folder}.{number}"
        shutil.copytree(folder, copy)
        place = Path(copy, name)
        if damage == "truncate":
            place.write_bytes(place.read_bytes()[: place.stat().st_size // 2])
        elif damage == "garbage":
            place.write_bytes(b"\x07garbage" * 9)
        else:
            place.unlink()
        opened = open_engine(copy, ENGLISH)
        seen.add(opened if isinstance(opened, str) else "answers")
        if not isinstance(opened, str):
            try:
                assert found(TextReader(opened), "apples") == ["file:one.md"], name
            except IndexUnusable:
                seen.add("unusable")
    assert CORRUPT in seen


def test_what_killed_builds_left_is_swept_and_living_ones_are_not(folder: str) -> None:
    dead, alive = f"{folder}.new-999999999", f"{folder}.old-{os.getpid()}"
    os.mkdir(dead)
    os.mkdir(alive)
    sweep(folder)
    assert (os.path.exists(dead), os.path.exists(alive), os.path.exists(folder)) == (False, True, True)


def test_a_copy_shares_files_and_goes_its_own_way(folder: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy")
    assert start_from(folder, copy)
    for number in range(12):
        add(copy, doc(f"{number}.md", f"fruit{number}"), "2")
        add(folder, doc("one.md", f"cherries{number}"), "3")
    assert found(reader(copy), "apples") == ["file:one.md"]
    assert found(reader(folder), "cherries11") == ["file:one.md"]
    assert not start_from(str(tmp_path / "nowhere"), str(tmp_path / "copy2"))
    assert not os.path.exists(tmp_path / "copy2")


def test_a_damaged_index_is_built_again_and_another_versions_left_alone(box: GitBox) -> None:
    box.commit("Introduce apples", {"README.md": "# Fruit\n"})
    session = sit(box)
    session.text()
    session.paths()
    other = Path(session.folder).parent / "0-0123456789abcdef"
    (other / "text").mkdir(parents=True)
    (other / "text" / "meta.json").write_text("of another version")
    Path(session.text_folder(), "meta.json").write_text("garbage")
    for name in os.listdir(session.paths_folder()):
        place = Path(session.paths_folder(), name)
        place.unlink()  # the session still has the old file mapped
        place.write_bytes(b"")
    again = sit(box)
    assert_as_if_built_now(again)
    assert again.notes == []
    assert (other / "text" / "meta.json").read_text() == "of another version"


@pytest.mark.parametrize("part", ["text", "paths"])
def test_an_index_of_this_version_with_other_fields_is_built_again(box: GitBox, part: str) -> None:
    box.commit("Introduce apples\n\nDecision: none\n", {"README.md": "# Fruit\n"})
    session = sit(box)
    session.text()
    session.paths()
    place = f"{session.folder}/{part}"
    shutil.rmtree(place)
    older = tantivy.SchemaBuilder()
    for name in ("key", "path") if part == "paths" else ("key", "kind"):
        older.add_text_field(name, tokenizer_name="raw", index_option="basic")
    older.add_bytes_field("stored", stored=True)
    build(place, older.build(), ENGLISH, lambda writer: session.text().manifest)
    assert open_engine(place, ENGLISH) == CORRUPT
    # A new worktree does not begin as a copy of it either.
    box.git("worktree", "add", "-q", "../beside")
    for again in (sit(box, "../beside"), sit(box)):
        assert_as_if_built_now(again)
        assert again.notes == []


def test_a_folder_removed_under_a_session_is_made_again(box: GitBox) -> None:
    box.commit("Introduce apples", {"README.md": "# Fruit\n"})
    session = sit(box)
    assert uris(session, "apples")
    take_away(box.path / ".git/kontext")
    assert uris(session, "apples")
    box.commit("Introduce pears")
    assert uris(sit(box), "pears") == [f"git:{box.head}"]
    assert sit(box).notes == []


# The history of paths


@pytest.fixture
def woods(box: GitBox) -> GitBox:
    """Merges, renames, a deletion, a file that became a folder, odd names, many commits in one second."""
    box.commit("Begin", {"src/a.py": "a = 1\nb = 2\nc = 3\n", "src/deep/x.py": "x\n", "thing": "t\n"})
    box.git("checkout", "-q", "-b", "side")
    box.commit("On the side", {"src/deep/x.py": "x2\n"})
    box.git("checkout", "-q", "main")
    box.commit("On main", {"src/a.py": "a = 1\nb = 2\nc = 4\n"})
    box.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    box.git("mv", "src/a.py", "src/first name \u00e4.py")
    box.commit("Rename")
    box.commit("Change the renamed one", {"src/first name \u00e4.py": "a = 1\nb = 2\nc = 5\n"})
    box.commit("Another with the old name", {"src/a.py": "something else entirely\n"})
    box.commit("Drop x", {"src/deep/x.py": None, "thing": None})
    box.commit("A folder now", {"thing/inside.py": "i\n"})
    for number in range(4):
        box.now -= 3600
        box.commit(f"In one second {number}", {"src/hurry.py": f"h = {number}\n"})
        if number == 1:
            sit(box).paths()
    return box


def by_git(box: GitBox, path: str) -> list[str]:
    return box.git("log", "--full-history", "--no-merges", "--format=%H", "--", path).split()


@pytest.mark.parametrize("path", ["", "src", "src/", "src/deep", "src/deep/x.py", "src/a.py", "src/hurry.py", "thing"])
def test_a_paths_history_is_gits(woods: GitBox, path: str) -> None:
    for session in (sit(woods), built_anew(woods)):
        touches = session.paths().history(path, 100)
        assert [touch.oid for touch in touches] == by_git(woods, path or ".")
        assert [touch.oid for touch in session.paths().history(path, 2)] == by_git(woods, path or ".")[:2]


def built_anew(box: GitBox) -> object:
    take_away(box.path / ".git/kontext")
    return sit(box)


def test_a_file_is_followed_through_its_renames_and_no_further(woods: GitBox) -> None:
    paths = sit(woods).paths()
    subjects = [touch.subject for touch in paths.history("src/first name \u00e4.py", 10)]
    assert subjects == ["Change the renamed one", "Rename", "On main", "Begin"]
    assert paths.earlier_names("src/first name \u00e4.py") == ["src/a.py"]
    assert paths.earlier_names("src/hurry.py") == []
    assert paths.later_name("src/deep/x.py") == "src/deep/x.py"


def test_the_later_name_of_a_path_is_its_last(box: GitBox) -> None:
    box.commit("Begin", {"one.py": "1\n2\n3\n"})
    for old, new in (("one.py", "two.py"), ("two.py", "three.py"), ("three.py", "one.py")):
        box.git("mv", old, new)
        box.commit(f"Call it {new}")
    paths = sit(box).paths()
    assert paths.later_name("two.py") == "one.py"
    assert paths.later_name("one.py", box.now - 3600) == "one.py"
    assert paths.earlier_names("one.py") == ["three.py", "two.py"]
    assert len(paths.history("one.py", 10)) == 4


def test_the_whole_history_is_held_beyond_the_window(box: GitBox) -> None:
    box.commit("Begin", {"old.py": "1\n"})
    box.import_commits(12)
    session = sit(box, index_max_commits="5")
    assert session.paths().history("old.py", 5) == []
    deepen(session)
    assert [touch.subject for touch in sit(box, index_max_commits="5").paths().history("old.py", 5)] == ["Begin"]
