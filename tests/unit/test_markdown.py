from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kontext.markdown import Slugger, front_matter, plain_text, sections


def headings(text: str) -> list[tuple[int, str, str, int]]:
    return [(piece.level, piece.heading, piece.anchor, piece.first) for piece in sections(text)[1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\na: 1\n---\nbody\n", ("a: 1\n", "body\n", 4)),
        ("---\r\na: 1\r\nb: 2\r\n---\r\nbody\r\n", ("a: 1\r\nb: 2\r\n", "body\r\n", 5)),
        ("\ufeff---\na: 1\n---\nx", ("a: 1\n", "x", 4)),
        ("---  \na: 1\n...\nx", ("a: 1\n", "x", 4)),
        ("---\n---\nx", ("", "x", 3)),
        ("---\n# only a comment\n\na: [1,\n  2]\n---", ("# only a comment\n\na: [1,\n  2]\n", "", 7)),
        ("---\nbroken: [\n---\nx", ("broken: [\n", "x", 4)),
        ("---\na: '---x'\n--- not\n---\nx", ("a: '---x'\n--- not\n", "x", 5)),
        # no front matter
        ("plain", ("", "plain", 1)),
        ("\ufeffplain", ("", "plain", 1)),
        ("---\na: 1\nnever closed\n", ("", "---\na: 1\nnever closed\n", 1)),
        ("---\n\nprose between rules\n\n---\n", ("", "---\n\nprose between rules\n\n---\n", 1)),
        ("---\n- a list\n---\n", ("", "---\n- a list\n---\n", 1)),
        ("\n---\na: 1\n---\n", ("", "\n---\na: 1\n---\n", 1)),
        ("----\na: 1\n----\n", ("", "----\na: 1\n----\n", 1)),
        ("", ("", "", 1)),
    ],
)
def test_front_matter(text: str, expected: tuple[str, str, int]) -> None:
    assert front_matter(text) == expected


@settings(max_examples=200, deadline=None)
@given(st.text("-.a: \n\r#'\ufeff\x00", max_size=40))
def test_front_matter_never_raises_and_loses_no_line(text: str) -> None:
    yaml_text, body, first = front_matter(text)
    lines = re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))
    assert lines[first - 1 :] == re.split(r"\r\n?|\n", body)
    assert yaml_text in text


def test_sections_split_at_second_level_and_name_the_document_after_its_first_heading() -> None:
    text = "# Guide\n\nIntro.\n\n## Set up\n\nDo it.\n\n### Detail\n\nMore.\n\n## Use\nRun.\n"
    title, pieces = sections(text, "fallback")
    assert title == "Guide"
    assert headings(text) == [(1, "", "", 1), (2, "Set up", "set-up", 5), (2, "Use", "use", 13)]
    assert "Detail" in pieces[1].text and "More." in pieces[1].text
    assert pieces[2].text == "Use\nRun.\n"


@pytest.mark.parametrize(
    "hidden",
    [
        "```\n## no\n```",
        "~~~ md\n## no\n```\n~~~",
        "````\n```\n## no\n````",
        "    ## no",
        "<!--\n## no\n-->",
        "<!-- ## no\n\n## no either -->",
        "<pre>\n## no\n\n## no\n</pre>",
        "- item\n\n  ```\n  ## no\n  ```",
        "> ## no",
        "- ## no",
        "\\## no",
        "##no",
        "####### no",
        "| a |\n|---|\n| ## no |",
    ],
)
def test_only_headings_of_the_document_split(hidden: str) -> None:
    text = f"# T\n\n{hidden}\n\n## Yes\n\ntext\n"
    assert [heading for _, heading, _, _ in headings(text)] == ["", "Yes"]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Two words\n---\n", "Two words"),
        ("Two\nlines\n---------\n", "Two lines"),
        ("   ## Shifted ##   \n", "Shifted"),
        ("## A `code_span` and [link](http://x/y) **bold**\n", "A code_span and link bold"),
        ("## C#\n", "C#"),
        ("## ![logo](a.png) Name\n", "logo Name"),
        ("##\ttab\n", "tab"),
    ],
)
def test_heading_forms(text: str, heading: str) -> None:
    assert headings(text)[0][:2] == (2, heading)


def test_titles_come_from_html_when_no_heading_leads() -> None:
    assert sections("<h1 align='center'>\n <b>Tool</b>\n</h1>\n\n## Use\nx\n", "f")[0] == "Tool"
    assert sections("## Use\nx\n", "fallback")[0] == "fallback"


def test_later_first_level_headings_split_too() -> None:
    assert headings("# One\na\n# Two\nb\n") == [(1, "", "", 1), (1, "Two", "two", 3)]


def test_a_document_without_headings_is_one_piece_and_an_empty_one_none() -> None:
    assert headings("just text\n") == [(0, "", "", 1)]
    assert headings("") == [] and headings("\n \n<!-- x -->\n") == []


@pytest.mark.parametrize(
    ("names", "anchors"),
    [
        (["Foo", "Foo", "Foo"], ["foo", "foo-1", "foo-2"]),
        (["Foo 1", "Foo", "Foo", "foo-1"], ["foo-1", "foo", "foo-2", "foo-1-1"]),
        (["What's new? (2.0)", "A  B", "C/C++", "snake_case"], ["whats-new-20", "a--b", "cc", "snake_case"]),
        (["Účtovná závierka", "中文 标题"], ["účtovná-závierka", "中文-标题"]),
    ],
)
def test_anchors_are_those_of_github(names: list[str], anchors: list[str]) -> None:
    slugger = Slugger()
    assert [slugger.slug(name) for name in names] == anchors


def test_deeper_headings_count_for_repeated_anchors() -> None:
    assert [anchor for _, _, anchor, _ in headings("### Use\n\n## Use\n")] == ["", "use-1"]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a **b** *c* __d__ _e_ ~~f~~ `g_h*i`", "a b c d e f g_h*i"),
        ("snake_case_name and 2 * 3", "snake_case_name and 2  3"),
        ("[text](http://a/b 'title') ![alt](x.png) [ref][id]", "text alt ref"),
        ("[![badge](http://i)](http://l) end", "badge end"),
        ("see https://a.b/c_(d)?e=f, <https://x.y> <me@x.y>", "see   "),
        ("a <b class='x'>b</b> <!-- gone --> c < d", "a b  c < d"),
        ("&amp; &lt;x&gt; \\*star\\*", "& <x> *star*"),
        ("``a ` b`` `` ` ``", "a ` b `"),
        ("[a\nb](c)", "a\nb"),
        ("x[0] and [link", "x[0] and [link"),
    ],
)
def test_plain_text(markup: str, text: str) -> None:
    assert plain_text(markup) == text


def test_blocks_become_words_and_code_stays_as_it_is() -> None:
    text = (
        "## T\n\n- [ ] one\n1. two\n> quote\n\n| a | b |\n|---|:-:|\n| 1 | *2* |\n\n[r]: http://x 'y'\n\n***\n\n"
        "```py\nx = a*b*c  # `keep`\n```\n\n    y = _z_\n\n:::note\nhint\n:::\n\nimport X from 'y'\n"
    )
    assert [line for line in sections(text)[1][0].text.split("\n") if line] == [
        "T",
        "one",
        "two",
        "quote",
        "a · b",
        "1 · 2",
        "x = a*b*c  # `keep`",
        "    y = _z_",
        "hint",
    ]


BLOCK = st.sampled_from(
    [
        *("# A", "## B", "### C", "D\n---", "E\n===", "text `c` [l](u)", "```", "~~~", "- x", "  y", "    z", "> q"),
        *("", "<!--", "-->", "<div>", "| a | b |", "|---|---|", "***", "\t## F", "1. ## G", "##", "&amp;", "\r"),
        "## \x00",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(BLOCK, max_size=14), st.sampled_from(["\n", "\r\n"]))
def test_pieces_start_where_the_reference_parser_sees_headings(blocks: list[str], newline: str) -> None:
    text = newline.join(blocks).replace("\n", newline) if newline == "\r\n" else newline.join(blocks)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    expected = [
        token.map[0] + 1
        for token, inline in pairwise(tokens)
        if token.type == "heading_open"
        and token.level == 0
        and token.tag in ("h1", "h2")
        and token.map
        and inline.content
    ]
    found = [piece.first for piece in sections(text)[1] if piece.heading]
    assert found == expected or found == expected[1:]


@settings(max_examples=200, deadline=None)
@given(st.text("`*_[](){}<>!-#|\\&; \nab:/", max_size=60))
def test_any_text_becomes_pieces_on_existing_lines(text: str) -> None:
    _, pieces = sections(text)
    assert all(1 <= piece.first <= text.count("\n") + 1 for piece in pieces)
    assert all(piece.heading or piece.anchor == "" for piece in pieces)


@pytest.mark.parametrize(
    "hostile",
    [
        *("[" * 20_000, "[a](b" * 5000, "[" + "[a](b)" * 5000, "`" + "a`` " * 5000, "<a " * 8000, "*a_" * 8000),
        *("![](" * 8000, "|" + " " * 20_000 + "x", "{/*" * 5000, "<!--" * 5000, "&a" * 8000, "http://(" * 4000),
    ],
)
def test_hostile_text_is_read_in_reasonable_time(hostile: str) -> None:
    assert isinstance(plain_text(hostile), str)
