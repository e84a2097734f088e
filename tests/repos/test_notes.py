"""Notes of commits: those that `git log` shows, in answers, in a commit's text, and as the last word on a reason."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from gitbox import GitBox
from kontext.git import notes
from kontext.git.repo import open_repo
from kontext.model import Note
from kontext.reading import read
from kontext.refresh import open_session
from kontext.render.as_json import why_json
from kontext.render.porcelain import why_porcelain
from kontext.render.style import Style
from kontext.render.why_text import render_why
from kontext.why.answer import Why
from shop import why

MakeBox = Callable[..., GitBox]

REASON = "Chosen because the parser needs two lines."
DEFAULT = "refs/notes/commits"


@pytest.fixture
def noted(box: GitBox) -> GitBox:
    """A commit that says nothing, and a note that gives its reason."""
    box.commit("Add f", {"f.txt": "one\ntwo\n"})
    box.git("notes", "add", "-m", f"{REASON}\n\nSee the minutes.")
    return box


def shown(answer: Why) -> str:
    return render_why(answer, Style(width=80))


def test_a_note_gives_the_reason_that_no_message_gives(noted: GitBox) -> None:
    answer = why(noted, "f.txt:1")
    assert answer.lines[0].git_notes == (Note(DEFAULT, f"{REASON}\n\nSee the minutes."),)
    assert (answer.verdict.text, answer.verdict.source) == (REASON, f"note:{noted.head}")
    text = shown(answer)
    assert f"\n{REASON}\n  from note of {noted.head[:7]}\n" in text
    assert f"note (commits): {REASON}\n           See the minutes.\n" in text
    made = json.loads(why_json(answer))["lines"][0]
    assert made["git_notes"] == [{"ref": DEFAULT, "text": f"{REASON}\n\nSee the minutes."}]
    assert f"git-note\t{DEFAULT}\t{REASON}\\n\\nSee the minutes.\n" in why_porcelain(answer)


def test_the_message_goes_before_what_was_written_later(box: GitBox) -> None:
    box.commit("Add f\n\nBecause the old file was too slow to read.\n", {"f.txt": "one\n"})
    box.git("notes", "add", "-m", REASON)
    answer = why(box, "f.txt:1")
    assert answer.verdict.source == box.head
    assert answer.lines[0].git_notes[0].text == REASON


def test_a_commit_that_is_asked_about_shows_its_notes(noted: GitBox) -> None:
    answer = why(noted, "HEAD")
    assert answer.verdict.source == f"note:{noted.head}"
    assert f"    note (commits): {REASON}\n" in shown(answer)
    assert json.loads(why_json(answer))["commit"]["git_notes"][0]["ref"] == DEFAULT
    assert "git-note\t" in why_porcelain(answer)
    said = read(open_session(str(noted.path), noted.env), "git:HEAD").text
    assert f"Notes ({DEFAULT}):\n{REASON}\n\nSee the minutes.\n\nA f.txt" in said


def test_without_notes_the_key_is_there_and_empty(box: GitBox) -> None:
    box.commit("Add f", {"f.txt": "one\n"})
    assert json.loads(why_json(why(box, "f.txt:1")))["lines"][0]["git_notes"] == []
    assert json.loads(why_json(why(box, "HEAD")))["commit"]["git_notes"] == []


@pytest.mark.parametrize("how", ["core.notesRef", "GIT_NOTES_REF", "notes.displayRef", "GIT_NOTES_DISPLAY_REF", "glob"])
def test_the_refs_are_those_that_git_log_shows(box: GitBox, how: str) -> None:
    box.commit("Add f", {"f.txt": "one\n"})
    box.git("notes", "--ref=review", "add", "-m", "Seen by two.")
    assert why(box, "f.txt:1").lines[0].git_notes == ()
    if how.startswith("GIT_"):
        box.env[how] = "refs/notes/review"
    else:
        box.git("config", *(("notes.displayRef", "refs/notes/*") if how == "glob" else (how, "refs/notes/review")))
    assert why(box, "f.txt:1").lines[0].git_notes == (Note("refs/notes/review", "Seen by two."),)
    assert "Seen by two." in box.git("log", "-1")


def test_each_note_is_shown_with_its_own_ref(noted: GitBox) -> None:
    noted.git("notes", "--ref=review", "add", "-m", "Seen by two.")
    noted.git("config", "notes.displayRef", "refs/notes/*")
    refs = [note.ref for note in why(noted, "f.txt:1").lines[0].git_notes]
    assert refs == [DEFAULT, "refs/notes/review"]


def test_a_ref_outside_of_notes_can_be_configured(box: GitBox) -> None:
    box.commit("Add f", {"f.txt": "one\n"})
    box.git("notes", "add", "-m", "Seen.")
    box.git("update-ref", "refs/review/all", DEFAULT)
    box.git("update-ref", "-d", DEFAULT)
    box.git("config", "core.notesRef", "refs/review/all")
    assert why(box, "f.txt:1").lines[0].git_notes == (Note("refs/review/all", "Seen."),)


def test_a_missing_ref_is_no_note(noted: GitBox) -> None:
    noted.git("config", "notes.displayRef", "refs/notes/gone")
    assert [note.ref for note in why(noted, "f.txt:1").lines[0].git_notes] == [DEFAULT]


def test_sha256_fan_out_and_an_unreachable_commit(make_box: MakeBox) -> None:
    box = make_box("long", "--object-format=sha256")
    box.commit("Add f", {"f.txt": "one\n"})
    lost = box.commit("Lost", {"g.txt": "two\n"})
    box.git("notes", "add", "-m", "Nobody reaches it.", lost)
    box.git("reset", "-q", "--hard", "HEAD~")
    blob = box.git("hash-object", "-w", "--stdin", data=b"Split by its first digits.\n").strip()
    inner = box.git("mktree", data=f"100644 blob {blob}\t{box.head[2:]}\n".encode()).strip()
    tree = box.git("rev-parse", f"{DEFAULT}^{{tree}}").strip()
    whole = box.git("ls-tree", tree).rstrip() + f"\n040000 tree {inner}\t{box.head[:2]}\n"
    fanned = box.git("mktree", data=whole.encode()).strip()
    box.git("update-ref", DEFAULT, box.git("commit-tree", "-m", "notes", fanned).strip())
    assert why(box, "f.txt:1").lines[0].git_notes == (Note(DEFAULT, "Split by its first digits."),)
    answer = why(box, lost)
    assert answer.commit
    assert answer.commit.git_notes == (Note(DEFAULT, "Nobody reaches it."),)


def test_bytes_that_are_no_text(box: GitBox) -> None:
    box.commit("Add f", {"f.txt": "one\n"})
    blob = box.git("hash-object", "-w", "--stdin", data=b"caf\xe9\0because \x1b[31m\n").strip()
    box.git("notes", "add", "-C", blob)
    answer = why(box, "f.txt:1")
    assert answer.lines[0].git_notes[0].text.startswith("caf\udce9")
    assert "caf\ufffd" in why_json(answer)
    assert "\x1b" not in shown(answer)


def test_a_long_note_is_cut_and_counted(box: GitBox) -> None:
    box.commit("Add f", {"f.txt": "one\n"})
    box.git("notes", "add", "-m", "\n".join(f"line {number}" for number in range(20)))
    text = shown(why(box, "f.txt:1"))
    assert "line 5\n" in text
    assert "line 6" not in text
    assert "… 14 more lines of the note" in text


def test_bare_repository_and_worktree(noted: GitBox, make_box: MakeBox) -> None:
    noted.git("worktree", "add", "-q", str(noted.path.parent / "beside"))
    beside = GitBox(noted.path.parent / "beside", noted.env)
    assert why(beside, "f.txt:1").lines[0].git_notes[0].ref == DEFAULT
    bare = make_box("bare.git", "--bare")
    bare.git("fetch", "-q", str(noted.path), "HEAD:refs/heads/main", f"{DEFAULT}:{DEFAULT}")
    bare.git("symbolic-ref", "HEAD", "refs/heads/main")
    assert why(bare, "f.txt:1").lines[0].git_notes[0].ref == DEFAULT


def test_no_program_is_started_for_a_repository_without_notes(box: GitBox) -> None:
    box.commit("Add f", {"f.txt": "one\n"})
    repo = open_repo(str(box.path), box.env)
    nowhere = repo._replace(env={"PATH": "/nonexistent"})
    assert notes.attributed(nowhere, {box.head: "\n"}) == {}
