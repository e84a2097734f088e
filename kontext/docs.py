"""The documentation of a repository: which files count, and the titled sections they are searched as.

Owns choosing files by pattern and the rules of chunking. Must not know the index, records or Git: paths
and bytes come in.
"""

from __future__ import annotations

import re

from kontext import markdown, rst
from kontext.globs import compile_globs
from kontext.markdown import NEWLINE, Mark, Piece, front_matter
from kontext.model import Section
from kontext.records import Record
from kontext.secrets import is_secret_file
from kontext.text import file_text, is_binary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kontext.model import RepoPath

SMALL = 280  # bytes: a section below joins the one before it ...
ROOMY = 3000  # bytes: ... unless that has grown to this already
LONGEST = 12_000  # characters: a longer section is cut into parts

_FRONT_TITLE = re.compile(r"^title:[ \t]*(['\"]?)(\S.*?)\1[ \t]*$", re.MULTILINE | re.IGNORECASE)
_BLANKS = re.compile(r"\n{3,}")


def select_docs(paths: Iterable[RepoPath], include: Iterable[str], exclude: Iterable[str]) -> list[RepoPath]:
    """Return the paths that are docs: covered by `include`, not by `exclude`, and no secrets file, in the given order.

    The suffix counts in any letter case. Symbolic links and submodules are the caller's to leave out.
    """
    wanted, unwanted = compile_globs(include), compile_globs(exclude)
    chosen = []
    for path in paths:
        folded = _fold_suffix(path)
        if not (wanted.matches(folded) or (folded != path and wanted.matches(path))):
            continue
        if not (unwanted.matches(folded) or (folded != path and unwanted.matches(path)) or is_secret_file(path)):
            chosen.append(path)
    return chosen


def doc_sections(path: RepoPath, raw: bytes, *, max_bytes: int) -> list[Section]:
    """Return the sections of a file, [] when it is too large, binary or empty. Never raises.

    Every section has a title (document title › heading), plain text and the line it starts on. The same anchor is
    used again only by the further parts of a long section, which count up `part`.
    """
    if len(raw) > max_bytes or is_binary(raw):
        return []
    text = file_text(raw)
    head, body, first = front_matter(text)
    split = _FORMATS.get(path.rpartition(".")[2].lower(), _plain_sections)
    title, pieces = split(body, _fallback_title(path, head))
    return [section for chunk in _join_small(pieces) for section in _cut_long(path, title, chunk, first - 1)]


class Named(Record):
    """The section below one heading, up to the next of its level or a higher one, as plain text with a title.

    `following` are anchors of the short sections after it that a search holds together with it.
    """

    title: str
    text: str
    following: tuple[str, ...]


def named_section(path: RepoPath, text: str, anchor: str) -> Named | None:
    """Return the section of a doc with an anchor, None when there is none.

    Only Markdown has anchors below its second level.
    """
    head, body, _ = front_matter(text)
    split = _FORMATS.get(path.rpartition(".")[2].lower())
    marks = _outline(split, body) if split and anchor else []
    at = next((number for number, mark in enumerate(marks) if mark.anchor == anchor), -1)
    if split is None or at < 0:
        return None
    own, lines = marks[at], NEWLINE.split(body)
    ends = (mark.line for mark in marks[at + 1 :] if mark.level <= own.level and mark.is_top)
    end = next(ends, len(lines) + 1)
    pieces = split("\n".join(lines[own.line - 1 : end - 1]), "")[1]
    plain = _BLANKS.sub("\n\n", "\n".join(piece.text for piece in pieces)).strip("\n")
    doc_title, splits = split(body, _fallback_title(path, head))
    heading = plain.partition("\n")[0]
    starts = [chunk.first for chunk in _join_small(splits)]
    border = next((line for line in starts if line > own.line), len(lines) + 1) if own.line in starts else end
    following = tuple(mark.anchor for mark in marks if mark.level <= 2 and mark.is_top and end <= mark.line < border)
    return Named(doc_title if heading == doc_title else f"{doc_title} › {heading}", plain, following)


def _outline(split: Callable[[str, str], tuple[str, list[Piece]]], body: str) -> list[Mark]:
    if split is markdown.sections:
        return markdown.outline(body)
    return [Mark(piece.level, piece.anchor, piece.first, True) for piece in split(body, "")[1]]


def _fold_suffix(path: str) -> str:
    stem, dot, suffix = path.rpartition(".")
    return f"{stem}.{suffix.lower()}" if dot and "/" not in suffix else path


def _fallback_title(path: RepoPath, head: str) -> str:
    """The title in front matter, else the file name; a README is named after its folder."""
    if found := _FRONT_TITLE.search(head):
        return found[2]
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0] or name
    if folder and stem.lower() in ("readme", "index"):
        return f"{folder.rpartition('/')[2]} {stem}"
    return stem


def _plain_sections(text: str, doc_title: str) -> tuple[str, list[Piece]]:
    return doc_title, [Piece(0, "", "", "\n".join(NEWLINE.split(text)), 1)]


_FORMATS: dict[str, Callable[[str, str], tuple[str, list[Piece]]]] = {
    "md": markdown.sections,
    "mdx": markdown.sections,
    "markdown": markdown.sections,
    "mdown": markdown.sections,
    "mkd": markdown.sections,
    "rst": rst.sections,
}


def _join_small(pieces: list[Piece]) -> list[Piece]:
    """Let a small piece join the one before it; its heading is the first line of its text, so nothing is lost."""
    joined: list[Piece] = []
    for piece in pieces:
        is_small = len(piece.text.strip().encode("utf-8", "replace")) < SMALL
        if joined and is_small and len(joined[-1].text.encode("utf-8", "replace")) < ROOMY:
            joined[-1] = joined[-1]._replace(text=f"{joined[-1].text}\n{piece.text}")
        else:
            joined.append(piece)
    return joined


def _cut_long(path: RepoPath, doc_title: str, piece: Piece, offset: int) -> Iterator[Section]:
    """Yield a piece as one section, or as several; `offset` lines stand above the text the piece was cut from."""
    title = f"{doc_title} › {piece.heading}" if piece.heading else doc_title
    part = 0
    for first, text in _parts(piece.text.split("\n")):
        tidy = _BLANKS.sub("\n\n", text).strip("\n")
        if tidy.strip():
            yield Section(path, piece.anchor, title, tidy, offset + piece.first + first, part)
            part += 1


def _parts(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield (0-based first line, text) of at most LONGEST characters, cut at blank lines, else lines, else anywhere."""
    first, size, blank = 0, 0, 0
    for at, line in enumerate(lines):
        while size + len(line) > LONGEST and at > first:
            end = blank if blank > first else at
            yield first, "\n".join(lines[first:end])
            first, size = end, sum(len(kept) + 1 for kept in lines[end:at])
        if len(line) > LONGEST:
            for start in range(0, len(line), LONGEST):
                yield at, line[start : start + LONGEST]
            first, size = at + 1, 0
            continue
        if not line.strip():
            blank = at
        size += len(line) + 1
    yield first, "\n".join(lines[first:])
