"""Go that says the same shorter: what `gofmt -s` drops, by the rules of the language and not by guess.

Owns types of composite literals that follow from the literal around them, `len(x)` as the end of a slice of `x`, and
blanks before `range`. Works on tokens.
"""

from __future__ import annotations

from kontext.lineage.lexers import stream

_NO_NAME = stream.words("chan func interface map struct")
_DEEPEST = 8  # types in types
_ELEMENT_ENDS = stream.words(", } :")


def drops(texts: list[str]) -> set[int]:
    """Return the places of tokens that say nothing."""
    found = _blanks(texts) | _ends(texts)
    closers: dict[int, int] = {}
    for at, text in enumerate(texts):
        if text in ("[", "map"):
            brace = _type_end(texts, at)
            if 0 < brace < len(texts) and texts[brace] == "{":
                closers = closers or stream.pairs(texts)
                _elide(texts, closers, brace, texts[at:brace], found)
    return found


def _type_end(texts: list[str], at: int, depth: int = 0) -> int:
    """The place after a type that is built of names, pointers, slices, arrays and maps; -1 = another one."""
    if depth > _DEEPEST:
        return -1
    while texts[at : at + 1] == ["*"]:
        at += 1
    if texts[at : at + 2] == ["map", "["]:
        at = _type_end(texts, at + 2, depth + 1)
        return _type_end(texts, at + 1, depth + 1) if at > 0 and texts[at : at + 1] == ["]"] else -1
    if texts[at : at + 2] == ["[", "]"]:
        return _type_end(texts, at + 2, depth + 1)
    if texts[at : at + 1] == ["["]:
        return _type_end(texts, at + 3, depth + 1) if texts[at + 2 : at + 3] == ["]"] else -1
    if not _is_name(texts, at):
        return -1
    if texts[at + 1 : at + 2] == ["."]:
        at += 2
    return at + 1 if _is_name(texts, at) and texts[at + 1 : at + 2] != ["["] else -1


def _is_name(texts: list[str], at: int) -> bool:
    return at < len(texts) and (texts[at][0].isalpha() or texts[at][0] == "_") and texts[at] not in _NO_NAME


def _parts(kind: list[str]) -> tuple[list[str], list[str]]:
    """Types of the keys ([] = plain numbers) and of the elements of a slice, array or map type."""
    if kind[0] == "map":
        end = _type_end(kind, 2)
        return kind[2:end], kind[end + 1 :]
    return [], kind[kind.index("]") + 1 :]


def _elide(texts: list[str], closers: dict[int, int], brace: int, kind: list[str], found: set[int]) -> None:
    """Drop the types of elements and keys that are composite literals of just the type that the literal asks for."""
    close = closers.get(brace, 0)
    key, element = _parts(kind)
    at, is_start = brace + 1, True
    while at < close:
        if is_start:
            _elide_one(texts, closers, at, element, found)
            _elide_one(texts, closers, at, key, found)
        is_start = texts[at] in (",", ":")
        at = closers.get(at, at) + 1


def _elide_one(texts: list[str], closers: dict[int, int], at: int, kind: list[str], found: set[int]) -> None:
    if not kind:
        return
    spelled = ["&", *kind[1:]] if kind[0] == "*" else kind
    size = len(spelled) if texts[at : at + len(spelled)] == spelled else 0
    end = closers.get(at + size, -1)
    if texts[at + size] != "{" or end < 0 or texts[end + 1] not in _ELEMENT_ENDS:
        return
    found.update(range(at, at + size))
    inner = kind[1:] if kind[0] == "*" else kind
    if inner[0] in ("[", "map"):
        _elide(texts, closers, at + size, inner, found)


def _ends(texts: list[str]) -> set[int]:
    """`len(x)` in `x[a:len(x)]`, where `len` is the language's own."""
    found = set()
    for at, text in enumerate(texts):
        if (
            text == "len"
            and texts[at - 1] == ":"
            and texts[at + 1 : at + 2] == ["("]
            and texts[at + 3 : at + 5] == [")", "]"]
        ):
            opener = stream.nest(texts)[at]
            plain = opener > 0 and texts[opener - 1] == texts[at + 2] and texts[opener - 2 : opener - 1] != ["."]
            if plain and texts[opener:at].count(":") == 1:
                found |= {at, at + 1, at + 2, at + 3}
    if found and any(
        texts[at] == "len" and (texts[at + 1 : at + 2] != ["("] or texts[at - 1] == "func") for at in range(len(texts))
    ):
        return set()
    return found


def _blanks(texts: list[str]) -> set[int]:
    """`, _` and `_ =` before `range`."""
    found: set[int] = set()
    for at, text in enumerate(texts):
        if text != "range" or texts[at - 1 : at] not in (["="], [":="]):
            continue
        start = at - 1
        if texts[start - 2 : start] == [",", "_"]:
            found |= {start - 2, start - 1}
            start -= 2
        if texts[start - 2 : start] == ["for", "_"] and texts[at - 1] == "=":
            found |= {start - 1, at - 1}
    return found
