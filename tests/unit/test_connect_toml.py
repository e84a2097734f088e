"""One table of TOML, put in, changed and taken out: no other byte moves."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.connect.broken import BrokenTextError
from kontext.connect.toml_table import put_table, statements, table_of, take_out

OURS = {"command": "/usr/bin/kontext", "args": ["mcp"]}
PATH = ("mcp_servers", "kontext")

names = st.text(st.sampled_from("abc-_1"), min_size=1, max_size=4)
comments = st.sampled_from(["", " # [not.a.table]", "\t# 'x\""])
values = st.one_of(
    st.integers(-9, 99).map(str),
    st.sampled_from(["true", "1979-05-27", "'[a]'", '"""\n[mcp_servers.kontext]\nx = 1\n"""', "'''\n# \"\n'''", '""']),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=5).map(
        lambda text: json.dumps(text, ensure_ascii=False)
    ),
    st.sampled_from(["[\n  1, # one\n  [2],\n]", "{ a = 1, b = { c = '=' } }", "[[1], ['[x]']]", '"a # b"']),
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A valid text with tables, comments and values that look like headers."""
    keys = draw(st.lists(names, max_size=3, unique=True))
    rows = [f"k{key} = {draw(values)}{draw(comments)}" for key in keys]
    for name in draw(st.lists(names, max_size=3, unique=True)):
        rows += ["", "# about it"] if draw(st.booleans()) else []
        rows.append(draw(st.sampled_from(["[t.{}]", "[ mcp_servers . {} ]", '[mcp_servers."{}"]'])).format(name))
        rows += [f"{key} = {draw(values)}{draw(comments)}" for key in draw(st.lists(names, max_size=2, unique=True))]
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    return newline.join("\n".join(rows).split("\n")) + draw(st.sampled_from(["", newline, newline * 2]))


@settings(max_examples=120)
@given(documents())
def test_put_in_and_taken_out_leaves_every_byte(text: str) -> None:
    said = tomllib.loads(text)
    after = put_table(text, PATH, OURS)
    assert after.startswith(text)
    assert tomllib.loads(after) == said | {"mcp_servers": said.get("mcp_servers", {}) | {"kontext": OURS}}
    assert put_table(after, PATH, OURS) == after
    if text.strip():
        assert take_out(after, PATH) == text


@settings(max_examples=80)
@given(documents())
def test_what_stands_around_our_table_stays(before: str) -> None:
    before = before.replace("\r\n", "\n")
    text = before.rstrip() + "\n\n[mcp_servers.kontext] # ours\ncommand = 'old' # path\nstartup_timeout_sec = 9\n"
    text += "[mcp_servers.kontext.env]\nA = '1'\n\n# about the next\n[after]\nx = 1\n"
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # the same table twice
    changed = put_table(text, PATH, OURS)
    ours = {"command": OURS["command"], "args": ["mcp"], "startup_timeout_sec": 9, "env": {"A": "1"}}
    assert tomllib.loads(changed)["mcp_servers"]["kontext"] == ours
    assert f'[mcp_servers.kontext] # ours\nargs = ["mcp"]\ncommand = {json.dumps(OURS["command"])} # path\n' in changed
    gone = take_out(changed, PATH)
    assert gone == before.rstrip() + "\n\n# about the next\n[after]\nx = 1\n"
    assert {key: value for key, value in tomllib.loads(gone).items() if key != "mcp_servers"} == {
        key: value for key, value in said.items() if key != "mcp_servers"
    }


@settings(max_examples=80)
@given(documents())
def test_statements_cover_all_that_is_said(text: str) -> None:
    def leaves(table: object, path: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
        if not isinstance(table, dict) or not table:
            return {path}
        return {leaf for key, value in table.items() for leaf in leaves(value, (*path, key))}

    found = {one.path for one in statements(text) if not one.is_header}
    for leaf in leaves(tomllib.loads(text)) - {()}:
        assert any(leaf[: len(path)] == path for path in found) or leaf in {
            one.path for one in statements(text) if one.is_header
        }


@settings(max_examples=100)
@given(st.text(st.sampled_from("[]{}=\"'#\n ab.1"), max_size=30))
def test_any_text_is_edited_right_or_refused(text: str) -> None:
    try:
        after = put_table(text, PATH, OURS)
    except BrokenTextError as broken:
        assert broken.message
    else:
        assert table_of(after, PATH) == OURS


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("a = \n", "is not TOML", 1),
        ("a = 1\na = 2\n", "is not TOML", 2),
        ("mcp_servers = 1\n", "says 'mcp_servers', and it is no table", 0),
        ("[mcp_servers]\nkontext = 1\n", "says 'kontext', and it is no table", 0),
        ("mcp_servers = { a = 1 }\n", "is not TOML", 0),
        ("[mcp_servers]\nkontext = { command = 'x' }\n", "says 'mcp_servers.kontext' in a way that only", 0),
    ],
)
def test_what_cannot_be_edited_is_said(text: str, message: str, line: int) -> None:
    with pytest.raises(BrokenTextError) as caught:
        put_table(text, PATH, OURS)
    assert caught.value.message.startswith(message)
    assert not line or caught.value.line == line
