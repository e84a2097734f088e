"""Trailers that a change must carry, and those that may not be used.

Owns the meaning of `trailers.require` and `trailers.forbid`. Pure: the changed files come in.
"""

from __future__ import annotations

import re

from kontext.checks.findings import ERROR
from kontext.globs import compile_globs
from kontext.model import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from kontext.git.changes import ChangedFile
    from kontext.model import Trailer

_TYPE = re.compile(r"([A-Za-z]+)(?:\([^)]*\))?!?:\s")
_SIZE = re.compile(r"size\s*<\s*(\d+)")


def wants_sizes(rules: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether any rule asks how large a change is."""
    return any(_SIZE.fullmatch(word) for rule in rules for word in rule.get("unless", ()))


def check_required(
    rules: Sequence[Mapping[str, Any]],
    subject: str,
    kind: str,
    present: Sequence[str],
    changed: Callable[[], Sequence[ChangedFile]],
) -> list[Finding]:
    """Return a finding for each rule whose files changed while none of its trailers is `present` (tokens, any case).

    `unless` frees a change by the type its subject begins with ("docs" for "docs(api): …"), by the `kind` of message,
    or by the number of changed lines in the rule's own files ("size<20").
    """
    have = {token.casefold() for token in present}
    findings = []
    for rule in rules:
        keys: Sequence[str] = rule.get("keys", ())
        if not keys or any(key.casefold() in have for key in keys) or _is_free(rule, subject, kind):
            continue
        covers = compile_globs(rule.get("paths", ())).matches if rule.get("paths") else lambda _: True
        hit = [file for file in changed() if covers(file.path)]
        if hit and not _is_small(rule, sum(file.lines for file in hit)):
            findings.append(_missing(keys, hit[0].path, len(hit) - 1))
    return findings


def check_forbidden(forbidden: Sequence[str], trailers: Sequence[tuple[Trailer, int]]) -> list[Finding]:
    """Return a finding for each trailer, given with its line, whose token is forbidden."""
    words = {word.casefold() for word in forbidden}
    return [
        Finding(ERROR, "trailer-forbidden", f'"{trailer.token}" may not be used here', "remove the line", line=line)
        for trailer, line in trailers
        if trailer.token.casefold() in words
    ]


def _is_free(rule: Mapping[str, Any], subject: str, kind: str) -> bool:
    found = _TYPE.match(subject)
    words = {word.casefold() for word in rule.get("unless", ())}
    return bool(words & {kind, found[1].casefold() if found else kind})


def _is_small(rule: Mapping[str, Any], lines: int) -> bool:
    bounds = [int(found[1]) for word in rule.get("unless", ()) if (found := _SIZE.fullmatch(word))]
    return any(lines < bound for bound in bounds)


def _missing(keys: Sequence[str], path: str, more: int) -> Finding:
    files = path if not more else f"{path} and {more} more file{'s' if more > 1 else ''}"
    which = f"a {keys[0]} trailer" if len(keys) == 1 else f"one of the trailers {', '.join(keys)}"
    remedy = f"add a last paragraph: {keys[0]}: <id of the record>, or {keys[0]}: none (why none is needed)"
    return Finding(ERROR, "trailer-missing", f"a change of {files} needs {which}", remedy)
