"""What stands behind an address, at three depths; nothing outside the work tree, nothing of Git's, no secret."""

from __future__ import annotations

import os

import pytest

from gitbox import GitBox
from indexes import sit
from kontext.errors import EntryNotFound, KontextError, PathProblem, UnknownRevision, UsageError
from kontext.reading import LEVELS, read

HEAD = "---\nid: cents\nkind: decision\ntitle: Prices are cents\nstatus: accepted\ndate: 2024-01-01\n---\n"
RECORD = f"{HEAD}\nBecause floats lie.\n"


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    box.commit(
        "Begin\n\nWith a reason.\n",
        {
            ".kontext/decisions/cents.md": RECORD,
            "docs/a guide.md": "# Guide\n\nIntro words.\n\n## Weigh parcels\n\n" + "Weigh each parcel. " * 30 + "\n",
            "src/long.py": "x = 1\n" * 20_000,
            "src/caf\udce9.py": b"caf\xe9 = 1\n",
            ".env": "PASSWORD=1\n",
        },
    )
    return box


def text(box: GitBox, uri: str, level: int = 1) -> str:
    return read(sit(box), uri, level).text


def test_a_record(shop: GitBox) -> None:
    found = read(sit(shop), "kx:cents", 2)
    assert (found.kind, found.title) == ("decision", "Prices are cents")
    assert "Because floats lie." in found.text
    with pytest.raises(EntryNotFound):
        text(shop, "kx:nothing-like-it")


def test_a_commit_at_three_depths(shop: GitBox) -> None:
    shop.commit("Change x\n\nBecause of y.\n", {"src/x.py": "x = 2\n"})
    assert text(shop, f"git:{shop.head}", 0).startswith(
        f"{shop.head[:10]} 2023-11-15 Jane Doe <jane@example.org>: Change x"
    )
    assert "Because of y." in text(shop, "git:HEAD", 1)
    assert "A src/x.py" in text(shop, "git:HEAD", 1)
    assert "+x = 2" not in text(shop, "git:HEAD", 1)
    assert "+x = 2" in text(shop, "git:HEAD", 2)
    with pytest.raises(UnknownRevision):
        text(shop, "git:nope")
    with pytest.raises(UnknownRevision):
        text(shop, "git:--all")


def test_a_file_a_section_and_a_long_file(shop: GitBox) -> None:
    assert "Intro words." in text(shop, "docs/a guide.md")
    section = text(shop, "file:docs/a guide.md#weigh-parcels")
    assert "Weigh each parcel." in section
    assert "Intro words." not in section
    long = read(sit(shop), "code:src/long.py", 1)
    assert (len(long.text), long.omitted) == (LEVELS[1], 6 * 20_000 - 1 - LEVELS[1])
    assert text(shop, "src/caf\udce9.py") == "caf\u00e9 = 1" or "caf" in text(shop, "src/caf\udce9.py")
    assert "\n" not in text(shop, "docs/a guide.md", 0)


def test_a_section_ends_where_the_next_of_its_level_begins(box: GitBox) -> None:
    parts = (
        "---\ntitle: x\n---\n# Guide\n",
        "## Long",
        "Weigh each parcel. " * 30,
        "## Short",
        "Brief.",
        "### Below",
        "Last.",
    )
    box.commit(
        "Begin",
        {
            "a.md": "\n\n".join(parts),
            "b.rst": "Title\n=====\n\nFirst\n-----\n\n" + "Long. " * 90 + "\n\nB b\n---\n\nx\n",
        },
    )
    long = text(box, "file:a.md#long", 2)
    assert long.startswith("Long\n\nWeigh each parcel.")
    assert "Brief." not in long
    assert long.endswith("parcel. \n\n(short sections follow: #short)")  # a search finds their words here
    assert text(box, "file:a.md#short", 2) == "Short\n\nBrief.\n\nBelow\n\nLast."
    assert text(box, "file:a.md#below", 2) == "Below\n\nLast."
    assert text(box, "file:a.md#guide", 2).endswith("Last.")
    assert text(box, "file:a.md#long~1", 2) == long
    assert read(sit(box), "file:a.md#short", 2).title == "Guide › Short"
    assert text(box, "file:b.rst#b-b", 2).endswith("x")
    with pytest.raises(PathProblem, match="has no section #none"):
        text(box, "file:a.md#none")


@pytest.mark.parametrize(
    "path",
    [
        "../other",
        "/etc/hostname",
        "docs/out.md",
        ".git/config",
        "sub/.git/config",
        ".GIT/config",
        "..",
        ".env",
        "docs/env.md",
        "file:docs/a guide.md#nowhere",
        "nope.md",
        "docs",
        "pipe",
        "",
    ],
)
def test_what_is_never_read(shop: GitBox, path: str) -> None:
    os.symlink("/etc/hostname", shop.path / "docs/out.md")
    os.symlink("../.env", shop.path / "docs/env.md")
    os.makedirs(shop.path / "sub/.git")
    (shop.path / "sub/.git/config").write_text("[remote]\n")
    os.mkfifo(shop.path / "pipe")
    with pytest.raises(PathProblem):
        text(shop, path)


def test_a_name_that_begins_with_dots_is_a_name(shop: GitBox) -> None:
    shop.write("..odd.md", "odd words\n")
    assert text(shop, "..odd.md") == "odd words"


def test_a_path_is_taken_from_the_current_folder_when_it_is_there(shop: GitBox) -> None:
    assert read(sit(shop, "docs"), "a guide.md").title == "docs/a guide.md"
    assert read(sit(shop, "docs"), "../src/long.py", 0).text.startswith("x = 1")
    assert read(sit(shop, "docs"), "file:docs/a guide.md").title == "docs/a guide.md"


def test_a_bare_repository_is_read_at_head(shop: GitBox) -> None:
    shop.git("clone", "-q", "--bare", ".", "../bare.git")
    bare = GitBox(shop.path.parent / "bare.git", shop.env)
    assert "Intro words." in text(bare, "docs/a guide.md")
    assert "Because floats lie." in text(bare, "kx:cents")
    with pytest.raises(PathProblem):
        text(bare, ".env")


def test_levels_are_three(shop: GitBox) -> None:
    for level in (-1, 3):
        with pytest.raises(UsageError):
            text(shop, "kx:cents", level)
    assert issubclass(PathProblem, KontextError)


def test_who_wrote_it_and_when(shop: GitBox) -> None:
    session = sit(shop)
    when = shop.git("log", "-1", "--format=%aI")
    for uri in ("git:HEAD", "file:src/long.py", "docs/a guide.md", "file:docs/a guide.md#weigh-parcels"):
        found = read(session, uri)
        assert (found.date.replace("Z", "+00:00"), found.author) == (
            when.replace("Z", "+00:00"),
            "Jane Doe <jane@example.org>",
        )
    record = read(session, "kx:cents")
    assert record.date == "2024-01-01"
    shop.write("src/new.py", "y = 1\n")
    assert (read(session, "src/new.py").date, read(session, "src/new.py").author) == ("", "")
