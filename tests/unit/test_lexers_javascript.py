"""JavaScript and TypeScript: what says the same, and what only looks like it."""

from __future__ import annotations

import pytest

from kontext.lineage.lexers import rules_for


def said(text: str) -> tuple[list[str], list[str]]:
    found = rules_for("a.ts").lex(text, 1, False)
    return found.code.texts, found.comments.texts


SAME = [
    ("f('a');\n", 'f("a")\n'),
    ("x => y\n", "(x) => y\n"),
    ("a.map(x => x)\n", "a.map((x) => x)\n"),
    ("async x => y\n", "async (x) => y\n"),
    ("f(a, b)\n", "f(\n  a,\n  b,\n)\n"),
    ("x = {'a': 1}\n", "x = {a: 1}\n"),
    ("x = .50\n", "x = 0.5\n"),
    ("x = 5.0\n", "x = 5.00\n"),
    ("x = 0XAB\n", "x = 0xab\n"),
    ("return (\n  a && b\n);\n", "return a && b;\n"),
    ("x = (a && b) || c;\n", "x = a && b || c;\n"),
    ("x = a + (b * c);\n", "x = a + b * c;\n"),
    ("x = (a % b) * c;\n", "x = a % b * c;\n"),
    ("let x: Array<Array<y>> = z\n", "let x: Array<Array<y> > = z\n"),
    ("return <b>x</b>;\n", "return (\n  <b>x</b>\n);\n"),
    ("const f = () => { return 1 }\n", "const f = () => {\n  return 1;\n};\n"),
    ("if (a) return b\nc()\n", "if (a) {\n  return b;\n}\nc();\n"),
    ("if (a) b();\nelse c();\n", "if (a) {\n  b();\n} else {\n  c();\n}\n"),
    ("for (const a of b) c(a)\n", "for (const a of b) {\n  c(a)\n}\n"),
    ("// a b\n", "/* a\n * b */\n"),
    ("class A {\n  x = 1;\n  f() {}\n}\n", "class A {\n  x = 1\n  f() {}\n}\n"),
]

DIFFERENT = [
    ("return\nx\n", "return x\n"),
    ("return;\nx\n", "return x\n"),
    ("a\n(b)\n", "a;\n(b)\n"),
    ("a\n[b]\n", "a;\n[b]\n"),
    ("if (a);\nb\n", "if (a)\nb\n"),
    ("if (a) { b(); c() }\n", "if (a) { b() } c()\n"),
    ("if (a) { b }\nc\n", "if (a) { b\nc }\n"),
    ("x == y\n", "x === y\n"),
    ("x = (a || b) && c\n", "x = a || b && c\n"),
    ("x = a - (b - c)\n", "x = a - b - c\n"),
    ("x = a / (b * c)\n", "x = a / b * c\n"),
    ("x = -(a + b)\n", "x = -a + b\n"),
    ("x = (a, b)\n", "x = a, b\n"),
    ("x = (() => a)()\n", "x = () => a()\n"),
    ("f = () => ({})\n", "f = () => {}\n"),
    ("x = [a,,]\n", "x = [a,]\n"),
    ("x = 'a b'\n", "x = 'a  b'\n"),
    ("x = `a  b`\n", "x = `a b`\n"),
    ("x = `a`\n", "x = 'a'\n"),
    ("x = /a  b/\n", "x = /a b/\n"),
    ("x = /a'b/ + 'c'\n", "x = /a\"b/ + 'c'\n"),
    ("x = a++ + b\n", "x = a + ++b\n"),
    ("x = 1e10\n", "x = 1e100\n"),
    ("x = 100\n", "x = 1\n"),
    ("await f()\n", "f()\n"),
    ("<b>a</b> <i>c</i>\n", "<b>a</b><i>c</i>\n"),
    ("case 'a': b\n", "case a: b\n"),
    ("for (;;) {}\n", "for (;) {}\n"),
    ("x?.y\n", "x.y\n"),
    ("x = a ? (b, c) : d\n", "x = a ? b : d\n"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_looks_say_nothing(left: str, right: str) -> None:
    assert said(left) == said(right)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_meaning_is_told_apart(left: str, right: str) -> None:
    assert said(left) != said(right)


def test_a_slash_divides_after_a_name_and_starts_an_expression_after_a_sign() -> None:
    assert said("x = a / b / c\n")[0] == ["x", "=", "a", "/", "b", "/", "c"]
    assert '"=/b c/' in said("x = (/b c/)\n")[0]
