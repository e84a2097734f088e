"""What may be asked for, and what is filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from kontext.capture.request import Request, checked, checked_kind, common_paths, pattern_of
from kontext.errors import UsageError
from kontext.globs import compile_globs

GOOD = Request("decision", "Prices are cents", "2026-11-30")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"title": ""}, "needs a title"),
        ({"title": " \n\t"}, "needs a title"),
        ({"title": "***"}, "needs a title"),
        ({"status": "acepted"}, "unknown status"),
        ({"date": "yesterday"}, "is no day"),
        ({"date": "2026-02-31"}, "is no day"),
        ({"date": "2026-2-3"}, "is no day"),
        ({"paths": ("../other",)}, "no path of this repository"),
    ],
)
def test_what_cannot_be_meant_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence) as refused:
        checked(GOOD._replace(**changes))
    assert refused.value.remedy


def test_a_decision_is_accepted_unless_it_says_otherwise() -> None:
    assert checked(GOOD._replace(title=" Prices \n are cents ")).title == "Prices are cents"
    assert checked(GOOD).status == "accepted"
    assert checked(GOOD._replace(status="proposed")).status == "proposed"
    assert checked(GOOD._replace(kind="learning")).status == ""


def test_kinds_are_known_by_their_other_names() -> None:
    assert checked_kind("gotcha", ()) == ("learning", ("pitfall",))
    assert checked_kind("ADR", ()) == ("decision", ())
    assert checked_kind("policy", ("policy",)) == ("policy", ())
    with pytest.raises(UsageError, match="unknown kind 'decison'"):
        checked_kind("decison", ())


@pytest.mark.parametrize(
    ("files", "patterns"),
    [
        ([], ()),
        (["setup.cfg"], ("/setup.cfg",)),
        (["src/a/x.py"], ("src/a/x.py",)),
        (["src/a/x.py", "src/a/y.py", "web/z.ts"], ("src/a/", "web/z.ts")),
        (["src/a/x.py", "src/b/y.py"], ("src/",)),
        ([f"{name}/x.py" for name in "abcdef"], ()),
    ],
)
def test_common_folders_of_files(files: list[str], patterns: tuple[str, ...]) -> None:
    assert common_paths(files) == patterns
    globs = compile_globs(patterns)
    assert not patterns or all(globs.covering(file) for file in files)


def test_a_file_name_with_special_characters_governs_that_file() -> None:
    (pattern,) = common_paths(["app/[id]/page*.tsx"])
    globs = compile_globs([pattern])
    assert globs.covering("app/[id]/page*.tsx")
    assert not globs.covering("app/i/page1.tsx")


@pytest.mark.parametrize(
    ("typed", "pattern"),
    [
        ("src/", "src/"),
        ("*.py", "*.py"),
        ("/src/a.py", "/src/a.py"),
        ("/*.cfg", "/*.cfg"),
        ("/new/thing.py", "/new/thing.py"),
        ("{top}/src/a.py", "src/a.py"),
        ("{top}/src", "/src/"),
        ("{top}/src/", "/src/"),
        ("{top}/src/deep", "src/deep/"),
        ("{top}/a.cfg", "/a.cfg"),
        ("{top}/src/[id].py", "src/\\[id\\].py"),
        ("{top}/src/*.py", "src/*.py"),
        ("{top}/later/", "/later/"),
        ("{top}/src/../src/a.py", "src/a.py"),
        ("{link}/src/a.py", "src/a.py"),
        ("{link}/src/*.py", "src/*.py"),
    ],
)
def test_an_absolute_path_of_the_work_tree_becomes_a_pattern(tmp_path: Path, typed: str, pattern: str) -> None:
    top = tmp_path / "repo"
    (top / "src/deep").mkdir(parents=True)
    for name in ("a.cfg", "src/a.py", "src/[id].py"):
        (top / name).write_text("")
    (tmp_path / "link").symlink_to(top)
    assert pattern_of(str(top), typed.format(top=top, link=tmp_path / "link")) == pattern


@pytest.mark.parametrize("typed", ["{top}", "{top}/", "{out}", "{out}/a.py", "{out}/new.py", "{top}/../out/a.py"])
def test_an_absolute_path_of_elsewhere_is_refused(tmp_path: Path, typed: str) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out/a.py").write_text("")
    with pytest.raises(UsageError, match=r"outside|everything") as refused:
        pattern_of(str(tmp_path / "repo"), typed.format(top=tmp_path / "repo", out=tmp_path / "out"))
    assert refused.value.remedy
