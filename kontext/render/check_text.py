"""Findings for people: file, line, what is wrong, what to do.

Owns the layout. Must not judge.
"""

from __future__ import annotations

from kontext.render.cells import clean, flat, wrap
from kontext.render.style import Style, paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.model import Finding


def render_findings(findings: Sequence[Finding], style: Style, *, counts: bool = True) -> str:
    """Return two lines a finding and (`counts`) a last line that counts; "" when there is none."""
    if not findings:
        return ""
    rows = []
    for one in findings:
        level = paint(style, "warning", one.level)
        rows.append(f"{paint(style, 'heading', place_of(one))}: {level}: {flat(one.message)}  [{one.rule}]")
        rows += wrap(flat(one.remedy), style.width, "  ")
    if counts:
        rows.append(count_of(findings))
    return "\n".join(rows) + "\n"


def place_of(finding: Finding) -> str:
    """Return `path:line`, or what else a finding is about."""
    if finding.path and finding.line:
        return clean(f"{finding.path}:{finding.line}")
    return clean(finding.path or finding.oid[:10])


def count_of(findings: Sequence[Finding]) -> str:
    """Return how many there are of each level."""
    levels = ("error", "warning")
    counts = [(level, sum(one.level == level for one in findings)) for level in levels]
    return ", ".join(f"{count} {level}{'' if count == 1 else 's'}" for level, count in counts if count)
