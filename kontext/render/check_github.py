"""Findings as workflow commands of GitHub Actions, which shows them beside the lines of a pull request.

Owns the escapes of that format. Must not judge.
"""

from __future__ import annotations

from kontext.render.cells import valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.model import Finding

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def findings_github(findings: Sequence[Finding]) -> str:
    """Return one workflow command a finding."""
    return "".join(map(_command, findings))


def _command(finding: Finding) -> str:
    place = {"file": finding.path, "line": str(finding.line or ""), "title": f"kontext {finding.rule}"}
    shown = ",".join(f"{name}={valid(text).translate(_PROPERTY)}" for name, text in place.items() if text)
    where = f"{finding.oid[:10]}: " if finding.oid else ""
    text = f"{where}{finding.message}\n{finding.remedy}" if finding.remedy else where + finding.message
    return f"::{finding.level} {shown}::{valid(text).translate(_DATA)}\n"
