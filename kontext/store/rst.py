"""reStructuredText records, line by line as Markdown, so that every other dialect reads them too.

Owns adornment headings, field lists, links and directives. Must not know any field or word.
"""

from __future__ import annotations

import re

_ADORNMENT = re.compile(r"^([=\-~`:'\"^_*+#<>.])\1{2,}\s*$")
_FIELD = re.compile(r"^(\s*):([^:`]+):(?:\s+(.*))?$")
_LINK = re.compile(r"`([^`<]*?)\s*<([^`>]+)>`_{1,2}")
_ROLE = re.compile(r":[a-z:]+:`([^`<]*?)(?:\s*<([^`>]+)>)?`")
_TARGET = re.compile(r"^\.\. _([^:]+):\s*(\S+)?\s*$")
_PHRASE = re.compile(r"`([^`]+)`__?|(?<!\w)(\w[\w.-]*)__?(?!\w)")
_DIRECTIVE = re.compile(r"^(\s*)\.\.(?:\s|$)")
_NOTICE = re.compile(r"^\s*\.\. (?:note|warning|important|attention|admonition|caution|tip|hint|container)::\s*(.*)$")


def to_markdown(body: str) -> list[str]:
    """Return the lines of `body` with headings, fields and links in Markdown; code and comments are blank.

    One line in is one line out, so line numbers stay.
    """
    lines = body.split("\n")
    levels: dict[str, int] = {}
    out: list[str] = []
    hidden: int | None = None  # indentation of the directive whose content is skipped
    for at, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if hidden is not None and line.strip() and indent <= hidden:
            hidden = None
        if hidden is not None:
            out.append("")
            continue
        directive = _DIRECTIVE.match(line)
        if directive:
            text = _after_dots(line)
            hidden = None if text is not None else len(directive[1])
            out.append(text or "")
            continue
        out.append(_line(lines, at, levels))
    return out


def _line(lines: list[str], at: int, levels: dict[str, int]) -> str:
    """One line of prose, heading, adornment or field list."""
    line = lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else ""
    mark = _ADORNMENT.match(below)
    if line.strip() and mark and not _ADORNMENT.match(line) and len(below.rstrip()) >= min(3, len(line.strip())):
        over = at > 0 and lines[at - 1].rstrip() == below.rstrip()
        level = levels.setdefault(mark[1] * (2 if over else 1), min(len(levels) + 1, 6))
        return f"{'#' * level} {inline(line.strip())}"
    if _ADORNMENT.match(line):
        return ""
    field = _FIELD.match(line)
    return f"{field[2]}: {inline(field[3] or '')}" if field else inline(line)


def inline(text: str) -> str:
    """Links and roles as Markdown links."""
    if "`" not in text and "_" not in text:
        return text
    text = _LINK.sub(r"[\1](\2)", text)
    text = _ROLE.sub(lambda m: f"[{m[1]}]({m[2] or m[1]})", text)
    return _PHRASE.sub(lambda m: f"[{m[1] or m[2]}][]" if m[0].endswith("_") else m[0], text)


def _after_dots(line: str) -> str | None:
    """What a `..` line says to a reader: a link definition or the text of a notice; None for code and comments."""
    target = _TARGET.match(line)
    if target:
        return f"[{target[1].strip('`')}]: {target[2]}" if target[2] else ""
    notice = _NOTICE.match(line)
    return notice[1] if notice else None
