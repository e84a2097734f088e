"""The verdict on one commit: which of its lines it only reformatted or moved, and where they were before.

Owns the order of the questions: in place in each parent, then import lists, then moved lines. Must not know how the
walk goes on, nor any rule of a language.
"""

from __future__ import annotations

import re

from kontext.lineage.cosmetic import NOTHING, REFUSED, find_in_place
from kontext.lineage.lexers import rules_for
from kontext.lineage.versions import Versions
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.git.repo import Repo
    from kontext.lineage.contents import Contents
    from kontext.model import BlameHunk, Oid, RepoPath

_OLD_PYTHON = re.compile(r"\b[uU][rR]?[\"']|\(object\)")


class Step(Record):
    """Where a line was in a parent: (line, weight) of each old line, and why the commit counts as noise."""

    parent: Oid
    path: RepoPath
    lines: tuple[tuple[int, int], ...]
    why: str


class Verdict(Record):
    """`steps` by line; `void` lines say nothing at all; `cut`: a file was too large to judge the rest."""

    steps: dict[int, Step]
    void: frozenset[int] = frozenset()
    cut: bool = False


class Judge:
    """Judges commits of one repository; what it lexed for one line serves the others."""

    def __init__(self, repo: Repo, contents: Contents, deep: bool = False) -> None:
        self._repo = repo
        self._contents = contents
        self._deep = deep

    def judge(self, hunk: BlameHunk, lines: Sequence[int]) -> Verdict:
        """Judge lines (of `hunk.path` at `hunk.oid`) together."""
        parents = self._contents.parents(hunk.oid)
        if not parents:
            return Verdict({})
        new = self._contents.text(hunk.oid, hunk.path)
        if new is None:
            return Verdict({}, cut=True)
        text = new.split("\n")
        void = frozenset(line for line in lines if not any(map(str.isalnum, text[line - 1])))
        if len(void) == len(lines) and len(lines) > 1:
            return Verdict({}, void)
        left = [line for line in lines if line not in void or len(lines) == 1]
        steps: dict[int, Step] = {}
        refused: set[int] = set()
        cut = False
        for versions, parent, path in self._predecessors(hunk, parents, new):
            why = "formatting" if path == hunk.path else "rename"
            region = versions.around(left[0], left[-1]) if left else None
            if region is None:
                cut = True
                continue
            for line in left:
                found = find_in_place(versions, region, line)
                if found.lines:
                    steps[line] = Step(parent, path, found.lines, why)
                elif found is REFUSED:
                    refused.add(line)
            left = [line for line in left if line not in steps]
        return Verdict(steps, void if len(lines) > 1 else frozenset(), cut)

    def _predecessors(
        self, hunk: BlameHunk, parents: Sequence[Oid], new: str
    ) -> list[tuple[Versions, Oid, RepoPath]]:
        """The file in each parent that has it: where blame says it was, else under its own name."""
        places = [hunk.previous] if hunk.previous else []
        for parent in parents:
            for path in (hunk.path, *([hunk.previous[1]] if hunk.previous else [])):
                if (parent, path) not in places:
                    places.append((parent, path))
        found = []
        seen: set[Oid] = set()
        for parent, path in places:
            old = self._contents.text(parent, path) if parent not in seen else None
            if old is not None:
                seen.add(parent)
                rules = rules_for(hunk.path, new)
                found.append((Versions(old, new, rules, self._is_modern(rules.name, hunk.oid, old, new)), parent, path))
        return found

    def _is_modern(self, family: str, oid: Oid, old: str, new: str) -> bool:
        """Asked only where it would make a difference."""
        if family != "python" or not (_OLD_PYTHON.search(old) or _OLD_PYTHON.search(new)):
            return False
        return self._contents.is_modern(oid)
