from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.globs import compile_globs, expand_braces, is_literal, specificity

CASES = [
    ("*.py", "a.py", True),
    ("*.py", "src/deep/a.py", True),
    ("*.py", "a.pyc", False),
    ("src/*.py", "src/a.py", True),
    ("src/*.py", "src/deep/a.py", False),
    ("src/*.py", "lib/src/a.py", False),
    ("src/**", "src/a", True),
    ("src/**", "src/a/b/c", True),
    ("src/**", "src", False),
    ("**/README.md", "README.md", True),
    ("**/README.md", "a/b/README.md", True),
    ("**/README.md", "a/XREADME.md", False),
    ("a/**/z", "a/z", True),
    ("a/**/z", "a/b/c/z", True),
    ("a/**/z", "a/bz", False),
    ("a**z", "abcz", True),
    ("a**z", "a/z", False),
    ("docs/**/*.md", "docs/a.md", True),
    ("docs/**/*.md", "docs/x/y/a.md", True),
    ("docs/**/*.md", "x/docs/a.md", False),
    ("/*.md", "README.md", True),
    ("/*.md", "a/README.md", False),
    ("?.c", "a.c", True),
    ("?.c", "ab.c", False),
    ("[a-c]x", "bx", True),
    ("[!a-c]x", "bx", False),
    ("[^a-c]x", "dx", True),
    ("a[!b]c", "a/c", False),
    ("a[/]c", "a/c", False),
    ("[[:digit:]]x", "q/7x", True),
    ("[]]x", "]x", True),
    ("\\*x", "*x", True),
    ("\\*x", "ax", False),
    ("a[", "a[", True),
    # plain paths and trees
    ("src/billing", "src/billing", True),
    ("src/billing", "src/billing/cart.py", True),
    ("src/billing", "src/billing2/cart.py", False),
    ("src/billing", "x/src/billing/cart.py", False),
    ("billing", "src/billing/cart.py", True),
    ("/billing", "src/billing/cart.py", False),
    ("/billing", "billing/cart.py", True),
    ("./src/a.py", "src/a.py", True),
    ("src/billing/", "src/billing/cart.py", True),
    ("src/billing/", "src/billing", False),
    ("vendor/", "a/vendor/b/c", True),
    ("/vendor/", "a/vendor/b/c", False),
    ("src/*/gen/", "src/a/gen/x/y", True),
    ("**", "a/b", True),
    ("*", "a/b", True),
    ("/", "a/b", True),
    ("", "a", False),
    # braces
    ("*.{ts,tsx}", "web/a.tsx", True),
    ("*.{ts,tsx}", "web/a.t", False),
    ("{src,lib}/**/*.{c,h}", "lib/x/a.h", True),
    ("a{b,c{d,e}}", "ace", True),
    ("a{b,}", "a", True),
    ("{a}", "{a}", True),
    ("{a,b", "{a,b", True),
    ("a.py", "A.py", False),
    ("a b/ž.md", "a b/ž.md", True),
    ("*", "\udcff.md", True),
    ("a\nb", "a\nb", True),
]


@pytest.mark.parametrize(("pattern", "path", "expected"), CASES)
def test_pattern(pattern: str, path: str, expected: bool) -> None:
    globs = compile_globs([pattern])
    assert globs.matches(path) is expected
    assert globs.covering(path) == ([pattern] if expected else [])


def test_a_set_matches_when_one_does_and_an_empty_one_never() -> None:
    globs = compile_globs(["docs/**", "*.md"])
    assert globs.matches("docs/x") and globs.matches("a/b.md") and not globs.matches("a/b.c")
    assert not compile_globs([]) and not compile_globs([]).matches("a") and not compile_globs([]).matches("")


def test_covering_lists_the_most_specific_first() -> None:
    patterns = ["*", "src/**", "src/billing/cart.py", "src/billing/", "src/*/cart.py"]
    assert compile_globs(patterns).covering("src/billing/cart.py") == [
        "src/billing/cart.py",
        "src/billing/",
        "src/*/cart.py",
        "src/**",
        "*",
    ]


def test_specificity_orders_from_general_to_exact() -> None:
    ordered = ["**", "*.py", "cart.py", "src/**", "src/billing/**", "src/billing/*.py", "src/billing/cart.py"]
    for general, exact in [("**", "*.py"), ("*.py", "cart.py"), *pairwise(ordered[3:])]:
        assert specificity(general) < specificity(exact), (general, exact)


def test_literal_means_free_of_wildcards() -> None:
    assert is_literal("src/a.py") and is_literal("a{b,c}") and is_literal("a\\*b")
    assert not is_literal("*.py") and not is_literal("a?") and not is_literal("a{b,*}")


def test_braces_expand_in_order_and_within_bounds() -> None:
    assert expand_braces("x{a,b{1,2}}y{c,d}") == ["xayc", "xayd", "xb1yc", "xb1yd", "xb2yc", "xb2yd"]
    many = "{a,b}" * 30
    assert expand_braces(many) == [many]
    assert expand_braces("\\{a,b}") == ["\\{a,b}"]


@pytest.mark.parametrize("pattern", ["*a" * 40 + "x", "**/a/" * 25 + "x", "[a]*" * 40 + "b", "**/*a*/" * 12 + "x"])
def test_hostile_patterns_take_no_exponential_time(pattern: str) -> None:
    globs = compile_globs([pattern])
    assert not globs.matches("a" * 2000)
    assert not globs.matches("/".join(["a"] * 200))


SEGMENT = st.text("ab", min_size=1, max_size=4)
PATH = st.lists(SEGMENT, min_size=1, max_size=4).map("/".join)
PIECE = st.sampled_from(["a", "b", "*", "?", "[ab]", "[!a]", "{a,b*}", "ab"])
PATTERN = st.builds(
    lambda segments, anchor, tree: anchor + "/".join(segments) + tree,
    st.lists(st.one_of(st.just("**"), st.lists(PIECE, min_size=1, max_size=4).map("".join)), min_size=1, max_size=4),
    st.sampled_from(["", "/"]),
    st.sampled_from(["", "/"]),
)


@settings(max_examples=400, deadline=None)
@given(PATTERN, PATH)
def test_agrees_with_a_slow_matcher(pattern: str, path: str) -> None:
    assert compile_globs([pattern]).matches(path) == any(slow_match(one, path) for one in expand_braces(pattern))


@settings(max_examples=200, deadline=None)
@given(st.text("ab*?[]{},!^\\/-:.", max_size=12), PATH)
def test_no_pattern_is_an_error(pattern: str, path: str) -> None:
    globs = compile_globs([pattern])
    assert bool(globs.covering(path)) is globs.matches(path)
    specificity(pattern)


def slow_match(pattern: str, path: str) -> bool:
    """The definition, letter by letter: every way to place every star is tried."""
    segments = [segment for segment in pattern.split("/") if segment]
    parts = path.split("/")
    if pattern[0] != "/" and "/" not in pattern.rstrip("/") and segments != ["**"]:
        segments = ["**", *segments]
    if pattern.endswith("/"):
        return any(slow_segments(tuple(segments), tuple(parts[:end])) for end in range(1, len(parts)))
    if not any(char in pattern for char in "*?["):
        return any(slow_segments(tuple(segments), tuple(parts[:end])) for end in range(1, len(parts) + 1))
    return slow_segments(tuple(segments), tuple(parts))


@lru_cache(None)
def slow_segments(segments: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    if not segments:
        return not parts
    if segments[0] == "**":
        if len(segments) == 1:
            return bool(parts)
        return any(slow_segments(segments[1:], parts[start:]) for start in range(len(parts) + 1))
    return bool(parts) and slow_segment(segments[0], parts[0]) and slow_segments(segments[1:], parts[1:])


def slow_segment(pattern: str, text: str) -> bool:
    if not pattern:
        return not text
    if pattern[0] == "*":
        return any(slow_segment(pattern[1:], text[start:]) for start in range(len(text) + 1))
    if pattern[0] == "[":
        end = pattern.index("]", 1)
        wanted = pattern[1:end].lstrip("!")
        return (
            bool(text) and ((text[0] in wanted) != (pattern[1] == "!")) and slow_segment(pattern[end + 1 :], text[1:])
        )
    return bool(text) and pattern[0] in ("?", text[0]) and slow_segment(pattern[1:], text[1:])
