"""The JSON schema of a configuration file, for editors.

Owns its derivation from the table of keys. The file that ships is this, written out; a test compares them.
"""

from __future__ import annotations

import os

from kontext.config.keys import KEYS, SECTIONS, Key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_WORDS = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
_KINDS: dict[str, dict[str, Any]] = {
    "bool": {"type": "boolean"},
    "text": {"type": "string"},
    "folder": {"type": "string"},
    "list": _WORDS,
    "duration": {
        "oneOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": r"^\d+(\.\d+)?\s*(ms|s|m|h)?$"}]
    },
}


def schema() -> dict[str, Any]:
    """Return the schema (draft 2020-12) of one file: sections of keys, nothing required."""
    sections: dict[str, Any] = {}
    for section in sorted(SECTIONS):
        keys = [key for key in KEYS.values() if key.name.startswith(f"{section}.")]
        sections[section] = {
            "type": ["object", "null"],
            "additionalProperties": False,
            "properties": {key.name.partition(".")[2]: _key_schema(key) for key in keys},
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kontext configuration",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": sections,
    }


def schema_file() -> str:
    """The path of the schema as it ships with the package."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "kontext.schema.json")


def _key_schema(key: Key) -> dict[str, Any]:
    default = list(key.default) if isinstance(key.default, tuple) else key.default
    return {"description": key.doc, "default": default, **_kind_schema(key)}


def _kind_schema(key: Key) -> dict[str, Any]:
    if key.kind == "count":
        return {"type": "integer", "minimum": key.least}
    if key.kind == "count_or_all":
        return {"oneOf": [{"type": "integer", "minimum": key.least}, {"const": "all"}]}
    if key.kind == "choice":
        return {"enum": list(key.choices)}
    if key.fields:
        inner = {
            "type": "object",
            "additionalProperties": False,
            "properties": {field: _KINDS[kind] for field, kind in key.fields},
        }
        if key.kind == "tables":
            return {"type": "object", "additionalProperties": inner}
        return {"type": "array", "items": inner}
    return _KINDS[key.kind]
