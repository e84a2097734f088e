"""Import lists that were only sorted, split or joined: their order is looks, what they bind is not.

Owns the comparison of imports as sets, within stretches that no other code interrupts. Must not know Git.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers.stream import Flow, Lexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from kontext.lineage.versions import Region, Versions

    Atom = tuple[str, str, str]  # module, name, bound name
    Lines = tuple[tuple[int, int], ...]

_STATEMENT = re.compile(r"^[ \t]*(?:import|from)[ \t][^\n(\\]*(?:\([^)]*\)|(?:\\\n[^\n\\]*)*)[^\n]*", re.MULTILINE)
_FROM = re.compile(r"[ \t]*from[ \t]+([.\w \t]+?)[ \t]+import\b[ \t]*\(?")
_NAME = re.compile(r"([\w.]+|\*)(?:[ \t]+as[ \t]+(\w+))?")
_COMMENT = re.compile(r"#[^\n]*")
_SPACE_QUOTES = re.compile(r"[\s'\"]+")


class _Stretch:
    """Imports that no other code interrupts."""

    def __init__(self) -> None:
        self.lines: dict[Atom, int] = {}
        self.bound: dict[str, Atom] = {}
        self.is_plain = True  # no star, no name bound from two places

    def add(self, atom: Atom, line: int) -> None:
        self.lines.setdefault(atom, line)
        if atom[2] == "*" or self.bound.setdefault(atom[2], atom) != atom:
            self.is_plain = False


class _Imports:
    """The import statements of a Python text, by stretches; the code above a stretch names it."""

    def __init__(self, text: list[str]) -> None:
        self.text = text
        self.by_line: dict[int, list[Atom]] = {}
        self.heads: dict[int, list[Atom]] = {}  # first line of a statement -> all it imports
        self.names: dict[int, str] = {}  # line -> name of its stretch
        self.stretches: dict[str, _Stretch] = {}
        source = "\n".join(text)
        at = line = 0
        end, held, name = 0, 0, ""
        for match in _STATEMENT.finditer(source):
            line += source.count("\n", at, match.start())
            at = match.start()
            depth = len(text[line]) - len(text[line].lstrip())
            if any(_is_code(between) for between in text[end:line]) or not end:
                name = _code_above(text, line, self.names)
            elif depth != held:
                name += "\nin" if depth > held else "\nout"  # another block starts, or one ends
            held = depth
            end = line + 1 + match.group().count("\n")
            self._take(match.group(), line + 1, name)

    def _take(self, statement: str, first: int, name: str) -> None:
        module = ""
        stretch = self.stretches.setdefault(name, _Stretch())
        for offset, content in enumerate(statement.split("\n")):
            line = first + offset
            self.names[line] = name
            bare = _COMMENT.sub("", content)
            if not offset:
                head = _FROM.match(bare)
                module = "".join(head[1].split()) if head else ""
                bare = bare[head.end() :] if head else bare.strip().removeprefix("import")
            for imported, alias in _NAME.findall(bare):
                atom = (module, imported, alias or imported)
                self.by_line.setdefault(line, []).append(atom)
                self.heads.setdefault(first, []).append(atom)
                stretch.add(atom, line)


class PythonImports:
    """The imports of both versions of a file, read once."""

    def __init__(self, versions: Versions) -> None:
        self._new = _Imports(versions.new)
        self._old = _Imports(versions.old)

    def find(self, line: int) -> Lines:
        """Return the old lines that import what a new line imports, heaviest first; () = it is no such line."""
        atoms = self._new.by_line.get(line) or self._new.heads.get(line)
        name = self._new.names.get(line, "")
        if not atoms or name not in self._old.stretches:
            return ()
        ours, theirs = self._new.stretches[name], self._old.stretches[name]
        if not (ours.is_plain and theirs.is_plain) or any(atom not in theirs.lines for atom in atoms):
            return ()
        if len(atoms) > 1 and any(atom[0] == atoms[0][0] and atom not in ours.lines for atom in theirs.lines):
            return ()  # a name of this module is gone, perhaps from this line
        weights: dict[int, int] = {}
        for atom in atoms:
            old = theirs.lines[atom]
            weights[old] = weights.get(old, 0) + len(atom[1])
        best = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))
        return tuple(best) if self._keeps_comments(line, weights, ours, theirs) else ()

    def _keeps_comments(self, line: int, old: dict[int, int], ours: _Stretch, theirs: _Stretch) -> bool:
        """Whether a line has no new comment, and those of its old lines still stand beside what was imported there."""
        held = {_comment(self._old.text[number - 1]) for number in old} - {""}
        mine = _comment(self._new.text[line - 1])
        if mine and mine not in held:
            return False
        others = {ours.lines[atom] for atom, number in theirs.lines.items() if number in old and atom in ours.lines}
        return held <= {mine, *(_comment(self._new.text[number - 1]) for number in others)}


def _comment(line: str) -> str:
    return "".join(line.partition("#")[2].split())


def _is_code(line: str) -> bool:
    bare = line.strip()
    return bool(bare) and not bare.startswith("#")


def _code_above(text: list[str], line: int, imports: Container[int]) -> str:
    """The last two lines of code above that import nothing, squeezed; a docstring stands for nothing."""
    found: list[str] = []
    for at in range(line - 1, -1, -1):
        if _is_code(text[at]) and at + 1 not in imports:
            if text[at].rstrip().endswith(('"""', "'''")) and not found:
                return "doc" + text[at][: len(text[at]) - len(text[at].lstrip())]
            found.append(_SPACE_QUOTES.sub("", text[at]))
            if len(found) == 2:
                break
    return "\n".join(found)


def find_import(versions: Versions, region: Region, line: int) -> Lines:
    """The same for other languages, one line at a time: names in braces in any order, the rest as it is."""
    pattern = versions.rules.imports
    if pattern is None or not pattern.match(versions.new[line - 1]):
        return ()
    wanted = _key(region.new.code, line)
    if _words(region.new, line):
        return ()
    for number, content in enumerate(versions.old, 1):
        if (
            pattern.match(content)
            and wanted
            and _key(region.old.code, number) == wanted
            and not _words(region.old, number)
        ):
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
