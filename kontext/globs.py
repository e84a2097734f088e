"""Path patterns, read as Git reads those of its attribute files, with folders and braces added.

Owns the one meaning of a glob in this project: `*` and `?` stay within a segment, `**` crosses segments, `[…]` is a
class, `{a,b}` an alternative, a trailing `/` (or a plain path) covers the whole tree, a pattern without `/` matches
at any depth and a leading `/` anchors. Must not know what the paths are for. Letter case counts.

Every translation is made so that a match takes time linear in the path for each `**`: patterns come from files that
anybody may commit.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.model import RepoPath

MAX_ALTERNATIVES = 256  # a pattern whose braces make more than that is taken as it stands

_SPECIAL = re.compile(r"\\.|[*?\[]", re.DOTALL)
_CLASS = re.compile(r"\[[!^]?\]?(?:\\.|\[:[a-z]+:\]|[^\]\\/])*\]", re.DOTALL)
_BRACE_PARTS = re.compile(r"\\.|[{},]|[^\\{},]+|\\", re.DOTALL)
_POSIX = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "\\x21-\\x7e",
    "lower": "a-z",
    "print": "\\x20-\\x7e",
    "punct": "!-/:-@\\[-`{-~",
    "space": " \\t\\n\\r\\f\\v",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
_NOTHING = "(?!)"


class Globs:
    """A set of compiled patterns; `patterns` as given. False when there are none."""

    __slots__ = ("_each", "_union", "patterns")

    def __init__(self, patterns: tuple[str, ...]) -> None:
        self.patterns = patterns
        self._union = re.compile("|".join(_pattern_regex(pattern) for pattern in patterns) or _NOTHING, re.DOTALL)
        self._each: list[tuple[str, re.Pattern[str]]] = []

    def __bool__(self) -> bool:
        return bool(self.patterns)

    def matches(self, path: RepoPath) -> bool:
        """Say whether any pattern covers `path` (POSIX, relative to the root, no trailing slash)."""
        return self._union.fullmatch(path) is not None

    def covering(self, path: RepoPath) -> list[str]:
        """Return the patterns that cover `path`, most specific first."""
        if not self.matches(path):
            return []
        if not self._each:
            ordered = sorted(self.patterns, key=specificity, reverse=True)
            self._each = [(pattern, re.compile(_pattern_regex(pattern), re.DOTALL)) for pattern in ordered]
        return [pattern for pattern, regex in self._each if regex.fullmatch(path)]


def compile_globs(patterns: Iterable[str]) -> Globs:
    """Compile patterns; no pattern is ever an error (one that cannot match matches nothing)."""
    return Globs(tuple(patterns))


def specificity(pattern: str) -> tuple[int, int, int]:
    """Order patterns: more literal segments, then more literal characters, then fewer wildcards is more specific."""
    return min(_specificity(one) for one in expand_braces(pattern))


def is_literal(pattern: str) -> bool:
    """Say whether a pattern is a plain path: that path, or everything below it."""
    return not any(not hit.startswith("\\") for one in expand_braces(pattern) for hit in _SPECIAL.findall(one))


def expand_braces(pattern: str) -> list[str]:
    """Return the alternatives of `{a,b}` (nested ones too) in order; braces without a comma are plain characters."""
    if "{" not in pattern or "," not in pattern:
        return [pattern]
    parts = _BRACE_PARTS.findall(pattern)
    made, end = _alternatives(parts, 0, False)
    return made if end == len(parts) and made else [pattern]


def _alternatives(parts: list[str], at: int, inside: bool) -> tuple[list[str], int]:
    """Expand up to the closing brace of this level (`inside`) or the end; ([], …) means: more than we want to make."""
    branches: list[str] = []
    current = [""]
    while at < len(parts):
        part = parts[at]
        if inside and part in ",}":
            branches += current
            if part == "}":
                return branches, at
            current = [""]
        elif part == "{" and _has_comma(parts, at):
            inner, at = _alternatives(parts, at + 1, True)
            current = [head + tail for head in current for tail in inner]
        else:
            current = [head + part for head in current]
        if len(branches) + len(current) > MAX_ALTERNATIVES:
            return [], len(parts)
        at += 1
    return branches + current, at


def _has_comma(parts: list[str], at: int) -> bool:
    """Say whether the brace that opens at `at` closes and separates something on its own level."""
    depth, comma = 0, False
    for part in parts[at:]:
        depth += (part == "{") - (part == "}")
        comma = comma or (part == "," and depth == 1)
        if depth == 0:
            return comma
    return False


def _specificity(pattern: str) -> tuple[int, int, int]:
    segments = [segment for segment in pattern.split("/") if segment]
    wild = [_SPECIAL.search(segment.replace("\\", "")) is not None for segment in segments]
    literal = sum(len(_CLASS.sub("", segment).replace("*", "").replace("?", "")) for segment in segments)
    return wild.count(False), literal, -sum(segment.count("*") + segment.count("?") for segment in segments)


def _pattern_regex(pattern: str) -> str:
    return "|".join(_one_regex(one) for one in expand_braces(pattern))


def _one_regex(pattern: str) -> str:
    """Translate a pattern without braces to a regular expression for `fullmatch`."""
    pattern = pattern.removeprefix("./")
    is_tree = pattern.endswith("/")
    body = pattern.strip("/")
    if not body:
        return _NOTHING if not is_tree else ".+"
    segments = body.split("/")
    if len(segments) == 1 and not pattern.startswith("/") and body != "**":
        segments.insert(0, "**")
    tail = ""
    if is_tree:
        tail = "/.+"
    elif not any(not hit.startswith("\\") for hit in _SPECIAL.findall(body)):
        tail = "(?:/.+)?"
    return _segments_regex(segments) + tail


def _segments_regex(segments: list[str]) -> str:
    """Join segments; what follows a `**` is taken at its first place that fits, for good, if another `**` follows."""
    blocks: list[list[str]] = [[]]
    for segment in segments:
        if segment != "**":
            blocks[-1].append(_segment_regex(segment))
        elif blocks[-1] or len(blocks) == 1:
            blocks.append([])
    ends_open = not blocks[-1] and len(blocks) > 1
    if ends_open:
        blocks.pop()
    regex = "/".join(blocks[0])
    if len(blocks) > 1 and regex:
        regex += "/"
    for number, block in enumerate(blocks[1:], 1):
        is_last = number == len(blocks) - 1
        found = "(?:[^/]+/)*?" + "/".join(block)
        regex += found if is_last else f"(?>{found}/)"
    if ends_open:
        regex += "/.+" if len(blocks) > 1 or blocks[0] else ".+"
    return regex


def _segment_regex(segment: str) -> str:
    """Translate one segment. Between two stars the first place that fits is as good as any: atomic, so linear."""
    pieces = [_piece_regex(piece) for piece in _split_at_stars(segment)]
    if len(pieces) == 1:
        return pieces[0]
    middle = "".join(f"(?>[^/]*?{piece})" for piece in pieces[1:-1] if piece)
    return f"{pieces[0]}{middle}[^/]*{pieces[-1]}"


def _split_at_stars(segment: str) -> list[str]:
    pieces, at, start = [], 0, 0
    while at < len(segment):
        if segment[at] == "*":
            pieces.append(segment[start:at])
            start = at + 1
        elif segment[at] == "\\":
            at += 1
        elif segment[at] == "[" and (found := _CLASS.match(segment, at)):
            at = found.end() - 1
        at += 1
    return [*pieces, segment[start:]]


def _piece_regex(piece: str) -> str:
    """Translate a part without stars."""
    out, at = [], 0
    while at < len(piece):
        char = piece[at]
        if char == "?":
            out.append("[^/]")
        elif char == "\\" and at + 1 < len(piece):
            at += 1
            out.append(re.escape(piece[at]))
        elif char == "[" and (found := _CLASS.match(piece, at)):
            out.append(_class_regex(found[0]))
            at = found.end() - 1
        else:
            out.append(re.escape(char))
        at += 1
    return "".join(out)


def _class_regex(text: str) -> str:
    """Translate `[a-z]`, `[!a]`, `[^a]`, `[[:digit:]]`; a class never matches a slash."""
    inner = text[1:-1]
    negated = inner[:1] in ("!", "^")
    parts = re.findall(r"\[:[a-z]+:\]|\\.|.", inner[negated:], re.DOTALL)
    members, at = [], 0
    while at < len(parts):
        part = parts[at]
        if part.startswith("[:"):
            members.append(_POSIX.get(part[2:-2], ""))
        elif at + 2 < len(parts) and parts[at + 1] == "-" and not parts[at + 2].startswith("[:"):
            low, high = part[-1], parts[at + 2][-1]
            if low <= high:
                members.append(f"{re.escape(low)}-{re.escape(high)}")
            at += 2
        else:
            members.append(re.escape(part[-1]))
        at += 1
    inside = "".join(members)
    if negated:
        return f"[^/{inside}]"
    return f"(?!/)[{inside}]" if inside else _NOTHING
