"""What a `git why` target means, from its words alone.

Owns the syntax of targets and the order in which their meanings are tried. Must not ask Git, the index or a disk:
whether a thing exists is asked through `Questions`, cheapest meaning first, so each is asked only when it decides.
"""

from __future__ import annotations

import re

from kontext.errors import PathProblem, UnknownRevision, UsageError
from kontext.model import LineSpan, RepoPath
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# `path:12`, `path:12-40`, `path:12,40`, `path:12:7` and `path#L12`, `path#L12-L40`, `path#L12C3-L40C1`
_COLON = re.compile(r"(?P<path>.+?):(?P<first>[0-9]{1,9})(?:[-,](?P<last>[0-9]{1,9})|:[0-9]+)?", re.DOTALL)
# The others are compiled when a target is not of that form.
_NO_LINE = r"(?P<path>.+?)(?::|#L)(?P<line>[-+]?[0-9]\S*)"
_HASH = r"(?P<path>.+)#L(?P<first>[0-9]{1,9})(?:C[0-9]+)?(?:-L?(?P<last>[0-9]{1,9})(?:C[0-9]+)?)?"
_NUMBERS = r"(?P<first>[0-9]{1,9})?(?:,(?P<last>[+-]?[0-9]{1,9})?)?"
_HEX = r"[0-9a-fA-F]{4,64}"
_REVISION = r"HEAD|@|\S+[~^]\d*|\S+@\{[^}]*\}|[\w./-]*[\w-]\.{2,3}[\w-][\w./~^-]*|v\d+(?:\.\d+)+"
_SYMBOL = r"[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*(?:\(\))?"
FEWEST_SURE_DIGITS = 7  # of an oid prefix that wins over every other thing of that name


class Wanted(Record):
    """One target and what it means. `kind`: lines, path, commit, range, entry, symbol or topic."""

    kind: str
    text: str  # as typed
    path: RepoPath = ""  # of lines and paths
    first: int = 0  # 1-based, 0 = no line
    last: int = 0
    ranges: tuple[str, ...] = ()  # values of -L for Git to resolve: /REGEX/, :FUNCTION, ...
    also: str = ""  # what else has that name: "commit" beside a path


class Questions(Record):
    """What only the repository can tell. Paths are relative to the work tree root; each answers True or False."""

    is_path: Callable[[RepoPath], bool]  # a file or folder that exists (as of the revision asked about)
    was_path: Callable[[RepoPath], bool]  # it existed once: deleted or renamed since
    is_commit: Callable[[str], bool]
    is_entry: Callable[[str], bool]
    is_symbol: Callable[[str], bool]


class Place(Record):
    """Where paths are typed: `top` is the absolute root of the work tree, `prefix` the folder in it ("" or "a/b/")."""

    top: str
    prefix: str = ""


def decide(text: str, place: Place, ask: Questions) -> Wanted:
    """Return what a free target means, by the order of the documentation.

    Raises UsageError for line 0 or an empty target, PathProblem for a path outside the work tree.
    """
    if not text.strip():
        raise UsageError("an empty target", "name a file, FILE:LINE, a commit, a decision or a symbol")
    if text.startswith("kx:"):
        return Wanted("entry", text)
    return (
        _as_lines(text, place, ask)
        or _as_path(text, place, ask)
        or _as_former_path(text, place, ask)
        or _as_revision(text, ask)
        or _as_name(text, ask)
        or _as_topic(text, place, ask)
    )


def decide_path(text: str, place: Place) -> Wanted:
    """Return a target that can only be a path: it stood after `--`."""
    return Wanted("path", text, path=repo_path(text, place))


def decide_commit(text: str) -> Wanted:
    """Return a target that can only be a commit or a range: `--commit` was given."""
    return Wanted("range" if _is_range(text) else "commit", text)


def decide_ranges(ranges: list[str], text: str, place: Place) -> Wanted:
    """Return the lines that `-L` names in one path: as numbers where they are numbers, else for Git to resolve."""
    path = repo_path(text, place)
    span = parse_numbers(ranges[0]) if len(ranges) == 1 else None
    if span is None:
        return Wanted("lines", text, path=path, ranges=tuple(ranges))
    return Wanted("lines", text, path=path, first=span.first, last=span.last)


def parse_numbers(value: str) -> LineSpan | None:
    """Read a -L value that is all numbers (`10,20`, `10,+5`, `10,-3`, `10`, `,20`); None for any other form.

    As in Git, an open start is line 1 and `10,+5` is five lines. An open end is Git's to find, so it gives None, as
    does `10` alone, which Git reads as "10 to the end".
    """
    found = re.fullmatch(_NUMBERS, value)
    if found is None or not found["last"]:
        return None
    first = _line(found["first"] or "1", value)
    last = found["last"]
    if last[0] == "+":
        return LineSpan(first, first + max(1, int(last)) - 1)
    if last[0] == "-":
        return LineSpan(max(1, first + int(last) + 1), first)
    return _span(first, _line(last, value))


def repo_path(text: str, place: Place) -> RepoPath:
    """Return a typed path relative to the work tree root: "" is the root itself.

    Understands `./`, `..`, absolute paths and Git's `:(top)` and `:/`. Raises PathProblem outside the work tree.
    """
    for magic in (":(top)", ":/"):
        if text.startswith(magic):
            return _normal(text.removeprefix(magic), text)
    if text.startswith("/"):
        top = place.top.rstrip("/") + "/"
        if text.rstrip("/") + "/" == top:
            return ""
        if not text.startswith(top):
            raise _outside(text)
        return _normal(text.removeprefix(top), text)
    return _normal(place.prefix + text, text)


def _as_lines(text: str, place: Place, ask: Questions) -> Wanted | None:
    found = _COLON.fullmatch(text) or re.fullmatch(_HASH, text, re.DOTALL)
    if found is None:
        return None
    try:
        path, whole = repo_path(found["path"], place), repo_path(text, place)
    except PathProblem:
        return None
    # A file may be called `notes:2`; and a sentence may end in `: 3`. Lines need a path, now or once.
    if not ask.is_path(path) and (ask.is_path(whole) or (" " in path and not ask.was_path(path))):
        return None
    first = _line(found["first"], text)
    span = _span(first, _line(found["last"], text)) if found["last"] else LineSpan(first, first)
    return Wanted("lines", text, path=path, first=span.first, last=span.last)


def _as_path(text: str, place: Place, ask: Questions) -> Wanted | None:
    explicit = text.startswith(("/", "./", "../", ":(top)", ":/")) or text in (".", "..")
    try:
        path = repo_path(text, place)
    except PathProblem:
        if explicit:
            raise
        return None
    if not ask.is_path(path):
        return Wanted("path", text, path=path) if explicit else None
    also = "commit" if not explicit and "/" not in text and ask.is_commit(text) else ""
    return Wanted("path", text, path=path, also=also)


def _as_former_path(text: str, place: Place, ask: Questions) -> Wanted | None:
    """A deleted or renamed path. It looks like one: this question reads history, so a sentence never asks it."""
    if " " in text or not ("/" in text or "." in text):
        return None
    try:
        path = repo_path(text, place)
    except PathProblem:
        return None
    return Wanted("path", text, path=path) if ask.was_path(path) else None


def _as_revision(text: str, ask: Questions) -> Wanted | None:
    if _is_range(text):
        first, _, last = text.replace("...", "..").partition("..")
        if all(ask.is_commit(end) for end in (first or "HEAD", last or "HEAD")):
            return Wanted("range", text)
        return None
    if any(char.isspace() for char in text) or not ask.is_commit(text):
        return None
    if re.fullmatch(_HEX, text) and len(text) < FEWEST_SURE_DIGITS and (ask.is_entry(text) or ask.is_symbol(text)):
        return None
    return Wanted("commit", text)


def _as_name(text: str, ask: Questions) -> Wanted | None:
    if ask.is_entry(text):
        return Wanted("entry", text)
    if re.fullmatch(_SYMBOL, text) and ask.is_symbol(text):
        return Wanted("symbol", text)
    return None


def _as_topic(text: str, place: Place, ask: Questions) -> Wanted:
    """Any other text; but what can only be lines or a revision are wrong ones, not something to search for."""
    found = re.fullmatch(_NO_LINE, text, re.DOTALL)
    if found and (" " not in found["path"] or _is_path(found["path"], place, ask)):
        remedy = "lines are counted from 1: FILE:LINE, FILE:FIRST-LAST, or -L START,END FILE"
        raise UsageError(f"no line {found['line']} in '{text}'", remedy)
    if re.fullmatch(_REVISION, text):
        raise UnknownRevision(text, "in a shallow clone, git fetch --deepen brings more; git log lists what is there")
    return Wanted("topic", text)


def _is_path(typed: str, place: Place, ask: Questions) -> bool:
    try:
        return ask.is_path(repo_path(typed, place))
    except PathProblem:
        return False


def _is_range(text: str) -> bool:
    if ".." not in text or "/.." in text or "../" in text or any(char.isspace() for char in text):
        return False
    return bool(text.strip("."))


def _line(digits: str, text: str) -> int:
    number = int(digits)
    if number < 1:
        raise UsageError(f"no line 0 in '{text}'", "lines are counted from 1")
    return number


def _span(first: int, last: int) -> LineSpan:
    """Both ends in order: Git swaps them, too."""
    return LineSpan(min(first, last), max(first, last))


def _normal(path: str, typed: str) -> RepoPath:
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                raise _outside(typed)
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _outside(path: str) -> PathProblem:
    return PathProblem(f"'{path}' is outside the repository", "name a path inside the work tree", path)
