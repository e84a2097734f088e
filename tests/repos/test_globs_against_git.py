"""Git itself says what its own forms of pattern mean."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gitbox import GitBox
from kontext.globs import compile_globs

SEGMENT = st.text("abc-", min_size=1, max_size=4)
PATH = st.lists(SEGMENT, min_size=1, max_size=4).map("/".join)
PIECE = st.sampled_from(["a", "b", "c", "*", "?", "[ab]", "[!a]", "[^b]", "[a-c]", "[[:alpha:]]", "\\a", "-"])
PATTERN = st.builds(
    lambda segments, anchor: anchor + "/".join(segments),
    st.lists(st.one_of(st.just("**"), st.lists(PIECE, min_size=1, max_size=3).map("".join)), min_size=1, max_size=4),
    st.sampled_from(["", "/"]),
).filter(lambda pattern: any(char in pattern for char in "*?[") and not is_glued(pattern))


def is_glued(pattern: str) -> bool:
    """Two stars beside other characters: Git's answer differs between its versions."""
    return any("**" in segment and segment != "**" for segment in pattern.split("/"))


# No shrinking: one example is a table of patterns by paths, and the message names the pair that differs.
@settings(
    max_examples=15,
    deadline=None,
    phases=[Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(PATTERN, min_size=20, max_size=60), st.lists(PATH, min_size=20, max_size=40, unique=True))
def test_wildcards_mean_what_git_attributes_mean(box: GitBox, patterns: list[str], paths: list[str]) -> None:
    names = [f"p{number}" for number in range(len(patterns))]
    rules = "".join(f"{pattern} {name}\n" for pattern, name in zip(patterns, names, strict=True))
    box.write(".gitattributes", rules)
    said = box.git("check-attr", "-z", "--stdin", *names, data="\0".join(paths).encode()).split("\0")
    answers = {
        (path, name): value == "set" for path, name, value in zip(said[::3], said[1::3], said[2::3], strict=False)
    }
    for pattern, name in zip(patterns, names, strict=True):
        globs = compile_globs([pattern])
        for path in paths:
            assert globs.matches(path) == answers[path, name], (pattern, path)
