from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.rst import sections

GUIDE = """\
=====
Guide
=====

Intro with :func:`open <os.open>`, ``code``, `a link <http://x>`_ and **bold**.

Set up
======

.. note:: Careful now.
   :class: x

.. _label:
.. image:: a.png

Detail
------

More::

    not a heading
    -------------

Use
===
Run.

----

end
"""


def test_headings_are_found_by_their_adornment() -> None:
    title, pieces = sections(GUIDE, "fallback")
    assert title == "Guide"
    assert [(piece.level, piece.heading, piece.anchor, piece.first) for piece in pieces] == [
        (1, "", "", 1),
        (2, "Set up", "set-up", 7),
        (2, "Use", "use", 24),
    ]
    assert "Detail" in pieces[1].text and "not a heading" in pieces[1].text and "end" in pieces[2].text


def test_markup_is_stripped() -> None:
    pieces = sections(GUIDE)[1]
    assert "Intro with open, code, a link and bold." in pieces[0].text
    assert "Careful now." in pieces[1].text
    for gone in ("image", "_label", ":class:", "----", "===="):
        assert gone not in "".join(piece.text for piece in pieces)


def test_text_without_headings_keeps_the_fallback_title() -> None:
    title, pieces = sections("just\ntext\n", "name")
    assert title == "name" and [piece.text for piece in pieces] == ["just\ntext\n"]


def test_tables_transitions_and_indented_lines_are_no_headings() -> None:
    text = "T\n=\n\n====  ====\na     b\n====  ====\n\n  indented\n  --------\n\n----\n\nafter\n"
    assert [piece.heading for piece in sections(text)[1]] == [""]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(["Title", "=====", "-----", "", "  x", "ab", "--", ".. a::", ":b: c", "`c`"]), max_size=12)
)
def test_never_raises_and_keeps_lines(lines: list[str]) -> None:
    _, pieces = sections("\n".join(lines))
    assert sum(piece.text.count("\n") + 1 for piece in pieces) <= max(len(lines), 1)
