"""What the doctor found, for people and programs.

Owns the layout and the keys. Must not judge.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean, pad
from kontext.render.style import Style, paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.model import Finding

_LEVEL = 10  # columns before what was found
_COUNTED = (("error", "errors"), ("warning", "warnings"))


def render_doctor(findings: Sequence[Finding], style: Style) -> str:
    """Return two lines a finding, what and what to do, and how many there are."""
    lines = []
    for one in findings:
        level = paint(style, "warning", one.level) + " " * (_LEVEL - len(one.level))
        lines += [f"{level}{clean(one.message)}", f"{pad('', _LEVEL)}{clean(one.remedy)}"]
    counts = [(sum(one.level == level for one in findings), level, many) for level, many in _COUNTED]
    said = ", ".join(f"{count} {level if count == 1 else many}" for count, level, many in counts if count)
    return "\n".join([*lines, said or "nothing is wrong"]) + "\n"


def doctor_json(findings: Sequence[Finding]) -> str:
    """The same as one line of JSON."""
    rows = [{"level": one.level, "rule": one.rule, "message": one.message, "remedy": one.remedy} for one in findings]
    return dump({"schema": SCHEMA, "findings": rows})
