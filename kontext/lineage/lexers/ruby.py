"""Ruby: what rubocop -a, standard and the like may change.

Owns line ends, heredocs, quotes without interpolation and the blocks between words. Around signs that Ruby reads
differently with a space before them (`foo -1`, `foo [1]`, `a ?b`), the presence of a space counts. The order of
`require` counts too: files run as they are loaded, and no formatter sorts them.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import stream
from kontext.lineage.lexers.stream import CLOSERS, LINE_END, OPENERS, STRING, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<block>(?:(?<=\n)|\A)=begin\b.*?\n=end[^\n]*)|(?P<data>(?:(?<=\n)|\A)__END__\n.*)|"
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<joint>\\\r?\n)|(?P<end>\n)|(?P<comment>\#[^\n]*)|"
    r"(?P<here><<[~-]?(?P<q>['\"`]?)(?P<mark>[A-Z_]\w*)(?P=q))|"
    r"(?P<string>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")|(?P<exact>`(?:[^`\\]|\\.)*`)|"
    r"(?P<char>(?<![\w)\]}])\?(?:\\.|[^\s\w'\"(\[{@$:]|\w(?!\w)))|"
    r"(?P<word>[@$:]{0,2}[^\W\d]\w*(?:[?!](?!=[^=~>]))?|\d(?:[eE][+-]\d|\w|\.(?=\d))*)|"
    r"(?P<sign>\*\*=?|<=>|===?|=~|=>|!~|<<=?|>>=?|&\.|&&=?|\|\|=?|::|\.\.\.?|->|[-+*/%&|^!<>]=|.)",
    re.DOTALL,
)
_SPACED = words("- + * ** & : ? / % << ::")  # with a space before them and none behind them, they start an argument
_REGEX = re.compile(r"(?:[^/\\\n]|\\.)*/[a-z]*")
_BEFORE_REGEX = words("( [ { , | || && ! = == =~ !~ => ? : ; if elsif unless while until when and or not return")
_INTERPOLATED = re.compile(r"#[{$@]").search
_STARTS_VALUE = words("= ( [ { , | || && ! => -> << += -= ||= &&= then else do begin ensure and or not : ?")
_MIDDLES = words("else elsif when in rescue ensure")
_RUNS_ON = words("( [ { , . &. :: + - * / || && = == => += -= ||= &&= and or not | \\")
_HEADS = words("if unless while until for")
_LEADS_ON = words(". &. ) ] }")


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of Ruby source."""
    code, comments = Flow(), Flow()
    line, at, size = first, 0, len(text)
    pending: list[tuple[str, bool]] = []
    spaced = False
    while at < size:
        match = _SCAN.match(text, at)
        assert match is not None  # the last alternative takes any character
        kind, token, at = match.lastgroup, match.group(), match.end()
        if kind == "end":
            _end(code, line)
            line += 1
            if pending:
                at, line = _heredocs(code, text, at, line, pending)
                pending = []
        elif kind in ("white", "joint"):
            line += token.count("\n")
            spaced = True
            continue
        elif kind in ("comment", "block"):
            stream.add_words(comments, token, line, "#")
            line += token.count("\n")
        elif kind in ("string", "exact", "data"):
            _literal(code, token, line, spaced)
            line += token.count("\n")
        else:
            if kind == "here" and _is_heredoc(code, match["mark"]):
                pending.append((match["mark"], token[2] == "~"))
                token = "<<" + token[2:].lstrip("-~")
            if spaced and _starts_argument(code.texts, token, text[at : at + 1]):
                code.add(STRING + " ", line)
            if token == "/" and _may_be_regex(code.texts, spaced, text[at : at + 1]):
                token, at = _regex(text, at)
            _add(code, token, line)
        spaced = False
    code = _joined(code)
    return stream.lexed(code, comments)._replace(sections=_sections(code.texts))


def _regex(text: str, at: int) -> tuple[str, int]:
    """The regular expression that starts with the slash before a place, as one token, and where it ends."""
    found = _REGEX.match(text, at)
    return (STRING + "=/" + found.group(), found.end()) if found else ("/", at)


def _add(code: Flow, token: str, line: int) -> None:
    if token == ";":
        _end(code, line)
    else:
        code.add(token, line)


def _starts_argument(texts: list[str], token: str, after: str) -> bool:
    """Whether the space before a sign makes it the start of an argument without parentheses."""
    left = texts[-1] if texts else LINE_END
    if not (left[-1].isalnum() or left[-1] in "_?!)]}" or left.startswith(STRING)):
        return False
    return token in ("[", "(") or token[:2] == "::" or (token in _SPACED and after not in (" ", "\t", "\n", "\r", ""))


def _may_be_regex(texts: list[str], spaced: bool, after: str) -> bool:
    """Whether a slash starts a regular expression rather than divides."""
    left = texts[-2] if len(texts) > 1 and texts[-1] == STRING + " " else (texts[-1] if texts else LINE_END)
    if left in _BEFORE_REGEX or left == LINE_END:
        return True
    return spaced and after not in (" ", "=", "") and (left[0].isalpha() or left[0] == "_")


def _is_heredoc(code: Flow, mark: str) -> bool:
    return mark.isupper() or mark.startswith("_")


def _literal(code: Flow, token: str, line: int, spaced: bool) -> None:
    """Quotes say the same where nothing in them is escaped or interpolated."""
    if spaced and code.texts and code.texts[-1] != LINE_END and code.texts[-1] not in _RUNS_ON:
        code.add(STRING + " ", line)
    body = token[1:-1]
    if token[0] in "'\"" and not any(mark in body for mark in "\\'\"") and not _INTERPOLATED(body):
        stream.add_apart(code, "", body, line)
    else:
        stream.add_exact(code, token, line)


def _heredocs(code: Flow, text: str, at: int, line: int, marks: list[tuple[str, bool]]) -> tuple[int, int]:
    """Take the bodies of here-documents, every character of them; `<<~` drops the depth that all lines share."""
    for mark, is_squiggly in marks:
        end = re.compile(rf"^[ \t]*{re.escape(mark)}[ \t\r]*$", re.MULTILINE).search(text, at)
        stop = end.end() if end else len(text)
        lines = text[at:stop].split("\n")
        depths = [len(content) - len(content.lstrip(" ")) for content in lines[:-1] if content.strip()]
        depth = min(depths, default=0) if is_squiggly else 0
        body = [content[depth:] if content.strip() else content for content in lines[:-1]]
        stream.add_exact(code, "\n".join([*body, lines[-1].strip()]), line)
        line += len(lines) - 1
        at = stop
    return at, line


def _end(code: Flow, line: int) -> None:
    if code.texts and code.texts[-1] != LINE_END and code.texts[-1] not in _RUNS_ON:
        code.add(LINE_END, line)


def _joined(code: Flow) -> Flow:
    """A line that starts with a dot or a closer continues the one before."""
    texts = code.texts
    return code.without({at for at in range(len(texts) - 1) if texts[at] == LINE_END and texts[at + 1] in _LEADS_ON})


def _sections(texts: list[str]) -> list[int] | None:
    """Blocks between words and in brackets; None when they do not nest."""
    found = stream.Sections()
    left = LINE_END
    awaits_do = False
    for at, text in enumerate(texts):
        after = texts[at + 1] if at + 1 < len(texts) else LINE_END
        is_word = left not in (".", "&.", "::", "def", "alias", "undef") and after != ":"
        if text in OPENERS:
            found.open(text)
        elif text in CLOSERS:
            found.close(next(opener for opener, closer in OPENERS.items() if closer == text))
        elif not is_word:
            found.stay()
        elif text == "do" and awaits_do:
            awaits_do = False
            found.stay()
        elif text in ("class", "module", "begin", "case", "do") or (text == "def" and not _is_endless(texts, at)):
            found.open("end")
        elif text in _HEADS and (left == LINE_END or left in _STARTS_VALUE):
            awaits_do = text in ("while", "until", "for")
            found.open("end")
        elif text == "end":
            found.close("end")
        elif text in _MIDDLES and left == LINE_END and found.kind == "end":
            found.close("end", then="end")
        else:
            found.stay()
        if text == LINE_END:
            awaits_do = False
        if text != STRING + " ":
            left = text
    return found.inner if found.nests else None


def _is_endless(texts: list[str], at: int) -> bool:
    """Whether a method is defined by one expression: `def x = 1`, `def x(y) = y`; `def x=(y)` is a setter."""
    depth = 0
    for place in range(at + 1, len(texts)):
        text = texts[place]
        if text == LINE_END and not depth:
            return False
        if text == "=" and not depth:
            return texts[place - 1] == ")" or texts[place + 1 : place + 2] != ["("]
        depth += (text in OPENERS) - (text in CLOSERS)
    return False


def _starts(left: str, right: str) -> bool:
    return left == LINE_END or left.startswith(STRING + "=")


RULES = Rules("ruby", lex, _starts, blocks="indent", marks=("'", '"'))
