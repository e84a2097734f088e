"""Commits, ranges, records and topics, and what is said of a broken index."""

from __future__ import annotations

import os
import re

import pytest

from gitbox import GitBox
from indexes import NOW, sit
from kontext.errors import EntryNotFound, UnknownRevision
from kontext.why import Request, explain
from shop import fill_shop, refused, why


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    return fill_shop(box)


def test_a_commit_gives_message_files_records_and_where_they_are_now(shop: GitBox) -> None:
    made = shop.head
    shop.git("mv", "src/cart.py", "src/basket.py")
    shop.commit("Call it a basket", {".kontext/decisions/decimals.md": None})
    answer = why(shop, made[:8])
    detail = answer.commit
    assert detail is not None
    assert (answer.target.kind, answer.target.rev, detail.oid) == ("commit", made, made)
    assert "Floats broke VAT rounding" in detail.body
    assert ("M", "src/cart.py") in detail.files
    assert set(detail.now_at) == {("src/cart.py", "src/basket.py"), (".kontext/decisions/decimals.md", "")}
    assert answer.decisions[0].id == "cents"
    assert answer.verdict.text == "Floats broke VAT rounding, so that invoices were wrong."
    for text in ("HEAD~1", "main~1", made):
        assert why(shop, text).commit.oid == made


def test_nothing_is_called_deleted_where_the_renames_are_not_known(box: GitBox) -> None:
    made = box.commit("Begin", {"old.py": "1\n2\n3\n"})
    box.git("mv", "old.py", "new.py")
    box.commit("Rename")
    box.import_commits(8)
    (answer,) = explain(sit(box, index_max_commits="3"), Request((made,), NOW))
    assert (answer.commit.now_at, answer.incomplete) == ((), ("now_at",))
    assert why(box, made).commit.now_at == (("old.py", "new.py"),)


def test_a_range_is_summed_up(shop: GitBox) -> None:
    shop.commit("Touch", {"x": "1\n"})
    answer = why(shop, "HEAD~2..HEAD")
    assert (answer.target.kind, answer.history_total) == ("range", 2)
    assert [one.subject for one in answer.commits] == ["Replace float prices by integer cents (#812)", "Touch"]
    assert [one.id for one in answer.decisions] == ["cents"]
    assert why(shop, "HEAD..HEAD").verdict.text == "HEAD..HEAD holds no commits."
    assert isinstance(refused(shop, "HEAD~2..nope", commits_only=True), UnknownRevision)


def test_a_record_gives_what_it_replaced_and_its_history(shop: GitBox) -> None:
    for text in ("kx:cents", "cents"):
        answer = why(shop, text)
        assert (answer.target.kind, answer.entry.id) == ("entry", "cents")
        assert [(one.id, one.because) for one in answer.decisions] == [("decimals", "replaced by it")]
        assert answer.history[0].oid == shop.head
    assert [(one.id, one.because) for one in why(shop, "kx:decimals").decisions] == [("cents", "replaces it")]
    error = refused(shop, "kx:cemts")
    assert isinstance(error, EntryNotFound)
    assert "cents" in error.remedy


def test_the_commits_that_carry_a_record_are_told(shop: GitBox) -> None:
    later = shop.commit("Keep to cents in the export\n\nDecision: cents\n", {"src/export.py": "e\n"})
    assert later in [one.oid for one in why(shop, "kx:cents").commits]


def test_a_topic_is_a_search(shop: GitBox) -> None:
    answer = why(shop, "integer cents")
    assert answer.target.kind == "topic"
    assert answer.hits[0].uri == "kx:cents"


def test_several_targets_give_several_answers(shop: GitBox) -> None:
    answers = explain(sit(shop), Request(("src/cart.py:2", "README.md", "HEAD"), NOW))
    assert [one.target.kind for one in answers] == ["lines", "path", "commit"]


def test_what_is_wrong_with_the_index_is_told_whatever_is_asked(shop: GitBox) -> None:
    """A file in the place of our folder: nothing can be written, and every kind of question still answers."""
    (shop.path / ".git/kontext").write_text("in the way")
    for text in ("src/cart.py:2", "src/cart.py", "HEAD", "HEAD~1..HEAD", "kx:cents", "integer cents"):
        answer = why(shop, text)
        assert any(note.startswith("answered from memory") for note in answer.notes), text
        assert re.fullmatch("[0-9a-f]{40}", answer.snapshot.indexed)
    assert os.path.isfile(shop.path / ".git/kontext")
