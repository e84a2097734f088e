"""A record's text made easy to read: front matter apart, code and comments blanked, headings found.

Owns the `Page` every dialect reads from; line numbers stay those of the file. Must not know any field or word.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from kontext.errors import KontextError
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST_LINE = 1000  # characters looked at: no field is longer, and patterns stay fast on data

_FENCE = re.compile(r"^[ >]*(?:[-*+] +)?(`{3,}|~{3,})(.*)$")
_ATX = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*#*[ \t]*$")
_LOOSE_ATX = re.compile(r"^(#{1,6})([^\s#!].*)$")
_SETEXT = re.compile(r"^ {0,3}(=+|-{3,})[ \t]*$")
_HTML_HEADING = re.compile(r"^\s*<h([1-6])[^>]*>(.*?)</h\1>\s*$", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_YAML_LINE = re.compile(r"^([A-Za-z][\w .-]*?)\s*:(?:\s+(.*))?$")


class Heading(Record):
    """One heading: `level` 1-6, `text` as written, `line` its index in `Page.lines`, `end` where its section ends."""

    level: int
    text: str
    line: int
    end: int  # exclusive: the next heading of the same or a higher level


class Page(Record):
    """One file as the dialects see it."""

    path: str
    front: Mapping[str, object]  # front matter, {} where there is none
    body: str  # as written, without front matter
    lines: Sequence[str]  # of the body; code blocks and comments are blank
    first: int  # line of the file that lines[0] is, 1-based
    headings: Sequence[Heading]
    problem: str = ""  # why the front matter could not be read as YAML
    problem_line: int = 0

    def preamble_end(self) -> int:
        """Index of the first line that belongs to a section below the title."""
        later = self.headings[1:] if self.title_heading() else self.headings
        return later[0].line if later else len(self.lines)

    def title_heading(self) -> Heading | None:
        """The heading that is the title: the first one, unless prose or another section comes before it."""
        return self.headings[0] if self.headings else None

    def own_end(self, heading: Heading) -> int:
        """Where the text directly below a heading ends: at the next heading of any level."""
        after = bisect_right(self.headings, heading.line, key=lambda one: one.line)
        return self.headings[after].line if after < len(self.headings) else len(self.lines)


def read_page(path: str, text: str) -> Page:
    """Take a file apart. Never raises: broken front matter is read line by line and told in `problem`."""
    from kontext.markdown import front_matter

    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    yaml_text, body, first = front_matter(text)
    front: Mapping[str, object] = {}
    problem, problem_line = "", 0
    if yaml_text and yaml_text.strip():
        front, problem, problem_line = _load_front(yaml_text, path)
    if path.lower().endswith(".rst"):
        from kontext.store.rst import to_markdown

        lines = to_markdown(body)
    else:
        lines = blank_code(body)
    lines = [line[:LONGEST_LINE] for line in lines]
    return Page(path, front, body, lines, first, find_headings(lines), problem, problem_line)


def blank_code(body: str) -> list[str]:
    """Lines of `body` with fenced code and HTML comments blanked, so that nothing inside them is taken for a field."""
    if "<!--" in body:
        body = _COMMENT.sub(lambda match: "\n" * match.group().count("\n"), body)
    lines = body.split("\n")
    fence = ""
    for at, line in enumerate(lines):
        found = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            lines[at] = ""
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found and not (found[1][0] == "`" and "`" in found[2]):
            fence = found[1]
            lines[at] = ""
    return lines


def find_headings(lines: Sequence[str]) -> list[Heading]:
    """All headings, with the extent of their sections. `#Title` without its blank counts near the top."""
    found: list[tuple[int, str, int]] = []
    for at, line in enumerate(lines):
        stripped = line.lstrip()
        if stripped.startswith("#"):
            match = _ATX.match(line) or (_LOOSE_ATX.match(line) if at < 40 else None)
            if match:
                found.append((len(match[1]), (match[2] or "").strip(), at))
        elif stripped[:1] in ("=", "-") and at and _SETEXT.match(line):
            above = lines[at - 1].strip()
            alone = at < 2 or not lines[at - 2].strip()
            if above and alone and not above.startswith(("#", "|", ">", "- ", "* ", "+ ")) and not _is_field(above):
                found.append((1 if stripped[0] == "=" else 2, above, at - 1))
        elif stripped[:2].lower() == "<h":
            match = _HTML_HEADING.match(line)
            if match:
                found.append((int(match[1]), re.sub(r"<[^>]+>", "", match[2]).strip(), at))
    return _with_ends(found, len(lines))


def _with_ends(found: Sequence[tuple[int, str, int]], end: int) -> list[Heading]:
    """Headings from (level, text, line); each section ends at the next heading of its level or a higher one."""
    made = []
    following = [end] * 7  # level -> line of the next heading of that level
    for level, text, at in reversed(found):
        made.append(Heading(level, text, at, min(following[: level + 1])))
        following[level] = at
    return made[::-1]


def _is_field(line: str) -> bool:
    """`Key: value` above a rule of dashes is a field above a rule, not a heading."""
    return bool(re.match(r"^[*_]*[\w ]{2,30}[*_]*:", line))


def _load_front(yaml_text: str, path: str) -> tuple[Mapping[str, object], str, int]:
    """The front matter as a mapping with folded keys; what YAML refuses is read line by line."""
    from kontext.yamlio import load_front_matter

    try:
        loaded = load_front_matter(yaml_text, path, 2)
    except KontextError as error:
        return _loose_yaml(yaml_text), error.message, getattr(error, "line", 0) or 1
    return loaded, "", 0


def _loose_yaml(yaml_text: str) -> dict[str, object]:
    """Top-level `key: value` lines and `- item` lists of a mapping that is no YAML."""
    front: dict[str, object] = {}
    key = ""
    for line in yaml_text.split("\n"):
        match = _YAML_LINE.match(line)
        if match:
            key = match[1]
            value = re.sub(r"\s+#.*$", "", match[2] or "").strip().strip("\"'“”„‟‘’")
            inside = value[1:-1] if value.startswith("[") and value.endswith("]") else None
            front[key] = value if inside is None else [v.strip(" \"'“”") for v in inside.split(",") if v.strip()]
        elif key and line.lstrip().startswith("- "):
            items = front[key]
            if not isinstance(items, list):
                items = front[key] = []
            items.append(line.lstrip()[2:].strip().strip("\"'“”"))
    return front
