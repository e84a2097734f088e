"""References to other records inside a text: files, routes, ids, numbers.

Owns what looks like a reference and which verb of supersession governs it. Must not know which records exist
(supersession.py resolves).
"""

from __future__ import annotations

import re
import unicodedata

from kontext.store import claims
from kontext.store.claims import Claim
from kontext.store.dates import find_date
from kontext.store.words import LINKS, NOTHING, PARTLY, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_REFERENCE = re.compile(
    r"""
      !?\[(?P<label>[^\]\[]*)\](?:\((?P<target><[^>]*>|[^)\s]*)[^)]*\)|\[(?P<key>[^\]]*)\])?  # [a](b), [a][b], [a]
    | <(?P<auto>https?://[^>\s]+)>
    | (?P<url>https?://[^\s)>\]]+)
    | (?P<file>[\w./%~-]*[\w%-]\.(?:mdx?|markdown|rst|html?|adoc)\b)
    | (?P<slug>(?<![\w./-])\d{3,8}[-_](?:[^\W_]+[-_])*[^\W_]+)
    | (?P<named>\b[A-Z][A-Za-z]{0,12}(?:-[A-Za-z]+)*[-_ #№]{0,3}\d{1,5}\b(?![.\d]*\d))
    | (?P<number>(?<![\w./-])\#?\d{1,5}\b(?![-./:]\d|%))
    """,
    re.VERBOSE,
)
_DEFINITION = re.compile(r"^\s{0,3}\[([^\]]+)\]:\s*<?(\S+?)>?(?:\s+[\"'(].*)?$")
_MAY_REFER = re.compile(r"[\d`]|\]\(|\.\w")
_NUMBERED = re.compile(r"\d")
_MONTH_OR_YEAR = re.compile(r"^(?:19|20)\d\d$")


def definitions(lines: Sequence[str]) -> dict[str, str]:
    """Link reference definitions: folded label -> target."""
    found: dict[str, str] = {}
    for line in lines:
        match = _DEFINITION.match(line) if "]:" in line else None
        if match:
            found.setdefault(match[1].casefold(), match[2])
    return found


def is_definition(line: str) -> bool:
    """Whether a line only says where a reference link leads."""
    return "]:" in line and _DEFINITION.match(line) is not None


def stated_in_status(found: Iterable[Claim], defined: Mapping[str, str]) -> Iterator[Claim]:
    """Yield links and dates that status fields state in passing (`Status: superseded by 9, 2024-01-02`)."""
    for claim in found:
        if claim.field == "status" and claim.where in (claims.FRONT, claims.FIELD, claims.TABLE, claims.LOG):
            for field, refs in verb_links(claim.value, defined):
                if refs:
                    yield Claim(field, "\n".join(refs), claims.VERB, claim.line)
            if claim.where != claims.LOG and find_date(plain := without_references(claim.value)):
                yield Claim("stated", plain, claims.LOOSE, claim.line)


def find_references(text: str, defined: Mapping[str, str], whole: bool = False) -> list[str]:
    """Return the references in `text`, in order, each once.

    `whole`: the text is the value of a link field, so that a word that looks like nothing else is an id.
    """
    if fold(text) in NOTHING or not fold(text):
        return []
    found = [ref for match in _REFERENCE.finditer(text) if (ref := _reference(match, defined))]
    if not found and whole:
        for part in re.split(r"[,;\s]+", text):
            word = part.strip("`*_\"'()[]")
            if re.fullmatch(r"[\w./-]*[\w]", word) and ("-" in word or "/" in word or len(text.split()) == 1):
                found.append(word)
    return list(dict.fromkeys(found))


def without_references(text: str) -> str:
    """The text without the records it names: a day in another record's name is not this one's."""
    if not find_date(text):
        return text
    names = ("number", "named")
    return _REFERENCE.sub(
        lambda found: " " if found.lastgroup not in names and _reference(found, {}) else found[0], text
    )


def verb_links(text: str, defined: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield ("supersedes" | "superseded_by", references) for every verb of supersession in a text."""
    if not _MAY_REFER.search(text):
        return
    flat = flat_text(text)
    for pattern, field in _FRAMES:  # "durch ADR-9 ersetzt": the reference stands inside the verb
        for frame in pattern.finditer(flat):
            refs = find_references(text[frame.start(1) : frame.end(1)], defined)
            if refs:
                yield field, refs
                flat = flat[: frame.start()] + " " * len(frame[0]) + flat[frame.end() :]
    verbs = list(_VERBS.finditer(flat))
    for at, verb in enumerate(verbs):
        field = _VERB_FIELDS[(verb.lastindex or 1) - 1]
        end = verbs[at + 1].start() if at + 1 < len(verbs) else len(text)
        start = verbs[at - 1].end() if at else 0
        around = [_sentence(text[verb.end() : end]), re.split(r"[.;]\s|。", text[start : verb.start()])[-1]]
        if _is_suffix(verb[0]):
            around.reverse()
        if any(word in PARTLY for word in fold(text[start : verb.start()]).split()[-2:]):
            continue
        yield field, next((refs for part in around if (refs := find_references(part, defined))), [])


def flat_text(text: str) -> str:
    """`text` without diacritics and in lower case, character by character, so that positions stay."""
    if text.isascii():
        return text.lower()
    return "".join(_flat_char(c) for c in text)


def _flat_char(char: str) -> str:
    low = char.lower()
    if char.isascii():
        return low
    base = unicodedata.normalize("NFD", low)[:1] if ord(char) < 0x2E80 else char
    return {"ł": "l", "ø": "o", "đ": "d"}.get(base, base) if len(base) == 1 else char


def _verb_pattern() -> tuple[re.Pattern[str], list[str]]:
    """One alternation of all verbs, longest first, and the field of each group; a date may stand inside a verb."""
    verbs = sorted((verb for verb in LINKS if "…" not in verb), key=len, reverse=True)
    lettered = [verb for verb in verbs if ord(verb[0]) < _CJK]
    unspaced = [verb for verb in verbs if ord(verb[0]) >= _CJK]
    gap = r"[\s*_-]+(?:[^\W\d]{0,3}\s?\(?[\d./-]{6,10}\)?\s+)?"
    first, second = (
        "|".join(f"({gap.join(re.escape(word) for word in flat_text(verb).split())})" for verb in part)
        for part in (lettered, unspaced)
    )
    # The guards in front let the search pass most positions without trying a single verb.
    pattern = re.compile(rf"(?<!\w)(?=[^\W\d_])(?:{first})(?!\w)|(?=[\u2e80-\uffff])(?:{second})")
    return pattern, [LINKS[verb] for verb in (*lettered, *unspaced)]


def _frame_patterns() -> list[tuple[re.Pattern[str], str]]:
    """Verbs in two halves around the reference."""
    found = []
    for verb, field in LINKS.items():
        first, gap, last = flat_text(verb).partition("…")
        if gap:
            found.append((re.compile(rf"{re.escape(first)}([^。;\n]{{2,120}}?){re.escape(last)}"), field))
    return found


def _is_suffix(verb: str) -> bool:
    """Whether a verb follows what it governs (`ADR-9に置き換え`): it starts with a particle of such a language."""
    return "\u3040" <= verb[0] <= "\u309f" or "\uac00" <= verb[0] <= "\ud7af"


_CJK = 0x2E80
_VERBS, _VERB_FIELDS = _verb_pattern()
_FRAMES = _frame_patterns()


def _sentence(text: str) -> str:
    """Up to the end of the sentence; a dot inside a file name or number does not end it."""
    return re.split(r"(?<=[^\d\W])[.。](?:\s|$)|\n\s*\n", text, maxsplit=1)[0]


def _reference(match: re.Match[str], defined: Mapping[str, str]) -> str:
    """The reference of one match, "" when it is none."""
    kind = match.lastgroup or ""
    if match["label"] is not None:
        return _from_link(match["label"], match["target"], match["key"], defined)
    text = match[kind]
    if kind in ("auto", "url"):
        return text if _names_record(text) else ""
    if kind in ("number", "named"):
        digits = text.lstrip("#")
        if _MONTH_OR_YEAR.match(digits) or (kind == "named" and _is_version(text)):
            return ""
        return digits
    return "" if re.fullmatch(r"[\d._/-]+", text) and find_date(text) else text.strip("/")


def _from_link(label: str, target: str | None, key: str | None, defined: Mapping[str, str]) -> str:
    """What a Markdown link refers to: its target when that names a file or route, else its label."""
    if target is None:
        target = defined.get((key or label).casefold())
    if not target:
        inner = find_references(label, {}) if label and not label.startswith("[") else []
        return inner[0] if inner else ""
    target = target.strip("<>")
    if target.startswith(("http:", "https:")) and not _names_record(target):
        return ""
    if target.startswith("#"):
        return ""
    return target if _NUMBERED.search(target) or _names_record(target) else ""


def _names_record(url: str) -> bool:
    """Whether an URL or path can lead to a record: its last part is a Markdown page, a number or a slug with one."""
    path = re.sub(r"[?#].*$", "", url).rstrip("/")
    last = path.rsplit("/", 1)[-1]
    if re.search(r"/(?:issues?|pulls?|merge_requests|commits?|discussions)/", path):
        return False
    return bool(re.search(r"\.(?:mdx?|markdown|rst|html?)$", last) or re.match(r"^(?:[A-Za-z]+-)?\d+(?:-|$)", last))


def _is_version(text: str) -> bool:
    """`Java 8`, `Python 3`, `Iteration 6`: a capitalised word and a number that is no record id."""
    word = re.match(r"[A-Za-z-]+", text)
    return bool(word) and not word[0].isupper() and fold(word[0]) not in _RECORD_WORDS if word else True


_RECORD_WORDS = frozenset(("adr", "rfc", "decision", "record", "no", "nr", "number", "ddr", "edr", "mdr"))
