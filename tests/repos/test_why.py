"""Why is this so: lines, paths, commits, ranges, records and topics, asked in real repositories."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest

from gitbox import GitBox
from indexes import NOW, sit
from kontext.errors import EntryNotFound, KontextError, PathProblem, UnknownRevision, UsageError
from kontext.why import Request, Why, explain

RECORD = "---\nid: {id}\nkind: {kind}\ntitle: {title}\nstatus: accepted\ndate: 2023-11-01\n{more}---\n\n{body}\n"


REPLACE = "Replace float prices by integer cents (#812)"


def record(name: str, title: str, more: str = "", kind: str = "decision", body: str = "So be it.") -> str:
    return RECORD.format(id=name, title=title, more=more, kind=kind, body=body)


def why(box: GitBox, *texts: str, folder: str = "", **options: object) -> Why:
    """The answer for one target, without a clock."""
    session = sit(box, folder, why_see_through_ms="0")
    answers = explain(session, Request(tuple(texts), NOW, **options))
    assert len(answers) == 1
    return answers[0]


def refused(box: GitBox, *texts: str, folder: str = "", **options: object) -> KontextError:
    with pytest.raises(KontextError) as caught:
        why(box, *texts, folder=folder, **options)
    return caught.value


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    """Code with a reason, formatted since, governed by records."""
    box.commit("Introduce the cart", {"src/cart.py": "def total(lines):\n    return 1.0\n", "README.md": "# Shop\n"})
    cents = record("cents", "Prices are integer cents", "supersedes: [decimals]\npaths: [src/cart.py]\n")
    billing = record("billing", "Billing in one place", "paths: [src/]\n", "architecture")
    box.commit(
        "Replace float prices by integer cents (#812)\n\n"
        "Floats broke VAT rounding, so that invoices were wrong.\n\nDecision: cents\n",
        {
            "src/cart.py": "def total(lines):\n    return sum(line.cents for line in lines)\n",
            ".kontext/decisions/cents.md": cents,
            ".kontext/decisions/decimals.md": record("decimals", "Prices are decimals", "paths: [src/**]\n"),
            ".kontext/architecture/billing.md": billing,
        },
    )
    box.git("remote", "add", "origin", "https://github.com/acme/shop.git")
    return box


# Lines


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
        "No recorded reason.",
        ("these lines are not committed yet",),
    )


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
    assert why(shop, "src/x.py:1").notes == (f"{shop.head[:7]} names Decision 'lost', and no record is called so",)


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


# Paths


def test_a_path_gives_records_and_history(shop: GitBox) -> None:
    answer = why(shop, "src/cart.py")
    assert (answer.target.kind, answer.target.path, answer.verdict.text) == ("path", "src/cart.py", "")
    assert [one.id for one in answer.decisions] == ["cents", "decimals"]
    assert [one.subject for one in answer.history] == [
        "Replace float prices by integer cents (#812)",
        "Introduce the cart",
    ]
    assert [one.latest for one in answer.history] == [True, True]
    assert answer.lines == answer.code == ()
    assert (
        why(shop, "src").target.path
        == why(shop, "src/").target.path
        == why(shop, ".", folder="src").target.path
        == "src"
    )
    assert why(shop, ".").history_total == 2


def test_history_shows_decisions_and_the_latest_three(box: GitBox) -> None:
    box.commit("Adopt integer cents instead of floats\n\nBecause rounding broke.\n", {"a.py": "0\n"})
    for number in range(1, 9):
        box.commit(f"Touch {number}", {"a.py": f"{number}\n"})
    answer = why(box, "a.py")
    assert [one.subject for one in answer.history] == [
        "Touch 8",
        "Touch 7",
        "Touch 6",
        "Adopt integer cents instead of floats",
    ]
    assert [one.latest for one in answer.history] == [True, True, True, False]
    assert answer.history_total == 9
    assert answer.history[3].signals == ()
    assert why(box, "a.py", explain=True).history[3].signals
    assert why(box, "a.py", limit=1).history[0].subject == "Touch 8"
    huge = explain(sit(box, why_commits=str(10**12)), Request(("a.py",), NOW, limit=10**30))
    assert huge[0].history_total == 9


def test_history_beyond_the_window_is_asked_of_git(box: GitBox) -> None:
    box.commit("Adopt cents", {"old.py": "1\n"})
    box.import_commits(12)
    session = sit(box, index_max_commits="5")
    (answer,) = explain(session, Request(("old.py",), NOW))
    assert [one.subject for one in answer.history] == ["Adopt cents"]
    assert answer.incomplete == ()


def test_a_renamed_path_is_answered_under_its_new_name(shop: GitBox) -> None:
    shop.git("mv", "src/cart.py", "src/basket.py")
    moved = shop.commit("Call it a basket")
    for text in ("src/cart.py", "src/cart.py:2"):
        answer = why(shop, text)
        assert answer.target.path == "src/basket.py"
        assert answer.notes == (
            f"no file src/cart.py at HEAD. It was renamed to src/basket.py in {moved[:7]}; asking there",
        )
        assert "Introduce the cart" in [one.subject for one in answer.history]


def test_a_deleted_path_names_the_commit_that_deleted_it(shop: GitBox) -> None:
    gone = shop.commit("Drop the cart", {"src/cart.py": None})
    answer = why(shop, "src/cart.py")
    assert answer.target.path == "src/cart.py"
    assert answer.history[0].oid == gone
    assert answer.notes == (f"src/cart.py was deleted in {gone[:7]}",)
    assert answer.decisions[0].id == "cents"


def test_a_path_wins_over_a_branch_of_that_name_and_says_so(shop: GitBox) -> None:
    shop.commit("Add a file", {"topic": "t\n"})
    shop.git("branch", "topic")
    answer = why(shop, "topic")
    assert answer.target.kind == "path"
    assert answer.notes == ("'topic' is also a commit: --commit asks about that",)
    assert why(shop, "topic", commits_only=True).target.kind == "commit"


def test_odd_names(box: GitBox) -> None:
    names = ["a b \u00fc/c:3", "-L", "*.py", "caf\udce9", 'q"uote', "new\nline"]
    box.commit("Odd ones", dict.fromkeys(names, "x\n"))
    for name in names:
        assert why(box, name, paths_only=True).history_total == 1, name
        assert why(box, name, ranges=("1,1",)).lines[0].oid == box.head, name
    assert why(box, "c:3", folder="a b \u00fc").target.path == "a b \u00fc/c:3"


def test_nothing_recorded_is_said(box: GitBox) -> None:
    box.commit("x", {"setup.cfg": "version\n"})
    assert why(box, "setup.cfg:1").verdict == ("No recorded reason.", "", 0.0)
    box.write("staged.txt", "s\n")
    box.git("add", "staged.txt")
    assert why(box, "staged.txt").verdict.text == "Nothing is recorded about this path."
    assert why(box, "quantum entanglement").verdict.text == "Nothing is recorded about 'quantum entanglement'."


def test_an_unborn_branch(box: GitBox) -> None:
    assert why(box, "anything").verdict.text == "Nothing is recorded about 'anything'."
    assert refused(box, "a.py:1").message == "no file a.py here, and no commit ever had it"
    assert isinstance(refused(box, "HEAD", commits_only=True), UnknownRevision)
    box.write("a.py", "a\n")
    box.git("add", "a.py")
    assert why(box, "a.py").history == ()
    assert refused(box, "a.py:1").message == "a.py is not committed yet"
    box.write(".kontext/decisions/first.md", record("first", "Begin", "paths: ['*.py']\n"))
    assert [one.id for one in why(box, "a.py").decisions] == ["first"]


def test_a_file_of_a_submodule_is_asked_about_inside_it(shop: GitBox, make_box: Callable[..., GitBox]) -> None:
    inner = make_box("inner")
    inner.commit("Begin", {"x.py": "x\n"})
    shop.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.path), "lib")
    shop.commit("Take in a library\n\nBecause ours was slow.\n")
    assert why(shop, "lib").history[0].subject == "Take in a library"
    error = refused(shop, "lib/x.py:1")
    assert (error.message, error.remedy) == ("lib/x.py is in the submodule lib", "git -C lib why x.py")
    assert why(GitBox(shop.path / "lib", shop.env), "x.py:1").lines[0].oid == inner.head


def test_a_bare_repository_and_a_detached_head_and_a_merge(shop: GitBox) -> None:
    shop.git("clone", "-q", "--bare", ".", "../bare.git")
    bare = GitBox(shop.path.parent / "bare.git", shop.env)
    assert why(bare, "src/cart.py:2").verdict.source == shop.head
    shop.git("checkout", "-q", "--detach", "HEAD~1")
    assert [one.subject for one in why(shop, "src/cart.py:2").lines] == ["Introduce the cart"]
    shop.commit("Beside", {"b.py": "b\n"})
    shop.git("merge", "-q", "--no-ff", "-m", "Merge main", "main")
    assert why(shop, "src/cart.py:2").lines[0].subject.startswith("Replace float")
    assert why(shop, "HEAD").commit.subject == "Merge main"


# Commits, ranges, records, topics


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
    assert [one.subject for one in answer.commits] == ["Replace float prices by integer cents (#812)"]
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
