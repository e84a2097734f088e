"""The arguments of a tool: what it takes, and what a client sent.

Owns their JSON schema and the reading, which is generous (a list may be a comma-separated string, a number a string of
digits) and says what is wrong and how to put it right. Must not know any tool.
"""

from __future__ import annotations

from difflib import get_close_matches

from kontext.config.values import split_list
from kontext.errors import UsageError
from kontext.records import Record
from kontext.text import valid_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

LARGEST = 200_000  # characters of one argument

_TYPES: dict[str, dict[str, object]] = {
    "text": {"type": "string"},
    "count": {"type": "integer"},
    "flag": {"type": "boolean"},
    "list": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]},
}
_WANTS = {"text": "a string", "flag": "true or false", "list": "a list of strings, or one with commas between them"}


class Argument(Record):
    """One argument. `kind` is text, list, count or flag; a count lies between `least` and `most`."""

    name: str
    kind: str
    about: str
    default: object = None
    is_required: bool = False
    least: int = 0
    most: int = 0


def schema_of(arguments: Iterable[Argument]) -> dict[str, object]:
    """Return the JSON schema of a tool's arguments."""
    properties = {}
    for one in arguments:
        said = {**_TYPES[one.kind], "description": one.about}
        if one.kind == "count":
            said |= {"minimum": one.least, "maximum": one.most}
        if not one.is_required and one.default not in ("", ()):
            said["default"] = one.default
        properties[one.name] = said
    required = [one.name for one in arguments if one.is_required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def read_arguments(arguments: Iterable[Argument], sent: Mapping[str, object]) -> dict[str, Any]:
    """Return a value for every argument; raises UsageError for what is missing, unknown or of another kind."""
    known = {one.name: one for one in arguments}
    for name in sent:
        if name not in known:
            like = get_close_matches(name, known, 1)
            hint = f"did you mean {like[0]}?" if like else f"there are: {', '.join(known)}"
            raise UsageError(f"unknown argument '{_shown(name)}'", hint)
    values: dict[str, Any] = {}
    for name, one in known.items():
        given = sent.get(name)
        if given is None:
            if one.is_required:
                raise UsageError(f"'{name}' is missing", f"{name}: {one.about}")
            values[name] = one.default
        else:
            values[name] = _READERS[one.kind](one, given)
    return values


def _text(one: Argument, given: object) -> str:
    if not isinstance(given, str):
        raise _wrong(one, given)
    if one.is_required and not given.strip():
        raise UsageError(f"'{one.name}' is empty", f"{one.name}: {one.about}")
    return _bounded(one, given)


def _list(one: Argument, given: object) -> tuple[str, ...]:
    if isinstance(given, str):
        return tuple(dict.fromkeys(split_list(_bounded(one, given))))
    if not isinstance(given, list):
        raise _wrong(one, given)
    for item in given:
        if not isinstance(item, str):
            raise _wrong(one, item)
    return tuple(dict.fromkeys(_bounded(one, item) for item in given if item.strip()))


def _count(one: Argument, given: object) -> int:
    number = int(given) if isinstance(given, str) and given.strip().isdecimal() and len(given) < 10 else given
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if not isinstance(number, int) or isinstance(number, bool) or not one.least <= number <= one.most:
        raise _wrong(one, given)
    return number


def _flag(one: Argument, given: object) -> bool:
    word = given.strip().lower() if isinstance(given, str) else ""
    if isinstance(given, bool) or word in ("true", "false"):
        return given is True or word == "true"
    raise _wrong(one, given)


_READERS = {"text": _text, "list": _list, "count": _count, "flag": _flag}


def _bounded(one: Argument, text: str) -> str:
    if len(text) > LARGEST:
        raise UsageError(f"'{one.name}' has {len(text):,} characters", f"at most {LARGEST:,} are taken")
    if "\0" in text:
        raise UsageError(f"'{one.name}' has a NUL character in it", "leave it out")
    return valid_text(text)


def _wrong(one: Argument, given: object) -> UsageError:
    wants = _WANTS.get(one.kind) or f"a number from {one.least} to {one.most}"
    return UsageError(f"'{one.name}' cannot be {_shown(given)}", f"{one.name} takes {wants}")


def _shown(given: object) -> str:
    text = str(given) if isinstance(given, str) else repr(given)
    return valid_text(text if len(text) <= 60 else f"{text[:57]}...")
