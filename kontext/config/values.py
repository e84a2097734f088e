"""The types a configuration value can have.

Owns what is accepted for each type, from YAML and from plain text, and the words that say what was expected. Must
not know where a value came from. Every parser returns the value to use or raises ValueError with what it expects.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kontext.config.keys import Key

_TRUE = frozenset(["true", "yes", "on", "1"])
_FALSE = frozenset(["false", "no", "off", "0", ""])
_NUMBER = re.compile(r"[+-]?\d+")
_SCALED = re.compile(r"([+-]?\d+)([kmg])", re.IGNORECASE)
_SCALE = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|)")
_UNIT = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "h": 3600.0}


def check(key: Key, value: Any) -> Any:
    """Return a value of YAML, or of a caller, in the form it is used in. Raises ValueError."""
    return _PARSERS[key.kind](key, value)


def check_text(key: Key, texts: list[str]) -> Any:
    """Return the value of a key that was given as text, as Git and the environment do. Raises ValueError.

    A list takes all of `texts` (an empty one starts it anew), anything else the last.
    """
    if key.kind == "list":
        return check(key, texts[max((at + 1 for at, text in enumerate(texts) if not text), default=0) :])
    if key.fields:
        raise ValueError("can only be set in a YAML file")
    text = texts[-1].strip()
    if key.kind.startswith("count"):
        if found := _SCALED.fullmatch(text):
            return check(key, int(found[1]) * _SCALE[found[2].lower()])
        return check(key, int(text) if _NUMBER.fullmatch(text) else text)
    return check(key, text)


def split_list(text: str) -> list[str]:
    """Split the text of an environment variable: at line breaks if there are any, else at commas outside braces."""
    if "\n" in text:
        return [line.strip() for line in text.split("\n") if line.strip()]
    return [part.strip() for part in re.split(r",(?![^{}]*\})", text) if part.strip()]


def _bool(_: Key, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = value.lower() if isinstance(value, str) else None
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise ValueError("expects true or false")


def _count(key: Key, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= key.least:
        return value
    raise ValueError(f"expects a whole number, {key.least} or more")


def _count_or_all(key: Key, value: Any) -> int | str:
    if value == "all":
        return "all"
    try:
        return _count(key, value)
    except ValueError as error:
        raise ValueError(f"{error}, or all") from None


def _duration(_: Key, value: Any) -> float:
    """Seconds; a bare number is seconds already."""
    text = str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
    found = _DURATION.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise ValueError("expects a duration like 12s or 300ms")
    return float(found[1]) * _UNIT[found[2]]


def _text(_: Key, value: Any) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    raise ValueError("expects text")


def _folder(key: Key, value: Any) -> str:
    """A path inside the repository, without a trailing slash."""
    path = _text(key, value).strip().removeprefix("./").rstrip("/")
    segments = path.split("/")
    if str(value).startswith("/") or ".." in segments or ".git" in segments or "\0" in path:
        raise ValueError("expects a folder inside the repository")
    return path


def _choice(key: Key, value: Any) -> str:
    word = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
    if isinstance(word, str) and word.lower() in key.choices:
        return word.lower()
    raise ValueError(f"expects one of {', '.join(key.choices)}")


def _list(key: Key, value: Any) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        return tuple(_PARSERS[key.each](key, item) for item in value)
    if isinstance(value, str):
        return (_PARSERS[key.each](key, value),)
    raise ValueError("expects a list of words")


def _expression(key: Key, value: Any) -> str:
    """A regular expression that costs little to try."""
    from kontext.secrets.allow import problem

    text = _text(key, value)
    if wrong := problem(text):
        raise ValueError(f"expects short regular expressions: '{text[:40]}' {wrong}")
    return text


def _tables(key: Key, value: Any) -> dict[str, dict[str, Any]]:
    """Named tables with the fields of the key."""
    if not isinstance(value, dict):
        raise ValueError("expects a table of tables")
    return {str(name): _fields(key, inner, str(name)) for name, inner in value.items()}


def _rules(key: Key, value: Any) -> tuple[dict[str, Any], ...]:
    """A list of tables with the fields of the key."""
    if not isinstance(value, list | tuple):
        raise ValueError("expects a list of tables")
    return tuple(_fields(key, inner, f"item {number}") for number, inner in enumerate(value, 1))


def _fields(key: Key, table: Any, where: str) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise ValueError(f"expects a table as {where}")
    kinds = dict(key.fields)
    made = {}
    for name, value in table.items():
        if name not in kinds:
            raise ValueError(f"has no field '{name}' ({where}); known are {', '.join(kinds)}")
        try:
            made[name] = _PARSERS[kinds[name]](key, value)
        except ValueError as error:
            raise ValueError(f"{error} for {name} ({where})") from None
    return made


_PARSERS: dict[str, Callable[[Key, Any], Any]] = {
    "bool": _bool,
    "count": _count,
    "count_or_all": _count_or_all,
    "duration": _duration,
    "text": _text,
    "folder": _folder,
    "choice": _choice,
    "list": _list,
    "expression": _expression,
    "tables": _tables,
    "rules": _rules,
}
