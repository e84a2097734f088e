"""`kontext mcp` asked about one repository after another, and about one that changes between the questions."""

from __future__ import annotations

from pathlib import Path

from gitbox import GitBox
from mcp_client import Asker
from shop import fill_shop, record


def test_where_there_is_no_repository_git_says_so(asker: Asker, place: Path) -> None:
    (place / "empty").mkdir()
    for arguments in ({}, {"dir": str(place / "empty")}):
        code, message, remedy = asker.refused("ctx_search", query="x", **arguments)
        assert (code, message) == (128, "not a git repository (or any of the parent directories): .git")
        assert remedy == "name a folder in a repository: dir=/path/to/it"


def test_every_folder_has_its_own_repository(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    box = GitBox.init(place / "first", git_env)
    one = box.commit("Weigh anchors", {"sub/a.txt": "1\n", "docs/a.md": "# A\n\nAnchors.\n"})
    box.git("worktree", "add", "-q", "-b", "side", "../linked")
    box.git("clone", "-q", "--bare", ".", "../bare.git")
    two = box.commit("Weigh anchors again", {"sub/a.txt": "2\n"})
    found = {}
    for name in ("first", "first/sub", "linked", "bare.git"):
        value = asker.ok("ctx_search", query="anchors", dir=str(place / name))
        found[name] = (value["root"], value["snapshot"]["head"])
        assert {hit["kind"] for hit in value["hits"]} == {"commit", "doc"}
    assert found == {
        "first": (str(place / "first"), two),
        "first/sub": (str(place / "first"), two),
        "linked": (str(place / "linked"), one),
        "bare.git": (str(place / "bare.git"), one),
    }
    here = asker.ok("ctx_why", target="a.txt", dir=str(place / "first/sub"))
    assert here["target"]["path"] == "sub/a.txt"
    assert "bare repository" in asker.refused("ctx_check", staged=True, dir=str(place / "bare.git"))[1]
    refused = asker.refused("ctx_capture", kind="decision", title="x", body="y", dir=str(place / "bare.git"))
    assert refused[:1] == (2,)


def test_a_repository_without_commits(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    box = GitBox.init(place / "unborn", git_env)
    where = {"dir": str(box.path)}
    assert asker.ok("ctx_search", query="anything", **where)["hits"] == []
    assert asker.ok("ctx_log", **where)["entries"] == []
    assert asker.ok("ctx_brief", **where)["items"] == []
    assert asker.ok("ctx_check", **where)["findings"] == []
    box.write("a.txt", "1\n")
    box.git("add", "a.txt")
    assert asker.ok("ctx_check", staged=True, **where)["findings"] == []
    box.commit("Begin with anchors")
    assert [hit["title"] for hit in asker.ok("ctx_search", query="anchors", **where)["hits"]] == ["Begin with anchors"]


# Answers that follow the repository


def test_the_next_answer_knows_what_changed(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    box = fill_shop(GitBox.init(place / "changing", git_env))
    where = {"dir": str(box.path)}

    def titles(query: str) -> list[str]:
        return [hit["title"] for hit in asker.ok("ctx_search", query=query, **where)["hits"]]

    assert titles("voucher") == []
    box.commit("Introduce the voucher")
    assert titles("voucher") == ["Introduce the voucher"]
    box.git("commit", "-q", "--amend", "--allow-empty", "-m", "Introduce a voucher")
    assert titles("voucher") == ["Introduce a voucher"]
    box.git("checkout", "-q", "-b", "side", "HEAD~1")
    assert titles("voucher") == []
    box.write(".kontext/decisions/voucher.md", record("voucher", "Vouchers expire"))  # not even staged
    assert titles("voucher") == ["Vouchers expire"]
    assert asker.ok("ctx_read", uri="kx:voucher", **where)["title"] == "Vouchers expire"
    (box.path / ".kontext/decisions/voucher.md").unlink()
    assert titles("voucher") == []
    box.git("config", "kontext.index.commits", "false")
    assert titles("cart") == ["Shop"] or "Introduce the cart" not in titles("cart")
    box.git("config", "--unset", "kontext.index.commits")
    assert "Introduce the cart" in titles("cart")
    box.write(".kontext.yaml", "store:\n  kinds: 3\n")
    assert asker.refused("ctx_log", **where)[0] == 2
    (box.path / ".kontext.yaml").unlink()
    assert asker.ok("ctx_log", **where)["entries"]


def test_another_repository_in_the_same_place(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    box = GitBox.init(place / "replaced", git_env)
    box.commit("Weigh anchors", {"sub/a.txt": "1\n"})
    inner = {"query": "anchors", "dir": str(box.path / "sub")}
    assert len(asker.ok("ctx_search", **inner)["hits"]) == 1
    nested = GitBox.init(box.path / "sub", git_env)
    assert asker.ok("ctx_search", **inner)["root"] == str(nested.path)
    (nested.path / ".git").rename(place / "nested.gone")
    assert asker.ok("ctx_search", **inner)["root"] == str(box.path)
    (box.path / ".git").rename(place / "replaced.gone")
    assert asker.refused("ctx_search", **inner)[0] == 128
    GitBox.init(box.path, git_env)
    assert asker.ok("ctx_search", **inner)["hits"] == []
