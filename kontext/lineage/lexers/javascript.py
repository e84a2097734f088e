"""JavaScript and TypeScript, JSX included: what prettier, eslint --fix and the like may change.

Owns regular expressions, templates, semicolons, quotes of keys and void parentheses. White space beside JSX tags on
one line counts, since it is shown.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import quoted, stream
from kontext.lineage.lexers.braces import with_braces
from kontext.lineage.lexers.stream import CLOSE, LINE_END, STRING, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<comment>//[^\n]*|/\*.*?\*/)|"
    r"(?P<string>'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")|(?P<template>`(?:[^`\\]|\\.)*`)|"
    r"(?P<regex>/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)|"
    r"(?P<name>[#@]?[^\W\d][\w$]*|\$[\w$]*)|(?P<number>\.?\d(?:[eE][+-]?\d|[\w.])*)|"
    r"(?P<sign>\+\+|--|=>|\*\*=?|<<=?|<=|===?|!==?|\?\?=?|\?\.(?!\d)|&&=?|\|\|=?|[-+*/%&|^]=|\.\.\.|.)",
    re.DOTALL,
)
# A slash after one of these starts a regular expression; after a name, literal or closer it divides.
_BEFORE_REGEX = words("( [ { } , ; : ? = => ! & | && || ?? + - * % < > ~ ^ return typeof case in of do else")
_BEFORE_UNION = words("= : ( , < [ =>")
_RESTRICTED = words("return break continue throw yield")
_JOINS_UP = words("( [ + - / . ++ -- * % , < ? & | && || = == === in instanceof")
_RANK = {
    "||": 3, "&&": 4, "|": 5, "^": 6, "&": 7, "==": 8, "!=": 8, "===": 8, "!==": 8, "<": 9, ">": 9, "<=": 9,
    "instanceof": 9, "in": 9, "<<": 10, "+": 11, "-": 11, "*": 12, "/": 12, "%": 12,
}  # fmt: skip
_BEFORE = words("= += -= *= /= %= ||= &&= ??= return throw ( [ , : => ? yield case default")
_AFTER = words("; : ) ] } , ?")
_LOOSE = words("= => ? , yield async function class await new typeof void delete ! ~ ++ -- ?? ** as satisfies")
_KEY = re.compile(r"[A-Za-z_$][\w$]*").fullmatch
_JOINING = words(
    "= += -= *= /= %= ||= &&= ??= + - * / % ** | & ^ && || ?? ! ~ == === != !== < <= => ? , . ?. ( [ return throw new "
    "delete typeof void await yield case in of instanceof extends export default"
)
_LEADING = words("= + - * / % ** | & ^ && || ?? == === != !== < <= => ? : , . ?. ) ] in of instanceof")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of JavaScript or TypeScript."""
    code, comments = _read(text, first)
    texts = code.texts
    code = code.without(stream.comma_drops(texts, lambda comma, opener: _is_hole(texts, comma, opener)))
    _bare_keys(code)
    for _ in range(3):
        drops = _void(code) | _leading_bars(code.texts)
        if not drops:
            break
        code = code.without(drops)
    code = with_braces(code, _ends_statement)
    return stream.lexed(code.without(_void_semicolons(code)), comments)


def _read(text: str, first: int) -> tuple[Flow, Flow]:
    code, comments = Flow(), Flow()
    has_tags = "</" in text or "/>" in text
    line, at, size = first, 0, len(text)
    while at < size:
        match = _SCAN.match(text, at)
        assert match is not None  # the last alternative takes any character
        kind, token = match.lastgroup, match.group()
        if kind == "regex" and code.texts and not _may_be_regex(code.texts[-1]):
            kind, token = "sign", "/=" if token.startswith("/=") else "/"
        token = _whole(text, at, token) if kind == "template" else token
        end = at + len(token)
        if kind == "name" or kind == "sign":
            code.add(token, line)
        elif kind == "white":
            if has_tags and _is_shown(text, at, end) and not (code.texts and code.texts[-1] in _BEFORE):
                code.add(STRING + " ", line)
        elif kind == "end":
            if code.texts and code.texts[-1] in _RESTRICTED and code.lines[-1] == line:
                code.add(LINE_END, line)
            line += 1
        elif kind == "string":
            _close_literal(code, line)
            stream.add_string(code, "", token[1:-1], line)
        elif kind == "number":
            code.add(_number(token.lower()), line)
        elif kind == "comment":
            stream.add_words(comments, token.removesuffix("*/"), line, "/* \t")
        else:
            stream.add_exact(code, token, line)
        if kind in ("comment", "template", "string"):
            line += token.count("\n")
        at = end
    return code, comments


def _whole(text: str, at: int, template: str) -> str:
    """A template literal with those inside of it."""
    end = quoted.end_of_quoted(text, at + 1, "`", ("${",)) if "${" in template else 0
    return text[at : max(at + len(template), end)]


def _close_literal(code: Flow, line: int) -> None:
    """Two literals side by side are not joined in this language (they can only stand so in JSX)."""
    if code.texts and code.texts[-1] == CLOSE:
        code.add(STRING + "|", line)


def _may_be_regex(left: str) -> bool:
    return left in _BEFORE_REGEX or left == LINE_END


def _is_shown(text: str, at: int, end: int) -> bool:
    """White space on one line between a tag and something else."""
    left, right = text[at - 1 : at], text[end : end + 1]
    if not left or left == "\n" or right in ("", "\n"):
        return False
    return (left == ">" and text[at - 2 : at] != "=>") or right == "<"


def _number(token: str) -> str:
    """One spelling of decimal fractions: `.50` is `0.5`."""
    if "." not in token or token.startswith("0x") or (not token[-1].isdigit() and token[-1] != "."):
        return token
    whole, _, part = token.partition(".")
    if not part.isdigit() and part:
        return token
    part = part.rstrip("0")
    return (whole.lstrip("0") or "0") + ("." + part if part else "")


def _is_hole(texts: list[str], comma: int, opener: int) -> bool:
    """`[a,,]` has a hole: a comma after a comma or an opening bracket counts."""
    return texts[comma - 1] in (",", "[") if comma else True


def _bare_keys(code: Flow) -> None:
    """`{'a': 1}` is `{a: 1}`."""
    texts = code.texts
    for at in range(len(texts) - 4, 0, -1):
        if (
            texts[at] == STRING + "("
            and texts[at + 2] == CLOSE
            and texts[at + 3] == ":"
            and texts[at - 1] in ("{", ",")
            and _KEY(texts[at + 1][1:])
        ):
            texts[at : at + 3] = [texts[at + 1][1:]]
            code.lines[at : at + 3] = [code.lines[at]]


def _void(code: Flow) -> set[int]:
    """Places of parentheses that change nothing."""
    texts = code.texts
    drops: set[int] = set()
    inner = stream.nest(texts)
    for opener, closer in stream.pairs(texts).items():
        if texts[opener] != "(" or closer == opener + 1:
            continue
        before = texts[opener - 1] if opener else ";"
        after = texts[closer + 1] if closer + 1 < len(texts) else ";"
        if after == "=>":
            is_void = closer == opener + 2 and (before in _BEFORE or before in ("async", "{", ";", "&&", "||", "??"))
        else:
            content = [texts[at] for at in range(opener + 1, closer) if inner[at] == opener]
            ends = after in _AFTER or (
                code.lines[closer] < code.lines[min(closer + 1, len(texts) - 1)] and _ends(after)
            )
            is_void = _is_void(content, before, after, ends, texts[opener + 1])
        if is_void:
            drops |= {opener, closer}
    return drops


def _leading_bars(texts: list[str]) -> set[int]:
    """Bars before the first type of a union: an operator cannot stand there."""
    return {at for at in range(1, len(texts)) if texts[at] in ("|", "&") and texts[at - 1] in _BEFORE_UNION}


def _ends_statement(left: str, right: str) -> bool:
    """Whether a line break between two tokens ends a statement, or a closing brace does."""
    return left not in _JOINING and (right == "}" or _ends(right))


def _ends(after: str) -> bool:
    """Whether a token on a new line cannot continue the expression before it."""
    return (after[0].isalnum() or after[0] in "_$@") and after not in ("in", "of", "instanceof", "as", "satisfies")


def _is_void(content: list[str], before: str, after: str, ends: bool, head: str) -> bool:
    if "," in content or (":" in content and "?" not in content) or not {"yield", "..."}.isdisjoint(content):
        return False
    if before == "=>" and head == "{":
        return False
    if content[0] == "<" and content[-1] == ">":  # a JSX element is one operand
        return (before in _BEFORE or before in _RANK or before == "??") and (ends or after in _RANK)
    if before in _BEFORE and ends and before != "?":
        return after != "?" or _LOOSE.isdisjoint(content)
    if not _LOOSE.isdisjoint(content) or ("(" in content[:1] and before not in _RANK and before not in _BEFORE):
        return False
    rank = min((_RANK[token] for token in content[1:] if token in _RANK), default=0)
    if not rank or content[0] in ("+", "-", "<", "{"):
        return False
    left = _RANK.get(before, 0)
    right = _RANK.get(after, 0)
    if not (left or before in _BEFORE) or not (right or ends):
        return False
    return left < rank and right <= rank and (left > 0 or right > 0 or before == "?")


def _void_semicolons(code: Flow) -> set[int]:
    """Places of semicolons that a line end would stand for as well."""
    texts = code.texts
    drops: set[int] = set()
    inner = stream.nest(texts)
    heads = _loop_heads(texts)
    for at, text in enumerate(texts):
        if text != ";":
            continue
        left = texts[at - 1] if at else ";"
        right = texts[at + 1] if at + 1 < len(texts) else "}"
        around = inner[at]
        if around >= 0 and texts[around] == "(":
            continue
        if left in _RESTRICTED:
            texts[at] = LINE_END
        elif left in ("else", "do") or at - 1 in heads or right in _JOINS_UP or right.startswith(STRING + "=`"):
            continue
        else:
            drops.add(at)
    return drops


def _loop_heads(texts: list[str]) -> set[int]:
    """Places of the `)` that end the head of an if, for, while or with."""
    found = set()
    for opener, closer in stream.pairs(texts).items():
        if texts[opener] == "(" and opener and texts[opener - 1] in ("if", "for", "while", "with", "await"):
            found.add(closer)
    return found


RULES = Rules(
    "javascript",
    lex,
    stream.starts_unless(_JOINING, _LEADING),
    marks=("`", "/*"),
    imports=re.compile(r"[ \t]*(?:import\b|export\b[^=(]*\bfrom\b)"),
)
