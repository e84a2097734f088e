"""Changes of meaning that need to know what stands around a line: here-documents, docstrings, names of a whole text.

`BODIES` maps a name to a function (lines, 1-based line, suffix, random source) that gives the line changed, or None.
What a line stands in is found here by other means than those of the product.
"""

from __future__ import annotations

import ast
import random
import re
import warnings
from collections.abc import Callable

_OPENER = re.compile(r"<<([~-]?)\s*[\\'\"]?([A-Za-z_]\w*)['\"]?")
_RECASED = re.compile(r"\b(type|version|position|name|path|value|date|comment|state|level)\b", re.IGNORECASE)
_SQL_WORDS = frozenset(
    "if select set only not or on from current_date current_time current_timestamp lateral unnest varchar text int "
    "integer bigint date timestamp boolean numeric float decimal double string json jsonb float64 row_number".split()
)


def heredoc_body(lines: list[str], line: int) -> tuple[list[str], str] | None:
    """The body (less its last line) and kind of the here-document that holds a line."""
    for first in range(line - 2, max(-1, line - 200), -1):
        for match in _OPENER.finditer(lines[first]):
            kind, mark = match.groups()
            if lines[first][: match.start()].count('"') % 2 or lines[first].lstrip().startswith("#"):
                continue  # in a literal or comment
            end = next((at for at in range(first + 1, len(lines)) if lines[at].strip() == mark), 0)
            if first + 1 < line <= end:
                return lines[first + 1 : end], kind
    return None


def here_letter(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """One letter of a here-document."""
    letters = [at for at, sign in enumerate(lines[line - 1]) if sign.isalpha()]
    if not letters or heredoc_body(lines, line) is None:
        return None
    at = rng.choice(letters)
    text = lines[line - 1]
    return text[:at] + ("q" if text[at] != "q" else "z") + text[at + 1 :]


def here_space(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """One more space between two words of a here-document."""
    if heredoc_body(lines, line) is None or " " not in lines[line - 1].strip():
        return None
    text = lines[line - 1]
    at = rng.choice([at for at, sign in enumerate(text) if sign == " " and text[:at].strip()])
    return text[:at] + " " + text[at:]


def here_depth(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """One line of a here-document two spaces deeper than the others, in any language but for `<<-` with tabs."""
    found = heredoc_body(lines, line)
    if found is None or not lines[line - 1].strip():
        return None
    body = [len(text) - len(text.lstrip()) for text in found[0] if text.strip()]
    own = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    if len(body) < 2 or (own == min(body) and body.count(own) == 1):
        return None  # the depth that all lines share would change, which says nothing in <<~
    return "  " + lines[line - 1]


def here_mark(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """Another kind of here-document: quoted or not."""
    match = _OPENER.search(lines[line - 1])
    if match is None or suffix not in (".rb", ".sh", ".bash") or "'" in match.group() or '"' in match.group():
        return None
    if not any(text.strip() == match[2] for text in lines[line:]):
        return None
    quoted = match.group().replace(match[2], f"'{match[2]}'").replace("\\", "")
    return lines[line - 1].replace(match.group(), quoted, 1) if "\\" not in match.group() else None


def docstring_depth(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """One line of a docstring deeper than those it stood beside."""
    if suffix != ".py" or line < 3 or not lines[line - 1].strip():
        return None
    near = [text for text in (lines[line - 2], lines[line] if line < len(lines) else "") if text.strip()]
    depth = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    if not near or any(len(text) - len(text.lstrip()) != depth for text in near):
        return None
    if not any(first < line < last for first, last in _docstrings("\n".join(lines))):
        return None
    return "    " + lines[line - 1]


def _docstrings(text: str) -> list[tuple[int, int]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return []
    found = []
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if (
            isinstance(body, list)
            and body
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
        ):
            found.append((body[0].lineno, body[0].end_lineno or body[0].lineno))
    return found


def sql_name_case(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """The case of one name, of a table or label most of all."""
    if suffix != ".sql":
        return None
    code = re.sub(r"--.*|'[^']*'|\{\{.*?\}\}", lambda match: " " * len(match.group()), lines[line - 1])
    found = [*re.finditer(r"(?i)(?:\b(?:from|join|into|table|update|as) |\b(?=[a-z]+_))([a-z]\w*)", code)]
    found = [m for m in found if m[1].lower() not in _SQL_WORDS and m[1] != m[1].swapcase()]
    if not found:
        return None
    match = rng.choice(found)
    return lines[line - 1][: match.start(1)] + match[1].swapcase() + lines[line - 1][match.end(1) :]


def sql_word_case(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """The case of a word in one place, where the text spells it otherwise elsewhere."""
    if suffix != ".sql":
        return None
    code = re.sub(r"--.*|'[^']*'", lambda match: " " * len(match.group()), lines[line - 1])
    match = _RECASED.search(code)
    if match is None or len(re.findall(rf"(?i)\b{match.group()}\b", "\n".join(lines))) < 2:
        return None
    return lines[line - 1][: match.start()] + match.group().capitalize() + lines[line - 1][match.end() :]


def go_range(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """`for _, x := range` without the blank: another value."""
    return _replaced(lines[line - 1], r"\bfor (_, )\w+ :?= range", "") if suffix == ".go" else None


def go_second(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """`for i, x := range` without its second name."""
    return _replaced(lines[line - 1], r"\bfor \w+(, [a-zA-Z]\w*) :?= range", "") if suffix == ".go" else None


def go_slice(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """The end of a slice dropped, where it is not the length of what is sliced."""
    return _replaced(lines[line - 1], r"\w\[\w*:([\w.()]+(?:\([\w.]*\))?)\]", "") if suffix == ".go" else None


def go_type(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """The type of a composite literal dropped, or another one."""
    return _replaced(lines[line - 1], r"(?:[:=(,]|return) (&?[\w.]+)\{", "") if suffix == ".go" else None


def go_pointer(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """A value where a pointer stood, or the other way round."""
    if suffix != ".go":
        return None
    return _replaced(lines[line - 1], r"(&)[\w.]+\{", "") or _replaced(lines[line - 1], r"\[\]()[\w.]+\{", "*")


def _replaced(text: str, pattern: str, by: str) -> str | None:
    match = re.search(pattern, text)
    return text[: match.start(1)] + by + text[match.end(1) :] if match and match.group(1) != by else None


def go_build(lines: list[str], line: int, suffix: str, rng: random.Random) -> str | None:
    """A build constraint that says the opposite."""
    if suffix != ".go" or not lines[line - 1].startswith("//go:build "):
        return None
    condition = lines[line - 1].removeprefix("//go:build ")
    return "//go:build " + (condition[1:] if condition.startswith("!") else "!" + condition)


Change = Callable[[list[str], int, str, random.Random], "str | None"]

BODIES: dict[str, Change] = {
    function.__name__: function
    for function in (
        here_letter, here_space, here_depth, here_mark, docstring_depth, sql_name_case, sql_word_case, go_range,
        go_second, go_slice, go_type, go_pointer, go_build,
    )
}  # fmt: skip
