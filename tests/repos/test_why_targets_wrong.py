"""What looks like lines or a file and is none is refused, or found under the spelling Git has; never searched for."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from gitbox import GitBox
from kontext.errors import PathProblem, UsageError
from shop import refused, why

NAME = "na\u00efve caf\u00e9.md"  # composed


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    box.commit("Begin\n\nBecause one has to.\n", {"README.md": "# Shop\n", NAME: "x\n", "Makefile": "all:\n"})
    return box


@pytest.mark.parametrize(
    "target",
    [
        "README.md:-1",
        "README.md:+1",
        "README.md:99999999999999999999999",
        "README.md:1.5",
        "README.md:1-",
        "README.md#L1x",
        "Makefile:-1",
        "nope.md:-1",
        f"{NAME}:-1",
    ],
)
def test_a_line_that_is_none(shop: GitBox, target: str) -> None:
    error = refused(shop, target)
    assert isinstance(error, UsageError)
    assert error.message.startswith("no line ")
    assert "lines are counted from 1" in error.remedy


@pytest.mark.parametrize("text", ["rounding of prices: 3 ways", "ratio 16:-9", "why 3:x"])
def test_a_text_with_a_colon_is_still_a_topic(shop: GitBox, text: str) -> None:
    assert why(shop, text).target.kind == "topic"


@pytest.mark.parametrize(
    ("suffix", "options"), [("", {}), (":1", {}), ("", {"paths_only": True}), ("", {"rev": "HEAD"})]
)
def test_a_name_in_another_unicode_form(shop: GitBox, suffix: str, options: dict[str, object]) -> None:
    typed = normalize("NFD", NAME)
    assert typed != NAME
    answer = why(shop, typed + suffix, **options)
    assert (answer.target.kind, answer.target.path) == ("lines" if suffix else "path", NAME)
    assert any("Unicode" in note for note in answer.notes)
    assert not any("Unicode" in note for note in why(shop, NAME + suffix, **options).notes)


def test_a_name_in_another_form_that_git_has_so(box: GitBox) -> None:
    decomposed = normalize("NFD", NAME)
    box.commit("Begin", {decomposed: "x\n"})
    assert why(box, f"{NAME}:1").target.path == decomposed


def test_a_name_that_no_form_of_is_there(shop: GitBox) -> None:
    assert isinstance(refused(shop, normalize("NFD", "caf\u00e9.md:1")), PathProblem)
