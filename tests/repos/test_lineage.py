"""Where lines come from, in repositories that hold one kind of noise each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.errors import PathProblem
from kontext.git.blame import blame, ignore_revs
from kontext.git.objects import open_objects
from kontext.git.repo import open_repo
from kontext.lineage import earlier, trace
from kontext.model import LineOrigin, LineSpan

CALL = "def total(items):\n    return round_half_even(sum(item.price for item in items), 'EUR')\n"
SPLIT = (
    "def total(items):\n    return round_half_even(\n"
    '        sum(item.price for item in items),\n        "EUR",\n    )\n'
)
HELPER = (
    "def parse_amount(text):\n    amount = Decimal(text.replace(',', '.'))\n"
    "    if amount.is_nan():\n        raise InvalidAmount(text)\n    return amount\n"
)


def asked(box: GitBox, path: str, first: int, last: int | None = None, **options: object) -> list[LineOrigin]:
    repo = open_repo(str(box.path), os.environ)
    return trace(repo, path, [LineSpan(first, last or first)], budget_ms=0, **options)  # type: ignore[arg-type]


def oids(found: list[LineOrigin]) -> list[str]:
    return [origin.hunk.oid for origin in found]


def whys(found: list[LineOrigin]) -> list[tuple[str, str]]:
    return [(seen.oid, seen.why) for origin in found for seen in origin.seen_through]


def test_reformatting_is_seen_through(box: GitBox) -> None:
    made = box.commit("Round", {"a.py": CALL})
    noise = box.commit("Run the formatter", {"a.py": SPLIT})
    found = asked(box, "a.py", 3)
    assert oids(found) == [made]
    assert whys(found) == [(noise, "formatting")]
    assert found[0].spans == (LineSpan(3, 3),)


def test_without_seeing_through_it_is_plain_blame(box: GitBox) -> None:
    box.commit("Round", {"a.py": CALL})
    noise = box.commit("Run the formatter", {"a.py": SPLIT})
    found = asked(box, "a.py", 3, see_through=False)
    assert oids(found) == [noise]
    assert whys(found) == []


def test_noise_is_listed_oldest_first(box: GitBox) -> None:
    made = box.commit("Round", {"a.py": CALL})
    first = box.commit("Format", {"a.py": SPLIT})
    second = box.commit("Indent", {"a.py": SPLIT.replace("    ", "\t")})
    third = box.commit("Join", {"a.py": CALL})
    found = asked(box, "a.py", 2)
    assert oids(found) == [made]
    assert [oid for oid, _ in whys(found)] == [first, second, third]


def test_a_change_of_meaning_ends_the_walk(box: GitBox) -> None:
    box.commit("Round", {"a.py": CALL})
    changed = box.commit("Format, and pay in dollars", {"a.py": SPLIT.replace("EUR", "USD")})
    assert oids(asked(box, "a.py", 4)) == [changed]


def test_a_range_is_judged_line_by_line(box: GitBox) -> None:
    made = box.commit("Round", {"a.py": CALL})
    changed = box.commit("Format, and pay in dollars", {"a.py": SPLIT.replace("EUR", "USD")})
    found = asked(box, "a.py", 1, 5)
    assert {origin.hunk.oid: origin.spans for origin in found} == {
        made: (LineSpan(1, 3),),
        changed: (LineSpan(4, 4),),
    }
    assert found[0].hunk.oid == made


def test_a_line_joined_of_two_has_both_origins_heaviest_first(box: GitBox) -> None:
    first = box.commit("Call", {"a.py": "x = call_of_the_day(\n    one,\n)\n"})
    second = box.commit("With two", {"a.py": "x = call_of_the_day(\n    one,\n    two,\n)\n"})
    noise = box.commit("Join", {"a.py": "x = call_of_the_day(one, two)\n"})
    found = asked(box, "a.py", 1)
    assert oids(found) == [first, second]
    assert whys(found) == [(noise, "formatting"), (noise, "formatting")]


def test_a_function_that_moved_in_its_file(box: GitBox) -> None:
    made = box.commit("Both", {"a.py": CALL + "\n\n" + HELPER})
    noise = box.commit("Sort", {"a.py": HELPER + "\n\n" + CALL})
    found = asked(box, "a.py", 2) + asked(box, "a.py", 9)
    assert set(oids(found)) == {made}
    assert whys(found) == [(noise, "move")]


def test_a_function_that_moved_to_another_file(box: GitBox) -> None:
    made = box.commit("Both", {"a.py": CALL + "\n\n" + HELPER})
    noise = box.commit("Split", {"a.py": CALL, "money/parse.py": "import decimal\n\n\n" + HELPER.replace("'", '"')})
    found = asked(box, "money/parse.py", 5)
    assert oids(found) == [made]
    assert whys(found) == [(noise, "move")]
    assert found[0].hunk.path == "a.py"


def test_a_copy_is_not_a_move(box: GitBox) -> None:
    made = box.commit("Helper", {"a.py": HELPER})
    copied = box.commit("Copy", {"a.py": HELPER + "x = 1\n", "b.py": HELPER})
    assert oids(asked(box, "b.py", 2)) == [copied]
    deep = asked(box, "b.py", 2, deep=True)
    assert oids(deep) == [made]
    assert whys(deep) == [(copied, "copy")]


def test_deep_also_finds_copies_of_files_that_the_commit_left_alone(box: GitBox) -> None:
    made = box.commit("Helper", {"pkg/a.py": HELPER, "other.py": "x = 1\n"})
    copied = box.commit("Copy", {"pkg/b.py": HELPER + "x = 1\n"})
    assert oids(asked(box, "pkg/b.py", 2)) == [copied]
    assert oids(asked(box, "pkg/b.py", 2, deep=True)) == [made]


def test_swapped_statements_are_no_move(box: GitBox) -> None:
    lines = ["first_step_of_the_whole_procedure(configuration)", "second_step_of_the_whole_procedure(configuration)"]
    box.commit("In order", {"a.py": f"def f():\n    {lines[0]}\n    {lines[1]}\n    return 1\n"})
    swap = box.commit("Swap", {"a.py": f"def f():\n    {lines[1]}\n    {lines[0]}\n    return 1\n"})
    assert swap in oids(asked(box, "a.py", 2)) + oids(asked(box, "a.py", 3))


def test_swapped_statements_below_a_long_comment_are_no_move(box: GitBox) -> None:
    head = "class A {\n" + "  // why these are as they are\n" * 15
    lines = [
        f"  public const {name} = 'the_whole_name_of_the_{name}_of_all_parts_of_this_package';\n"
        for name in ("first_one", "second")
    ]
    box.commit("Names", {"a.php": "<?php\n" + head + "".join(lines) + "}\n"})
    swap = box.commit("Swap", {"a.php": "<?php\n" + head + "".join(reversed(lines)) + "}\n"})
    assert swap in oids(asked(box, "a.php", 18, 19))


def test_a_comment_that_now_stands_behind_its_line_is_no_move(box: GitBox) -> None:
    notes = [f"/** Documentation of the option number {number}, see the manual for more */" for number in range(3)]
    names = ["first?: string[]", "second?: boolean", "third?: number"]
    pairs = [f"  {part}\n" for pair in zip(notes, names, strict=True) for part in pair]
    box.commit("In order", {"a.ts": "interface Options {\n" + "".join(pairs) + "}\n"})
    pairs[2], pairs[3] = pairs[3], pairs[2]
    text = "interface Options {\n" + "".join(pairs).replace("  ", "    ") + "}\n"
    swap = box.commit("Swap and indent", {"a.ts": text})
    assert oids(asked(box, "a.ts", 5)) == [swap]


def test_a_file_renamed_and_indented_anew(box: GitBox) -> None:
    made = box.commit("Helper", {"a.py": HELPER})
    noise = box.commit(
        "Move", {"a.py": None, "pkg/b.py": "class P:\n" + "".join(f"\t{x}\n" for x in HELPER.split("\n"))}
    )
    found = asked(box, "pkg/b.py", 3)
    assert oids(found) == [made]
    assert whys(found) == [(noise, "rename")]


def test_sorted_imports(box: GitBox) -> None:
    made = box.commit("Import", {"a.py": "import sys\nfrom m import b, a\nimport os\n"})
    noise = box.commit("Sort", {"a.py": "import os\nimport sys\nfrom m import (\n    a,\n    b,\n)\n"})
    for line in (1, 2, 4):
        found = asked(box, "a.py", line)
        assert oids(found) == [made]
        assert [oid for oid, _ in whys(found)] in ([noise], [])
    assert whys(asked(box, "a.py", 4)) == [(noise, "imports")]


def test_a_merge_that_reformats(box: GitBox) -> None:
    made = box.commit("Round", {"a.py": CALL})
    box.git("checkout", "-q", "-b", "side")
    box.commit("Aside", {"b.py": "x = 1\n"})
    box.git("checkout", "-q", "main")
    box.commit("Ahead", {"c.py": "x = 1\n"})
    box.git("merge", "-q", "--no-commit", "--no-ff", "side")
    merge = box.commit("Merge, formatted", {"a.py": SPLIT})
    found = asked(box, "a.py", 4)
    assert oids(found) == [made]
    assert whys(found) == [(merge, "formatting")]


def test_lines_that_a_merge_took_from_its_second_parent(box: GitBox) -> None:
    box.commit("Start", {"a.py": "x = 1\n"})
    box.git("checkout", "-q", "-b", "side")
    made = box.commit("Helper", {"b.py": HELPER})
    box.git("checkout", "-q", "main")
    box.commit("Ahead", {"c.py": "x = 1\n"})
    box.git("merge", "-q", "--no-commit", "--no-ff", "side")
    merge = box.commit("Merge, formatted", {"b.py": HELPER.replace("'", '"')})
    found = asked(box, "b.py", 2)
    assert oids(found) == [made]
    assert whys(found) == [(merge, "formatting")]


def test_python_3_has_to_be_proven(box: GitBox) -> None:
    old, new = "class A(object):\n    x = u'a'\n", "class A:\n    x = 'a'\n"
    made = box.commit("Class", {"a.py": old, "setup.py": "setup(python_requires='>=3.8')\n"})
    box.commit("Upgrade", {"a.py": new})
    assert set(oids(asked(box, "a.py", 1, 2))) == {made}
    box.commit("Unproven", {"a.py": old, "setup.py": "setup()\n"})
    upgrade = box.commit("Upgrade again", {"a.py": new})
    assert set(oids(asked(box, "a.py", 1, 2))) == {upgrade}


def test_depth_bounds_the_walk(box: GitBox) -> None:
    made = box.commit("Round", {"a.py": CALL})
    noise = [box.commit(f"Format {number}", {"a.py": SPLIT if number % 2 else CALL + "\n"}) for number in range(1, 6)]
    assert oids(asked(box, "a.py", 2)) == [made]
    cut = asked(box, "a.py", 2, depth=2)
    assert cut[0].incomplete
    assert cut[0].hunk.oid == noise[-3]


def test_the_clock_starts_after_the_first_blame(box: GitBox) -> None:
    made = box.commit("Round", {"a.py": CALL})
    noise = box.commit("Format", {"a.py": SPLIT})
    repo = open_repo(str(box.path), os.environ)
    times = [100.0]
    found = trace(repo, "a.py", [LineSpan(3, 3)], budget_ms=60_000, clock=lambda: times.pop() if times else 110)
    assert oids(found) == [made]
    times = [100.0]
    found = trace(repo, "a.py", [LineSpan(3, 3)], budget_ms=60_000, clock=lambda: times.pop() if times else 160)
    assert oids(found) == [noise]
    assert found[0].incomplete


@pytest.fixture
def slow_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """Makes the real Git sleep before it runs a subcommand, from its n-th call on."""

    def slow(subcommand: str, calls: int) -> None:
        folder = tmp_path / "slow"
        folder.mkdir()
        program = folder / "git"
        program.write_text(
            f"""#!/bin/sh
            case " $* " in *" {subcommand} "*)
                echo >>{folder}/calls
                test "$(wc -l <{folder}/calls)" -ge {calls} && sleep 4 ;;
            esac
            exec {shutil.which("git")} "$@"
            """
        )
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")

    return slow


def test_a_blame_that_takes_too_long_is_ended(box: GitBox, slow_git: Callable[[str, int], None]) -> None:
    box.commit("Round", {"a.py": CALL})
    first = box.commit("Format", {"a.py": SPLIT})
    second = box.commit("Indent", {"a.py": SPLIT.replace("    ", "\t")})
    repo = open_repo(str(box.path), os.environ)
    slow_git("blame", 3)
    found = trace(repo, "a.py", [LineSpan(2, 2)], budget_ms=1000)
    assert oids(found) == [first]
    assert found[0].incomplete
    assert [oid for oid, _ in whys(found)] == [second]
    with pytest.raises(TimeoutError):
        blame(repo, "a.py", [LineSpan(2, 2)], timeout=0.2)


def test_a_list_of_files_that_takes_too_long_is_ended(box: GitBox, slow_git: Callable[[str, int], None]) -> None:
    box.commit("Both", {"a.py": CALL + "\n\n" + HELPER})
    noise = box.commit("Split", {"a.py": CALL, "parse.py": HELPER})
    repo = open_repo(str(box.path), os.environ)
    slow_git("log", 1)
    found = trace(repo, "parse.py", [LineSpan(2, 2)], budget_ms=1000)
    assert oids(found) == [noise]
    assert found[0].incomplete


def test_earlier_commits_are_those_found_in_time(box: GitBox, slow_git: Callable[[str, int], None]) -> None:
    box.commit("Limit", {"a.py": "def f():\n    limit = 10\n    return limit\n"})
    second = box.commit("More", {"a.py": "def f():\n    limit = 20\n    return limit\n"})
    box.commit("Most", {"a.py": "def f():\n    limit = 30\n    return limit\n"})
    repo = open_repo(str(box.path), os.environ)
    origin = asked(box, "a.py", 2)[0]
    slow_git("blame", 2)
    assert [one.oid for one in earlier(repo, origin, 5, budget_ms=1000)] == [second]


def test_ignored_commits_are_never_judged(box: GitBox) -> None:
    made = box.commit("Round", {"a.py": "total = round(price)\n"})
    noise = box.commit("Rename", {"a.py": "total = Round(price)\n"})
    box.write(".git-blame-ignore-revs", noise + "\n")
    found = asked(box, "a.py", 1, ignore=ignore_revs(open_repo(str(box.path), os.environ)))
    assert oids(found) == [made]
    assert whys(found) == []


def test_uncommitted_lines_have_no_origin_yet(box: GitBox) -> None:
    box.commit("Round", {"a.py": CALL})
    box.write("a.py", CALL + "x = 1\n")
    assert set(oids(asked(box, "a.py", 3))[0]) == {"0"}


def test_a_shallow_clone_ends_at_its_boundary(box: GitBox) -> None:
    box.commit("Round", {"a.py": CALL})
    noise = box.commit("Format", {"a.py": SPLIT})
    clone = GitBox(box.path.parent / "clone", box.env)
    box.git("clone", "-q", "--depth=1", f"file://{box.path}", str(clone.path))
    found = asked(clone, "a.py", 3)
    assert oids(found) == [noise]
    assert found[0].hunk.boundary
    assert not found[0].incomplete


def test_other_revisions_functions_and_a_door_of_ones_own(box: GitBox) -> None:
    made = box.commit("Round", {"a.py": CALL})
    box.commit("Format", {"a.py": SPLIT})
    box.commit("Gone", {"a.py": "x = 1\n"})
    repo = open_repo(str(box.path), os.environ)
    door = open_objects(repo)
    found = trace(repo, "a.py", ":total", rev="HEAD~1", budget_ms=0, objects=door)
    assert oids(found) == [made]
    assert found[0].spans == (LineSpan(1, 4),)
    assert door.head() == box.head
    door.close()


def test_names_and_bytes_that_are_no_utf_8(box: GitBox) -> None:
    old = b"x = call(a,  'caf\xe9 au lait', b)\n"
    made = box.commit("Latin", {"b l\u00e4.py": old})
    box.commit("Format", {"b l\u00e4.py": old.replace(b"'", b'"').replace(b"  ", b" ")})
    assert oids(asked(box, "b l\u00e4.py", 1)) == [made]


def test_a_line_past_the_end_is_blames_refusal(box: GitBox) -> None:
    box.commit("Round", {"a.py": CALL})
    with pytest.raises(PathProblem):
        asked(box, "a.py", 99)


def test_blank_lines_bring_no_origins_of_their_own(box: GitBox) -> None:
    made = box.commit("Two", {"a.py": "one = first()\ntwo = second()\n"})
    box.commit("Space", {"a.py": "one = first()\n\n\ntwo = second()\n"})
    assert oids(asked(box, "a.py", 1, 4)) == [made]


def test_earlier_commits_of_the_same_lines(box: GitBox) -> None:
    first = box.commit("Limit", {"a.py": "def f():\n    limit = 10\n    return limit\n"})
    second = box.commit("More", {"a.py": "def f():\n    limit = 20\n    return limit\n"})
    box.commit("Format", {"a.py": "def f():\n  limit=20\n  return limit\n"})
    third = box.commit("Most", {"a.py": "def f():\n  limit=30\n  return limit\n"})
    found = asked(box, "a.py", 2)
    assert oids(found) == [third]
    repo = open_repo(str(box.path), os.environ)
    past = earlier(repo, found[0], 5, budget_ms=0)
    assert [(one.oid, one.code) for one in past] == [(second, "    limit = 20"), (first, "    limit = 10")]
    assert past[0].span == LineSpan(2, 2)
    assert [one.oid for one in earlier(repo, found[0], 1, budget_ms=0)] == [second]


def test_lines_that_were_added_have_no_earlier_commits(box: GitBox) -> None:
    box.commit("Start", {"a.py": "def f():\n    return 1\n"})
    box.commit("Add", {"a.py": "def f():\n    log('called')\n    return 1\n"})
    found = asked(box, "a.py", 2)
    assert earlier(open_repo(str(box.path), os.environ), found[0], 5, budget_ms=0) == []


def test_earlier_follows_a_rename(box: GitBox) -> None:
    body = "".join(f"    step_{number}()\n" for number in range(20))
    first = box.commit("Limit", {"a.py": "def f():\n    limit = 10\n" + body})
    box.commit("Rename", {"a.py": None, "b.py": "def f():\n    limit = 10\n" + body})
    box.commit("More", {"b.py": "def f():\n    limit = 20\n" + body})
    past = earlier(open_repo(str(box.path), os.environ), asked(box, "b.py", 2)[0], 5, budget_ms=0)
    assert [(one.oid, one.path) for one in past] == [(first, "a.py")]
