"""The JSON schemas of what the tools return.

Owns the shapes, as tables: they describe the objects that kontext/render makes, with what every answer adds. Every
client puts them before its model at each start, so they say names once and no prose: a key that is required and has no
type of its own holds text, and a shape that occurs more than once in a schema is defined once. Keys are only ever added
to, so other keys than these are allowed. Must not make an object.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Schema = dict[str, object]

_WHOLE: Schema = {"type": "integer"}
_FLAG: Schema = {"type": "boolean"}
_LIST: Schema = {"type": "array"}


def _object(texts: str, **others: Schema) -> Schema:
    """An object with these texts, named in one string, and other keys."""
    shape: Schema = {"type": "object", "required": [*texts.split(), *others]}
    return shape | {"properties": others} if others else shape


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _named(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _answer(texts: str = "", shapes: Schema | None = None, **others: Schema) -> Schema:
    """The schema of a whole answer; `shapes` are those that `_named` refers to."""
    made = _object(f"root {texts}", truncated=_WHOLE, schema=_WHOLE, **others)
    return made | {"$defs": shapes} if shapes else made


_COMMIT = "oid date author subject"
_SNAPSHOT = _object("head indexed")
_END = {"notes": _LIST, "incomplete": _LIST, "snapshot": _SNAPSHOT}

SEARCH = _answer("query", hits=_list(_object("uri kind title snippet source path oid date author status live")), **_END)
WHY = _answer(
    "",
    shapes={
        "commit": _object(_COMMIT),
        "record": _object("id kind title status live date path because summary"),
    },
    target=_object("kind path rev text", first=_WHOLE, last=_WHOLE),
    verdict=_object("text source"),
    lines=_list(_named("commit")),
    lineage=_list(_named("commit")),
    decisions=_list(_named("record")),
    module={"anyOf": [_named("record"), {"type": "null"}]},
    history=_list(_named("commit")),
    **_END,
)
LOG = _answer(
    entries=_list(
        _object(
            "id kind title status date live path commit",
            **dict.fromkeys(("authors", "supersedes", "superseded_by", "paths", "tags"), _LIST),
        )
    ),
    notes=_LIST,
)
READ = _answer("uri kind title text date author", level=_WHOLE, omitted=_WHOLE, draft=_FLAG)
BRIEF = _answer(
    "source",
    focus=_LIST,
    project=_object("name description"),
    items=_list(_object("uri kind title status date summary")),
    commits=_list(_object(f"uri {_COMMIT}")),
    **dict.fromkeys(("tokens", "budget_tokens", "records"), _WHOLE),
    **_END,
)
CAPTURE = _answer("id kind path trailer", draft=_FLAG, written=_LIST, staged=_LIST, notes=_LIST)
CHECK = _answer(
    findings=_list(_object("level rule message remedy path oid", line=_WHOLE)), errors=_WHOLE, warnings=_WHOLE
)
