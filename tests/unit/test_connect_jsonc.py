"""One member of JSON with comments, put in and taken out: no other byte moves."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.connect.broken import BrokenTextError
from kontext.connect.jsonc import find, parse, put, take_out, value_of

OURS = {"command": "/usr/bin/kontext", "args": ["mcp"]}
KEYS = ("mcpServers", "kontext")

blanks = st.sampled_from(["", " ", "  ", "\n", "\n  ", "\t", "\r\n    ", " // no { }\n", ' /* " */ ', "\n\n"])
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=6).filter(lambda name: name != "kontext")
plain = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 99), names, st.floats(allow_nan=False, allow_infinity=False)
)
values = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3))


def written(draw: st.DrawFn, value: object) -> str:
    """A value as a person may have written it."""

    def blank() -> str:
        return draw(blanks)

    if isinstance(value, dict):
        items = [f"{blank()}{json.dumps(k)}{blank()}:{blank()}{written(draw, v)}{blank()}" for k, v in value.items()]
        sign = "{}"
    elif isinstance(value, list):
        items = [blank() + written(draw, one) + blank() for one in value]
        sign = "[]"
    else:
        return json.dumps(value, ensure_ascii=draw(st.booleans()))
    comma = "," if items and draw(st.booleans()) else ""
    return sign[0] + ",".join(items) + comma + blank() + sign[1]


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """A text with at least one other server, and what it says."""
    servers = draw(st.dictionaries(names, values, min_size=1, max_size=3))
    rest = draw(st.dictionaries(names.filter(lambda name: name != "mcpServers"), values, max_size=3))
    pairs = draw(st.permutations([*rest.items(), ("mcpServers", servers)]))
    said = dict(pairs)
    return draw(blanks) + written(draw, said) + draw(blanks), said


def read(text: str) -> object:
    node = parse(text)
    return None if node is None else value_of(text, node)


@settings(max_examples=60)
@given(documents())
def test_what_a_person_wrote_is_read(document: tuple[str, dict[str, object]]) -> None:
    text, said = document
    assert read(text) == said


@settings(max_examples=120)
@given(documents())
def test_put_in_and_taken_out_leaves_every_byte(document: tuple[str, dict[str, object]]) -> None:
    text, said = document
    after = put(text, KEYS, OURS)
    assert read(after) == said | {"mcpServers": {**said["mcpServers"], "kontext": OURS}}  # type: ignore[dict-item]
    assert is_within(text, after)
    assert put(after, KEYS, OURS) == after
    assert take_out(after, KEYS) == text


@settings(max_examples=60)
@given(st.dictionaries(names.filter(lambda name: name != "mcpServers"), values, max_size=3), st.data())
def test_a_missing_table_is_made_at_the_end(rest: dict[str, object], data: st.DataObject) -> None:
    text = data.draw(st.composite(lambda draw: draw(blanks) + written(draw, rest))())
    after = put(text, KEYS, OURS)
    assert read(after) == rest | {"mcpServers": {"kontext": OURS}}
    assert is_within(text, after)
    assert read(take_out(after, KEYS)) == rest | {"mcpServers": {}}


@settings(max_examples=150)
@given(st.text(st.sampled_from('{}[]",: \\/*\n1a'), max_size=30))
def test_any_text_is_edited_right_or_refused(text: str) -> None:
    try:
        after = put(text, KEYS, OURS)
    except BrokenTextError as broken:
        assert 1 <= broken.line <= text.count("\n") + 1
    else:
        node = find(after, KEYS)
        assert node is not None
        assert value_of(after, node) == OURS
        assert is_within(text, after)


def is_within(text: str, after: str) -> bool:
    """Every character of a text comes in another one, in the same order."""
    left = iter(after)
    return all(letter in left for letter in text)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('{\n  "a": 1 // note\n}\n', '{\n  "a": 1, // note\n  "k": 2\n}\n'),
        ('{\n\t"a": 1, // note\n\t// end\n}\n', '{\n\t"a": 1, // note\n\t"k": 2,\n\t// end\n}\n'),
        ('{"a": 1}', '{"a": 1, "k": 2}'),
        ("{}", '{\n  "k": 2\n}'),
        ("{\r\n}\r\n", '{\r\n  "k": 2\r\n}\r\n'),
        ("", '{\n  "k": 2\n}\n'),
        ("// empty\n", '// empty\n{\n  "k": 2\n}\n'),
        ('{\n  "k": 1 // old\n}', '{\n  "k": 2 // old\n}'),
    ],
)
def test_it_is_written_in_the_manner_of_its_neighbours(text: str, after: str) -> None:
    assert put(text, ("k",), 2) == after


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ('{"a" 1}', "lacks a colon behind a name", 1),
        ('{\n"a": 1\n"b": 2}', "lacks a comma or '}'", 3),
        ('{"a": 01}', "is not JSON", 1),
        ("{a: 1}", "expects a name in quotes or a closing brace", 1),
        ('{"a": 1} x', "something stands behind the end", 1),
        ('{"mcpServers": 1}', "has no table where 'kontext' should stand", 1),
        ("[\n]", "has no table where 'mcpServers' should stand", 1),
        ('{"mcpServers": {},\n"mcpServers": {}}', "says 'mcpServers' twice", 2),
        ("[" * 1000, "is nested too deeply", 1),
        ('{"a": "b', "is not JSON", 1),
    ],
)
def test_what_cannot_be_edited_is_said_with_its_line(text: str, message: str, line: int) -> None:
    with pytest.raises(BrokenTextError) as caught:
        put(text, KEYS, OURS)
    assert (caught.value.message, caught.value.line) == (message, line)


def test_what_is_not_there_is_not_taken_out() -> None:
    for text in ("", "{}", '{"mcpServers": {"other": {}}}'):
        assert take_out(text, KEYS) == text


def test_the_first_of_several_members_is_taken_out_with_its_comma() -> None:
    text = '{\n  "a": {\n    "k": 1,\n    "b": 2 // stays\n  }\n}\n'
    assert take_out(text, ("a", "k")) == '{\n  "a": {\n    "b": 2 // stays\n  }\n}\n'
