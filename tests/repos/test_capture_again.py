"""Records asked for twice, and what one says in a sentence, in every form a record has."""

from __future__ import annotations

import pytest

from gitbox import GitBox
from kontext.capture.inbox import drafts
from kontext.capture.record import Captured
from kontext.capture.request import Request
from kontext.capture.work_tree import write_record
from kontext.capture.writing import Writing
from kontext.config import load_config
from kontext.errors import SecretFound, UsageError
from kontext.git.repo import open_repo
from kontext.model import Entry
from secret_shapes import samples

TODAY = "2026-11-30"
ASKED = Request(
    "decision", "Carts expire", TODAY, "Carts live in memory.", "accepted", ("src/cart.py",), ("billing",), ("1",)
)
HEAD = "# 1. First\n\n"
FORMS = {
    "frontmatter": "---\nid: 0001-first\ntitle: First\nstatus: accepted\ndate: 2025-05-02\n---\nWhy.\n",
    "nygard": HEAD + "Date: 2025-05-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n",
    "fields": HEAD + "* Status: accepted\n* Date: 2025-05-02\n\n## Context\n\nWhy.\n",
    "table": HEAD + "| Field | Value |\n| --- | --- |\n| Status | accepted |\n| Date | 2025-05-02 |\n\nWhy.\n",
    "rst": "1. First\n========\n\n:Status: accepted\n:Date: 2025-05-02\n\nWhy.\n",
}


@pytest.fixture(params=FORMS)
def shop(box: GitBox, request: pytest.FixtureRequest) -> GitBox:
    ending = "rst" if request.param == "rst" else "md"
    box.commit("Begin", {f"adr/0001-first.{ending}": FORMS[request.param], "src/cart.py": "1\n"})
    return box


def write(box: GitBox, request: Request, *, draft: bool = False) -> Captured:
    repo = open_repo(str(box.path), box.env)
    with Writing(repo, load_config(repo, (), {}, {})) as tree:
        return write_record(tree, request, draft=draft, today=TODAY)


def entry(box: GitBox, name: str) -> Entry:
    repo = open_repo(str(box.path), box.env)
    with Writing(repo, load_config(repo, (), {}, {})) as tree:
        return next(one.entry for one in tree.knowledge.sources if one.entry.path == name)


@pytest.mark.parametrize("supersedes", [(), ("1",)])
def test_a_record_asked_for_twice_is_written_once(shop: GitBox, supersedes: tuple[str, ...]) -> None:
    asked = ASKED._replace(supersedes=supersedes)
    first = write(shop, asked)
    before = shop.git("status", "--short"), (shop.path / first.path).read_bytes()
    again = write(shop, asked)
    assert (again.id, again.path, again.trailer, again.written) == (first.id, first.path, first.trailer, ())
    assert again.notes == ("it is there already, word for word: nothing was written",)
    assert before == (shop.git("status", "--short"), (shop.path / first.path).read_bytes())


@pytest.mark.parametrize(
    "changes",
    [
        {"body": "Carts live on disk."},
        {"date": "2026-11-29"},
        {"status": "proposed"},
        {"tags": ("shop",)},
        {"paths": ("src/",)},
        {"supersedes": ()},
        {"summary": "A day."},
        {"kind": "convention"},
    ],
)
def test_whatever_differs_is_a_record_of_its_own(shop: GitBox, changes: dict[str, object]) -> None:
    first = write(shop, ASKED)
    second = write(shop, ASKED._replace(**changes))
    assert second.written[0] == second.path != first.path


def test_a_draft_asked_for_twice_is_kept_once(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-first.md": FORMS["nygard"]})
    first = write(box, ASKED, draft=True)
    again = write(box, ASKED, draft=True)
    assert (again.path, again.is_draft, len(again.notes)) == (first.path, True, 1)
    write(box, ASKED._replace(body="Because."), draft=True)
    assert len(drafts(open_repo(str(box.path), box.env))) == 2


def test_a_summary_is_a_field_of_its_own_in_every_form(shop: GitBox) -> None:
    done = write(shop, ASKED._replace(summary="Thrown away\n after a day."))
    found = entry(shop, done.path)
    assert found.summary == "Thrown away after a day."
    assert found.dialect == entry(shop, shop.git("ls-files", "adr/0001*")).dialect
    assert (found.status, found.date, found.paths, found.title) == ("accepted", TODAY, ("src/cart.py",), "Carts expire")
    assert "Carts live in memory." in found.body


@pytest.mark.parametrize("summary", ["word " * 400, "A | b: c, [d](e.md) # f", "Status: rejected"])
def test_a_summary_is_never_lost(shop: GitBox, summary: str) -> None:
    found = entry(shop, write(shop, ASKED._replace(summary=summary)).path)
    assert " ".join(summary.split()) in " ".join(f"{found.summary} {found.body}".split())
    assert found.status == "accepted"


def test_a_secret_in_a_summary_is_refused(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-first.md": FORMS["nygard"]})
    secret = next(one.secret for one in samples(7) if one.rule == "github-token")
    with pytest.raises(SecretFound, match="the summary"):
        write(box, ASKED._replace(summary=f"Was {secret}"))


def test_a_new_record_cannot_be_superseded_already(box: GitBox) -> None:
    box.commit("Begin", {"adr/0001-first.md": FORMS["nygard"]})
    with pytest.raises(UsageError, match="cannot be superseded") as refused:
        write(box, ASKED._replace(status="superseded"))
    assert "kontext supersede" in refused.value.remedy
    assert not box.git("status", "--short")
