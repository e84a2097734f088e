"""Files to text: what decides, and that nothing is fatal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.text import file_text, is_binary, not_utf8, wide_encoding

WORD = "\u017elt\u00fd"


@pytest.mark.parametrize(
    ("raw", "text", "why"),
    [
        (WORD.encode(), WORD, None),
        (("\ufeff" + WORD).encode(), WORD, None),
        (b"", "", None),
        (WORD.encode("utf-16"), WORD, (1, "UTF-16")),
        (b"\xfe\xff" + WORD.encode("utf-16-be"), WORD, (1, "UTF-16")),
        (WORD.encode("utf-32"), WORD, (1, "UTF-32")),
        (b"\0\0\xfe\xff" + WORD.encode("utf-32-be"), WORD, (1, "UTF-32")),
        (("a\n" + WORD).encode("cp1250"), "a\n\ufffdlt\ufffd", (2, "byte 0x9e is no UTF-8")),
        (b"\xff\xfea", "\ufffd", (1, "UTF-16")),
    ],
)
def test_a_mark_decides_else_utf8_and_no_guess(raw: bytes, text: str, why: tuple[int, str] | None) -> None:
    assert file_text(raw) == text
    assert not_utf8(raw) == why
    assert not is_binary(raw)


def test_a_nul_that_no_mark_explains_makes_a_binary_file() -> None:
    assert is_binary(b"abc\0def")
    assert is_binary(WORD.encode("utf-16-le"))
    assert not is_binary(b"x" * 8000 + b"\0")


@settings(max_examples=200)
@given(st.binary(max_size=60) | st.text(max_size=20).map(lambda text: text.encode("utf-16")))
def test_never_raises_and_exact_text_gives_the_same_bytes(raw: bytes) -> None:
    file_text(raw).encode()
    exact = file_text(raw, exact=True)
    if not wide_encoding(raw):
        assert exact.encode("utf-8", "surrogateescape") == raw.removeprefix(b"\xef\xbb\xbf")
