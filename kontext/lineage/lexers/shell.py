"""Shell: what shfmt may change.

Owns words with their quotes, here-documents, line ends and the blocks between words. Whether a space stands between
two words counts, how many does not.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import quoted, stream
from kontext.lineage.lexers.quoted import Here
from kontext.lineage.lexers.stream import LINE_END, STRING, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<joint>\\\r?\n)|(?P<white>[ \t\r\f\v\ufeff]+)|(?P<end>\n)|(?P<comment>(?:(?<=[\s;&|(])|\A)\#[^\n]*)|"
    r"(?P<here><<(?P<kind>-?)[ \t]*(?P<mark>\\?\w+|'\w+'|\"\w+\"))|"
    r"(?P<exact>[$]?'(?:[^'])*'|[$]?\"(?:[^\"\\$]|\\.|[$](?![({]))*\")|(?P<quote>[$]?\")|"
    r"(?P<word>\\.|[\w.$/%+@~^-]+)|"
    r"(?P<sign>;;&?|&&|\|\||<<<|>>|[<>]&|&>>?|.)",
    re.DOTALL,
)
_HERE = re.compile(r"<<(?P<kind>-?)[ \t]*\\?(?P<mark>['\"]?\w+['\"]?)")
_CODE = ("$(", "${")
_INDENTS = {"": "", "-": "\t*"}
_CASE_ENDS = words(";; ;;&")
_BEFORE_ANY = words("&& || | do then else > >> < <<< >& <& &> &>>")
_AFTER_ANY = words("&& || | ;; ;;&")
_BEFORE_COMMAND = words("fi done esac && || | & ! ( ) { do then else elif if while until ;; ;;&")
_WORDS = words("if then elif else fi do done case esac")
_RUNS_ON = words("&& || | ( { do then else")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of a shell script."""
    code, comments = Flow(), Flow()
    line, at, size = first, 0, len(text)
    ends = quoted.whole_lines(text) if "<<" in text else frozenset()
    pending: list[tuple[Here, str]] = []
    endless = 0  # literals that nothing ends
    spaced = False
    while at < size:
        match = _SCAN.match(text, at)
        assert match is not None  # the last alternative takes any character
        kind, token, at = match.lastgroup, match.group(), match.end()
        if kind in ("white", "joint"):
            line += token.count("\n")
            spaced = spaced or kind == "white"
            continue
        if kind == "end" or token == ";":
            _end(code, line)
            line += kind == "end"
            if kind == "end" and pending:
                at, line = _bodies(code, text, at, line, pending)
                pending = []
        elif kind == "comment":
            stream.add_words(comments, token, line, "#")
        else:
            if spaced and code.texts and _is_space(code.texts[-1], token, text[at : at + 1]):
                code.add(STRING + " ", line)
            if kind == "here":
                mark = match["mark"].strip("\\'\"")
                if mark in ends and len(pending) < quoted.MOST_OPEN:
                    pending.append((Here(mark, _INDENTS[match["kind"]]), match["kind"]))
                token = "".join(token.split())
            end = 0
            if kind == "quote" and endless < quoted.MOST_OPEN:
                end = quoted.end_of_quoted(text, at, '"', _CODE)
                endless += end < 0
            if kind == "exact" or end > 0:
                token, at = text[match.start() : end or at], end or at
                stream.add_exact(code, token, line)
                line += token.count("\n")
            else:
                code.add(token, line)
        spaced = False
    code = code.without(_void_ends(code.texts))
    return stream.lexed(code, comments)._replace(sections=_sections(code.texts, first > 1))


def _is_space(left: str, right: str, after: str) -> bool:
    """Whether white space between two signs counts: it does between words, and where it keeps two signs apart."""
    if left == LINE_END or left in _BEFORE_ANY or right in _AFTER_ANY:
        return False
    if left == right and left in "()":
        return True
    if left == "(" or right == ")" or (left == ")" and right == "{"):
        return False
    return not (right == "(" and after == ")")


def _void_ends(texts: list[str]) -> set[int]:
    """Line ends that say nothing: before `)` and `;;`, before the body of a function, after the pattern of a case."""
    ends = [at for at, text in enumerate(texts[:-1]) if text == LINE_END]
    drops = {
        at
        for at in ends
        if texts[at + 1] == ")"
        or texts[at + 1] in _CASE_ENDS
        or (texts[at + 1] == "{" and texts[at - 2 : at] == ["(", ")"])
    }
    inner = _sections(texts, True) or []
    opened = {at for at in inner if at >= 0 and texts[at] == ")"}
    return drops | {at + 1 for at in opened if texts[at + 1] in (LINE_END, STRING + " ")}


def _sections(texts: list[str], is_part: bool) -> list[int] | None:
    """Blocks between words, subshells and the branches of a case; None when they do not nest."""
    found = stream.Sections(is_part)
    left = LINE_END
    for text in texts:
        if text == "(" and found.kind != "case":
            found.open("(")
        elif text == ")" and found.kind == "case":
            found.open("branch")
        elif text in (")", "}"):
            found.close("(" if text == ")" else "{")
        elif text == "{":
            found.open("{")
        elif text in _CASE_ENDS and found.kind == "branch":
            found.close("branch")
        elif text in _WORDS and (left in _BEFORE_COMMAND or left == LINE_END):
            _take_word(found, text)
        else:
            found.stay()
        if text != STRING + " ":
            left = text
    return found.inner if found.nests else None


def _take_word(found: stream.Sections, word: str) -> None:
    """Take a word that opens or closes a block."""
    if word in ("if", "do", "case"):
        found.open(word)
    elif word in ("then", "elif", "else"):
        found.close("if", "then", then="if" if word == "elif" else "then")
    elif word in ("fi", "done"):
        found.close("then" if word == "fi" else "do")
    else:
        if found.kind == "branch":
            found.drop()
        found.close("case")


def _bodies(code: Flow, text: str, at: int, line: int, pending: list[tuple[Here, str]]) -> tuple[int, int]:
    """Take the bodies of here-documents, every character of them; `<<-` drops the tabs before each line."""
    for here, kind in pending:
        span = here.end(text, at)
        if span:
            lines = text[at : span[1]].split("\n")
            body = "\n".join([content.lstrip("\t") for content in lines] if kind else lines)
            stream.add_exact(code, body, line, stream.HERE)
            line += len(lines) - 1
            at = span[1]
    return at, line


def _end(code: Flow, line: int) -> None:
    if code.texts and code.texts[-1] != LINE_END and code.texts[-1] not in _RUNS_ON:
        code.add(LINE_END, line)


def _starts(left: str, right: str) -> bool:
    return left == LINE_END or left in ("do", "then", "else", "{") or left.startswith((STRING + "=", stream.HERE))


def _hidden(text: str) -> list[tuple[int, int]]:
    return quoted.bodies(text, _HERE, _INDENTS)


RULES = Rules("shell", lex, _starts, blocks="indent", marks=("'", '"'), hidden=_hidden)
