"""The verdict on a commit message, for the person whose commit was stopped.

Owns the layout: what Git will not see, the message as it should be, and the commands that go on from here.
"""

from __future__ import annotations

import os

from kontext.render.cells import clean, pad
from kontext.render.style import Style, paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.checks.diagnosis import Unread
    from kontext.checks.messages import Verdict

_COMMAND = 50  # columns before what a command is for


def render_verdict(verdict: Verdict, style: Style, kept: str = "", folder: str = "", comment: str = "#") -> str:
    """Return what there is to say, "" for nothing.

    `kept` is the path of the copy that was kept (absolute), `folder` the current one; `comment` the comment string,
    as a message with lines that begin so has to be protected in the editor.
    """
    parts = []
    unread = [one for one in verdict.unread if one.reason != "comment"]
    if unread:
        parts.append(_unread(unread, verdict.corrected, style, _shown(kept, folder)))
    for finding in verdict.findings:
        if finding.rule == "trailer-unread" and finding.level == "error":
            continue
        start = "kontext:" if finding.level == "error" else "kontext: warning:"
        remedy = [f"  {clean(line)}" for line in finding.remedy.split("\n")]
        parts.append("\n".join([f"{paint(style, 'heading', start)} {clean(finding.message)}", *remedy]) + "\n")
    if verdict.is_stopped and kept:
        parts.append(_commands(verdict.corrected, _shown(kept, folder), comment))
    return verdict.hide("\n".join(parts))


def _unread(unread: Sequence[Unread], corrected: str, style: Style, kept: str) -> str:
    kind = unread[0].trailer[0].lower()
    what = "records" if len(unread) > 1 else f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
    lines = [f"{paint(style, 'heading', 'kontext:')} this commit names {what} that Git will not see"]
    for one in unread:
        lines += ["", *(f"  {clean(line)}" for line in one.shown), "", f"  {clean(_capital(one.why))}"]
    if corrected:
        lines += [f"  Write it so (saved to {clean(kept)}):" if kept else "  Write it so:", ""]
        lines += [f"    {clean(line)}".rstrip() for line in _changed_part(unread, corrected)]
    return "\n".join(lines) + "\n"


def _changed_part(unread: Sequence[Unread], corrected: str) -> list[str]:
    """The corrected message from the first paragraph that is about what was wrong."""
    lines = corrected.rstrip("\n").split("\n")
    wanted = {line for one in unread for line in one.shown} | {f"{one.trailer[0]}: {one.trailer[1]}" for one in unread}
    first = next((at for at, line in enumerate(lines) if line and line in wanted), 0)
    while first and lines[first - 1]:
        first -= 1
    return lines[first:]


def _commands(corrected: str, kept: str, comment: str) -> str:
    protects = any(line.startswith(comment) for line in corrected.split("\n"))
    use = f"git commit {'--cleanup=whitespace ' if protects else ''}-eF {kept}"
    purpose = "to use it" if corrected else "to edit your message"
    rows = [(use, purpose), ("git commit --no-verify", "to commit as it is")]
    return "".join(f"  {clean(pad(command, _COMMAND))}{meaning}\n" for command, meaning in rows)


def _shown(path: str, folder: str) -> str:
    """A path below the current folder as one types it there."""
    inside = f"{folder}{os.sep}"
    return path[len(inside) :] if path.startswith(inside) else path


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
