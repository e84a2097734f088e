"""Why are these lines so: reason, records, what was seen through, and what cannot be asked."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.errors import PathProblem, UnknownRevision, UsageError
from kontext.render.style import Style
from kontext.render.why_text import render_why
from shop import fill_shop, record, refused, why


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    return fill_shop(box)


def test_lines_give_the_reason_its_commit_and_its_records(shop: GitBox) -> None:
    answer = why(shop, "src/cart.py:2")
    assert answer.target == ("lines", "src/cart.py:2", "src/cart.py", 2, 2, "")
    assert answer.code == ((2, "    return sum(line.cents for line in lines)"),)
    assert answer.verdict.text == "Floats broke VAT rounding, so that invoices were wrong."
    assert answer.verdict.source == shop.head
    (origin,) = answer.lines
    assert (origin.oid, origin.author, origin.date) == (
        shop.head,
        "Jane Doe <jane@example.org>",
        "2023-11-15T00:13:20+00:00",
    )
    assert [(one.token, one.value) for one in origin.trailers] == [("Decision", "cents")]
    assert origin.links[0].text == "#812"
    assert origin.links[0].url.startswith("https://github.com/acme/shop/")
    assert [(one.id, one.because, one.live) for one in answer.decisions] == [
        ("cents", "trailer", ""),
        ("decimals", "paths src/**", "cents"),
    ]
    assert answer.module is not None
    assert (answer.module.id, answer.module.because) == ("billing", "paths src/")
    assert answer.history[0].subject == "Replace float prices by integer cents (#812)"
    assert (answer.history_total, answer.notes, answer.incomplete) == (2, (), ())
    assert answer.snapshot == (shop.head, shop.head)


def test_lines_are_seen_through_formatting_and_renames(shop: GitBox) -> None:
    made = shop.head
    shop.git("mv", "src/cart.py", "src/basket.py")
    moved = shop.commit("Call it a basket")
    shop.write("src/basket.py", "def total(lines):\n    return sum(\n        line.cents for line in lines\n    )\n")
    formatted = shop.commit("Reformat")
    answer = why(shop, "src/basket.py:3")
    assert [one.oid for one in answer.lines] == [made]
    assert answer.lines[0].path == "src/cart.py"
    assert formatted in answer.lines[0].seen_through
    assert [one.oid for one in answer.seen if one.oid != moved] == [formatted]
    # A record that governs the old name governs the file still.
    assert [one.id for one in answer.decisions] == ["cents", "decimals"]
    assert answer.history_total == 4
    assert [one.oid for one in why(shop, "src/basket.py:3", see_through=False).lines] == [formatted]


def test_a_file_name_may_have_a_line_break(shop: GitBox) -> None:
    shop.commit("Add", {"x\ny.py": "def f():\n    return {1: 2}\n"})
    made = shop.head
    shop.commit("Reformat", {"x\ny.py": "def f():\n    return {\n        1: 2\n    }\n"})
    answer = why(shop, "x\ny.py:3")
    assert ([one.oid for one in answer.lines], answer.incomplete) == ([made], ())


def test_ranges_of_every_form(shop: GitBox) -> None:
    for text in ("src/cart.py:1-2", "src/cart.py:1,2", "src/cart.py#L1-L2", "src/cart.py:2-1"):
        assert (why(shop, text).target.first, why(shop, text).target.last) == (1, 2)
    assert why(shop, "src/cart.py", ranges=("/return/,+1",)).target.first == 2
    assert why(shop, "src/cart.py", ranges=(":total",)).target.last == 2
    assert why(shop, "cart.py:2", folder="src").target.path == "src/cart.py"
    assert why(shop, "../README.md:1", folder="src").target.path == "README.md"
    assert why(shop, f"{shop.path}/README.md:1").target.path == "README.md"


def test_lines_that_are_not_committed_say_so_and_answer_beside_them(shop: GitBox) -> None:
    shop.write("src/cart.py", "def total(lines):\n    return sum(line.cents for line in lines)\n\n\nnew = 1\n")
    answer = why(shop, "src/cart.py:5")
    assert answer.notes == ("these lines are not committed yet", "the answer is about line 2, the nearest one that is")
    assert (answer.lines[0].oid, answer.target.first) == (shop.head, 5)
    shop.write("README.md", "new\nlines\n# Shop\n")
    assert why(shop, "README.md:1").notes[1] == "the answer is about line 3, the nearest one that is"
    mixed = why(shop, "src/cart.py:2-5")
    assert mixed.notes == ("some of these lines are not committed yet",)
    assert [one.oid for one in mixed.lines] == [shop.head]
    shop.write("fresh.py", "fresh = 1\n")
    shop.git("add", "fresh.py")
    staged = why(shop, "fresh.py:1")
    assert (staged.lines, staged.verdict.text, staged.notes) == (
        (),
        "Not committed yet.",
        ("these lines are not committed yet",),
    )
    assert answer.verdict == ("Not committed yet. Of line 2, the nearest that is:", "", 0.0)


def test_the_lines_told_are_the_lines_asked_about(shop: GitBox) -> None:
    shop.commit("Space", {"gap.py": "a = one_of_these()\n\n\nb = another_of_these()\n\n"})
    for asked in ("1-3", "2-4", "3-5"):
        target = why(shop, f"gap.py:{asked}").target
        assert f"{target.first}-{target.last}" == asked


def test_a_textconv_program_is_never_run_and_never_counts(shop: GitBox) -> None:
    (shop.path / ".gitattributes").write_text("*.py diff=up\n")
    shop.git("config", "diff.up.textconv", "sh -c 'touch ran; tac $0'")
    first = shop.commit("One\n\nBecause of one.\n", {"t.py": "the first line of it\n"})
    second = shop.commit("Two\n\nBecause of two.\n", {"t.py": "the first line of it\nthe second line of it\n"})
    assert why(shop, "t.py:1").lines[0].oid == first
    assert why(shop, "t.py:2", patch=True).lines[0].oid == second
    assert not (shop.path / "ran").exists()


def test_a_link_is_its_target_and_nothing_behind_it_is_read(shop: GitBox, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("root:x:0:0\n")
    os.mkfifo(tmp_path / "pipe")
    (shop.path / "s.py").symlink_to(secret)
    (shop.path / "p.py").symlink_to(tmp_path / "pipe")
    oid = shop.commit("Link")
    for name, target in (("s.py", secret), ("p.py", tmp_path / "pipe")):
        answer = why(shop, f"{name}:1")
        assert (answer.code, answer.lines[0].oid) == (((1, str(target)),), oid)


def test_as_of_a_revision(shop: GitBox) -> None:
    answer = why(shop, "src/cart.py:2", rev="HEAD~1")
    assert answer.code == ((2, "    return 1.0"),)
    assert [one.subject for one in answer.lines] == ["Introduce the cart"]
    assert answer.target.rev == "HEAD~1"
    assert [one.subject for one in answer.history] == ["Introduce the cart"]
    assert isinstance(refused(shop, "src/cart.py:2", rev="nope"), UnknownRevision)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("src/cart.py:99", "src/cart.py has 2 lines"),
        ("empty.py:1", "empty.py is empty"),
        ("blob.bin:1", "blob.bin is a binary file"),
        ("nope.py:1", "no file nope.py at HEAD, and no commit ever had it"),
        ("new.py:1", "new.py is not tracked by Git: it has no history"),
        ("new.py", "new.py is not tracked by Git: it has no history"),
        ("src:1", "src is a folder"),
        ("gone.py:1", "gone.py was deleted in {head}"),
        ("../out.py:1", "outside the repository"),
    ],
)
def test_lines_that_cannot_be_asked_about(shop: GitBox, text: str, message: str) -> None:
    shop.commit("More", {"empty.py": "", "blob.bin": b"a\0b\nc\n", "gone.py": "g\n"})
    shop.commit("Less", {"gone.py": None})
    shop.write("new.py", "new\n")
    error = refused(shop, text) if "out" not in text else None
    if error is None:
        error = refused(shop, text, paths_only=True)
    assert isinstance(error, PathProblem)
    assert message.format(head=shop.head[:7]) in error.message


def test_line_zero_and_nonsense_ranges_are_usage_errors(shop: GitBox) -> None:
    assert "no line 0" in refused(shop, "src/cart.py:0").message
    assert isinstance(refused(shop, "src/cart.py", ranges=("foo,bar",)), UsageError)
    assert isinstance(refused(shop), UsageError)
    assert isinstance(refused(shop, "a", "b", ranges=("1,2",)), UsageError)
    assert refused(shop, "src/cart.py", ranges=("/nowhere/",)).message == "nothing in src/cart.py matches 'nowhere'"


def test_a_commit_that_names_no_record_is_said(shop: GitBox) -> None:
    shop.commit("Change it\n\nDecision: lost\n", {"src/x.py": "x\n"})
    (finding,) = why(shop, "src/x.py:1").findings
    assert (finding.oid, finding.message) == (shop.head, "no record is named 'lost'")


def test_every_record_of_a_trailer_bears_on_the_lines(shop: GitBox) -> None:
    shop.commit("Change it\n\nDecision: cents, decimals\n", {"src/x.py": "x\n"})
    answer = why(shop, "src/x.py:1")
    assert [one.id for one in answer.decisions if one.because == "trailer"] == ["cents", "decimals"]


def test_a_record_that_lists_the_commit_bears_on_its_lines(shop: GitBox) -> None:
    made = shop.commit("Sort the lines", {"src/sort.py": "s = 1\n"})
    shop.write(".kontext/decisions/sorted.md", record("sorted", "Lines are sorted", f"commits: [{made[:10]}]\n"))
    answer = why(shop, "src/sort.py:1")
    assert (answer.decisions[0].id, answer.decisions[0].because) == ("sorted", "commits")
    assert answer.verdict.source == "kx:sorted"


def test_the_border_of_a_shallow_clone_is_labelled(shop: GitBox, make_box: Callable[..., GitBox]) -> None:
    shop.commit("Change the second line", {"README.md": "# Shop\n\nMore.\n"})
    clone = make_box("clone")
    clone.git("fetch", "-q", "--depth=1", f"file://{shop.path}", "main")
    clone.git("reset", "-q", "--hard", "FETCH_HEAD")
    assert why(clone, "README.md:1").lines[0].boundary is True
    assert why(shop, "README.md:1").lines[0].boundary is False


def test_a_missing_ignore_list_is_a_note(shop: GitBox) -> None:
    shop.git("config", "blame.ignoreRevsFile", ".nowhere")
    assert any(".nowhere" in note for note in why(shop, "src/cart.py:2").notes)


def test_a_line_as_long_as_a_file_is_shown_in_part(box: GitBox) -> None:
    box.commit("Add the bundle", {"bundle.js": "x" * 3_000_000 + "\nshort\n"})
    answer = why(box, "bundle.js:1-2")
    assert [(number, len(text)) for number, text in answer.code] == [(1, 2000), (2, 5)]
    assert answer.notes == ("line 1 has 3,000,000 characters: the first 2,000 are shown",)


def test_a_message_that_is_not_shown_is_named_once(box: GitBox) -> None:
    silent = box.commit("Add the clock\n\nIt has two hands and a face.\n", {"clock.py": "hands = 2\n"})
    box.commit("Add the bell", {"bell.py": "tone = 1\n"})
    text = render_why(why(box, "clock.py:1"), Style())
    assert text.count(f"Its whole message: kontext read git:{silent[:7]}\n") == 1
    assert "whole message" not in render_why(why(box, "bell.py:1"), Style())
    box.commit("Ring\n\nThe bell was lost because nobody rang.\n", {"bell.py": "tone = 2\n"})
    assert "whole message" not in render_why(why(box, "bell.py:1"), Style())
