"""Findings as SARIF 2.1.0, which code hosts and editors import.

Owns the shape of that format. Must not judge.
"""

from __future__ import annotations

from kontext import __version__
from kontext.render.as_json import dump
from kontext.render.cells import raw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.model import Finding
    from kontext.render.as_json import Json

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")


def findings_sarif(findings: Sequence[Finding]) -> str:
    """Return one SARIF log with one run."""
    rules = [{"id": rule} for rule in sorted({one.rule for one in findings})]
    driver: Json = {"name": "kontext", "version": __version__, "rules": rules}
    run: Json = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [*map(_result, findings)]}
    return dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _result(finding: Finding) -> Json:
    text = f"{finding.message}. {finding.remedy}" if finding.remedy else finding.message
    result: Json = {"ruleId": finding.rule, "level": finding.level, "message": {"text": text}}
    if finding.path:
        location: Json = {"artifactLocation": {"uri": _uri(finding.path), "uriBaseId": "%SRCROOT%"}}
        if finding.line:
            location["region"] = {"startLine": finding.line}
        result["locations"] = [{"physicalLocation": location}]
    return result


def _uri(path: str) -> str:
    """A path as a relative address: every other byte is spelled out."""
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in raw(path))
