"""Ruby: what rubocop -a, standard and the like may change.

Owns line ends, here-documents, quotes without interpolation and the blocks between words. Around signs that Ruby reads
differently with a space before them (`foo -1`, `foo [1]`, `a ?b`), the presence of a space counts. The order of
`require` counts too: files run as they are loaded, and no formatter sorts them.
"""

from __future__ import annotations

import re

from kontext.lineage.lexers import quoted, stream
from kontext.lineage.lexers.quoted import Here
from kontext.lineage.lexers.stream import CLOSERS, HERE, LINE_END, OPENERS, STRING, Flow, Lexed, Rules, words

_SCAN = re.compile(
    r"(?P<block>(?:(?<=\n)|\A)=begin\b.*?\n=end[^\n]*)|(?P<data>(?:(?<=\n)|\A)__END__\n.*)|"
    r"(?P<white>[ \t\r\f\v\ufeff]+)|(?P<joint>\\\r?\n)|(?P<end>\n)|(?P<comment>\#[^\n]*)|"
    r"(?P<here><<(?P<kind>[~-]?)(?P<mark>(?P<q>['\"`])[^\n'\"`]+(?P=q)|[^\W\d]\w*))|"
    r"(?P<string>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\\#]|\\.|\#(?!\{))*\")|(?P<quote>[\"`])|"
    r"(?P<percent>%(?P<sort>[qQwWiIrsx]?)(?P<opens>[^\w\s=]))|"
    r"(?P<char>(?<![\w)\]}])\?(?:\\.|[^\s\w'\"(\[{@$:]|\w(?!\w)))|"
    r"(?P<word>[@$:]{0,2}[^\W\d]\w*(?:[?!](?!=[^=~>]))?|\d(?:[eE][+-]\d|\w|\.(?=\d))*)|"
    r"(?P<sign>\*\*=?|<=>|===?|=~|=>|!~|<<=?|>>=?|&\.|&&=?|\|\|=?|::|\.\.\.?|->|[-+*/%&|^!<>]=|.)",
    re.DOTALL,
)
_HERE = re.compile(r"<<(?P<kind>[~-]?)(?P<mark>['\"`][^\n'\"`]+['\"`]|[^\W\d]\w*)")
_INDENTS = {"": "", "-": "[ \t]*", "~": "[ \t]*"}
_SPACED = words("- + * ** & : ? / % << ::")  # with a space before them and none behind them, they start an argument
_EXTENDED = re.compile(r"[a-z]*x")
_BEFORE_VALUE = words("( [ { , | || && ! = == != =~ !~ => << ? : ; if elsif unless while until when and or not return")
_CODE = ("#{",)
_INTERPOLATED = re.compile(r"#[{$@]").search
_STARTS_VALUE = words("= ( [ { , | || && ! => -> << += -= ||= &&= then else do begin ensure and or not : ?")
_MIDDLES = words("else elsif when in rescue ensure")
_RUNS_ON = words("( [ { , . &. :: + - * / || && = == => += -= ||= &&= and or not | \\")
_HEADS = words("if unless while until for")
_LEADS_ON = words(". &. ) ] }")
_OPENED = {closer: opener for opener, closer in OPENERS.items()}


def lex(text: str, first: int, modern: bool) -> Lexed:
    """Return the streams of Ruby source."""
    code, comments = _Reader(text, first).read()
    code = _joined(code)
    code = code.without(stream.comma_drops(code.texts, lambda comma, opener: _is_telling_comma(code.texts, opener)))
    return stream.lexed(code, comments)._replace(sections=_sections(code.texts, first > 1))


class _Reader:
    """One pass over the source."""

    def __init__(self, text: str, first: int) -> None:
        self.text = text
        self.line = first
        self.at = 0
        self.code = Flow()
        self.comments = Flow()
        self.spaced = False
        self.ends = quoted.whole_lines(text) if "<<" in text else frozenset()
        self.endless = 0  # literals that nothing ends
        self.pending: list[tuple[Here, str]] = []  # here-documents whose bodies follow this line, with their kind

    def read(self) -> tuple[Flow, Flow]:
        """Return code and comment words."""
        size = len(self.text)
        while self.at < size:
            match = _SCAN.match(self.text, self.at)
            assert match is not None  # the last alternative takes any character
            self.at = match.end()
            kind, token = match.lastgroup, match.group()
            if kind in ("white", "joint"):
                self.line += token.count("\n")
                self.spaced = True
                continue
            if kind == "end":
                self.end()
            elif kind in ("comment", "block"):
                stream.add_words(self.comments, token, self.line, "#")
                self.line += token.count("\n")
            elif kind in ("string", "data"):
                self.literal(token)
            elif token == "then" and self.is_then():
                _end(self.code, self.line)
            elif kind == "word" and not token.startswith("::"):
                self.code.add(token, self.line)
            else:
                self.sign(match, token)
            self.spaced = False
        return self.code, self.comments

    def end(self) -> None:
        """A line ends; the bodies of its here-documents follow."""
        _end(self.code, self.line)
        self.line += 1
        for here, kind in self.pending:
            span = here.end(self.text, self.at)
            if span:
                _heredoc(self.code, self.text[self.at : span[1]], self.line, kind)
                self.line += self.text.count("\n", self.at, span[1])
                self.at = span[1]
        self.pending = []

    def is_then(self) -> bool:
        """Whether `then` is the word after a condition, which says what the end of a line says."""
        left = self.code.texts[-1:] or [LINE_END]
        return left[0] not in (".", "&.", "::", "def", ":") and self.text[self.at : self.at + 1] not in (":", "(", "=")

    def sign(self, match: re.Match[str], token: str) -> None:
        """A sign, or a literal that starts like one."""
        kind = match.lastgroup
        if kind == "here" and not self.opens_here(match):
            self.at = match.start() + 2
            token = "<<"
        elif kind == "here":
            token = "<<" + match["mark"].strip('"')
        elif kind == "quote" and self.interpolated(match.start(), token):
            return
        elif kind == "percent":
            if self.is_value(match["opens"]) and self.percent(match):
                return
            token = "%"
            self.at = match.start() + 1
        elif token == "?" and self.text[self.at : self.at + 1] in ("'", '"') and self.is_value(" "):
            token += self.text[self.at]
            self.at += 1
        if self.spaced and _starts_argument(self.code.texts, token, self.text[self.at : self.at + 1]):
            self.code.add(STRING + " ", self.line)
        if token == "/" and self.is_value(self.text[self.at : self.at + 1]):
            end = self.end_of(self.at, "/", _CODE)
            if end > 0 and self.is_regex(end):
                self.exact(self.at - 1, end)
                return
        _add(self.code, token, self.line)

    def opens_here(self, match: re.Match[str]) -> bool:
        """Whether `<<` opens a here-document: a line that ends it has to follow."""
        mark, kind = match["mark"], match["kind"]
        plain = mark.strip("'\"`")
        if not kind and mark == plain and not mark[0].isupper() and not self.is_value(mark[0]):
            return False
        here = Here(plain, _INDENTS[kind])
        if plain == "self" or plain not in self.ends or len(self.pending) == quoted.MOST_OPEN:
            return False
        if here.end(self.text, self.text.find("\n", self.at) + 1) is None:
            return False
        self.pending.append((here, kind + "'" if mark[0] == "'" else kind))
        return True

    def is_value(self, after: str) -> bool:
        """Whether a sign starts a value rather than joins two."""
        texts = self.code.texts
        left = texts[-2] if len(texts) > 1 and texts[-1] == STRING + " " else (texts[-1] if texts else LINE_END)
        if left in _BEFORE_VALUE or left == LINE_END:
            return True
        return self.spaced and after not in (" ", "=", "") and (left[0].isalpha() or left[0] == "_")

    def percent(self, match: re.Match[str]) -> bool:
        """Take a literal like `%q(a)`; where it is a list, the amount of white space between its words is looks."""
        opens, sort = match["opens"], match["sort"]
        code = () if sort and sort in "qwis" else _CODE
        end = self.end_of(self.at, quoted.CLOSING.get(opens, opens), code)
        if end < 0:
            return False
        body = self.text[self.at : end - 1]
        self.space()
        if not sort or sort not in "wWiI" or "\\" in body or "#{" in body:
            self.exact(match.start(), end)
            return True
        self.code.add(STRING + "%" + sort.lower(), self.line)
        for offset, part in enumerate(body.split("\n")):
            for word in stream.split_words(part):
                self.code.add(STRING + "%=" + word, self.line + offset)
        self.line += body.count("\n")
        self.code.add(STRING + "%)", self.line)
        self.at = end
        return True

    def end_of(self, at: int, close: str, code: tuple[str, ...]) -> int:
        """Where a literal ends, -1 = nowhere; given up where a text opens one after the other and ends none."""
        end = quoted.end_of_quoted(self.text, at, close, code) if self.endless < quoted.MOST_OPEN else -1
        self.endless += end < 0
        return end

    def interpolated(self, start: int, quote: str) -> bool:
        """Take a literal that code stands in."""
        end = self.end_of(start + 1, quote, _CODE)
        if end < 0:
            return False
        self.space()
        self.exact(start, end)
        return True

    def is_regex(self, end: int) -> bool:
        """Only a regular expression that says so runs over several lines."""
        return "\n" not in self.text[self.at : end] or _EXTENDED.match(self.text, end) is not None

    def exact(self, start: int, end: int) -> None:
        """Take a literal whose every character counts."""
        stream.add_exact(self.code, self.text[start:end], self.line)
        self.line += self.text.count("\n", start, end)
        self.at = end

    def space(self) -> None:
        """Before a literal the presence of a space counts where it makes that an argument."""
        texts = self.code.texts
        if self.spaced and texts and texts[-1] != LINE_END and texts[-1] not in _RUNS_ON:
            self.code.add(STRING + " ", self.line)

    def literal(self, token: str) -> None:
        """Quotes say the same where nothing in them is escaped or interpolated."""
        self.space()
        body = token[1:-1]
        if token[0] in "'\"" and not any(mark in body for mark in "\\'\"") and not _INTERPOLATED(body):
            stream.add_apart(self.code, "", body, self.line)
        else:
            stream.add_exact(self.code, token, self.line)
        self.line += token.count("\n")


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


def _heredoc(code: Flow, text: str, line: int, kind: str) -> None:
    """Take the body of a here-document, every character of it; `<<~` drops the depth that all lines share."""
    lines = text.split("\n")
    lines[-1] = lines[-1].strip()
    body = lines[:-1]
    goes_on = kind == "~" and any(content.rstrip("\r").endswith("\\") for content in body)
    if kind.startswith("~") and not goes_on:
        depths = [len(content) - len(content.lstrip(" ")) for content in body if content.strip()]
        depth = min(depths, default=0)
        lines[:-1] = [content[depth:] if content.strip() else content for content in body]
    stream.add_exact(code, "\n".join(lines), line, HERE)


def _end(code: Flow, line: int) -> None:
    if code.texts and code.texts[-1] != LINE_END and code.texts[-1] not in _RUNS_ON:
        code.add(LINE_END, line)


def _joined(code: Flow) -> Flow:
    """A line that starts with a dot or a closer continues the one before, whatever here-documents lie between."""
    texts = code.texts
    return code.without({at for at in range(len(texts) - 1) if texts[at] == LINE_END and _leads_on(texts, at + 1)})


def _leads_on(texts: list[str], at: int) -> bool:
    if not texts[at].startswith(HERE):
        return texts[at] in _LEADS_ON
    while at + 1 < len(texts) and (texts[at].startswith(HERE) or texts[at] == LINE_END):
        at += 1
    return texts[at] in CLOSERS


def _is_telling_comma(texts: list[str], opener: int) -> bool:
    """Whether a comma before a closer means something: not in calls, lists and hashes, but in patterns."""
    if opener < 1:
        return True
    left = texts[opener - 1]
    if texts[opener] == "(" and not (left[-1].isalnum() or left[-1] in "_?!"):
        return True
    at = opener
    while at and texts[at - 1] != LINE_END:
        at -= 1
        if texts[at] in ("in", "for", "=>", "|"):
            return True
    return False


def _sections(texts: list[str], is_part: bool) -> list[int] | None:
    """Blocks between words and in brackets; None when they do not nest."""
    found = stream.Sections(is_part)
    left = LINE_END
    awaits_do = False
    bodies: list[tuple[str, int]] = []
    for at, text in enumerate(texts):
        after = texts[at + 1] if at + 1 < len(texts) else LINE_END
        if _take_body(found, bodies, text):
            continue
        is_word = left not in (".", "&.", "::", "def", "alias", "undef") and after != ":"
        if text in OPENERS:
            found.open(text)
        elif text in CLOSERS:
            found.close(_OPENED[text])
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
        awaits_do = awaits_do and text != LINE_END
        if text != STRING + " ":
            left = text
    return found.inner if found.nests else None


def _take_body(found: stream.Sections, bodies: list[tuple[str, int]], text: str) -> bool:
    """Take a line of a here-document: it stands in the block that it was opened in, wherever its text follows.

    `bodies` holds what ends those that are open, and their blocks.
    """
    if not text.startswith(HERE):
        if text.startswith("<<") and text[2:].strip("'`=<"):
            bodies.append((text[2:].strip("'`"), found.innermost))
        return False
    found.inner.append(bodies[0][1] if bodies else -1)
    if bodies and text == HERE + bodies[0][0]:
        bodies.pop(0)
    return True


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
    return left == LINE_END or left.startswith((STRING + "=", HERE))


def _hidden(text: str) -> list[tuple[int, int]]:
    return quoted.bodies(text, _HERE, _INDENTS)


RULES = Rules("ruby", lex, _starts, blocks="indent", marks=("'", '"'), hidden=_hidden)
