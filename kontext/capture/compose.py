"""The text of a new record, in the dialect of its neighbours.

Owns the layout of each dialect that is written. Must not know where the record goes; record.py reads the text back
before it is used.
"""

from __future__ import annotations

import re

from kontext.capture.lines import content, split_lines
from kontext.records import Record
from kontext.store import claims
from kontext.store.ids import number_of, stem_of
from kontext.store.kinds import DECISION
from kontext.store.labels import field_of
from kontext.store.page import read_page
from kontext.store.parse import collect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kontext.capture.request import Request
    from kontext.model import Entry, RepoPath
    from kontext.store.page import Page

_KEYS = ("id", "kind", "title", "summary", "status", "date", "tags", "paths", "commits")
_LABEL = re.compile(r"[^\W\d_][^\W_]*(?:[ -][^\W_]+)*")
_OWN_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)


class Neighbour(Record):
    """The record a new one is written like: its file as text."""

    entry: Entry
    text: str


def compose(request: Request, path: RepoPath, style: str, like: Neighbour | None) -> str:
    """Return the text of a record; links to others are added later. An unknown style is front matter."""
    writer = _WRITERS.get(style or (like.entry.dialect if like else ""), _front_matter)
    text = writer(request, path, like if like and (not style or like.entry.dialect == style) else None)
    newline = "\r\n" if like and "\r\n" in like.text else "\n"
    return text if newline == "\n" else text.replace("\n", newline)


def front_matter_text(request: Request, path: RepoPath) -> str:
    """Return the text of a record in the front matter of our own."""
    return _front_matter(request, path, None)


def kept_text(request: Request, path: RepoPath, dialect: str) -> str:
    """Return the text of a draft as it is, but for its id; "" where another form can say all of it."""
    from kontext.yamlio import RoundTrip

    lines = split_lines(request.text)
    end = read_page(path, request.text).first - 2
    if end < 1 or path.endswith(".rst"):
        return ""
    trip = RoundTrip("".join(lines[1:end]), path, 2)
    trip.set(["id"], stem_of(path))
    plain = split_lines(front_matter_text(request, path))
    added = set(split_lines(trip.text)).difference(plain)
    is_edited = any(not line.startswith("supersedes:") for line in added)
    return "".join((lines[0], trip.text, *lines[end:])) if is_edited or dialect == "frontmatter" else ""


def _front_matter(request: Request, path: RepoPath, like: Neighbour | None) -> str:
    from kontext.yamlio import RoundTrip

    values = _values(request, path)
    page = read_page(like.entry.path, like.text) if like else None
    keys = _keys_like(page) if page and page.front else dict(zip(_KEYS, _KEYS, strict=True))
    said = {keys.get(field, field): values[field] for field in _order(keys) if values[field]}
    trip = RoundTrip("", path)
    for name, value in said.items():
        trip.set([name], value)
    has_title = "title" in keys
    body = request.body if has_title else f"{_heading(request, path, like, page)}\n\n{request.body}".rstrip()
    return f"---\n{trip.text}---\n{body}\n" if body else f"---\n{trip.text}---\n"


def _keys_like(page: Page) -> Mapping[str, str]:
    """Field -> key, as the front matter of a neighbour has them."""
    from kontext.capture.front_edits import key_of

    found = {}
    for field in _KEYS:
        key = key_of(page.front, field)
        if len(key) == 1:
            found[field] = key[0]
    names = list(page.front)
    return dict(sorted(found.items(), key=lambda item: names.index(item[1])))


def _order(keys: Mapping[str, str]) -> Iterator[str]:
    """The fields of the neighbour in its order, then those it lacks but for the ones its file says elsewhere."""
    yield from keys
    yield from (field for field in _KEYS if field not in keys and field not in ("id", "kind", "title"))


def _values(request: Request, path: RepoPath) -> dict[str, str | list[str]]:
    return {
        "id": stem_of(path),
        "kind": request.kind,
        "title": request.title,
        "summary": request.summary,
        "status": request.status,
        "date": request.date,
        "tags": list(request.tags),
        "paths": list(request.paths),
        "commits": list(request.commits),
    }


def _nygard(request: Request, path: RepoPath, like: Neighbour | None) -> str:
    page = read_page(like.entry.path, like.text) if like else None
    level = _section_level(page)
    fields = [f"Date: {request.date}", *_further(request, "{}: {}")]
    parts = [_heading(request, path, like, page), "\n\n".join(fields)]
    parts += [f"{level} Status", request.status.capitalize() or "Accepted", _sections(request.body, level)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _fields(request: Request, path: RepoPath, like: Neighbour | None) -> str:
    page = read_page(like.entry.path, like.text) if like else None
    form = _field_form(like, page)
    values = [("status", "Status", request.status), ("date", "Date", request.date)]
    lines = [form(field, name, value) for field, name, value in values if value]
    lines += [form("", name, value) for name, value in _further_pairs(request)]
    parts = [_heading(request, path, like, page), "\n".join(lines), _sections(request.body, _section_level(page))]
    return "\n\n".join(filter(None, parts)) + "\n"


def _table(request: Request, path: RepoPath, like: Neighbour | None) -> str:
    page = read_page(like.entry.path, like.text) if like else None
    pairs = [("Status", request.status), ("Date", request.date), *_further_pairs(request)]
    rows = ["| Field | Value |", "| --- | --- |", *(f"| {name} | {_cell(value)} |" for name, value in pairs if value)]
    parts = [_heading(request, path, like, page), "\n".join(rows), _sections(request.body, _section_level(page))]
    return "\n\n".join(filter(None, parts)) + "\n"


def _rst(request: Request, path: RepoPath, like: Neighbour | None) -> str:
    number = number_of(stem_of(path))
    title = f"{number}. {request.title}" if number is not None else request.title
    pairs = [("Status", request.status), ("Date", request.date), *_further_pairs(request)]
    fields = "\n".join(f":{name}: {value}" for name, value in pairs if value)
    return (
        "\n\n".join(
            filter(
                None, (f"{title}\n{'=' * (len(title) if title.isascii() else 2 * len(title))}", fields, request.body)
            )
        )
        + "\n"
    )


def _heading(request: Request, path: RepoPath, like: Neighbour | None, page: Page | None) -> str:
    """The title as a heading, numbered in the manner of a neighbour."""
    number = number_of(stem_of(path))
    title = page.title_heading() if page else None
    if like and title and like.entry.title and like.entry.title in title.text:
        before = title.text[: title.text.rindex(like.entry.title)]
        old = like.entry.number
        digits = next((one for one in re.findall(r"\d+", before) if old is not None and int(one) == old), "")
        if digits and number is not None:
            return f"# {before.replace(digits, f'{number:0{len(digits)}d}', 1)}{request.title}"
        if not re.search(r"\d", before):
            return f"# {before if any(map(str.isalpha, before)) else ''}{request.title}"
    is_dated = number is None or re.match(r"\d{4}-\d{2}-\d{2}", stem_of(path))
    return f"# {request.title}" if is_dated else f"# {number}. {request.title}"


def _field_form(like: Neighbour | None, page: Page | None) -> Callable[[str, str, str], str]:
    """How the neighbour writes a field: the line of its status or date, with other words in it."""
    examples: dict[str, tuple[str, str, str]] = {}
    if like and page:
        lines = split_lines(like.text)
        for claim in collect(page):
            at = page.first - 1 + claim.line
            if claim.where == claims.FIELD and claim.field in ("status", "date") and 0 <= at < len(lines):
                parts = _parts(content(lines[at]), claim.field, claim.value)
                if parts:
                    examples.setdefault(claim.field, parts)

    def form(field: str, name: str, value: str) -> str:
        if field in examples:
            before, label, after = examples[field]
            return before.replace("\0", label) + value + after
        if examples:
            before, label, after = next(iter(examples.values()))
            return before.replace("\0", name.lower() if label.islower() else name) + value + after
        return f"* {name}: {value}"

    return form


def _parts(line: str, field: str, value: str) -> tuple[str, str, str] | None:
    """A line of one field as (what stands before the value, with NUL for the label; the label; what stands after)."""
    at = line.rfind(value)
    label = next((one for one in _LABEL.finditer(line[: max(at, 0)]) if field_of(one[0]) == field), None)
    after = line[at + len(value) :]
    if at < 0 or label is None or re.search(r"\w", after) or re.search(r"\w", line[: label.start()]):
        return None
    return line[: label.start()] + "\0" + line[label.end() : at], label[0], after


def _further_pairs(request: Request) -> list[tuple[str, str]]:
    lists = {"Tags": request.tags, "Paths": request.paths, "Commits": request.commits}
    said = [("Summary", request.summary)] if request.summary else []
    return [*said, *((name, ", ".join(values)) for name, values in lists.items() if values)]


def _further(request: Request, form: str) -> list[str]:
    return [form.format(name, value) for name, value in _further_pairs(request)]


def _sections(body: str, level: str) -> str:
    """A body with headings as it is; prose below the first section of a record."""
    if not body:
        return ""
    if not _OWN_HEADING.search(body):
        return f"{level} Context\n\n{body}"
    return body if level == "##" else re.sub(r"^## ", f"{level} ", body, flags=re.MULTILINE)


def _section_level(page: Page | None) -> str:
    levels = [heading.level for heading in page.headings[1:]] if page else []
    return "#" * (levels[0] if levels else 2)


def _cell(value: str) -> str:
    return value.replace("|", "\\|")


_WRITERS: dict[str, Callable[[Request, RepoPath, Neighbour | None], str]] = {
    "frontmatter": _front_matter,
    "nygard": _nygard,
    "fields": _fields,
    "table": _table,
    "rst": _rst,
}
STYLES = tuple(_WRITERS)
TEMPLATE = {DECISION: ("Context", "Decision", "Consequences")}
