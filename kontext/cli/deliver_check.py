"""Findings in the form that was asked for: text, JSON, GitHub's annotations or SARIF.

Owns the choice of the form; each is imported only when it is asked for. Must not know how a finding was made.
"""

from __future__ import annotations

import os

from kontext.cli.terminal import Screen, write_machine
from kontext.errors import EXIT_FINDINGS, EXIT_OK, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.checks.message_file import Judged
    from kontext.model import Finding

FORMATS = ("text", "json", "github", "sarif")


def check_form(form: str) -> None:
    """Refuse an unknown form; raises UsageError."""
    if form not in FORMATS:
        raise UsageError(f"unknown format '{form}'", f"one of: {', '.join(FORMATS)}")


def deliver_findings(
    findings: Sequence[Finding],
    form: str,
    git_values: Iterable[tuple[str, str]],
    *,
    strict: bool = False,
    nothing: str = "",
) -> int:
    """Write findings, as text `nothing` where there is none; return the exit status."""
    if form != "text":
        module = __import__(f"kontext.render.check_{form}", fromlist=["x"])
        write_machine(getattr(module, f"findings_{form}")(findings))
    else:
        from kontext.render.check_text import render_findings

        screen = Screen("check", os.environ, git_values)
        screen.show(render_findings(findings, screen.style()) or nothing, pager=False)
    return status_of(findings, strict)


def deliver_verdict(judged: Judged, form: str, git_values: Iterable[tuple[str, str]], *, strict: bool = False) -> int:
    """Write what there is to say about one message; return the exit status."""
    findings = judged.verdict.findings
    if form != "text":
        return deliver_findings(findings, form, git_values, strict=strict)
    if findings:
        from kontext.render.check_message import render_judged

        screen = Screen("check", os.environ, git_values)
        screen.show(render_judged(judged, screen.style(), os.getcwd()), pager=False)
    return status_of(findings, strict)


def status_of(findings: Sequence[Finding], strict: bool) -> int:
    """Return the exit status of a check."""
    from kontext.checks.findings import is_failure

    return EXIT_FINDINGS if is_failure(findings, strict) else EXIT_OK
