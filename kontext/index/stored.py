"""What a document looks like inside the index, and back.

Owns the mapping between `Document` and Tantivy's fields. Must not know ranking or where documents come from.
A document stores two values: the head (what a hit shows) and the rest (text and file names), so that ranking a
hundred candidates never decodes their bodies.
"""

from __future__ import annotations

import json

import tantivy

from kontext.index.schema import exact, folders_of
from kontext.model import Document
from kontext.text import prepare

PENDING = "pending"  # state of a commit whose diff words are not in yet

# Fields of Document in the order they are stored.
HEAD_FIELDS = ("uri", "kind", "title", "date", "author", "path", "oid", "status", "demoted", "extra")
REST_FIELDS = ("group", "body", "time", "paths", "changed", "changed_tests")
_encode = json.JSONEncoder(separators=(",", ":")).encode
# Diff words are searched, not read back: a document that is written again gets them again.
_NOT_STORED = ("changed", "changed_tests")


def to_tantivy(document: Document, *, pending: bool = False) -> tantivy.Document:
    """Make the indexed form. `pending` marks a commit whose diff words follow later."""
    made = tantivy.Document()
    made.add_text("key", exact(document.uri))
    made.add_text("group", exact(document.group))
    made.add_text("kind", document.kind)
    if document.status:
        made.add_text("status", exact(document.status))
    if document.oid:
        made.add_text("oid", document.oid)
    if pending:
        made.add_text("state", PENDING)
    title = valid(document.title)
    body = valid(document.body)
    expanded_title = prepare(title)
    expanded_body = prepare(body)
    made.add_text("title", expanded_title)
    made.add_text("all", f"{expanded_title}\n{expanded_body}\n{prepare(valid(document.keywords))}")
    made.add_text("body", expanded_body)
    _add_paths(made, document)
    if document.changed:
        made.add_text("changed", document.changed)
    if document.changed_tests:
        made.add_text("changed_tests", document.changed_tests)
    if document.author:
        made.add_text("author", valid(document.author))
    made.add_integer("at", document.time)
    made.add_bytes("stored", _pack(document, HEAD_FIELDS))
    made.add_bytes("stored", _pack(document, REST_FIELDS))
    return made


def head_of(found: tantivy.Document) -> Document:
    """Read back what a hit shows; the other fields are left at their defaults."""
    values = json.loads(found.get_first("stored") or b"")
    return Document(**dict(zip(HEAD_FIELDS, values, strict=True)), group="", body="")


def whole_of(found: tantivy.Document) -> Document:
    """Read back the whole document (without diff words)."""
    head, rest = found.get_all("stored")
    values = dict(zip(HEAD_FIELDS, json.loads(head), strict=True))
    values |= zip(REST_FIELDS, json.loads(rest), strict=True)
    values["paths"] = tuple(values["paths"])
    return Document(**values)


def valid(text: str) -> str:
    """Text that is legal UTF-8: bytes Git could not decode are shown as replacement characters."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _add_paths(made: tantivy.Document, document: Document) -> None:
    """File names are searchable as words, each also under its folders; exact paths and folders serve filters."""
    paths = document.paths or ((document.path,) if document.path else ())
    if not paths:
        return
    raw = set()
    for path in paths:
        raw.add(path)
        raw.update(folders_of(path))
    for name in sorted(raw):
        made.add_text("raw_path", exact(name))
    made.add_text("names", "\n".join(map(_prepared_path, paths)))


def _prepared_path(path: str) -> str:
    """A path as words; histories name the same files again and again, so each is prepared once."""
    known = _prepared.get(path)
    if known is None:
        if len(_prepared) > _MOST_PREPARED:
            _prepared.clear()
        known = _prepared[path] = prepare(valid(path))
    return known


_MOST_PREPARED = 50_000
_prepared: dict[str, str] = {}


def _pack(document: Document, fields: tuple[str, ...]) -> bytes:
    values = ["" if name in _NOT_STORED else getattr(document, name) for name in fields]
    # ensure_ascii keeps undecodable bytes (lone surrogates) apart, so that a path comes back as it was.
    return _encode(values).encode("ascii")
