from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitbox import GitBox
from kontext.docs import LONGEST, SMALL, doc_sections, select_docs

INCLUDE = ["/*.md", "**/README.md", "docs/**/*.md"]
LIMIT = 300_000


def cut(text: str | bytes, path: str = "docs/a.md") -> list[tuple[str, str, int, int]]:
    raw = text if isinstance(text, bytes) else text.encode()
    return [(part.anchor, part.title, part.first, part.part) for part in doc_sections(path, raw, max_bytes=LIMIT)]


def test_tracked_files_are_chosen_by_pattern_in_any_case_of_the_suffix(box: GitBox) -> None:
    names = ["README.md", "GUIDE.MD", "src/README.md", "src/notes.md", "docs/x/y.Md", "docs/secret.txt", "docs/a.rst"]
    names += ["node_modules/p/README.md", "CHANGELOG.md", "docs/my-secret.md", "docs/s.pem", "docs/ž.md"]
    box.commit("docs", dict.fromkeys(names, "x"))
    tracked = box.git("ls-files", "-z").split("\0")[:-1]
    assert select_docs(tracked, INCLUDE, ["node_modules/", "CHANGELOG.md"]) == sorted(
        ["README.md", "GUIDE.MD", "src/README.md", "docs/x/y.Md", "docs/my-secret.md", "docs/ž.md"], key=str.encode
    )
    assert select_docs(tracked, ["docs/**"], []) == [
        name for name in tracked if name.startswith("docs/") and not name.endswith((".pem", "secret.txt"))
    ]


def test_sections_carry_title_anchor_and_line_past_the_front_matter() -> None:
    text = "---\ntitle: Not this\n---\n# Doc\n" + "intro " * 60 + "\n## One\n" + "x " * 200 + "\n"
    assert cut(text) == [("", "Doc", 4, 0), ("one", "Doc › One", 6, 0)]


def test_a_title_comes_from_front_matter_or_the_file_name_when_no_heading_gives_one() -> None:
    assert cut("---\ntitle: 'Set up'\n---\ntext")[0][1] == "Set up"
    assert cut("text", "docs/how-to.md")[0][1] == "how-to"
    assert cut("text", "billing/README.md")[0][1] == "billing README"
    assert cut("text", "README")[0][1] == "README"


def test_a_small_section_joins_the_one_before_unless_that_is_roomy() -> None:
    small, big = "little\n", "word " * 100 + "\n"
    assert [anchor for anchor, *_ in cut(f"# T\n{big}## A\n{small}## B\n{big}## C\n{small}")] == ["", "b"]
    assert [anchor for anchor, *_ in cut(f"# T\n{'word ' * 700}\n## A\n{small}")] == ["", "a"]
    joined = doc_sections("a.md", f"# T\n{big}## A\n{small}".encode(), max_bytes=LIMIT)
    assert joined[0].text.endswith("A\nlittle") and len(small) < SMALL


def test_a_long_section_is_cut_at_paragraphs_and_nothing_is_dropped() -> None:
    paragraphs = [f"paragraph{number} " + "word " * 150 for number in range(60)]
    parts = doc_sections("a.md", ("# T\n\n" + "\n\n".join(paragraphs)).encode(), max_bytes=LIMIT)
    assert [part.part for part in parts] == list(range(len(parts))) and len(parts) > 3
    assert all(len(part.text) <= LONGEST for part in parts)
    together = "\n".join(part.text for part in parts)
    assert all(paragraph.strip() in together for paragraph in paragraphs)
    lines = ("# T\n\n" + "\n\n".join(paragraphs)).split("\n")
    for part in parts[1:]:
        assert part.text.split("\n")[0] in lines[part.first - 1 : part.first + 1]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([1, 50, 5999, 6000, 11_999, 12_000, 12_001, 30_000, 0]), max_size=9))
def test_parts_are_never_too_long_and_hold_every_word(lengths: list[int]) -> None:
    lines = ["x" * length for length in lengths]
    parts = doc_sections("a.txt", "\n".join(lines).encode(), max_bytes=LIMIT)
    assert all(len(part.text) <= LONGEST for part in parts)
    assert sum(part.text.count("x") for part in parts) == sum(lengths)


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"\x89PNG\r\n\x1a\n\0\0", b"abc\0def", b"x" * (LIMIT + 1)])
def test_empty_binary_and_oversized_files_give_nothing(raw: bytes) -> None:
    assert cut(raw) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.mdx", "# T\n\nimport A from 'a'\n\n<A/>\n\n## Use\n" + "word " * 80),
        ("a.MARKDOWN", "# T\n## Use\n" + "word " * 80),
        ("a.rst", "Tt\n==\n\nUse\n---\n" + "word " * 80),
    ],
)
def test_other_formats_are_understood(path: str, text: str) -> None:
    parts = doc_sections(path, text.encode(), max_bytes=LIMIT)
    assert [part.title.replace("Tt", "T") for part in parts] == ["T", "T › Use"]


def test_plain_text_is_one_section() -> None:
    assert cut("# not a heading\n## nor this\n", "notes.txt") == [("", "notes", 1, 0)]


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["a.md", "a.rst", "a.txt", "a.mdx", "README"]))
def test_no_bytes_are_fatal(raw: bytes, path: str) -> None:
    for part in doc_sections(path, raw, max_bytes=LIMIT):
        assert part.title and part.text.strip() and part.first >= 1
        part.text.encode("utf-8")
