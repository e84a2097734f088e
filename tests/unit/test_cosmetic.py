"""The verdict on a line: the same in place, in another block, or something new."""

from __future__ import annotations

import textwrap

import pytest

from kontext.lineage.cosmetic import NOTHING, REFUSED, find_in_place
from kontext.lineage.imports import PythonImports, find_import
from kontext.lineage.lexers import rules_for
from kontext.lineage.lexers.go_build import find_constraint
from kontext.lineage.versions import Versions


def versions(old: str, new: str, path: str = "a.py") -> Versions:
    return Versions(textwrap.dedent(old).lstrip("\n"), textwrap.dedent(new).lstrip("\n"), rules_for(path))


def origins(old: str, new: str, path: str = "a.py") -> list[list[int]]:
    """Old lines of every new line that holds something."""
    pair = versions(old, new, path)
    found = []
    for line, text in enumerate(pair.new, 1):
        region = pair.around(line, line)
        assert region is not None
        if text.strip():
            found.append([old for old, _ in find_in_place(pair, region, line).lines])
    return found


def test_a_split_call_comes_from_one_line() -> None:
    old = "x = call(first, second)\n"
    new = "x = call(\n    first,\n    second,\n)\n"
    assert origins(old, new) == [[1], [1], [1], [1]]


def test_a_joined_line_comes_from_all_its_parts_heaviest_first() -> None:
    old = "x = call(\n    first_argument,\n    bcd,\n)\n"
    assert origins(old, "x = call(first_argument, bcd)\n") == [[2, 1, 3, 4]]


def test_reformatting_a_function() -> None:
    old = """
        def f(a, b):
            if a: return 'x'
            # why this
            # is so
            return (a, b)
        """
    new = """
        def f(a, b):
            if a:
                return "x"
            # why this is so
            return a, b
        """
    assert origins(old, new) == [[1], [2], [2], [3, 4], [5]]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("x = f(a, b)\n", "x = f(\n    b,\n    a,\n)\n", 2),
        ("x = f(\n    a,\n    b,\n)\n", "x = f(\n    b,\n    a,\n)\n", 3),
        ("x = [\n    first,\n    second,\n]\n", "x = [\n  second,\n  first,\n]\n", 2),
        ("return f(x)\n", "f( x )\n", 1),
        ("await f(x)\n", "f( x )\n", 1),
        ("x = not f(a)\n", "x = f( a )\n", 1),
        ("x = 1  # noqa\n", "x =  1\n", 1),
        ("x = 1\n", "x =  1  # noqa\n", 1),
        ("x = (\n    not\n    a\n)\n", "x = (\n    a\n)\n", 2),
        ("x = f(a)\n", "# x = f( a )\n", 1),
        ("x = f(a) + 1\n", "x = f( a )\n", 1),
    ],
)
def test_a_change_of_meaning_is_the_last_word(old: str, new: str, line: int) -> None:
    pair = versions(old, new)
    region = pair.around(line, line)
    assert region is not None
    assert find_in_place(pair, region, line) == NOTHING


def test_a_line_that_left_its_block_is_refused() -> None:
    old = "def f(a):\n    if a:\n        first(a)\n        second(a)\n    return a\n"
    new = "def f(a):\n    if a:\n        first(a)\n    second(a)\n    return a\n"
    pair = versions(old, new)
    region = pair.around(4, 4)
    assert region is not None
    assert find_in_place(pair, region, 4) is REFUSED
    assert find_in_place(pair, region, 3).lines


def test_a_line_under_a_new_condition_is_the_same_line() -> None:
    old = "def f(a):\n    first(a)\n    return a\n"
    new = "def f(a):\n    if a:\n        first(a)\n    return a\n"
    assert origins(old, new) == [[1], [], [2], [3]]


def test_a_statement_that_left_its_braces_is_refused() -> None:
    old = "function f(a) {\n  if (a) {\n    first(a);\n    second(a);\n  }\n  return a;\n}\n"
    new = "function f(a) {\n  if (a) {\n    first(a);\n  }\n  second(a);\n  return a;\n}\n"
    pair = versions(old, new, "a.js")
    region = pair.around(5, 5)
    assert region is not None
    assert find_in_place(pair, region, 5).lines == ()


def test_a_deleted_return_before_a_call_on_its_own_line() -> None:
    old = "int f() {\n  return\n    g(a, b);\n}\n"
    new = "int f() {\n    g(a,b);\n}\n"
    pair = versions(old, new, "a.c")
    region = pair.around(2, 2)
    assert region is not None
    assert find_in_place(pair, region, 2) == NOTHING


def test_a_comment_belongs_to_the_code_beside_it() -> None:
    old = "a = one\n# said of two\nb = two\nc = three\n"
    new = "a = one\nb = two\n#  said of two\nc = three\n"
    pair = versions(old, new)
    region = pair.around(3, 3)
    assert region is not None
    assert find_in_place(pair, region, 3) == NOTHING


def test_a_large_file_is_lexed_between_landmarks_only() -> None:
    functions = [f"def function_{number}(a):\n    return call(a, {number})\n\n" for number in range(200)]
    old = "".join(functions)
    new = old.replace("call(a, 100)", "call( a,100 )")
    pair = Versions(old, new, rules_for("a.py"))
    region = pair.around(302, 302)
    assert region is not None
    assert len(region.new.code.texts) < 150
    assert [line for line, _ in find_in_place(pair, region, 302).lines] == [302]


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("import b\nimport a\n", "import a\nimport b\n", {1: [2], 2: [1]}),
        ("import a, b\n", "import a\nimport b\n", {1: [1], 2: [1]}),
        ("from m import (b, a)\n", "from m import (\n    a,\n    b,\n)\n", {1: [1], 2: [1], 3: [1]}),
        ("from m import a\nfrom m import b\n", "from m import a, b\n", {1: [1, 2]}),
        ("from m import a\n", "from n import a\n", {1: []}),
        ("from m import a as b\n", "from m import a\n", {1: []}),
        ("from m import a\nfrom m import b\nfrom m import c\n", "from m import a, b\n", {1: []}),
        ("import b\nf()\nimport a\n", "import a\nimport b\nf()\n", {1: []}),
        ("from m import *\nimport a\n", "import a\nfrom m import *\n", {1: []}),
        ("if x:\n    import b\n    import a\n", "if x:\n    import a\n    import b\n", {2: [3], 3: [2]}),
        ("if x:\n    import a\n    import b\n", "if x:\n    import a\nimport b\n", {3: []}),
        ("import a  # noqa\nimport b\n", "import b\nimport a\n", {2: []}),
    ],
)
def test_imports_are_a_set(old: str, new: str, lines: dict[int, list[int]]) -> None:
    imports = PythonImports(versions(old, new))
    assert {line: [at for at, _ in imports.find(line)] for line in lines} == lines


@pytest.mark.parametrize(
    ("path", "old", "new", "found"),
    [
        ("a.js", "import { b, a } from 'm'\n", 'import { a, b } from "m";\n', True),
        ("a.js", "import { a as b, c } from 'm'\n", "import { c as b, a } from 'm'\n", False),
        ("a.js", "import a, { b } from 'm'\n", "import b, { a } from 'm'\n", False),
        ("a.c", "#include <b.h>\n#include <a.h>\n", "#include <a.h>\n#include <b.h>\n", True),
        ("a.c", "#include <b.h>\n#define X\n#include <a.h>\n", "#include <a.h>\n#include <b.h>\n#define X\n", False),
    ],
)
def test_imports_of_other_languages(path: str, old: str, new: str, found: bool) -> None:
    pair = versions(old, new, path)
    region = pair.around(1, 1)
    assert region is not None
    assert bool(find_import(pair, region, 1)) is found


SHELL = "if a; then\n{0}b_b\n{0}if c; then\n{0}{0}d_d\n{0}fi\nelse\n{0}e_e\nfi\n( cd x_x\n{0}f_f\n)\n"
RUBY = "begin\n{0}class A\n{0}{0}def b\n{0}{0}{0}c_c if d\n{0}{0}{0}e_e\n{0}{0}end\n{0}end\nend\n"


@pytest.mark.parametrize(("path", "text"), [("a.sh", SHELL), ("a.rb", RUBY)])
def test_blocks_between_words_are_told_by_the_words(path: str, text: str) -> None:
    new = text.format("").replace("class A", "  class A").replace("d_d", "    d_d")  # indented as nobody would
    assert origins(text.format("\t"), new, path) == [[line] for line in range(1, text.count("\n") + 1)]


@pytest.mark.parametrize(
    ("path", "old", "new", "line"),
    [
        ("a.sh", "if a; then\n  b_b\n  c_c\nfi\n", "if a; then\n  b_b\nfi\nc_c\n", 4),
        ("a.sh", "if a; then\n  b_b\n  c_c\nfi\n", "if a; then\nb_b\nfi\nc_c\n", 4),
        ("a.sh", "if a; then\n  b_b\n  c_c\nelse\n  d_d\nfi\n", "if a; then\n  b_b\nelse\n  c_c\n  d_d\nfi\n", 4),
        ("a.sh", "for a in b; do\n  c_c\n  d_d\ndone\n", "for a in b; do\n  c_c\ndone\nd_d\n", 4),
        ("a.sh", "(\n  b_b\n  c_c\n)\n", "(\n  b_b\n)\nc_c\n", 4),
        ("a.sh", "case a in\nb)\n  c_c\n  d_d;;\ne) f_f;;\nesac\n", "case a in\nb) c_c;;\ne) d_d\n  f_f;;\nesac\n", 3),
        ("a.rb", "if a\n  b_b\n  c_c\nend\n", "if a\n  b_b\nend\nc_c\n", 4),
        ("a.rb", "a do\n  b_b\n  c_c\nend\n", "a do\n  b_b\n  end\n  c_c\n", 4),
        ("a.rb", "while a do\n  b_b\n  c_c\nend\n", "while a do\n  b_b\nend\nc_c\n", 4),
        ("a.rb", "begin\n  b_b\n  c_c\nrescue\n  d_d\nend\n", "begin\n  b_b\nrescue\n  c_c\n  d_d\nend\n", 4),
        ("a.rb", "def a = 1\nif a\n  b_b\n  c_c\nend\n", "def a = 1\nif a\n  b_b\nend\nc_c\n", 5),
        ("a.rb", "def a=(b)\n  b_b\n  c_c\nend\n", "def a=(b)\n  b_b\nend\nc_c\n", 4),
    ],
)
def test_a_statement_that_leaves_its_words_is_no_looks(path: str, old: str, new: str, line: int) -> None:
    assert origins(old, new, path)[line - 1] == []


def test_imports_below_imports_that_were_split_are_found() -> None:
    old = "from a import b, c\n\nif b:\n    from d import e, f\n"
    new = "from a import b\nfrom a import c\n\nif b:\n    from d import e\n    from d import f\n"
    imports = PythonImports(versions(old, new))
    assert [[line for line, _ in imports.find(at)] for at in (1, 2, 5, 6)] == [[1], [1], [4], [4]]


def test_a_landmark_is_none_inside_a_here_document() -> None:
    body = "".join(f"    word{at} = {at};\n" for at in range(160))
    script = f"  function first() {{\n{body}  }}\n  function second() {{\n  }}\n"
    inner = script.replace("\n", "\n  ").rstrip(" ")
    old = f"class A\n  def a\n    b 'x'\n  end\nend\nPAGE = <<-HTML\n<html>\n{script}HTML\nx = 'it'\n"
    new = f'class A\n  def a\n    b "x"\n  end\nend\nPAGE = <<~HTML\n  <html>\n  {inner}HTML\nx = "it"\n'
    found = origins(old, new, "a.rb")
    assert found == [[line] for line in range(1, len(found) + 1)]
    changed = new.replace("word80 = 80", "word80 = 81")
    assert [at for at, lines in enumerate(origins(old, changed, "a.rb")) if not lines] == [
        changed[: changed.index("= 81")].count("\n")
    ]


def test_a_line_of_a_here_document_that_moves_alone_says_something_else() -> None:
    old = "x = <<~T\n  a\n  bc\nT\nf 'y'\n"
    assert origins(old, 'x = <<~T\n    a\n    bc\nT\nf "y"\n', "a.rb") == [[1], [2], [3], [4], [5]]
    assert origins(old, 'x = <<~T\n  a\n    bc\nT\nf "y"\n', "a.rb") == [[1], [2], [], [4], [5]]


def test_a_here_document_stands_in_the_block_that_it_was_opened_in() -> None:
    old = "def a\n  f(<<~T, b)\n    one\n    two\n    three\n  T\nend\n"
    new = "def a\n  f(\n    <<~T,\n      one\n      two\n      three\n    T\n    b\n  )\nend\n"
    assert origins(old, new, "a.rb")[4:6] == [[4], [5]]


def test_comments_of_split_imports_stay_with_the_module() -> None:
    old = "from a import b, c  # noqa\nx = 1\n"
    new = "from a import b  # noqa\nfrom a import c\nx = 1\n"
    assert [PythonImports(versions(old, new)).find(line) for line in (1, 2)] == [((1, 1),), ((1, 1),)]
    lost = "from a import b\nfrom a import c\nx = 1\n"
    assert [PythonImports(versions(old, lost)).find(line) for line in (1, 2)] == [(), ()]
    added = "from a import b  # noqa\nfrom a import c  # other\nx = 1\n"
    assert PythonImports(versions(old, added)).find(2) == ()


def test_a_comment_lost_when_imports_are_joined_is_a_change() -> None:
    old = "from a import b  # noqa\nfrom a import c\nx = 1\n"
    assert PythonImports(versions(old, "from a import b, c\nx = 1\n")).find(1) == ()


def test_imports_after_a_wrapped_import_are_the_same_stretch() -> None:
    old = "import z\nfrom a import (\n    b,\n)\n\nif x:\n    from c import d, e\n"
    new = "import z\nfrom a import b\n\nif x:\n    from c import d\n    from c import e\n"
    assert PythonImports(versions(old, new)).find(6) == ((7, 1),)


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("// +build windows\n\npackage a\n", "//go:build windows\n// +build windows\n\npackage a\n", [1]),
        ("// +build a,!b c\n// +build d\n\npackage a\n", "//go:build ((a && !b) || c) && d\n\npackage a\n", [1, 2]),
        ("// +build windows\n\npackage a\n", "//go:build !windows\n\npackage a\n", []),
        ("// +build a b\n\npackage a\n", "//go:build a && b\n\npackage a\n", []),
        ("// +build a\n\npackage a\n", "//go:build a || b\n\npackage a\n", []),
        ("// +build a\n\npackage a\n", "//go:build (a\n\npackage a\n", []),
        ("// +build a\n\npackage a\n", "//go:build a &\n\npackage a\n", []),
        ("// +build a\n\npackage a\n", "//go:build a b\n\npackage a\n", []),
        ("package a\n// +build a\n", "//go:build a\n\npackage a\n", []),
        ("// +build a\n\npackage a\n", "package a\n//go:build a\n", []),
    ],
)
def test_build_constraints_of_go_in_both_spellings(old: str, new: str, lines: list[int]) -> None:
    texts = new.split("\n")
    line = next(at for at, text in enumerate(texts, 1) if text.startswith("//go:build"))
    assert [number for number, _ in find_constraint(old.split("\n"), texts, line)] == lines


def test_code_in_prose_has_blocks() -> None:
    old = "# a\n\n```js\nif (x) {\n  y();\n  z();\n}\n```\n"
    assert origins(old, old.replace("  y();\n  z();", "      y();\n      z();"), "a.md")[3:5] == [[5], [6]]
    moved = "# a\n\n```js\nif (x) {\n  y();\n}\n  z();\n```\n"
    pair = versions(old, moved, "a.md")
    region = pair.around(7, 7)
    assert region is not None
    assert not find_in_place(pair, region, 7).lines


def test_a_deletion_that_could_as_well_end_the_line_is_no_reformatting() -> None:
    old = "int f(a *x, const char *y, const struct b *z);\n"
    assert origins(old, "int f(a *x,\n      const char *y,\n      const struct b *z);\n", "a.c") == [[1], [1], [1]]
    assert origins(old, "int f(a *x,\n      const struct b *z);\n", "a.c") == [[], []]
