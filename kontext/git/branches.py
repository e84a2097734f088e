"""What local branches hold.

Owns listing them, and the names in one folder of each. Must not know what a name means.
"""

from __future__ import annotations

from kontext.git.repo import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.git.repo import Repo
    from kontext.model import RepoPath

MOST = 100  # branches that are looked at, those changed last


def local_branches(repo: Repo) -> list[str]:
    """Return the full names of all local branches, those changed last first."""
    listed = repo.ask("for-each-ref", "--sort=-committerdate", "--format=%(refname)", "refs/heads")
    return decode(listed).split("\n")[:-1]


def names_on_branches(repo: Repo, folder: RepoPath) -> dict[RepoPath, str]:
    """Return the paths right in a folder of HEAD and of the MOST newest branches, each with one that has it.

    Branches go by their short name, HEAD is "HEAD"; a folder in there is `name/.`. Equal folders are read once.
    """
    if not repo.head or "\n" in folder:
        return {}
    places = ["HEAD", *local_branches(repo)[:MOST]]
    asked = "".join(f"{place}:{folder}\n" for place in places).encode("utf-8", "surrogateescape")
    answers = decode(repo.ask("cat-file", "--batch-check=%(objecttype) %(objectname)", data=asked)).split("\n")
    trees: dict[str, str] = {}
    for place, answer in zip(places, answers, strict=False):
        kind, _, oid = answer.partition(" ")
        if kind == "tree":
            trees.setdefault(oid, place.removeprefix("refs/heads/"))
    found: dict[RepoPath, str] = {}
    for oid, branch in trees.items():
        for item in decode(repo.ask("ls-tree", "-z", "--full-tree", oid)).split("\0")[:-1]:
            about, _, name = item.partition("\t")
            path = f"{folder}/{name}".lstrip("/") + ("/." if " tree " in about else "")
            found.setdefault(path, branch)
    return found
