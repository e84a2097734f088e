"""Files of judged cases, what counts as right, and the arithmetic of Hit@k and MRR."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.errors import UsageError
from kontext.evaluation import Case, load_cases, metrics_of
from kontext.evaluation.run import is_right
from kontext.model import Hit

OID = "0123456789abcdef0123456789abcdef01234567"


def write(folder: Path, content: object) -> str:
    file = folder / "cases.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(file)


def test_version_2_has_categories(tmp_path: Path) -> None:
    one = {"query": "sums", "expect_any": ["src/cart.py"]}
    other = {"query": "tax", "expect_any": ["src/tax.py", "src/rates.py"]}
    content = {
        "version": 2,
        "categories": {"code": {"description": "files", "cases": [one]}, "money": {"cases": [other]}},
    }
    assert load_cases(write(tmp_path, content)) == [
        Case("sums", ("src/cart.py",), "code"),
        Case("tax", ("src/tax.py", "src/rates.py"), "money"),
    ]


def test_version_1_is_a_bare_list(tmp_path: Path) -> None:
    assert load_cases(write(tmp_path, [{"query": "sums", "expect_any": ["a.py"]}])) == [Case("sums", ("a.py",))]


def test_json_lines_with_truth_and_merges(tmp_path: Path) -> None:
    lines = [
        {"id": "B-1", "query": "sums", "truth": [OID], "truth_merges": ["b" * 40], "note_in_diff": True},
        {"query": "tax", "truth": ["c" * 40]},
    ]
    text = "\n\n".join(map(json.dumps, lines)) + "\n"
    assert load_cases(write(tmp_path, text)) == [Case("sums", (OID, "b" * 40)), Case("tax", ("c" * 40,))]


def test_a_single_case_on_one_line(tmp_path: Path) -> None:
    assert load_cases(write(tmp_path, {"query": "sums", "truth": [OID]})) == [Case("sums", (OID,))]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "holds no cases"),
        ("[]", "holds no cases"),
        ('{"version": 2, "categories": {}}', "holds no cases"),
        ('{"version": 3}', "is not a file of cases"),
        ('"text"', "is not a file of cases"),
        ('{"version": 2, "categories": {"code": []}}', "category 'code' is no object"),
        ('[{"expect_any": ["a.py"]}]', "case 1: a case needs a query"),
        ('[{"query": "q", "expect_any": ["a"]}, {"query": "q"}]', "case 2: a case needs expect_any"),
        ('[{"query": "q", "expect_any": []}]', "a case needs expect_any"),
        ('[{"query": "q", "expect_any": "a.py"}]', "a case needs expect_any"),
        ('[{"query": "q", "truth": [1]}]', "a case needs expect_any"),
        ("[1]", "a case needs a query"),
        ('{"query": "q", "truth": ["a"]}\n{"query"', ":2: not JSON"),
    ],
)
def test_a_file_that_is_no_cases_is_refused_by_name(tmp_path: Path, content: str, said: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(UsageError) as refused:
        load_cases(path)
    assert said in refused.value.message
    assert path in refused.value.message


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        load_cases(str(tmp_path / "missing.json"))
    (tmp_path / "latin.json").write_bytes(b'[{"query": "\xe9"}]')
    with pytest.raises(UsageError, match="not UTF-8"):
        load_cases(str(tmp_path / "latin.json"))


@pytest.mark.parametrize(
    ("expected", "right"),
    [
        ((OID,), True),
        ((OID[:7],), True),
        ((OID[:10].upper(),), True),
        ((OID[:6],), False),
        (("1" * 40, OID[:12]), True),
        (("1" * 40,), False),
    ],
)
def test_a_commit_is_right_by_its_oid(expected: tuple[str, ...], right: bool) -> None:
    assert is_right(Hit(f"git:{OID}", "commit", "Sum", oid=OID), expected) is right


@pytest.mark.parametrize(
    ("expected", "right"),
    [("src/cart.py", True), ("cart.py", True), ("/cart.py", True), ("art.py", False), ("other/src/cart.py", False)],
)
def test_a_file_is_right_by_whole_segments_of_its_path(expected: str, right: bool) -> None:
    assert is_right(Hit("doc:src/cart.py", "doc", "Cart", path="src/cart.py"), (expected,)) is right


def test_metrics() -> None:
    metrics = metrics_of([1, 2, 0, 5], (1, 3, 5))
    assert metrics.cases == 4
    assert metrics.hits == {1: 0.25, 3: 0.5, 5: 0.75}
    assert metrics.mrr == pytest.approx((1 + 1 / 2 + 1 / 5) / 4)
    assert metrics_of([], (1,)) == (0, {1: 0.0}, 0.0)


@settings(max_examples=100)
@given(st.lists(st.integers(0, 100), min_size=1))
def test_metrics_stay_in_bounds(ranks: list[int]) -> None:
    metrics = metrics_of(ranks, (1, 3, 5, 10, 100))
    shares = list(metrics.hits.values())
    assert shares == sorted(shares)
    assert metrics.hits[1] <= metrics.mrr <= metrics.hits[100] <= 1
