"""The JSON schemas of what the tools return.

Owns the shapes, as tables: they describe the objects that kontext/render makes, with what every answer adds. Keys are
only ever added to, so other keys than these are allowed. Must not make an object.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Schema = dict[str, object]

_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_WHOLE: Schema = {"type": "integer"}
_FLAG: Schema = {"type": "boolean"}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _optional(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


_TEXTS = _list(_TEXT)
_SNAPSHOT = _object(head=_TEXT, indexed=_TEXT)
_COMMIT = {"oid": _TEXT, "date": _TEXT, "author": _TEXT, "subject": _TEXT}
_SIGNALS = _list(_object(name=_TEXT, weight=_NUMBER))
_HIT = _object(
    uri=_TEXT,
    kind=_TEXT,
    title=_TEXT,
    snippet=_TEXT,
    score=_NUMBER,
    source=_TEXT,
    path=_TEXT,
    oid=_TEXT,
    date=_TEXT,
    author=_TEXT,
    status=_TEXT,
    live=_TEXT,
)
_DECISION = _object(
    id=_TEXT,
    kind=_TEXT,
    title=_TEXT,
    status=_TEXT,
    live=_TEXT,
    stale=_FLAG,
    date=_TEXT,
    path=_TEXT,
    because=_TEXT,
    summary=_TEXT,
)


def _answer(**properties: Schema) -> Schema:
    root: Schema = {"type": "string", "description": "top folder of the repository that the answer is about"}
    truncated: Schema = {"type": "integer", "description": "how much was left out: hits, entries, findings, list items"}
    return _object(root=root, truncated=truncated, schema=_WHOLE, **properties)


SEARCH = _answer(query=_TEXT, hits=_list(_HIT), notes=_TEXTS, incomplete=_TEXTS, snapshot=_SNAPSHOT)
WHY = _answer(
    target=_object(kind=_TEXT, path=_TEXT, first=_WHOLE, last=_WHOLE, rev=_TEXT, text=_TEXT),
    verdict=_object(text=_TEXT, source=_TEXT, score=_NUMBER),
    lines=_list(_object(**_COMMIT, role=_TEXT)),
    lineage=_list(_object(**_COMMIT, reason=_TEXT, signals=_SIGNALS, code=_TEXT)),
    decisions=_list(_DECISION),
    module=_optional(_DECISION),
    history=_list(_object(**_COMMIT, score=_NUMBER, signals=_SIGNALS, latest=_FLAG)),
    notes=_TEXTS,
    incomplete=_TEXTS,
    snapshot=_SNAPSHOT,
)
LOG = _answer(
    entries=_list(
        _object(
            id=_TEXT,
            kind=_TEXT,
            number=_optional(_WHOLE),
            title=_TEXT,
            status=_TEXT,
            date=_TEXT,
            authors=_TEXTS,
            supersedes=_TEXTS,
            superseded_by=_TEXTS,
            live=_TEXT,
            paths=_TEXTS,
            tags=_TEXTS,
            path=_TEXT,
            commit=_TEXT,
        )
    ),
    notes=_TEXTS,
)
READ = _answer(uri=_TEXT, kind=_TEXT, title=_TEXT, level=_WHOLE, text=_TEXT, omitted=_WHOLE, date=_TEXT, author=_TEXT)
BRIEF = _answer(
    focus=_TEXTS,
    source=_TEXT,
    project=_object(name=_TEXT, description=_TEXT),
    items=_list(_object(uri=_TEXT, kind=_TEXT, title=_TEXT, status=_TEXT, date=_TEXT, summary=_TEXT)),
    commits=_list(_object(uri=_TEXT, **_COMMIT)),
    tokens=_WHOLE,
    budget_tokens=_WHOLE,
    records=_WHOLE,
    notes=_TEXTS,
    incomplete=_TEXTS,
    snapshot=_SNAPSHOT,
)
CAPTURE = _answer(
    id=_TEXT, kind=_TEXT, path=_TEXT, draft=_FLAG, trailer=_TEXT, written=_TEXTS, staged=_TEXTS, notes=_TEXTS
)
CHECK = _answer(
    findings=_list(_object(level=_TEXT, rule=_TEXT, message=_TEXT, remedy=_TEXT, path=_TEXT, line=_WHOLE, oid=_TEXT)),
    errors=_WHOLE,
    warnings=_WHOLE,
)
