"""Values are named tuples in all that is used of them."""

from __future__ import annotations

import copy
import pickle
from collections import namedtuple

import pytest

from kontext.model import Change, LineSpan, Trailer
from kontext.records import Record


class Point(Record):
    """A place."""

    x: int
    y: int = 2

    def moved(self) -> Point:
        return self._replace(x=self.x + 1)


def test_fields_defaults_methods_and_doc() -> None:
    point = Point(1)
    assert (point.x, point.y, point[0], len(point)) == (1, 2, 1, 2)
    assert point.moved() == Point(x=2, y=2)
    assert Point.__doc__ == "A place."
    assert repr(point) == "Point(x=1, y=2)"
    assert point._asdict() == {"x": 1, "y": 2}
    assert Point._fields == ("x", "y")
    assert Point._make([3, 4]) == (3, 4)


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"x": 2}), ((1,), {"z": 2}), ((), {"y": 1})]
)
def test_wrong_values_are_refused_as_a_call_would(values: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError):
        Point(*values, **named)


def test_values_cannot_be_changed_and_hold_nothing_else() -> None:
    point = Point(1)
    with pytest.raises(AttributeError):
        point.x = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        point.z = 3  # type: ignore[attr-defined]


def test_values_compare_hash_unpack_match_copy_and_travel() -> None:
    span = LineSpan(3, 5)
    first, last = span
    assert (first, last) == (3, 5)
    assert {span: 1}[LineSpan(3, 5)] == 1
    assert sorted([LineSpan(3, 5), LineSpan(1, 9)])[0].first == 1
    match span:
        case LineSpan(first=start, last=_):
            assert start == 3
    assert copy.copy(span) == copy.deepcopy(span) == pickle.loads(pickle.dumps(span)) == span
    assert isinstance(pickle.loads(pickle.dumps(span)), LineSpan)


def test_the_same_as_what_the_standard_library_makes() -> None:
    theirs = namedtuple("Change", "status path old_path", defaults=("",))("M", "a/b")
    ours = Change("M", "a/b")
    assert tuple(theirs) == tuple(ours)
    assert repr(theirs) == repr(ours)
    assert theirs._asdict() == ours._asdict()
    assert Trailer("a", "b") != Trailer("a", "c")
