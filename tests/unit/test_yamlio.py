from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.errors import ConfigError, InvalidEntry
from kontext.yamlio import RoundTrip, Table, load, load_front_matter, position
from kontext.yamlio.load import BrokenYamlError, build, compose, written_scalar
from kontext.yamlio.simple import simple_front_matter


def test_values_are_typed_and_know_their_line() -> None:
    data = load("# c\nwhy:\n  limit: 3\n  deep: no\nlist: [a, 1.5, true, ~]\nday: 2026-02-30\n", "f.yaml")
    assert data == {"why": {"limit": 3, "deep": "no"}, "list": ["a", 1.5, True, None], "day": "2026-02-30"}
    assert (position(data, "why"), position(data["why"], "deep"), position(data, "day")) == (2, 4, 6)
    assert position(data, "missing") == 0 and position(None, "x") == 0


def test_anchors_and_merges_are_understood() -> None:
    assert load("a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  l: 3\n", "f")["b"] == {"l": 3, "k": 1}


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("a: 1\nb: [\n", 3, "broken YAML"),
        ("a: 1\na: 2\n", 2, "twice"),
        ("a: 1\n\tb: 2\n", 2, "broken YAML"),
        ("a: *nobody\n", 1, "undefined alias"),
        ("? [x]\n: 1\n", 1, "a key has to be a word"),
        ("a: 1\nb: \x01\n", 2, "does not allow"),
        ("[" * 900, 1, "nested too deep"),
        ("a: 1\n---\nb: 2\n", 2, "another document"),
    ],
)
def test_broken_yaml_is_an_error_with_its_line(text: str, line: int, word: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(text, "conf.yaml")
    assert (caught.value.path, caught.value.line) == ("conf.yaml", line)
    assert word in caught.value.message


BOMB = 'a: &a ["x", "x", "x", "x", "x", "x", "x", "x", "x"]\n' + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
CHAIN = f"a0: &a0 {'[' * 58}{']' * 58}\n" + "".join(f"a{n}: &a{n} {'[' * 58}*a{n - 1}{']' * 58}\n" for n in range(1, 9))


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        (f"{BOMB}why: {{limit: *i}}\n", 5, "aliases stand for more than 10,000 values"),
        ("a: &a {k: 1, l: 2}\nb:\n  <<: [" + "*a, " * 5000 + "]\n", 3, "aliases stand for more"),
        ("a: &a " + "x" * 9 + "\ntags: [" + "*a, " * 11000 + "]\n", 2, "aliases stand for more"),
        (CHAIN, 2, "nested too deep"),
        ("a: 1\nb: &b [x, *b]\n", 2, "an alias names what it stands in"),
        ("a: &b {k: *b}\n", 1, "an alias names what it stands in"),
        ("a: 1\nx: " + "[" * 5000 + "]" * 5000, 2, "nested too deep"),
        ("x: " + "{a: " * 5000, 1, "nested too deep"),
        ("x: " + "[a," * 5000, 1, "nested too deep"),
        ("x: " + "[\n" * 5000, 61, "nested too deep"),
        ("- " * 5000 + "a", 1, "nested too deep"),
        ("\n".join(" " * n + "a:" for n in range(100)), 61, "nested too deep"),
        ("x: [" + "[]," * 40000 + "]", 1, "more than 100,000 characters"),
    ],
)
def test_what_would_only_cost_time_is_refused_with_its_line(text: str, line: int, word: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(text, "f.yaml")
    assert word in caught.value.message
    assert (caught.value.path, caught.value.line) == ("f.yaml", line)
    with pytest.raises(InvalidEntry) as refused:
        load_front_matter(text, "r.md", 2)
    assert (refused.value.path, refused.value.line) == ("r.md", line + 1)
    with pytest.raises(ConfigError):
        RoundTrip(text, "f.yaml").set(["z"], 1)


def test_aliases_and_brackets_in_measure_are_fine() -> None:
    shared = "a: &a [x, y]\nb: [" + "*a, " * 1000 + "]\n"
    assert load(shared, "f")["b"] == [["x", "y"]] * 1000
    assert load("x: " + "[" * 50 + "]" * 50 + "\ny: [" + "[], " * 500 + "]\n", "f")["y"] == [[]] * 500


def test_an_anchor_that_is_set_twice_stands_for_the_last_value() -> None:
    assert load("a: &x 1\nb: *x\nc: &x 2\nd: *x\n", "f") == {"a": 1, "b": 1, "c": 2, "d": 2}


def test_front_matter_keeps_scalars_as_written() -> None:
    text = "id: 0007\ncommits: [12e4567, 1234567]\ndate: 2026-02-30\ndone: true\nempty:\nnone: ~\nq: '1'\n"
    assert load_front_matter(text, "r.md", 2) == {
        "id": "0007",
        "commits": ["12e4567", "1234567"],
        "date": "2026-02-30",
        "done": "true",
        "empty": None,
        "none": None,
        "q": "1",
    }


def test_front_matter_that_is_broken_or_no_mapping_names_file_and_line() -> None:
    for text, line in [("a: 1\nb: [\n", 4), ("- a\n", 2), ("x: a: b\n", 2)]:
        with pytest.raises(InvalidEntry) as caught:
            load_front_matter(text, "docs/adr/0001.md", 2)
        assert (caught.value.path, caught.value.line) == ("docs/adr/0001.md", line)


def test_front_matter_of_any_yaml_is_read() -> None:
    text = "a: &x\n  b: |\n    two\n    lines\nc: *x\nd: {e: [1, 2]} # note\n'f g': \"h\\ti\"\n"
    data = load_front_matter(text, "r.md", 2)
    assert data == {"a": {"b": "two\nlines\n"}, "c": {"b": "two\nlines\n"}, "d": {"e": ["1", "2"]}, "f g": "h\ti"}
    assert position(data, "c") == 6
    assert load_front_matter("", "r.md", 2) == {} and load_front_matter("# c\n", "r.md", 2) == {}


WORD = st.text("aZ09 .:-_/'\"[]{},&*!|>%@`#?~é\t", max_size=9)
LINE = st.one_of(
    st.builds(lambda key, value: f"{key}: {value}", st.sampled_from(["a", "b c", "Key", "null", "x-y"]), WORD),
    st.builds(lambda items: f"l: [{', '.join(items)}]", st.lists(WORD, max_size=3)),
    st.builds(lambda word: f"- {word}", WORD),
    st.builds(lambda word: f"  - {word}", WORD),
    st.sampled_from(["", "# note", "k:", "k: ", "  # note", "k: null", "k: 'q'", 'k: "q"', "k: v\r"]),
)


@settings(max_examples=500, deadline=None)
@given(st.lists(LINE, max_size=6).map("\n".join))
def test_the_short_way_agrees_with_the_parser_wherever_it_dares(text: str) -> None:
    short = simple_front_matter(text, 2)
    if short is None:
        return
    try:
        full = build(compose(text), written_scalar, offset=1) or Table()
    except BrokenYamlError as trouble:
        raise AssertionError(f"only the short way accepts {text!r}: {trouble.message}") from None
    assert short == full and list(short) == list(full)
    assert short.lines == full.lines


def test_the_short_way_takes_the_usual_record() -> None:
    text = (
        "id: 2026-09-28-cents\ntitle: Prices are integers\ntags: [billing]\npaths:\n  - src/billing/**\nby: 'J. Doe'\n"
    )
    assert simple_front_matter(text, 2) is not None


HAND = """\
# Our decision
id:   cents   # keep me
"status": 'accepted'
tags: [ billing,  'a b' ]  # two
supersedes:
  - one   # first
  # between
  - two
note: >
  folded
  text

author:
nested:
    deep: 1 # d
last: x
"""


@pytest.mark.parametrize(
    ("keys", "value", "old", "new"),
    [
        (["id"], "euros", "id:   cents   # keep me", "id:   euros   # keep me"),
        (["status"], "superseded", "'accepted'", "'superseded'"),
        (["tags"], ["billing", "a b", "new"], "'a b' ]", "'a b', new ]"),
        (["tags"], ["x"], "[ billing,  'a b' ]", "[x]"),
        (["supersedes"], ["one", "two", "1234567"], "  - two\n", "  - two\n  - '1234567'\n"),
        (["supersedes"], ["two"], "  - one   # first\n  # between\n  - two\n", "  - two\n"),
        (["supersedes"], [], ":\n  - one   # first\n  # between\n  - two\n", ": []\n"),
        (["note"], "short", ">\n  folded\n  text\n", "short\n"),
        (["author"], "Jane: Doe", "author:\n", "author: 'Jane: Doe'\n"),
        (["nested", "deep"], 2, "deep: 1 # d", "deep: 2 # d"),
        (["nested", "more"], True, "    deep: 1 # d\n", "    deep: 1 # d\n    more: true\n"),
        (["author", "name"], "J", "author:\n", "author:\n  name: J\n"),
        (["superseded_by"], ["three"], "last: x\n", "last: x\nsuperseded_by: [three]\n"),
        (["new", "table"], 1, "last: x\n", "last: x\nnew:\n  table: 1\n"),
        (["last"], "a # b", "last: x", "last: 'a # b'"),
        (["last"], "line\nbreak", "last: x", 'last: "line\\nbreak"'),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_edit_touches_only_its_value(keys: list[str], value: object, old: str, new: str, newline: str) -> None:
    text = HAND.replace("\n", newline)
    edit = RoundTrip(text, "r.md")
    edit.set(keys, value)
    assert HAND.count(old) == 1
    assert edit.text == HAND.replace(old, new).replace("\n", newline)


@pytest.mark.parametrize(
    ("keys", "gone"),
    [
        (["id"], "id:   cents   # keep me\n"),
        (["supersedes"], "supersedes:\n  - one   # first\n  # between\n  - two\n"),
        (["note"], "note: >\n  folded\n  text\n"),
        (["author"], "author:\n"),
        (["nested", "deep"], "nested:\n    deep: 1 # d\n"),
        (["last"], "last: x\n"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_deletion_removes_only_its_lines(keys: list[str], gone: str, newline: str) -> None:
    edit = RoundTrip(HAND.replace("\n", newline))
    assert edit.delete(keys) is True
    assert edit.text == HAND.replace(gone, "").replace("\n", newline)
    assert edit.delete(["missing"]) is False


@pytest.mark.parametrize(
    ("text", "keys", "value", "expected"),
    [
        ("", ["a", "b"], 1, "a:\n  b: 1\n"),
        ("# only this\n", ["a"], "x", "# only this\na: x\n"),
        ("a: 1", ["b"], 2, "a: 1\nb: 2"),
        ("{}", ["a"], 1, "{a: 1}"),
        ("{a: 1}\n", ["b", "c"], [1, "x, y"], "{a: 1, b: {c: [1, 'x, y']}}\n"),
        ("a: {b: 1}\n", ["a", "c"], "d", "a: {b: 1, c: d}\n"),
        ("a: []\n", ["a"], ["x"], "a: [x]\n"),
        ("a:\n- x\n", ["a"], ["x", "z"], "a:\n- x\n- z\n"),
        ("a: |\n  x\n# after\nb: 1\n", ["a"], "z", "a: z\n# after\nb: 1\n"),
    ],
)
def test_other_shapes(text: str, keys: list[str], value: object, expected: str) -> None:
    edit = RoundTrip(text)
    edit.set(keys, value)
    assert edit.text.rstrip("\n") == expected.rstrip("\n")


def test_deleting_inside_braces() -> None:
    for key, expected in [("a", "{b: 2}"), ("b", "{a: 1}")]:
        edit = RoundTrip("{a: 1, b: 2}")
        assert edit.delete([key]) and edit.text == expected


@pytest.mark.parametrize(
    ("text", "keys"), [("a: {b: 1}\n", ["a"]), ("a: 1\n", ["a", "b"]), ("- x\n", ["a"]), ("a: [\n", ["a"])]
)
def test_what_only_a_person_can_decide_is_refused(text: str, keys: list[str]) -> None:
    edit = RoundTrip(text, "f.yaml")
    with pytest.raises(ConfigError) as caught:
        edit.set(keys, 2)
    assert edit.text == text and caught.value.path == "f.yaml" and caught.value.remedy


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(
        [["id"], ["tags"], ["supersedes"], ["note"], ["author"], ["nested", "deep"], ["nested", "n"], ["z"]]
    ),
    st.one_of(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
        st.integers(),
        st.booleans(),
        st.lists(st.text("a1,:[]{}#'\" -*&~é", max_size=6), max_size=4),
    ),
)
def test_any_value_can_be_set_and_read_back(keys: list[str], value: object) -> None:
    edit = RoundTrip(HAND)
    edit.set(keys, value)
    data = load(edit.text, "f")
    for key in keys:
        data = data[key]
    assert data == value
    kept = [line for line in HAND.split("\n") if line.startswith(("# Our", "last", '"status"'))]
    assert all(line in edit.text.split("\n") for line in kept)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "a:\n  - k: 1\n    l:\n      - m: x\n      - m: z\n"),
        ("a: []  # c\nb: 1\n", "a:\n  - k: 1\n    l:\n      - m: x\n      - m: z  # c\nb: 1\n"),
        ("a:\n- k: 0 # c\n# d\nb: 1", "a:\n- k: 0 # c\n- k: 1\n  l:\n    - m: x\n    - m: z\n# d\nb: 1"),
        ("a:\r\n  - 1", "a:\r\n  - 1\r\n  - k: 1\r\n    l:\r\n      - m: x\r\n      - m: z"),
    ],
)
def test_a_table_is_added_to_a_list(before: str, after: str) -> None:
    edit = RoundTrip(before, "f.yaml")
    edit.append(["a"], {"k": 1, "l": [{"m": "x"}, {"m": "z"}]})
    assert edit.text == after
    edit.append(["a", len(load(before, "f").get("a", [])) if before else 0, "l"], {"m": "w"})
    assert "m: w" in edit.text


def test_a_list_in_brackets_is_not_turned_inside_out() -> None:
    with pytest.raises(ConfigError, match=r"f.yaml:1: 'a' is a list in brackets"):
        RoundTrip("a: [1]\n", "f.yaml").append(["a"], {"k": 1})
