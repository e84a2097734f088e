"""What the engine threw, in our own words.

Owns the causes a person can do something about. The engine speaks of its own types: its text stays with the error as
its cause, and only the system's words within it reach a user. Must not know what was being done.
"""

from __future__ import annotations

import re

from kontext.errors import IndexUnusable

_GONE = ("DoesNotExist", "NotFound", "No such file")
_SYSTEM = re.compile(r'message: "(.+?)"')
_AGAIN = "run the command again"
_REMOVED = ("its files were removed meanwhile", f"{_AGAIN}: what is missing is built again")
_DAMAGED = ("its files are damaged", "kontext clean removes it, and the next question builds it again")
_WRITABLE = f"free some disk space or make .git/kontext writable, then {_AGAIN}"


def unusable(doing: str, failed: BaseException) -> IndexUnusable:
    """Return the error for what the engine or the system threw while the index was "used" or "written"."""
    happened, remedy = _cause(failed)
    return IndexUnusable(f"the index cannot be {doing}: {happened}", remedy)


def is_engine_failure(failed: BaseException) -> bool:
    """True for what Tantivy raises: ValueError and OSError, and Rust panics, which are no Exception."""
    return isinstance(failed, ValueError | OSError | RuntimeError) or type(failed).__name__ == "PanicException"


def _cause(failed: BaseException) -> tuple[str, str]:
    text = f"{failed} {type(failed).__name__}"
    if any(word in text for word in _GONE):
        return _REMOVED
    if isinstance(failed, OSError) and failed.strerror:
        return failed.strerror, _WRITABLE
    found = _SYSTEM.search(text)
    return (found[1], _WRITABLE) if found else _DAMAGED
