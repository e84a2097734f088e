"""A change seen by the records: what governs it, what it changes, and its trailers."""

from __future__ import annotations

import json

import pytest

from gitbox import GitBox
from kontext.config import load_config
from kontext.errors import UnknownRevision, UsageError
from kontext.git.repo import open_repo
from kontext.render.review import render_review, review_json
from kontext.review import Review, review


def record(title: str, status: str, paths: str, more: str = "") -> str:
    return (
        f"---\nkind: decision\ntitle: {title}\nstatus: {status}\ndate: 2025-01-01\npaths: [{paths}]\n{more}---\nWhy.\n"
    )


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    box.commit(
        "Begin",
        {
            "src/cart.py": "1\n",
            "src/tax.py": "1\n",
            "web/app.ts": "1\n",
            "adr/0001-cents.md": record("Cents <b>", "accepted", "src/"),
            "adr/0002-floats.md": record("Floats", "superseded", "src/cart.py", "superseded_by: [0001-cents]\n"),
            "adr/0003-web.md": record("Web", "accepted", "web/"),
            "adr/0004-draft.md": record("Draft", "proposed", "nothing/"),
        },
    )
    box.git("branch", "base")
    box.commit("Round\n\nDecision: 0001", {"src/cart.py": "2\n"})
    box.commit("Wrong\n\nDecision: 0009", {"src/tax.py": "2\n", "adr/0004-draft.md": record("Draft", "accepted", "x/")})
    return box


def judge(box: GitBox, span: str = "base..") -> Review:
    repo = open_repo(str(box.path), box.env)
    return review(repo, load_config(repo, (), {}, {}), span)


def test_what_governs_a_change_comes_first_what_holds_before_what_does_not(shop: GitBox) -> None:
    found = judge(shop)
    assert (found.commits, found.files) == (2, 3)
    assert [(one.entry.id, one.live, one.paths, one.is_named) for one in found.governing] == [
        ("0001-cents", "", ("src/cart.py", "src/tax.py"), True),
        ("0002-floats", "0001-cents", ("src/cart.py",), False),
    ]
    assert [(one.entry.id, one.done, one.before, one.entry.status) for one in found.touched] == [
        ("0004-draft", "changed", "proposed", "accepted")
    ]
    assert [one.rule for one in found.findings] == ["trailer-unknown"]


def test_markdown_for_a_pull_request(shop: GitBox) -> None:
    text = render_review(judge(shop))
    assert text.startswith("## Records behind this change\n\nbase..: 2 commits, 3 files.\n\n### In force")
    assert (
        "- **Cents &lt;b>** (`0001-cents`, accepted, 2025-01-01): `src/cart.py`, `src/tax.py`; named by a trailer\n"
        in text
    )
    assert "superseded by `0001-cents`: `src/cart.py`\n" in text
    assert "- **Draft** (`0004-draft`, accepted, 2025-01-01) (was proposed): changed, `adr/0004-draft.md`\n" in text
    assert "no record is named '0009'" in text


def test_json_holds_the_same(shop: GitBox) -> None:
    found = json.loads(review_json(judge(shop)))
    assert (found["schema"], found["range"], found["files"]) == (1, "base..", 3)
    assert [(one["id"], one["in_force"], one["named"]) for one in found["governing"]] == [
        ("0001-cents", True, True),
        ("0002-floats", False, False),
    ]
    assert (found["touched"][0]["done"], found["findings"][0]["rule"]) == ("changed", "trailer-unknown")


def test_only_what_the_branch_itself_changed_counts(shop: GitBox) -> None:
    shop.git("checkout", "-q", "base")
    shop.commit("Elsewhere", {"web/app.ts": "2\n"})
    assert [one.entry.id for one in judge(shop, "base..main").governing] == ["0001-cents", "0002-floats"]


def test_a_removed_record_is_told(shop: GitBox) -> None:
    shop.commit("Drop", {"adr/0003-web.md": None})
    assert [(one.entry.id, one.done) for one in judge(shop, "HEAD~1..").touched] == [("0003-web", "removed")]


def test_nothing_governs(shop: GitBox) -> None:
    shop.commit("Other", {"notes.txt": "x"})
    assert "No record governs what it touches." in render_review(judge(shop, "HEAD~1.."))


@pytest.mark.parametrize(("span", "error"), [("HEAD", UsageError), ("nope..HEAD", UnknownRevision)])
def test_what_is_no_range_is_refused(shop: GitBox, span: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        judge(shop, span)
