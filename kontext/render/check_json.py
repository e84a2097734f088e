"""Findings as JSON, for programs.

Owns the names of the keys. Must not judge.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.model import Finding
    from kontext.render.as_json import Json


def findings_json(findings: Sequence[Finding]) -> str:
    """Return one line of JSON."""
    return dump(findings_object(findings))


def findings_object(findings: Sequence[Finding]) -> Json:
    """Return them as the object that JSON and agents get."""
    return {
        "schema": SCHEMA,
        "findings": [
            {
                "level": one.level,
                "rule": one.rule,
                "message": one.message,
                "remedy": one.remedy,
                "path": one.path,
                "line": one.line,
                "oid": one.oid,
            }
            for one in findings
        ],
        "errors": sum(one.level == "error" for one in findings),
        "warnings": sum(one.level == "warning" for one in findings),
    }
