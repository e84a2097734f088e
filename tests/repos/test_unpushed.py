"""kontext/refresh/unpushed.py and what refreshes keep: commits that go around every hook are judged all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import as_built, record, sit
from kontext.refresh.care import status
from kontext.refresh.unpushed import Unpushed

CENTS = ".kontext/decisions/cents.md"


def remote_of(box: GitBox, folder: Path) -> GitBox:
    """Push main to a new repository and make that `origin`."""
    remote = GitBox(folder, box.env)
    folder.mkdir()
    form = box.git("rev-parse", "--show-object-format")
    remote.git("init", "-q", "--bare", "-b", "main", f"--object-format={form}")
    box.git("remote", "add", "origin", remote.path.as_uri())
    box.git("push", "-q", "-u", "origin", "main")
    return remote


@pytest.fixture
def shop(box: GitBox, tmp_path: Path) -> GitBox:
    fill(box)
    remote_of(box, tmp_path / "origin.git")
    return box


def fill(box: GitBox) -> None:
    box.commit("Begin", {"src/a.py": "a = 1\n", CENTS: record("cents", "Prices are cents")})


def ahead(box: GitBox, **settings: str) -> Unpushed:
    """What is unpushed, from an index that equals one built from nothing, and the same without any index."""
    before = status(sit(box, **settings)).unpushed
    as_built(box)
    found = status(sit(box, **settings)).unpushed
    assert found == before
    assert found is not None
    return found


def refused(box: GitBox, **settings: str) -> list[tuple[str, str]]:
    return [(one.oid, one.finding.rule) for one in ahead(box, **settings).refused]


def test_where_nothing_tells_what_was_pushed_nothing_is_said(box: GitBox) -> None:
    assert status(sit(box)).unpushed is None  # no commit yet
    fill(box)
    box.commit("S\n\nDecision: nope\n")
    assert status(sit(box)).unpushed is None  # no remote


def test_what_is_pushed_is_not_counted(shop: GitBox) -> None:
    assert ahead(shop) == Unpushed(0)
    nope = shop.commit("S\n\nDecision: nope\n")
    shop.commit("S\n\nDecision: cents\n")
    shop.commit("S")
    assert (ahead(shop).commits, refused(shop)) == (3, [(nope, "trailer-unknown")])
    shop.git("push", "-q", "origin", "main")
    assert ahead(shop) == Unpushed(0)


def test_commits_without_a_trailer_are_judged_only_where_one_is_required(shop: GitBox) -> None:
    oid = shop.commit("S", {"src/a.py": "a = 2\n"})
    assert ahead(shop) == Unpushed(1)
    shop.write(".kontext.yaml", "trailers:\n  require:\n    - paths: [src/**]\n      keys: [Decision]\n")
    assert refused(shop) == [(oid, "trailer-missing")]


def test_a_repository_without_records_is_left_alone(box: GitBox, tmp_path: Path) -> None:
    box.commit("Begin", {"a": "1\n"})
    remote_of(box, tmp_path / "origin.git")
    box.commit("S\n\nDecision: we use what there is\n")
    assert ahead(box) == Unpushed(1)


def amend(box: GitBox) -> str:
    box.commit("S\n\nDecision: cents\n", {"src/a.py": "a = 2\n"})
    box.git("commit", "-q", "--amend", "--no-verify", "-m", "S\n\nDecision: nope")
    return "trailer-unknown"


def commit_all(box: GitBox) -> str:
    box.write("src/a.py", "a = 3\n")
    box.git("commit", "-q", "-a", "--no-verify", "-m", "S\n\nDecision: cents\nFixes #1")
    return "trailer-unread"


def cherry_pick(box: GitBox) -> str:
    box.git("checkout", "-q", "-b", "side")
    box.commit("S\n\nDecision: nope\n", {"src/b.py": "b = 1\n"})
    box.git("checkout", "-q", "main")
    box.git("cherry-pick", "-x", "side")
    return "trailer-unknown"


def revert(box: GitBox) -> str:
    box.write("src/a.py", "a = 4\n")
    box.git("commit", "-q", "-a", "-m", "S")
    box.git("push", "-q", "origin", "main")
    box.git("revert", "--no-edit", "HEAD")
    box.git("commit", "-q", "--amend", "-m", 'Revert "S"\n\nDecision: nope')
    return "trailer-unknown"


def rebase(box: GitBox) -> str:
    box.git("checkout", "-q", "-b", "side")
    box.commit("S\n\nDecision: nope\n", {"src/b.py": "b = 1\n"})
    box.git("checkout", "-q", "main")
    box.commit("Main", {"src/c.py": "c = 1\n"})
    box.git("push", "-q", "origin", "main")
    box.git("checkout", "-q", "side")
    as_built(box)
    box.git("rebase", "-q", "main")
    return "trailer-unknown"


def merge(box: GitBox) -> str:
    box.git("checkout", "-q", "-b", "side")
    box.commit("Side", {"src/b.py": "b = 1\n"})
    box.git("checkout", "-q", "main")
    box.git("merge", "-q", "--no-ff", "-m", "Merge branch 'side'\n\nDecision: nope", "side")
    return "trailer-unknown"


def squash(box: GitBox) -> str:
    box.git("checkout", "-q", "-b", "side")
    box.commit("One\n\nDecision: cents\n", {"src/b.py": "b = 1\n"})
    box.commit("Two", {"src/b.py": "b = 2\n"})
    box.git("checkout", "-q", "main")
    box.git("merge", "-q", "--squash", "side")
    box.git("commit", "-q", "--no-edit")
    return "trailer-unread"


def fixup(box: GitBox) -> str:
    box.commit("fixup! S\n\nDecision: nope\n")
    return "trailer-unknown"


def bytes_that_are_no_text(box: GitBox) -> str:
    box.git("config", "i18n.commitEncoding", "ISO-8859-1")
    box.commit("Größe\n\nDecision: größe-123\n".encode("latin-1"))
    return "trailer-unknown"


def detached(box: GitBox) -> str:
    box.git("checkout", "-q", "--detach")
    return amend(box)


def no_upstream(box: GitBox) -> str:
    box.git("checkout", "-q", "--no-track", "-b", "side", "main")
    return amend(box)


WAYS = [
    *(amend, commit_all, cherry_pick, revert, rebase, merge, squash, fixup),
    *(bytes_that_are_no_text, detached, no_upstream),
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_whatever_way_a_commit_came(shop: GitBox, way: Callable[[GitBox], str]) -> None:
    as_built(shop)
    rule = way(shop)
    assert refused(shop) == [(shop.head, rule)]


def test_a_record_superseded_after_the_commit(shop: GitBox) -> None:
    named = shop.commit("S\n\nDecision: cents\n")
    assert refused(shop) == []
    euros = {".kontext/decisions/euros.md": record("euros", "Prices are euros", more="supersedes: [cents]\n")}
    shop.commit("Replace it", euros)
    assert refused(shop) == []  # it held when it was named, and both are pushed together
    shop.git("checkout", "-q", "-b", "old", named)
    shop.git("checkout", "-q", "main")
    shop.git("reset", "-q", "--hard", "HEAD~2")
    shop.commit("Replace it", euros)
    shop.git("push", "-q", "origin", "main")
    shop.git("checkout", "-q", "old")
    shop.git("rebase", "-q", "main")
    assert refused(shop) == [(shop.head, "trailer-superseded")]
    shop.git("push", "-q", "origin", "old")
    assert ahead(shop) == Unpushed(0)


def test_sha256(make_box: Callable[..., GitBox], tmp_path: Path) -> None:
    box = make_box("wide", "--object-format=sha256")
    fill(box)
    remote_of(box, tmp_path / "origin.git")
    oid = box.commit("S\n\nDecision: nope\n")
    assert len(oid) == 64
    assert refused(box) == [(oid, "trailer-unknown")]


def test_a_shallow_clone(shop: GitBox, tmp_path: Path) -> None:
    shop.commit("More")
    shop.git("push", "-q", "origin", "main")
    clone = GitBox(tmp_path / "clone", shop.env)
    clone.path.mkdir()
    clone.git("clone", "-q", "--depth=1", shop.git("remote", "get-url", "origin"), ".")
    assert ahead(clone) == Unpushed(0)
    oid = clone.commit("S\n\nDecision: nope\n")
    assert refused(clone) == [(oid, "trailer-unknown")]
    clone.git("update-ref", "-d", "refs/remotes/origin/main")
    clone.git("symbolic-ref", "-d", "refs/remotes/origin/HEAD")
    clone.git("update-ref", "refs/remotes/origin/other", clone.git("commit-tree", "-m", "Other", "HEAD^{tree}"))
    found = ahead(clone)  # the border itself is unpushed now, and nobody can tell what belongs to it
    assert (found.commits, found.refused) == (2, ())
    assert found.note.startswith("unpushed commits were not judged: the clone is shallow")


def test_a_bare_repository(shop: GitBox, tmp_path: Path) -> None:
    bare = GitBox(tmp_path / "bare.git", shop.env)
    bare.path.mkdir()
    bare.git("clone", "-q", "--bare", shop.path.as_uri(), ".")
    assert status(sit(bare)).unpushed is None
    oid = shop.commit("S\n\nDecision: nope\n")
    bare.git("fetch", "-q", "origin", "main:main")
    bare.git("update-ref", "refs/remotes/origin/main", "main~1")
    assert refused(bare) == [(oid, "trailer-unknown")]
