"""Python: what says the same, and what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.lineage.lexers import rules_for


def said(text: str, modern: bool = False) -> tuple[list[str], list[str]]:
    found = rules_for("a.py").lex(text, 1, modern)
    return found.code.texts, found.comments.texts


SAME = [
    ("x = 'a b'\n", 'x = "a b"\n'),
    ("x = 'it\\'s'\n", 'x = "it\'s"\n'),
    ("f(a, b)\n", "f(\n    a,\n    b,\n)\n"),
    ("x = (a, b)\n", "x = a, b\n"),
    ("return (x)\n", "return x\n"),
    ("return (a, b)\n", "return a, b\n"),
    ("for (a, b) in c:\n    pass\n", "for a, b in c:\n    pass\n"),
    ("for x in (1, 2):\n    pass\n", "for x in 1, 2:\n    pass\n"),
    ("if (a or b):\n    pass\n", "if a or b:\n    pass\n"),
    ("if(a):\n    pass\n", "if a:\n    pass\n"),
    ("if x: return 1\n", "if x:\n    return 1\n"),
    ("def f():\n    (k, a) = limits\n", "def f():\n    k, a = limits\n"),
    ("def f(seq: (int)): pass\n", "def f(seq: int): pass\n"),
    ("a = 1; b = 2\n", "a = 1\nb = 2\n"),
    ("x = a + \\\n    b\n", "x = a + b\n"),
    ("x = (a +\n     b)\n", "x = a + b\n"),
    ("x = ['ab' 'cd']\n", "x = ['abcd']\n"),
    ("x = ('a '\n     'b')\n", "x = 'a b'\n"),
    ("x = f'plain'\n", "x = 'plain'\n"),
    ("x = r'plain'\n", "x = 'plain'\n"),
    ("x = B'a'\n", "x = b'a'\n"),
    ("class A():\n    pass\n", "class A:\n    pass\n"),
    ("from a import (b, c)\n", "from a import b, c\n"),
    ("from a import (\n    b,\n)\n", "from a import b\n"),
    ("f(a)[b]\n", "f( a ) [ b ]\n"),
    ("x = 0XFF\n", "x = 0xff\n"),
    ("x = {'a': (1), }\n", "x = {'a': 1}\n"),
    ("with (open(a)) as f:\n    pass\n", "with open(a) as f:\n    pass\n"),
    ("except_ = 1  # a 'b'\n", 'except_ = 1  # a "b"\n'),
    ("# one two\n# three\n", "#one\n#  two three\n"),
    ('def f():\n    """One\n    two."""\n', "def f():\n  '''\n  One two.\n  '''\n"),
    ('def f():\n  """One.\n\n  if a:\n      b\n  """\n', 'def f():\n    """One.\n\n    if a:\n        b\n    """\n'),
    ('def f():\n  """One.\n\n  A:\n    b\n  """\n', 'def f():\n    """\n    One.\n\n    A:\n        b\n    """\n'),
    ("x = 1\r\ny = 2\r\n", "x = 1\ny = 2\n"),
    ("\ufeffx = 1\n", "x = 1\n"),
]

DIFFERENT = [
    (
        'def f():\n    """One.\n\n    if a:\n        b\n    c\n    """\n',
        'def f():\n    """One.\n\n    if a:\n        b\n        c\n    """\n',
    ),
    ('def f():\n    """One.\n\n    two\n    """\n', 'def f():\n    """One.\n\n    two\n        three\n    """\n'),
    (
        'def f():\n    """One.\n\n        a\n            b\n    c\n    """\n',
        'def f():\n    """One.\n\n        a\n        b\n    c\n    """\n',
    ),
    ('def f():\n    """\n    >>> a\n    b\n    """\n', 'def f():\n    """\n    >>> a b\n    """\n'),
    ("return\nx\n", "return x\n"),
    ("x = 'a b'\n", "x = 'a  b'\n"),
    ("x = 'a b'\n", "x = 'ab'\n"),
    ("x = 'a\xa0b'\n", "x = 'a b'\n"),
    ("x = 'a'\n", "x = a\n"),
    ("x = (a,)\n", "x = (a)\n"),
    ("x = a,\n", "x = a\n"),
    ("x[a,]\n", "x[a]\n"),
    ("print (a,)\n", "print (a)\n"),
    ("f((a, b))\n", "f(a, b)\n"),
    ("x = (a, b), c\n", "x = a, b, c\n"),
    ("assert (a, b)\n", "assert a, b\n"),
    ("if x in (a, b):\n    pass\n", "if x in a, b:\n    pass\n"),
    ("x = a * (b + c)\n", "x = a * b + c\n"),
    ("x = not (a == b)\n", "x = not a == b\n"),
    ("x = y in (a == b)\n", "x = y in a == b\n"),
    ("f((x for x in y), 1)\n", "f(x for x in y, 1)\n"),
    ("x = f'{a}'\n", "x = '{a}'\n"),
    ("x = r'\\n'\n", "x = '\\n'\n"),
    ("x = b'a'\n", "x = 'a'\n"),
    ("x = '\\1' '2'\n", "x = '\\12'\n"),
    ("x = [a, 'b' 'c']\n", "x = [a, 'b', 'c']\n"),
    ("class A(object):\n    pass\n", "class A:\n    pass\n"),
    ("x = u'a'\n", "x = 'a'\n"),
    ("x = a - -b\n", "x = a - b\n"),
    ("x //= 2\n", "x /= 2\n"),
    ('def f():\n    """See  here."""\n', 'def f():\n    """See here."""\n'),
    ('def f():\n    """a\xa0b"""\n', 'def f():\n    """a b"""\n'),
    ('x = """a\n  b"""\n', 'x = """a\n    b"""\n'),
    ("x = 1  # noqa\n", "x = 1\n"),
    ("# x = 1\n", "x = 1\n"),
    ("a.b\n", "a. b.c\n"),
    ("except_(A, B)\n", "except_((A, B))\n"),
    ("lambda: (yield)\n", "lambda: yield_\n"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_looks_say_nothing(left: str, right: str) -> None:
    assert said(left) == said(right)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_meaning_is_told_apart(left: str, right: str) -> None:
    assert said(left) != said(right)


@pytest.mark.parametrize(("left", "right"), [("x = u'a'\n", "x = 'a'\n"), ("class A(object): x\n", "class A: x\n")])
def test_a_project_proven_to_need_python_3(left: str, right: str) -> None:
    assert said(left, modern=True) == said(right, modern=True)
    assert said(left) != said(right)


def test_tokens_know_their_lines() -> None:
    found = rules_for("a.py").lex('def f():\n    """One\n    two."""\n    return (\n        x\n    )\n', 10, False)
    places = dict(zip(found.code.texts, found.code.lines, strict=True))
    assert (places["def"], places["'One"], places["'two."], places["return"], places["x"]) == (10, 11, 12, 13, 14)


@given(st.text(alphabet="ab01 \t\n()[]{}:;,.='\"\\#fru\x00é\udce9", max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_is_lexed_within_its_lines(text: str) -> None:
    found = rules_for("a.py").lex(text, 1, False)
    for flow in (found.code, found.comments):
        assert flow.lines == sorted(flow.lines)
        assert all(1 <= line <= text.count("\n") + 1 for line in flow.lines)
