"""The answer for a file or folder: the records that govern it and its history; a deleted or renamed path, too.

Owns what happens when a path is not there (any more). Must not know lines.
"""

from __future__ import annotations

import os

from kontext.errors import PathProblem
from kontext.git.borders import why_cut
from kontext.git.renames import last_change, renamed_to
from kontext.git.tree import SUBMODULE, entry_at, exists_at, is_tracked
from kontext.why.answer import Target, Verdict, Why
from kontext.why.decisions import by_commits, by_path, joined, module_of
from kontext.why.history import History, history_of, past_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import RepoPath
    from kontext.why.ground import Ground
    from kontext.why.target import Wanted


def explain_path(ground: Ground, wanted: Wanted) -> Why:
    """Answer for a path; one that is gone is answered under its new name, or by the commit that deleted it."""
    path = wanted.path
    deleted_by: list[str] = []
    if path and not is_there(ground, path):
        path, deleted_by = follow(ground, path)
    past = history_of(ground, path or wanted.path)
    if deleted_by:
        last = past_of(ground, deleted_by)
        others = tuple(one for one in past.chosen if one.oid != last[0].oid)
        past = History((last[0]._replace(latest=True), *others), max(past.total, 1))
    reader = None if ground.rev else ground.paths()
    earlier = reader.earlier_names(path) if reader and path else []
    trailers = ground.trailers_of([one.oid for one in past.chosen if one.cites])
    governing = by_path(ground, path, earlier, is_folder=is_folder(ground, path))
    decisions = joined(governing, by_commits(ground, [one.oid for one in past.chosen], trailers))
    cut = f"history is cut off ({why_cut(ground.repo)})" if ground.borders() and not past.more else ""
    if cut and past.total:
        ground.say(f"{cut}: older commits of this path may be missing")
    return Why(
        target=Target("path", wanted.text, path or wanted.path, rev=ground.request.rev),
        verdict=_verdict(past, decisions != (), cut),
        decisions=decisions,
        module=module_of(ground, path) if path else None,
        history=past.chosen,
        history_total=past.total,
        history_more=past.more,
    )


def is_there(ground: Ground, path: RepoPath) -> bool:
    """True when the path exists as of what is asked: a revision, or the work tree's tracked files."""
    known = ground.there.get(path)
    if known is None:
        known = ground.there[path] = _is_there(ground, path)
    return known


def _is_there(ground: Ground, path: RepoPath) -> bool:
    if ground.rev or ground.repo.is_bare:
        return bool(exists_at(ground.repo, ground.rev or "HEAD", path))
    tracked = ground.ahead.is_tracked(path) if ground.ahead else None
    if tracked is None:
        tracked = is_tracked(ground.repo, path)
    return tracked or bool(ground.repo.head and exists_at(ground.repo, "HEAD", path))


def is_folder(ground: Ground, path: RepoPath) -> bool:
    """True for a folder as of what is asked; the whole tree ("") is one that records do not single out."""
    if not path:
        return False
    if ground.rev or ground.repo.is_bare:
        return exists_at(ground.repo, ground.rev or "HEAD", path) == "tree"
    return os.path.isdir(os.path.join(ground.repo.top, path))


def is_untracked(ground: Ground, path: RepoPath) -> bool:
    """True for a file of the work tree that Git does not know (or that a submodule holds)."""
    if ground.rev or ground.repo.is_bare or not os.path.isfile(os.path.join(ground.repo.top, path)):
        return False
    return not is_there(ground, path)


def follow(ground: Ground, path: RepoPath) -> tuple[RepoPath, list[str]]:
    """Return (new name, []) of a renamed path, or ("", [commit that deleted it]); raise PathProblem otherwise."""
    rev = ground.rev or "HEAD"
    found = renamed_to(ground.repo, path, rev) if ground.repo.head else None
    if found is None:
        raise _unknown(ground, path, rev)
    new, via = found
    if new:
        ground.say(f"no file {path} at {rev}. It was renamed to {new} in {via[-1][:7]}; asking there")
        return new, []
    change = last_change(ground.repo, path, rev)
    oid = via[-1] if via else change[0].oid if change else ""
    ground.say(f"{path} was deleted in {oid[:7]}" if oid else f"{path} was deleted")
    return "", [oid] if oid else []


def _unknown(ground: Ground, path: RepoPath, rev: str) -> PathProblem:
    """Why no commit has the path."""
    above = [path[:at] for at, letter in enumerate(path) if letter == "/"]
    for folder in above:
        entry = entry_at(ground.repo, rev, folder)
        if entry is not None and entry[0] == SUBMODULE:
            inside = path[len(folder) + 1 :]
            return PathProblem(f"{path} is in the submodule {folder}", f"git -C '{folder}' why '{inside}'", path)
    if is_untracked(ground, path):
        return PathProblem(f"{path} is not tracked by Git: it has no history", f"git add '{path}' && git commit", path)
    where = f"at {rev}" if ground.repo.head else "here"
    until = f"no commit up to {rev}" if ground.rev else "no commit"
    return PathProblem(f"no file {path} {where}, and {until} ever had it", "git ls-files lists them all", path)


def _verdict(past: History, has_decisions: bool, cut: str) -> Verdict:
    """A path has no reason of its own: its answer is the lists. Only their absence is said."""
    if past.chosen or has_decisions:
        return Verdict("")
    if cut:
        return Verdict(f"Nothing is recorded about this path where {cut}.")
    return Verdict("Nothing is recorded about this path.")
