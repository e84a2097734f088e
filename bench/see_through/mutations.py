"""Small changes of meaning: each function takes a line of code and returns it changed, or None where it cannot.

`KINDS` maps a name to such a function (line, language suffix, random source). Literals and comments are masked before
code is changed, and only literals are changed by the kinds that say so.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_LITERAL = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
_DOUBLE = re.compile(r"\"(?:[^\"\\]|\\.)*\"")  # where a single quote starts a lifetime
_HASH = (".py", ".yml", ".yaml", ".sh", ".bash", ".rb", ".toml")  # comments start with #
_KEYWORDS = frozenset(
    "and as assert async await break case catch class const continue def del do elif else except export extends "
    "finally for from func function global if import in is lambda let match new nonlocal not or package pass raise "
    "return static struct super switch this throw try type typeof use var void while with yield True False None true "
    "false null nil self int char float double long short unsigned signed bool string fn pub mut impl mod enum trait "
    "where ref".split()
)


def mask(line: str, suffix: str) -> str:
    """The line with literals and comments blanked, so that places stay where they are."""
    masked = (_DOUBLE if suffix == ".rs" else _LITERAL).sub(lambda match: "\x00" * len(match.group()), line)
    comment = re.search(r"#" if suffix in _HASH else r"//|/\*|^\s*\*", masked)
    return masked[: comment.start()] + "\x00" * (len(line) - comment.start()) if comment else masked


def _replace(line: str, match: re.Match[str], text: str, group: int = 0) -> str:
    return line[: match.start(group)] + text + line[match.end(group) :]


def _one(pattern: str, line: str, suffix: str, rng: random.Random) -> re.Match[str] | None:
    found = list(re.finditer(pattern, mask(line, suffix)))
    return rng.choice(found) if found else None


def operator(line: str, suffix: str, rng: random.Random) -> str | None:
    swap = {"==": "!=", "!=": "==", "+": "-", "-": "+", "*": "/", "<": ">", ">": "<", "<=": "<", ">=": ">", "and": "or",
            "or": "and", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "in": "not in", "is": "=="}  # fmt: skip
    match = _one(r"(?<=\S\s)(==|!=|<=|>=|\+=|-=|&&|\|\||[-+*<>]|and|or|is)(?=\s)", line, suffix, rng)
    return _replace(line, match, swap[match.group()]) if match else None


def constant(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"(?<![\w.])\d+(?![\w.])", line, suffix, rng)
    return _replace(line, match, str(int(match.group()) + 1)) if match else None


def boolean(line: str, suffix: str, rng: random.Random) -> str | None:
    swap = {
        "True": "False",
        "False": "True",
        "true": "false",
        "false": "true",
        "None": "0",
        "null": "0",
        "nil": "false",
    }
    match = _one(r"\b(True|False|true|false|None|null|nil)\b", line, suffix, rng)
    return _replace(line, match, swap[match.group()]) if match else None


def name(line: str, suffix: str, rng: random.Random) -> str | None:
    found = [m for m in re.finditer(r"(?<![\w.])[A-Za-z_]\w+\b", mask(line, suffix)) if m.group() not in _KEYWORDS]
    return _replace(line, match, match.group() + "_x") if found and (match := rng.choice(found)) else None


def member(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"\.([A-Za-z_]\w+)\b", line, suffix, rng)
    return _replace(line, match, match.group(1) + "2", 1) if match else None


def dropped_member(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"\b\w+(\.\w+)\b", line, suffix, rng)
    return _replace(line, match, "", 1) if match and not match.group()[0].isdigit() else None


def _literals(line: str, suffix: str) -> list[re.Match[str]]:
    masked = mask(line, suffix)
    literal = _DOUBLE if suffix == ".rs" else _LITERAL
    return [m for m in literal.finditer(line) if masked[m.start()] == "\x00" and "#" not in line[: m.start()]
            and "//" not in line[: m.start()]]  # fmt: skip


def string_content(line: str, suffix: str, rng: random.Random) -> str | None:
    found = [m for m in _literals(line, suffix) if re.search(r"[A-Za-z]", m.group()[1:-1])]
    if not found:
        return None
    match = rng.choice(found)
    letters = [at for at in range(match.start() + 1, match.end() - 1) if line[at].isalpha() and line[at - 1] != "\\"]
    if not letters:
        return None
    at = rng.choice(letters)
    return line[:at] + ("q" if line[at] != "q" else "z") + line[at + 1 :]


def string_space(line: str, suffix: str, rng: random.Random) -> str | None:
    found = [m for m in _literals(line, suffix) if len(m.group()) > 3]
    if not found:
        return None
    match = rng.choice(found)
    spaces = [at for at in range(match.start() + 1, match.end() - 1) if line[at] == " "]
    if spaces and rng.random() < 0.5:
        at = rng.choice(spaces)
        return line[:at] + line[at + 1 :]
    at = rng.randrange(match.start() + 1, match.end())
    return None if line[at - 1] == "\\" else line[:at] + " " + line[at:]


def string_case(line: str, suffix: str, rng: random.Random) -> str | None:
    found = [m for m in _literals(line, suffix) if m.group().swapcase() != m.group() and "\\" not in m.group()]
    return _replace(line, match, match.group().swapcase()) if found and (match := rng.choice(found)) else None


_ARGS = r"\w\(([^(),\x00]+), ?([^(),\x00]+)[,)]"


def argument_order(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(_ARGS, line, suffix, rng)
    if match is None or match.group(1).strip() == match.group(2).strip():
        return None
    first, second = line[slice(*match.span(1))], line[slice(*match.span(2))]
    return line[: match.start(1)] + second + line[match.end(1) : match.start(2)] + first + line[match.end(2) :]


def deleted_argument(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r", ?[^(),\x00]+(?=[,)])", line, suffix, rng)
    return _replace(line, match, "") if match else None


def deleted_negation(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"\bnot (?!in\b)|!(?=[\w(])", line, suffix, rng)
    return _replace(line, match, "") if match else None


def deleted_word(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"\b(await|new|yield|async|static|const|typeof|unsigned|raise|throw|mut) ", line, suffix, rng)
    return _replace(line, match, "") if match else None


def deleted_return(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"^\s*(return )", line, suffix, rng)
    return _replace(line, match, "", 1) if match else None


def added_prefix(line: str, suffix: str, rng: random.Random) -> str | None:
    word = "not " if suffix == ".py" else "!"
    match = _one(r"(?:\b(?:if|and|or|return)|==|=>|&&|\|\|) ()(?=[\w(])", line, suffix, rng)
    return _replace(line, match, word, 1) if match else None


def parentheses(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"(?<=[-*/%] )\((\w+ [-+] \w+)\)|\((\w+ [-+] \w+)\)(?= [*/%])", line, suffix, rng)
    return _replace(line, match, match.group()[1:-1]) if match else None


def commented_out(line: str, suffix: str, rng: random.Random) -> str | None:
    bare = line.lstrip()
    if not bare or bare.startswith(("#", "//", "/*", "*")):
        return None
    return line[: len(line) - len(bare)] + ("# " if suffix in _HASH else "// ") + bare


def keyword(line: str, suffix: str, rng: random.Random) -> str | None:
    swap = {
        "break": "continue",
        "continue": "break",
        "if": "while",
        "while": "if",
        "let": "var",
        "const": "let",
        "any": "all",
    }
    match = _one(r"\b(break|continue|if|while|let|const|any)\b", line, suffix, rng)
    return _replace(line, match, swap[match.group()]) if match else None


def literal_prefix(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"(?<!\w)([bf])(?=\x00)", line, suffix, rng) if suffix == ".py" else None
    if match is None or (match.group() == "f" and "{" not in line[match.end() :]):
        return None
    return _replace(line, match, "")


def made_tuple(line: str, suffix: str, rng: random.Random) -> str | None:
    return line + "," if suffix == ".py" and re.match(r"\s*\w+ = [\w.]+$", line) else None


def sign(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"(?<=[(,=\[] )(?=\w)|(?<=[(\[])(?=[a-z]\w*[,)\]])", line, suffix, rng)
    return _replace(line, match, "-") if match else None


def index(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r"\w(\[[^\[\]\x00]+\])", line, suffix, rng)
    return _replace(line, match, "", 1) if match else None


def assignment(line: str, suffix: str, rng: random.Random) -> str | None:
    match = _one(r" ([-+*|&/])= ", line, suffix, rng)
    return _replace(line, match, "", 1) if match else None


def no_break_space(line: str, suffix: str, rng: random.Random) -> str | None:
    found = [m for m in _literals(line, suffix) if " " in m.group()]
    return (
        _replace(line, match, match.group().replace(" ", "\xa0", 1)) if found and (match := rng.choice(found)) else None
    )


def comment_word(line: str, suffix: str, rng: random.Random) -> str | None:
    match = re.search(r"(?:#|//) ?(\w+)", line)
    return (
        _replace(line, match, match.group(1) + "s", 1)
        if match and mask(line, suffix)[match.start()] == "\x00"
        else None
    )


Mutation = Callable[[str, str, random.Random], "str | None"]

KINDS: dict[str, Mutation] = {
    function.__name__: function
    for function in (
        operator, constant, boolean, name, member, dropped_member, string_content, string_space, string_case,
        argument_order, deleted_argument, deleted_negation, deleted_word, deleted_return, added_prefix, parentheses,
        commented_out, keyword, literal_prefix, made_tuple, sign, index, assignment, no_break_space, comment_word,
    )
}  # fmt: skip
