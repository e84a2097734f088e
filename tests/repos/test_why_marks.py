"""kontext/why/marks.py: commits that an answer shows are marked where their trailers name no record in force."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import as_built
from kontext import process
from kontext.why.answer import Why
from shop import fill_shop, record, why


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    return fill_shop(box)


def marks(answer: Why) -> list[tuple[str, str]]:
    return [(one.oid, one.rule) for one in answer.findings]


def test_lines_history_and_the_commit_itself(shop: GitBox) -> None:
    lost = shop.commit("Change it\n\nDecision: lost\n", {"src/x.py": "x\n"})
    mixed = shop.commit("Change it\n\nDecision: cents\nFixes #1\n", {"src/x.py": "x\ny\n"})
    dead = shop.commit("Change it\n\nDecision: decimals\n", {"src/y.py": "y\n"})
    assert marks(why(shop, "src/x.py:1")) == [(lost, "trailer-unknown"), (mixed, "trailer-unread")]
    assert marks(why(shop, "src/y.py")) == [(dead, "trailer-superseded")]
    assert marks(why(shop, mixed)) == [(mixed, "trailer-unread")]
    assert marks(why(shop, "HEAD~2..")) == [(dead, "trailer-superseded"), (mixed, "trailer-unread")]
    assert marks(why(shop, "src/cart.py:2")) == []


def test_a_mark_is_about_today(shop: GitBox) -> None:
    made = shop.commit("Change it\n\nDecision: cents\n", {"src/x.py": "x\n"})
    assert marks(why(shop, "src/x.py")) == []
    shop.write(".kontext/decisions/euros.md", record("euros", "Prices are euros", "supersedes: [cents]\n"))
    (finding,) = why(shop, "src/x.py").findings
    assert (finding.oid, finding.message) == (made, "decision cents is superseded by euros (accepted)")
    (shop.path / ".kontext/decisions/euros.md").unlink()
    assert marks(why(shop, "src/x.py")) == []


def test_the_configuration_softens_them(shop: GitBox) -> None:
    shop.commit("Change it\n\nDecision: decimals\n", {"src/x.py": "x\n"})
    shop.commit("Change it\n\nDecision: we take what there is\n", {"src/y.py": "x\n"})
    assert [one.level for one in why(shop, "src/").findings] == ["error", "error"]
    shop.write(".kontext.yaml", "trailers:\n  free_text: true\n  superseded: warn\n")
    assert [one.level for one in why(shop, "src/").findings] == ["warning"]


def test_without_records_trailers_are_free_text(box: GitBox) -> None:
    box.commit("Begin\n\nDecision: we take what there is\n", {"x.py": "x\n"})
    assert marks(why(box, "x.py:1")) == []


def test_what_the_index_holds_is_not_read_again(shop: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = shop.commit("Change it\n\nDecision: lost\n", {"src/x.py": "x\n"})
    as_built(shop)
    asked: list[list[str]] = []
    run = process.run
    monkeypatch.setattr(process, "run", lambda argv, **options: asked.append(argv) or run(argv, **options))
    assert marks(why(shop, "src/x.py")) == [(lost, "trailer-unknown")]
    assert not any("interpret-trailers" in argv for argv in asked)


def test_a_merge_and_a_commit_of_another_branch(shop: GitBox) -> None:
    shop.git("checkout", "-q", "-b", "side")
    side = shop.commit("Side\n\nDecision: lost\n", {"src/x.py": "x\n"})
    shop.git("checkout", "-q", "main")
    assert marks(why(shop, side)) == [(side, "trailer-unknown")]
    shop.git("merge", "-q", "--no-ff", "-m", "Merge branch 'side'\n\nDecision: nope", "side")
    as_built(shop)
    assert marks(why(shop, "HEAD")) == [(shop.head, "trailer-unknown")]
    shop.git("commit", "-q", "--amend", "-m", "Merge branch 'side'")
    as_built(shop)
    assert marks(why(shop, "HEAD")) == []


@pytest.mark.parametrize("kind", ["shallow", "sha256", "bare"])
def test_other_kinds_of_repositories(kind: str, make_box: Callable[..., GitBox], tmp_path: Path) -> None:
    box = fill_shop(make_box("shop", *(["--object-format=sha256"] if kind == "sha256" else [])))
    lost = box.commit("Größe\n\nDecision: lost\n".encode(), {"src/x.py": "x\n"})
    if kind != "sha256":
        clone = GitBox(tmp_path / "clone", box.env)
        clone.path.mkdir()
        clone.git("clone", "-q", *(["--bare"] if kind == "bare" else ["--depth=2"]), box.path.as_uri(), ".")
        box = clone
    assert marks(why(box, "src/x.py")) == [(lost, "trailer-unknown")]
