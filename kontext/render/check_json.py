"""Findings as JSON, for programs.

Owns the names of the keys. Must not judge.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.model import Finding


def findings_json(findings: Sequence[Finding]) -> str:
    """Return one line of JSON."""
    return dump(
        {
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
    )
