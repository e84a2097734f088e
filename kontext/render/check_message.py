"""The verdict on a commit message, for the person whose commit was stopped.

Owns the layout: what Git will not see, the message as it should be, and the commands that go on from here.
"""

from __future__ import annotations

import os

from kontext.checks.message_file import AMEND, EITHER
from kontext.render.cells import clean, pad, wrap
from kontext.render.style import Style, paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.checks.diagnosis import Unread
    from kontext.checks.message_file import Judged

_COMMAND = 52  # columns before what a command is for
_COLUMNS = 80  # where the width is not known: a hook's words go to whatever shows Git's
_SHOWN = 20  # lines shown of a paragraph, paragraphs shown, and reasons given for one
_CORRECTED = 60  # lines shown of a corrected message


def render_judged(judged: Judged, style: Style, folder: str) -> str:
    """Return what there is to say about a message, "" for nothing; paths below `folder` are shown as seen from it."""
    verdict, kept = judged.verdict, _shown(judged.kept, folder)
    columns = style.width or _COLUMNS
    parts = []
    unread = [one for one in verdict.unread if one.reason != "comment"]
    if unread:
        parts.append(_unread(unread, verdict.corrected, style, kept))
    for finding in verdict.findings:
        if finding.rule == "trailer-unread" and finding.level == "error":
            continue
        start = "kontext:" if finding.level == "error" else "kontext: warning:"
        remedy = [row for line in finding.remedy.split("\n") for row in _wrapped(line, columns)]
        parts.append("\n".join([f"{paint(style, 'heading', start)} {clean(finding.message)}", *remedy]) + "\n")
    if verdict.is_stopped and kept:
        parts.append(_commands(judged, kept))
    return verdict.hide("\n".join(parts))


def _unread(unread: Sequence[Unread], corrected: str, style: Style, kept: str) -> str:
    kind = unread[0].trailer[0].lower()
    what = "records" if len(unread) > 1 else f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
    lines = [f"{paint(style, 'heading', 'kontext:')} this commit names {what} that Git will not see"]
    groups = _by_paragraph(unread)
    for group in groups[:_SHOWN]:
        lines += ["", *(f"  {clean(line)}" for line in _excerpt(group[0].shown, _SHOWN)), ""]
        whys = list(dict.fromkeys(one.why for one in group))
        lines += [row for why in whys[:_SHOWN] for row in wrap(clean(_capital(why)), style.width or _COLUMNS, "  ")]
    if len(groups) > _SHOWN:
        lines += ["", f"  \u2026 and {len(groups) - _SHOWN:,} more paragraphs with such lines"]
    if corrected:
        lines += [f"  Write it so (saved to {clean(kept)}):" if kept else "  Write it so:", ""]
        lines += [f"    {clean(line)}".rstrip() for line in _excerpt(_changed_part(unread, corrected), _CORRECTED)]
    return "\n".join(lines) + "\n"


def _by_paragraph(unread: Sequence[Unread]) -> list[list[Unread]]:
    """Lines of one paragraph share it: it is shown once."""
    groups: list[list[Unread]] = []
    for one in unread:
        if groups and groups[-1][0].shown is one.shown:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _excerpt(lines: Sequence[str], most: int) -> list[str]:
    """The lines, or the first and the last of very many."""
    if len(lines) <= most:
        return list(lines)
    half = most // 2
    return [*lines[:half], f"\u2026 ({len(lines) - 2 * half:,} more lines)", *lines[-half:]]


def _wrapped(line: str, columns: int) -> list[str]:
    """Words are wrapped; a command (indented, or one of Git's) has to stay in one piece."""
    is_command = line.startswith((" ", "git "))
    return [f"  {clean(line)}"] if is_command else wrap(clean(line), columns, "  ")


def _changed_part(unread: Sequence[Unread], corrected: str) -> list[str]:
    """The corrected message from the first paragraph that is about what was wrong."""
    lines = corrected.rstrip("\n").split("\n")
    wanted = {line for one in unread for line in one.shown} | {f"{one.trailer[0]}: {one.trailer[1]}" for one in unread}
    first = next((at for at, line in enumerate(lines) if line and line in wanted), 0)
    while first and lines[first - 1]:
        first -= 1
    return lines[first:]


def _commands(judged: Judged, kept: str) -> str:
    corrected = judged.verdict.corrected
    # What the editor would take for comments has to be protected.
    protects = any(line.startswith(judged.comment) for line in corrected.split("\n"))
    file = f"{'--cleanup=whitespace ' if protects else ''}-eF {kept}"
    purpose = "to use it" if corrected else "to edit your message"
    amend = "--amend " if judged.step == AMEND else ""
    rows = [(f"git commit {amend}{file}", purpose)]
    if judged.step == EITHER:
        rows.append((f"git commit --amend {file}", "where you amended"))
    rows.append((f"git commit {amend}--no-verify", "to commit as it is"))
    if judged.is_rebase:
        rows.append(("git rebase --continue", "after either"))
    return "".join(f"  {pad(f'{clean(command)}  ', _COMMAND)}{meaning}\n" for command, meaning in rows)


def _shown(path: str, folder: str) -> str:
    """A path below the current folder as one types it there."""
    inside = f"{folder}{os.sep}"
    return path[len(inside) :] if path.startswith(inside) else path


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
