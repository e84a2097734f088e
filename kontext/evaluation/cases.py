"""Files of judged cases.

Owns three forms: version 2 (`{"version": 2, "categories": {name: {"description", "cases": [{"query", "expect_any"}]}}}`
), version 1 (a bare array of cases) and JSON lines (one case a line; `truth` is read like `expect_any`, further keys
are passed over). Must not know what a query is asked of.
"""

from __future__ import annotations

import json

from kontext.errors import UsageError
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ALL = "all"


class Case(Record):
    """One judged query: any of `expect_any` (paths, or oids of seven digits or more) is a right answer."""

    query: str
    expect_any: tuple[str, ...]
    category: str = ALL


def load_cases(path: str) -> list[Case]:
    """Read a file of cases; raise UsageError that names file, line and what is wrong."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as failed:
        raise UsageError(f"cannot read {path}: {failed.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text") from None
    cases = list(_read(path, text))
    if not cases:
        raise UsageError(f"{path} holds no cases")
    return cases


def _read(path: str, text: str) -> Iterator[Case]:
    try:
        whole = json.loads(text)
    except ValueError:
        yield from _read_lines(path, text)
        return
    if isinstance(whole, list):
        yield from _cases(path, whole, ALL)
    elif isinstance(whole, dict) and whole.get("version") == 2 and isinstance(whole.get("categories"), dict):
        for name, category in whole["categories"].items():
            if not isinstance(category, dict):
                raise UsageError(f"{path}: category '{name}' is no object")
            yield from _cases(path, category.get("cases") or (), str(name))
    elif isinstance(whole, dict) and "query" in whole:
        yield _case(path, whole, ALL)
    else:
        raise UsageError(f"{path} is not a file of cases", "an array, an object of version 2, or JSON lines")


def _read_lines(path: str, text: str) -> Iterator[Case]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield _case(f"{path}:{number}", json.loads(line), ALL)
            except ValueError as failed:
                raise UsageError(f"{path}:{number}: not JSON: {failed}") from None


def _cases(path: str, items: Iterable[object], category: str) -> Iterator[Case]:
    for number, item in enumerate(items, 1):
        yield _case(f"{path}: case {number}", item, category)


def _case(where: str, item: object, category: str) -> Case:
    if not isinstance(item, dict) or not isinstance(item.get("query"), str):
        raise UsageError(f"{where}: a case needs a query")
    expected = item.get("expect_any", item.get("truth"))
    if not isinstance(expected, list) or not expected or not all(isinstance(one, str) for one in expected):
        raise UsageError(f"{where}: a case needs expect_any, a list of what is right")
    also = item.get("truth_merges") or []
    return Case(item["query"], (*expected, *(one for one in also if isinstance(one, str))), category)
