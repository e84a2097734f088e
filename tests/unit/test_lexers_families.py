"""The other families of languages: a few lines each that say the same, and some that do not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.lineage.lexers import family_of, rules_for

SUFFIXES = "py js c go rs rb php kt sh sql css html json yml toml md xyz".split()

SAME = [
    ("a.c", "int  f( int a )\n{\n", "int f(int a) {\n"),
    ("a.c", "#define F(a) \\\n   a\n", "#define F(a) a\n"),
    ("a.c", 'x = "ab" "cd";\n', 'x = "abcd";\n'),
    ("a.c", "enum { A, B, };\n", "enum { A, B };\n"),
    ("a.cpp", "vector<vector<int> > x;\n", "vector<vector<int>> x;\n"),
    ("a.c", "/* one\n * two */\n", "// one two\n"),
    ("a.c", "if (a) goto end;\nelse b = {1};\nc;\n", "if (a) {\n  goto end;\n} else {\n  b = {1};\n}\nc;\n"),
    ("a.c", "for (;;) x;\n", "for (;;) {\n  x;\n}\n"),
    ("a.go", "f(a,\n\tb,\n)\n", "f(a, b)\n"),
    ("a.go", "if x {return y}\n", "if x {\n\treturn y\n}\n"),
    ("a.go", "a := 1; b := 2\n", "a := 1\nb := 2\n"),
    ("a.rs", "f(a,\n  b,\n);\n", "f(a, b);\n"),
    ("a.rs", "match x { A => { b } , C => d, }\n", "match x {\n  A => { b }\n  C => d,\n}\n"),
    ("a.go", "// Overview\n//  * a\n//\t1) b\nx\n", "// # Overview\n//   - a\n//  1. b\nx\n"),
    (
        "a.rs",
        "match x { A => f(a), B => match y { C => c }, }\n",
        "match x {\n  A => { f(a) }\n  B => { match y { C => { c } } }\n}\n",
    ),
    ("a.rs", "match x { A => if a { b } else { c } B => d }\n", "match x { A => { if a { b } else { c } } B => d }\n"),
    ("a.rs", "f(|x| { g(x) });\n", "f(|x| g(x));\n"),
    ("a.rs", "impl A where B: C, D: E, {}\n", "impl A\nwhere\n  B: C,\n  D: E\n{}\n"),
    ("a.ts", "type A =\n  | 'b'\n  | 'c';\n", "type A = 'b' | 'c';\n"),
    ("a.rb", "f(<<-T)\na\n  b\n  T\n", "f(<<~T)\n  a\n    b\nT\n"),
    ("a.rb", "f a*2, b-1 << c\n", "f a * 2, b - 1 << c\n"),
    ("a.rb", "def f(a=1) = ! a\n", "def f(a = 1) = !a\n"),
    ("a.rb", "f [ 'a', ?' ]\n", 'f ["a", ?\']\n'),
    ("a.rb", "f '#a'\n", 'f "#a"\n'),
    ("a.rb", "f( %w[a b])\n", "f(%w[a b])\n"),
    ("a.rb", "x = /['\"]+/\ny 'a'\n", 'x = /[\'"]+/\ny "a"\n'),
    ("a.rb", "foo('a', 1)\n", 'foo( "a",1 )\n'),
    ("a.rb", "a.b\n  .c\n", "a.b.c\n"),
    ("a.rb", "x = [1,\n  2]\n", "x = [1, 2]\n"),
    ("a.rb", "f(a, <<~T, b,)\nx\nT\n", 'f( a, <<~"T", b )\n  x\nT\n'),
    ("a.rb", "f(\n  a,\n  <<~T,\nx\nT\n)\n", "f(\n  a,\n  <<~T\nx\nT\n)\n"),
    ("a.rb", "x = %w[a  b]\ny 'c'\n", 'x = %w( a b )\ny "c"\n'),
    ("a.rb", "f( \"#{x['a']}\" ) + 'b'\n", 'f("#{x[\'a\']}") + "b"\n'),
    ("a.rb", "if x == ?\"  then y 'a' end\n", 'if x == ?"\n  y "a" end\n'),
    ("a.rb", "x = /a\n  b/x\ny 'c'\n", 'x = /a\n  b/x\ny "c"\n'),
    ("a.rb", "x = %q(it's)\ny 'c'\n", 'x = %q(it\'s)\ny "c"\n'),
    ("a.php", "<?php\nf('a',\n  $b);\n", '<?php\nf("a", $b);\n'),
    ("a.php", "<?php\n$a = array(1, array());\n", "<?php\n$a = [1, []];\n"),
    ("a.php", "<?php\nf('A\\\\B\\S');\n", '<?php\nf("A\\B\\S");\n'),
    ("a.php", "<?php\n$a = <<<'T'\na\n  b\nT;\n", "<?php\n$a = <<<'T'\n  a\n    b\n  T;\n"),
    ("a.kt", "f(a,\n  b,\n)\n", "f(a, b)\n"),
    ("a.swift", "let x = 1;\nlet y = 2\n", "let x = 1\nlet y = 2\n"),
    ("a.sh", "if a;  then\n\tb\nfi\n", "if a\nthen\n  b\nfi\n"),
    ("a.sh", "a |\n  b\n", "a | \\\n b\n"),
    ("a.sh", "a > b 2>&1 <<  E\nx\nE\n", "a >b 2>&1 <<E\nx\nE\n"),
    ("a.sh", "(a; b) >c\n", "(\n  a\n  b\n) >c\n"),
    ("a.sh", "f () {\n  a\n}\n", "f()\n{\n  a\n}\n"),
    ("a.sh", "case $a in\n  b | c ) d;;\nesac\n", "case $a in\nb|c)\n  d\n  ;;\nesac\n"),
    ("a.sh", "a=$(( $b + 1 ))\n", "a=$(($b + 1))\n"),
    ("a.sh", "cat <<-E\n\ta\n\t b\n\tE\n", "cat <<-E\n\t\ta\n\t\t b\nE\n"),
    ("a.sh", 'a  "$(b "c  d")"\n', 'a "$(b "c  d")"\n'),
    ("a.sql", "select a from B\n", "SELECT a\nFROM B\n"),
    ("a.sql", "select type from b where b.type = 'Type'\n", "SELECT TYPE FROM b WHERE b.TYPE = 'Type'\n"),
    ("a.sql", "create table a (version int, path text)\n", "CREATE TABLE a (VERSION int, PATH text)\n"),
    ("a.go", "x := []T{T{1}, T{2}}\n", "x := []T{{1}, {2}}\n"),
    ("a.go", "x := map[K][]*a.T{K{1}: []*a.T{&a.T{1}}}\n", "x := map[K][]*a.T{{1}: {{1}}}\n"),
    ("a.go", "x := [...]T{0: T{1}}\n", "x := [...]T{0: {1}}\n"),
    ("a.go", "x = s[a:len(s)]\n", "x = s[a:]\n"),
    ("a.go", "for i, _ := range x {\n}\nfor _, _ = range x {\n}\n", "for i := range x {\n}\nfor range x {\n}\n"),
    ("a.css", "a{color:RED;margin:.5em}\n", "a {\n  color: RED;\n  margin: 0.5em;\n}\n"),
    ("a.css", "a>b{x:#FFF}\n", "a > b { x: #fff }\n"),
    ("a.scss", "a { b: url('x') }\n", 'a { b: url("x"); }\n'),
    ("a.html", "<p class='a'\n  id=b>x y</p>\n", '<p class="a" id=b>x\n  y</p>\n'),
    ("a.vue", "<script>\nf('a');\n</script>\n", '<script>\n  f("a")\n</script>\n'),
    ("a.json", '{"a":1}\n', '{\n  "a": 1,\n}\n'),
    ("a.yml", "a:\n  - 'b'\n", 'a:\n    - "b"\n'),
    ("a.yml", "a: [b, 'c d']\n", 'a:\n  [\n    b,\n    "c d",\n  ]\n'),
    ("a.yml", "a: { b: c }\n", "a: {b: c}\n"),
    ("a.yml", "a: |\n  x\n   y\n", "a: |\n    x\n     y\n"),
    ("a.toml", "a = [1,\n 2,\n]\nb='c'\n", 'a = [1, 2]\nb = "c"\n'),
    ("a.md", "one two\nthree\n", "one\ntwo three\n"),
    ("a.md", "> one two\n> three\n", "> one\n> two three\n"),
    ("a.md", "* a\n* b\n", "- a\n- b\n"),
    ("a.md", "```js\nf('a') // b\n```\n", '```js\nf(\n  "a",\n); // b\n```\n'),
    ("a.xyz", "  a   b\n", "a b\n"),
]

DIFFERENT = [
    ("a.js", "x = `a ${f(`b  c`)} d`\n", "x = `a ${f(`b c`)} d`\n"),
    ("a.php", '<?php\n$x = "{$a["b  c"]}";\n', '<?php\n$x = "{$a["b c"]}";\n'),
    ("a.kt", 'x = "${f("a  b")}"\n', 'x = "${f("a b")}"\n'),
    ("a.swift", 'x = "\\(f("a  b"))"\n', 'x = "\\(f("a b"))"\n'),
    ("a.c", "x = 'a';\n", 'x = "a";\n'),
    ("a.c", "#define F (a)\n", "#define F(a)\n"),
    ("a.c", "#define A 1\n2\n", "#define A 1 2\n"),
    ("a.c", "f(a,);\n", "f(a);\n"),
    ("a.c", "x = a - -b;\n", "x = a--b;\n"),
    ("a.c", "x = (a);\n", "x = a;\n"),
    ("a.c", 'R"(a  b)"\n', 'R"(a b)"\n'),
    ("a.c", "if (a) { b; c; }\n", "if (a) { b; } c;\n"),
    ("a.c", "if (a) { if (b) c; } else d;\n", "if (a) if (b) c; else d;\n"),
    ("a.c", "do { x; } while (a); b;\n", "do { x; } while (a) { ; } b;\n"),
    ("a.go", "return\nx\n", "return x\n"),
    ("a.go", "x := `a  b`\n", "x := `a b`\n"),
    ("a.go", "x := 'a'\n", 'x := "a"\n'),
    ("a.rs", "(a,)\n", "(a)\n"),
    ("a.rs", "x;\n", "x\n"),
    ("a.rs", "/// a\n", "// a\n"),
    ("a.rs", "&'a str\n", "&str\n"),
    ("a.rs", 'r"a\\n"\n', '"a\\n"\n'),
    ("a.rs", "vec![a,]\n", "vec![a]\n"),
    ("a.go", "// 1 b\nx\n", "// 1. b\nx\n"),
    ("a.rs", "match x { A => { f(a); } }\n", "match x { A => f(a) }\n"),
    ("a.rs", "match x { A => f(a), B => b }\n", "match x { A => { f(a); b } }\n"),
    ("a.rs", "f(|x| { g(x); });\n", "f(|x| g(x));\n"),
    ("a.rs", "f(|x| {});\n", "f(|x| ());\n"),
    ("a.rs", "m! { a => b }\n", "m! { a => { b } }\n"),
    ("a.ts", "type A = 'b' | 'c';\n", "type A = 'b' & 'c';\n"),
    ("a.rb", "f '#@a'\n", 'f "#@a"\n'),
    ("a.rb", "x = /a  b/\n", "x = /a b/\n"),
    ("a.rb", "x = a /b/ c\n", "x = a / b / c\n"),
    ("a.rb", "foo -1\n", "foo - 1\n"),
    ("a.rb", "f(<<-T)\n  a\nT\n", "f(<<~T)\n  a\nT\n"),
    ("a.rb", "foo *a\n", "foo*a\n"),
    ("a.rb", "foo ::A\n", "foo::A\n"),
    ("a.rb", "a ? b : c\n", "a? b : c\n"),
    ("a.rb", "require 'a'\nrequire 'b'\n", "require 'b'\nrequire 'a'\n"),
    ("a.rb", "foo [1]\n", "foo[1]\n"),
    ("a.rb", "x = '#{a}'\n", 'x = "#{a}"\n'),
    ("a.rb", "return\nx\n", "return x\n"),
    ("a.rb", "x = <<~EOS\n  a  b\nEOS\n", "x = <<~EOS\n  a b\nEOS\n"),
    ("a.rb", "x = <<~T\n  a\n    b\nT\n", "x = <<~T\n  a\n  b\nT\n"),
    ("a.rb", "x = <<~T\n  a\n  b\nT\n", "x = <<~T\n  a\n  c\nT\n"),
    ("a.rb", "x = <<~T\n  a#{b}\nT\n", "x = <<~'T'\n  a#{b}\nT\n"),
    ("a.rb", "x = <<~eos\n  a  b\neos\n", "x = <<~eos\n  a b\neos\n"),
    ("a.rb", 'x = "#{f("a  b")}"\n', 'x = "#{f("a b")}"\n'),
    ("a.rb", "x = %w[a b]\n", "x = %w[ab]\n"),
    ("a.rb", "x = %q(a  b)\n", "x = %q(a b)\n"),
    ("a.rb", "case x\nin [a,]\nend\n", "case x\nin [a]\nend\n"),
    ("a.rb", "x.then { y }\n", "x.{ y }\n"),
    ("a.php", "<?php\n$x = '$a';\n", '<?php\n$x = "$a";\n'),
    ("a.php", "<?php\n$a->array(1);\n", "<?php\n$a->[1];\n"),
    ("a.php", "<?php\nf('a\\n');\n", '<?php\nf("a\\n");\n'),
    ("a.php", "<?php\nf('a\\\\n');\n", '<?php\nf("a\\n");\n'),
    ("a.php", "<?php\n$a = <<<T\n a\nT;\n", "<?php\n$a = <<<T\na\nT;\n"),
    ("a.kt", "return\nx\n", "return x\n"),
    ("a.kt", 'x = "a  b"\n', 'x = "a b"\n'),
    ("a.sh", "a 'b  c'\n", "a 'b c'\n"),
    ("a.sh", "a = b\n", "a=b\n"),
    ("a.sh", "a 2 >b\n", "a 2>b\n"),
    ("a.sh", "( (a) )\n", "((a))\n"),
    ("a.sh", "a\\\nb\n", "a \\\nb\n"),
    ("a.sh", "f (a)\n", "f(a)\n"),
    ("a.sh", "case $a in\nb) c;; d) e;;\nesac\n", "case $a in\nb) c d) e;;\nesac\n"),
    ("a.sh", "a\nb\n", "a b\n"),
    ("a.sh", "cat <<E\na  b\nE\n", "cat <<E\na b\nE\n"),
    ("a.sh", "cat <<E\n\ta\nE\n", "cat <<E\na\nE\n"),
    ("a.sh", "cat <<-E\n  a\nE\n", "cat <<-E\na\nE\n"),
    ("a.sh", 'a "$(b "c  d")"\n', 'a "$(b "c d")"\n'),
    ("a.sql", "select A\n", "select a\n"),
    ("a.sql", "select type, type\n", "select type, TYPE\n"),
    ("a.sql", "select type\n", "select Type\n"),
    ("a.sql", 'select type, "type"\n', 'select TYPE, "type"\n'),
    ("a.sql", "select a as type\n", "select a as TYPE\n"),
    ("a.sql", "select a from version\n", "select a from VERSION\n"),
    ("a.sql", "select version.a from b, version\n", "select VERSION.a from b, VERSION\n"),
    ("a.sql", "grant select on version to x\n", "grant select on VERSION to x\n"),
    ("a.sql", "select a from comment\n", "select a from Comment\n"),
    ("a.go", "x := []T{U{1}}\n", "x := []T{{1}}\n"),
    ("a.go", "x := []*T{T{1}}\n", "x := []*T{{1}}\n"),
    ("a.go", "x := []T{T{1}.f()}\n", "x := []T{{1}.f()}\n"),
    ("a.go", "x := T{T{1}}\n", "x := T{{1}}\n"),
    ("a.go", "x = s[a:len(t)]\n", "x = s[a:]\n"),
    ("a.go", "x = a.s[b:len(s)]\n", "x = a.s[b:]\n"),
    ("a.go", "x = s[a:b:len(s)]\n", "x = s[a:b:]\n"),
    ("a.go", "func len(s T) int\nx = s[a:len(s)]\n", "func len(s T) int\nx = s[a:]\n"),
    ("a.go", "for _, x := range y {\n}\n", "for x := range y {\n}\n"),
    ("a.pl", "print <<EOT;\n  a\nEOT\n", "print <<EOT;\na\nEOT\n"),
    ("a.ex", '@doc """\n  a\n    b\n"""\n', '@doc """\n  a\n  b\n"""\n'),
    ("a.sql", "select 'a  b'\n", "select 'a b'\n"),
    ("a.css", ".a .b {}\n", ".a.b {}\n"),
    ("a.css", "a :hover {}\n", "a:hover {}\n"),
    ("a.css", "a { x: calc(1px + 2px) }\n", "a { x: calc(1px +2px) }\n"),
    ("a.css", "#FFF {}\n", "#fff {}\n"),
    ("a.md", "```js\nf('a  b')\n```\n", "```js\nf('a b')\n```\n"),
    ("a.md", "```text\na  b\n```\n", "```text\na b\n```\n"),
    ("a.html", "<b>a</b> <i>b</i>\n", "<b>a</b><i>b</i>\n"),
    ("a.html", "<pre>a  b</pre>\n", "<pre>a b</pre>\n"),
    ("a.json", '{"a": "b c"}\n', '{"a": "b  c"}\n'),
    ("a.yml", "a: [b c]\n", "a: [bc]\n"),
    ("a.yml", "a: ${{ b }}\n", "a: ${{b}}\n"),
    ("a.yml", "a: b\nc: d\n", "a: b c: d\n"),
    ("a.yml", "a: yes\n", "a: 'yes'\n"),
    ("a.yml", "a: |\n  x\n   y\n", "a: |\n  x\n  y\n"),
    ("a.yml", 'a: "\\n"\n', "a: '\\n'\n"),
    ("a.toml", 'a = "\\n"\n', "a = '\\n'\n"),
    ("a.md", "a b\n", "a\xa0b\n"),
    ("a.c", "// a b\n", "// a\xa0b\n"),
    ("a.md", "# a\nb\n", "# a b\n"),
    ("a.md", "a  \nb\n", "a\nb\n"),
    ("a.md", "a\n\nb\n", "a\nb\n"),
    ("a.md", "> a\nb\n\n", "> a\n\nb\n"),
    ("a.md", "a\n> b\n", "a\nb\n"),
    ("a.md", "```\na  b\n```\n", "```\na b\n```\n"),
    ("a.xyz", "a b\n", "ab\n"),
    ("a.xyz", "x 'a  b'\n", "x 'a b'\n"),
    ("a.xyz", "a\nb\n", "a b\n"),
]


def said(path: str, text: str) -> tuple[list[str], list[str]]:
    found = rules_for(path).lex(text, 1, False)
    return found.code.texts, found.comments.texts


@pytest.mark.parametrize(("path", "left", "right"), SAME)
def test_looks_say_nothing(path: str, left: str, right: str) -> None:
    assert said(path, left) == said(path, right)


@pytest.mark.parametrize(("path", "left", "right"), DIFFERENT)
def test_meaning_is_told_apart(path: str, left: str, right: str) -> None:
    assert said(path, left) != said(path, right)


@pytest.mark.parametrize(
    ("path", "text", "family"),
    [
        ("src/a.PY", "", "python"),
        ("Gemfile", "", "ruby"),
        ("bin/tool", "#!/usr/bin/env python3\n", "python"),
        ("bin/tool", "#!/bin/sh\n", "shell"),
        ("bin/tool", "", "generic"),
        (".gitignore", "", "generic"),
        ("Makefile", "", "generic"),
    ],
)
def test_a_family_is_chosen_by_name_then_by_the_first_line(path: str, text: str, family: str) -> None:
    assert family_of(path, text) == family


@pytest.mark.parametrize("suffix", SUFFIXES)
@given(st.text(alphabet="ab0 \t\n(){}<>:;,.='\"`\\#/*-!$&|é\udce9", max_size=50))
@settings(max_examples=40, deadline=None)
def test_any_text_is_lexed_within_its_lines(suffix: str, text: str) -> None:
    found = rules_for(f"a.{suffix}").lex(text, 1, False)
    assert len(found.openers) == len(found.code.texts)
    for flow in (found.code, found.comments):
        assert flow.lines == sorted(flow.lines)
        assert all(1 <= line <= text.count("\n") + 1 for line in flow.lines)
