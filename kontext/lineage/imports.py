"""Import lists that were only sorted, split or joined: their order is looks, what they bind is not.

Owns the comparison of imports as sets, within stretches that no other code interrupts. Must not know Git.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers.stream import Flow, Lexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.lineage.versions import Region, Versions

    Atom = tuple[str, str, str]  # module, name, bound name
    Lines = tuple[tuple[int, int], ...]

_STATEMENT = re.compile(r"^(?:import|from)[ \t][^\n(\\]*(?:\([^)]*\)|(?:\\\n[^\n\\]*)*)[^\n]*", re.MULTILINE)
_FROM = re.compile(r"from[ \t]+([.\w \t]+?)[ \t]+import\b[ \t]*\(?")
_NAME = re.compile(r"([\w.]+|\*)(?:[ \t]+as[ \t]+(\w+))?")
_COMMENT = re.compile(r"#[^\n]*")


class _Imports:
    """The imports in the first column of a Python text."""

    def __init__(self, text: list[str]) -> None:
        self.by_line: dict[int, list[Atom]] = {}
        self.heads: dict[int, list[Atom]] = {}  # first line of a statement -> all it imports
        self.lines: dict[Atom, int] = {}
        self.inside: set[int] = set()
        source = "\n".join(text)
        at = line = 0
        for match in _STATEMENT.finditer(source):
            line += source.count("\n", at, match.start())
            at = match.start()
            self._take(match.group(), line + 1)
        bound: dict[str, set[Atom]] = {}
        for atom in self.lines:
            bound.setdefault(atom[2], set()).add(atom)
        self.is_plain = "*" not in bound and all(len(atoms) == 1 for atoms in bound.values())

    def _take(self, statement: str, first: int) -> None:
        module = ""
        for offset, content in enumerate(statement.split("\n")):
            line = first + offset
            self.inside.add(line)
            bare = _COMMENT.sub("", content)
            if not offset:
                head = _FROM.match(bare)
                module = "".join(head[1].split()) if head else ""
                bare = bare[head.end() :] if head else bare.removeprefix("import")
            for name, alias in _NAME.findall(bare):
                atom = (module or name, name, alias or (name if module else name.partition(".")[0]))
                atom = atom if module or alias else (name, name, name)
                self.by_line.setdefault(line, []).append(atom)
                self.heads.setdefault(first, []).append(atom)
                self.lines.setdefault(atom, line)


class PythonImports:
    """The imports of both versions of a file, read once."""

    def __init__(self, versions: Versions) -> None:
        self._versions = versions
        self._new = _Imports(versions.new)
        self._old = _Imports(versions.old)

    def find(self, line: int) -> Lines:
        """Return the old lines that import what a new line imports, heaviest first; () = it is no such line."""
        atoms = self._new.by_line.get(line) or self._new.heads.get(line)
        if not atoms or not (self._new.is_plain and self._old.is_plain):
            return ()
        if any(atom not in self._old.lines for atom in atoms):
            return ()
        weights: dict[int, int] = {}
        for atom in atoms:
            old = self._old.lines[atom]
            weights[old] = weights.get(old, 0) + len(atom[1])
        best = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))
        if self._comment(self._versions.new, line) not in {self._comment(self._versions.old, old) for old, _ in best}:
            return ()
        if any(self._fence(self._versions.old, self._old, old) != self._new_fence(line) for old, _ in best):
            return ()
        return tuple(best)

    def _new_fence(self, line: int) -> str:
        return self._fence(self._versions.new, self._new, line)

    @staticmethod
    def _comment(text: list[str], line: int) -> str:
        return "".join(text[line - 1].partition("#")[2].split())

    @staticmethod
    def _fence(text: list[str], imports: _Imports, line: int) -> str:
        """The last line of other code above, without white space and quotes; a docstring is none."""
        for at in range(line - 1, 0, -1):
            bare = text[at - 1].strip()
            if at not in imports.inside and bare and not bare.startswith("#"):
                if bare.endswith(('"""', "'''")):
                    return ""
                return re.sub(r"[\s'\"]+", "", bare)
        return ""


def find_import(versions: Versions, region: Region, line: int) -> Lines:
    """The same for other languages, one line at a time: names in braces in any order, the rest as it is."""
    pattern = versions.rules.imports
    if pattern is None or not pattern.match(versions.new[line - 1]):
        return ()
    wanted = _key(region.new.code, line)
    if _words(region.new, line):
        return ()
    for number, content in enumerate(versions.old, 1):
        if pattern.match(content) and wanted and _key(region.old.code, number) == wanted and not _words(region.old, number):
            same = _above(versions.old, number, pattern) == _above(versions.new, line, pattern)
            return ((number, 1),) if same else ()
    return ()


def _key(flow: Flow, line: int) -> tuple[tuple[str, ...], ...]:
    """Tokens outside braces, then the names inside, sorted."""
    first, end = flow.span(line)
    outside: list[str] = []
    groups: list[list[str]] = [[]]
    depth = 0
    for text in flow.texts[first:end]:
        depth -= text == "}"
        if not depth:
            outside.append(text)
        elif text == "," and depth == 1:
            groups.append([])
        else:
            groups[-1].append(text)
        depth += text == "{"
    return (tuple(outside), *sorted(map(tuple, groups))) if outside and not depth else ()


def _words(lexed: Lexed, line: int) -> bool:
    first, end = lexed.comments.span(line)
    return first < end


def _above(text: list[str], line: int, pattern: re.Pattern[str]) -> str:
    """The last line above that is no import, blank or comment, without white space."""
    for at in range(line - 2, -1, -1):
        bare = text[at].strip()
        if bare and not pattern.match(text[at]) and not bare.startswith(("//", "/*", "*")):
            return "".join(bare.split())
    return ""
