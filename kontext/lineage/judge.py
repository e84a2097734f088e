"""The verdict on one commit: which of its lines it only reformatted or moved, and where they were before.

Owns the order of the questions: in place in each parent, then import lists, then moved lines. Must not know how the
walk goes on, nor any rule of a language.
"""

from __future__ import annotations

import re

from kontext.lineage import moves
from kontext.lineage.cosmetic import REFUSED, find_in_place, is_between_same_code
from kontext.lineage.deadline import SCAN, Deadline
from kontext.lineage.imports import PythonImports, find_import
from kontext.lineage.lexers import rules_for
from kontext.lineage.sources import Sources
from kontext.lineage.versions import Versions
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.git.repo import Repo
    from kontext.lineage.contents import Contents
    from kontext.lineage.lexers.stream import Rules
    from kontext.lineage.versions import Region
    from kontext.model import BlameHunk, Oid, RepoPath

_LINE = 40  # characters of a usual line
_OLD_PYTHON = re.compile(r"\b[uU][rR]?[\"']|\(object\)")


class Step(Record):
    """Where a line was in a parent: (line, weight) of each old line, and why the commit counts as noise."""

    parent: Oid
    path: RepoPath
    lines: tuple[tuple[int, int], ...]
    why: str


class Verdict(Record):
    """`steps` by line; `void` lines say nothing at all; `cut`: a bound (size, time) kept the rest unjudged."""

    steps: dict[int, Step]
    void: frozenset[int] = frozenset()
    cut: bool = False


class _Case:
    """One commit and file under judgement: the lines still without an answer, and the answers."""

    def __init__(
        self,
        hunk: BlameHunk,
        new: str,
        parents: Sequence[Oid],
        rules: Rules,
        lines: Sequence[int],
        deadline: Deadline,
    ) -> None:
        self.hunk = hunk
        self.new = new
        self.text = new.split("\n")
        self.parents = parents
        self.rules = rules
        self.left = list(lines)
        self.refused: set[int] = set()
        self.steps: dict[int, Step] = {}
        self.cut = False
        self.modern = False
        self.versions: list[tuple[Versions, Oid, RepoPath]] = []
        self.target = moves.Parts(self.text, rules, False, deadline)

    def settle(self) -> None:
        """Drop the lines that have their answer."""
        self.left = [line for line in self.left if line not in self.steps]

    def searched(self) -> list[int]:
        """Lines that may still be found elsewhere."""
        return [line for line in self.left if line not in self.refused]


class Judge:
    """Judges commits of one repository; what it lexed for one line serves the others."""

    def __init__(self, repo: Repo, contents: Contents, deep: bool = False, deadline: Deadline | None = None) -> None:
        self._contents = contents
        self._deadline = deadline or Deadline()
        self._sources = Sources(repo, self._deadline)
        self._deep = deep

    def judge(self, hunk: BlameHunk, lines: Sequence[int]) -> Verdict:
        """Judge lines (of `hunk.path` at `hunk.oid`) together; past the deadline the verdict holds what was proven."""
        parents = self._contents.parents(hunk.oid)
        if not parents:
            return Verdict({})
        new = self._contents.text(hunk.oid, hunk.path)
        if new is None:
            return Verdict({}, cut=True)
        case = _Case(hunk, new, parents, rules_for(hunk.path, new), lines, self._deadline)
        void = frozenset(line for line in lines if not any(map(str.isalnum, case.text[line - 1])))
        if len(lines) > 1:
            case.left = [line for line in lines if line not in void]
        try:
            if case.left:
                self._in_place(case)
                self._moved(case)
        except TimeoutError:
            case.cut = True
        return Verdict(case.steps, void if len(lines) > 1 else frozenset(), case.cut)

    def _in_place(self, case: _Case) -> None:
        """Look in each parent that has the file: where blame says it was, else under its own name."""
        previous = case.hunk.previous
        paths = dict.fromkeys((case.hunk.path, *([previous[1]] if previous else [])))
        places = [previous] if previous else []
        places += [(parent, path) for parent in case.parents for path in paths if (parent, path) != previous]
        seen: set[Oid] = set()
        for parent, path in places:
            old = self._contents.text(parent, path) if parent not in seen else None
            if old is not None:
                seen.add(parent)
                case.modern = self._is_modern(case.rules.name, case.hunk.oid, old, case.new)
                case.target = moves.Parts(case.text, case.rules, case.modern, self._deadline)
                versions = Versions(old, case.new, case.rules, case.modern, self._deadline)
                case.versions.append((versions, parent, path))
                self._compare(case, versions, parent, path)
                case.settle()

    def _compare(self, case: _Case, versions: Versions, parent: Oid, path: RepoPath) -> None:
        if not case.left:
            return
        why = "formatting" if path == case.hunk.path else "rename"
        region = versions.around(case.left[0], case.left[-1])
        if region is None:
            case.cut = True
            return
        compared = (parent, path) == case.hunk.previous
        for line in case.left:
            self._deadline.check()
            found = find_in_place(versions, region, line)
            if compared and _is_unchanged(versions, line, found.lines) and not is_between_same_code(region, line):
                continue  # Git saw this very line and found that others kept their order: it moved, or is a copy
            if found.lines:
                case.steps[line] = Step(parent, path, found.lines, why)
            elif found is REFUSED:
                case.refused.add(line)
        self._imports(case, versions, region, parent, path)

    def _imports(self, case: _Case, versions: Versions, region: Region, parent: Oid, path: RepoPath) -> None:
        """Lines of import lists may have been sorted."""
        left = [line for line in case.left if line not in case.steps and line not in case.refused]
        if not left:
            return
        if case.rules.derive:
            for line in left:
                lines = case.rules.derive(versions.old, versions.new, line)
                if lines:
                    case.steps[line] = Step(parent, path, lines, "formatting")
        if case.rules.imports is None:
            return
        self._deadline.check((len(versions.old) + len(versions.new)) * _LINE // SCAN)
        python = PythonImports(versions) if case.rules.name == "python" else None
        for line in left:
            if line in case.steps:
                continue
            self._deadline.check()
            lines = python.find(line) if python else find_import(versions, region, line)
            if lines:
                case.steps[line] = Step(parent, path, lines, "imports")

    def _moved(self, case: _Case) -> None:
        """Look elsewhere in the file, then in the other files of the commit, in every parent."""
        for versions, parent, path in case.versions:
            self._search(case, versions, parent, path)
        if not case.searched():
            return
        for source, after in self._sources.of(case.hunk.oid, case.hunk.path):
            for parent in case.parents:
                self._search_file(case, parent, source, after)
            if not case.searched():
                return
        if self._deep and not case.versions:
            for source in self._sources.all_at(case.parents[0], case.hunk.path):
                self._search_file(case, case.parents[0], source, source)

    def _search_file(self, case: _Case, parent: Oid, source: RepoPath, after: RepoPath) -> None:
        """Look into one other file, when it holds the words at all."""
        self._deadline.check()
        old = self._contents.text(parent, source)
        if old is None or not any(_key(case, line) in old for line in case.searched()):
            return
        now = self._contents.text(case.hunk.oid, after) if after else ""
        if now is not None:
            self._search(case, Versions(old, now, case.rules, case.modern, self._deadline), parent, source)

    def _search(self, case: _Case, versions: Versions, parent: Oid, path: RepoPath) -> None:
        """Look for lines in one old text; a match answers for all the lines in it."""
        source = moves.Parts(versions.old, case.rules, case.modern, self._deadline)
        within = path == case.hunk.path
        for line in case.searched():
            if line in case.steps:
                continue
            self._deadline.check(len(versions.old) * _LINE // SCAN)
            matches = self._matches(case, line, versions, source)
            moved = next((one for one in matches if self._is_gone(case, line, one, versions, within)), None)
            why = "rename" if versions.new == [""] and not case.versions else "move"
            if moved is None and matches and self._deep:
                moved, why = matches[0], "copy"
            if moved is None:
                continue
            if within and why == "move" and self._is_swap(versions, moved, line):
                case.refused.add(line)
                continue
            for new, old in moved.lines.items():
                if new in case.left and new not in case.refused:
                    case.steps.setdefault(new, Step(parent, path, old, why))
        case.settle()

    @staticmethod
    def _matches(case: _Case, line: int, versions: Versions, source: moves.Parts) -> list[moves.Moved]:
        """Where a line stands in an old text, largest match first."""
        key = _key(case, line)
        if not key:
            return []
        ours = case.target.around(line)
        nears = moves.candidates(versions.old, case.text[line - 1], key, versions.new == [""])
        found = [moves.match_at(ours, line, source.around(near), near, versions.rules) for near in nears]
        return sorted((moved for moved in found if moved is not None), key=lambda moved: -moved.letters)

    @staticmethod
    def _is_gone(case: _Case, line: int, moved: moves.Moved, versions: Versions, within: bool) -> bool:
        """Whether the old lines left their place; `within` one file they may stand there as the line asked about."""
        if versions.new == [""]:
            return True
        first, end = case.target.around(line).code.span(line)
        itself = line if within else 0
        for old, _ in moved.lines[line]:
            region = versions.around_old(old)
            if region is None or not moves.is_gone(region, old, itself, first == end):
                return False
        return True

    @staticmethod
    def _is_swap(versions: Versions, moved: moves.Moved, line: int) -> bool:
        region = versions.around(line, line)
        return region is not None and moves.is_swap(region, versions.new, moved, line)

    def _is_modern(self, family: str, oid: Oid, old: str, new: str) -> bool:
        """Asked only where it would make a difference."""
        if family != "python" or not (_OLD_PYTHON.search(old) or _OLD_PYTHON.search(new)):
            return False
        return self._contents.is_modern(oid)


def _is_unchanged(versions: Versions, line: int, lines: tuple[tuple[int, int], ...]) -> bool:
    """Whether a line is one old line to the last character, the end of the line included."""
    if len(lines) != 1:
        return False
    old, new = versions.old, versions.new
    at = lines[0][0]
    return old[at - 1] == new[line - 1] and (at == len(old)) == (line == len(new))


def _key(case: _Case, line: int) -> str:
    """The longest word of a line, of its code or else of its comment."""
    part = case.target.around(line)
    return moves.longest_word(part.code, line) or moves.longest_word(part.comments, line)
