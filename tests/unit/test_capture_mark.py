"""Records of every form told to name another: the one new thing is said, and no other line is touched."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.capture.mark import Marker
from kontext.errors import InvalidEntry
from kontext.model import Entry
from kontext.store.discover import Judge
from kontext.store.supersession import resolve_links

TODAY = "2026-11-30"
JUDGE = Judge(store_dir=".kontext")
NEW = "docs/adr/0009-carts-expire.md"


def entry_of(path: str, raw: bytes) -> Entry:
    found = JUDGE.parse(path, raw)
    assert isinstance(found, Entry), found
    return found


def mark(
    path: str, raw: bytes, field: str, other: tuple[str, bytes] = (NEW, b"# 9. Carts expire\n\nStatus: accepted\n")
) -> bytes:
    entries = (entry_of(path, raw), entry_of(*other))
    return Marker(JUDGE, entries, TODAY).mark(entries[0], raw, field, entries[1])


def touched(before: bytes, after: bytes) -> tuple[list[bytes], list[bytes]]:
    """The lines that went and those that came."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    ops = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return (
        [line for op in ops if op[0] != "equal" for line in old[op[1] : op[2]]],
        [line for op in ops if op[0] != "equal" for line in new[op[3] : op[4]]],
    )


CASES = {
    "front matter": (
        "0007-x.md",
        b"---\ntitle: 'X'   # quoted\nStatus: Accepted # since May\ndate: 2025-05-02\n\nodd: {a: [1, 2]}\n---\n# X\n",
        [b"Status: Accepted # since May\n"],
        [b"Status: Superseded # since May\n", b"superseded_by: [0009-carts-expire]\n"],
    ),
    "a list of successors": (
        "0007-x.md",
        b"---\ntitle: X\nstatus: superseded\nsuperseded-by:\n  - '0008'  # the first\ndate: 2025-05-02\n---\n",
        [],
        [b"  - 0009-carts-expire\n"],
    ),
    "bullets": (
        "0007-x.md",
        b"# X\n\n* Status: accepted\n* Date: 2025-05-02\n\n## Context\n\naccepted\n",
        [b"* Status: accepted\n"],
        [b"* Status: superseded by [0009-carts-expire](0009-carts-expire.md)\n"],
    ),
    "bold fields with hard breaks": (
        "0007-x.md",
        b"# X\r\n\r\n**Date:** 2025-05-02  \r\n**Status:** Accepted  \r\n\r\n## Context\r\n",
        [b"**Status:** Accepted  \r\n"],
        [b"**Status:** Superseded by [0009-carts-expire](0009-carts-expire.md)  \r\n"],
    ),
    "a table": (
        "0007-x.md",
        b"# X\n\n| Field | Value |\n| --- | --- |\n| Status | accepted |\n| Date | 2025-05-02 |\n\n## Context\n",
        [b"| Status | accepted |\n"],
        [b"| Status | superseded by [0009-carts-expire](0009-carts-expire.md) |\n"],
    ),
    "the way of adr-tools": (
        "0007-x.md",
        b"# 7. X\n\nDate: 2025-05-02\n\n## Status\n\nAccepted\n\nAmends [3. Y](0003-y.md)\n\n## Context\n\nZ",
        [b"Accepted\n"],
        [b"Superseded by [9. Carts expire](0009-carts-expire.md)\n"],
    ),
    "a status that says more": (
        "0007-x.md",
        b"# 7. X\n\n## Status\n\nAccepted on 2025-05-02 by all\n\n## Context\n\nZ\n",
        [b"Accepted on 2025-05-02 by all\n"],
        [b"Superseded by [9. Carts expire](0009-carts-expire.md); was Accepted on 2025-05-02 by all\n"],
    ),
    "a second successor": (
        "0007-x.md",
        b"# 7. X\n\n## Status\n\nSuperceded by [8. Y](0008-y.md)\n\n## Context\n\nZ\n",
        [b"Superceded by [8. Y](0008-y.md)\n"],
        [b"Superceded by [8. Y](0008-y.md), [9. Carts expire](0009-carts-expire.md)\n"],
    ),
    "no status at all": (
        "0007-x.md",
        b"# 7. X\n\n## Context\n\nZ\n\n## Decision\n\nY\n",
        [],
        [b"\n", b"Status: superseded by [0009-carts-expire](0009-carts-expire.md)\n"],
    ),
    "reStructuredText": (
        "0007-x.rst",
        b"7. X\n====\n\n:Status: Accepted\n:Date: 2025-05-02\n\nContext\n-------\n\nZ\n",
        [b":Status: Accepted\n"],
        [b":Status: Superseded by `0009-carts-expire <0009-carts-expire.md>`__\n"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_old_record_says_what_replaced_it(case: str) -> None:
    name, raw, gone, came = CASES[case]
    made = mark(f"docs/adr/{name}", raw, "superseded_by")
    assert touched(raw, made) == (gone, came)
    after = entry_of(f"docs/adr/{name}", made)
    assert after.status == "superseded"
    new = entry_of(NEW, b"# 9. Carts expire\n\nStatus: accepted\n")
    assert new.id in resolve_links([after, new])[0].superseded_by
    assert mark(f"docs/adr/{name}", made, "superseded_by") == made


@pytest.mark.parametrize("case", CASES)
def test_a_new_record_says_what_it_replaced_and_loses_no_line(case: str) -> None:
    name, raw, _, _ = CASES[case]
    made = mark(f"docs/adr/{name}", raw, "supersedes")
    gone, came = touched(raw, made)
    assert len(gone) <= 1 and 1 <= len(came) <= 2
    before, after = entry_of(f"docs/adr/{name}", raw), entry_of(f"docs/adr/{name}", made)
    assert (after.status, after.title, after.date) == (before.status, before.title, before.date)
    assert len(after.supersedes) == len(before.supersedes) + 1


def test_the_day_in_the_name_of_the_successor_is_not_the_day_of_the_record() -> None:
    other = ("docs/adr/2026-01-02-new.md", b"# New\n\nStatus: accepted\n")
    for raw in (b"# X\n\nStatus: accepted\n", b"# X\n\n## Status\n\nAccepted\n"):
        for path, date in (("docs/adr/0007-x.md", ""), ("docs/adr/2025-05-02-x.md", "2025-05-02")):
            after = entry_of(path, mark(path, raw, "superseded_by", other))
            assert (after.status, after.date) == ("superseded", date)


def test_bytes_that_are_no_utf8_survive() -> None:
    raw = b"---\ntitle: Caf\xe9\nstatus: accepted\n---\nna\xefve \xff\xfe\r\n"
    made = mark("docs/adr/0007-x.md", raw, "superseded_by")
    assert made == raw.replace(b"accepted\n", b"superseded\nsuperseded_by: [0009-carts-expire]\n")


def test_a_file_that_cannot_be_edited_is_refused_with_what_to_write() -> None:
    utf16 = "# 7. X\n\nStatus: accepted\n".encode("utf-16")
    with pytest.raises(InvalidEntry, match="UTF-16"):
        mark("docs/adr/0007-x.md", utf16, "superseded_by")
    broken = b"---\nstatus: 'accepted\ntitle: X\n---\n## Context\n\nx\n\n## Decision\n\ny\n"
    with pytest.raises(InvalidEntry, match="touching more") as refused:
        mark("docs/adr/0007-x.md", broken, "superseded_by")
    assert "superseded_by: 0009-carts-expire" in refused.value.remedy


WORDS = st.text(st.sampled_from("abc éř#:|*_`-"), min_size=1, max_size=12).map(str.strip).filter(bool)
LINES = st.lists(WORDS.map(lambda words: f"said {words}"), max_size=4)
STATUSES = st.sampled_from(["accepted", "Accepted", "proposed", "Draft", "approved", "deprecated"])


@st.composite
def records(draw: st.DrawFn) -> bytes:
    """A record of any form: other fields around the status, any order, any line end, with or without the last one."""
    status, body = draw(STATUSES), draw(LINES)
    form = draw(st.sampled_from(["front", "bullets", "bold", "plain", "table", "sections", "underlined"]))
    fields = [("Status", status), ("Date", "2025-05-02"), ("Deciders", "Ada, Jo"), ("Ticket", draw(WORDS))]
    fields = draw(st.permutations(fields[: draw(st.integers(2, 4))]))
    if form == "front":
        quote = draw(st.sampled_from(["", "'", '"']))
        rows = [f"{name.lower()}: {quote}{value}{quote}" for name, value in fields if name != "Ticket"]
        rows = draw(st.permutations([*rows, "# a comment", "tags:\n  - a\n  -   b # c", "x: {y: [1,  2]}"]))
        head = ["---", "title: T", *rows, "---"]
    elif form in ("sections", "underlined"):
        rule = ["Status", "------"] if form == "underlined" else ["## Status"]
        head = ["# 7. T", "", "Date: 2025-05-02", "", *rule, "", status, ""]
        head += draw(st.sampled_from([[], ["Amends [3. Y](0003-y.md)", ""]]))
    elif form == "table":
        head = [
            "# 7. T",
            "",
            "| Field | Value |",
            "|---|:--|",
            *(f"| {name} | {value} |" for name, value in fields if name != "Ticket"),
        ]
    else:
        row = {"bullets": "* {}: {}", "bold": "**{}**: {}", "plain": "{}: {}"}[form]
        head = ["# 7. T", "", *(row.format(name, value.replace("*", "")) for name, value in fields)]
    text = "\n".join([*head, "", "## Context", "", *body]) + draw(st.sampled_from(["", "\n", "\n\n"]))
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode()


@settings(max_examples=150, deadline=None)
@given(records(), st.sampled_from(["superseded_by", "supersedes"]))
def test_only_the_lines_that_say_it_are_touched(raw: bytes, field: str) -> None:
    path = "docs/adr/0007-t.md"
    before = entry_of(path, raw)
    made = mark(path, raw, field)
    gone, came = touched(raw, made)
    assert len(gone) <= 1
    assert 1 <= len(came) <= len(gone) + 2
    assert all(b"tatus" in line or before.status_text.encode() in line for line in gone)
    assert (b"\r\n" in made) == (b"\r\n" in raw) and made.count(b"\n") - made.count(b"\r\n") in (0, made.count(b"\n"))
    after = entry_of(path, made)
    assert (after.title, after.date, after.authors, after.tags) == (
        before.title,
        before.date,
        before.authors,
        before.tags,
    )
    # Put back what went and take out what came: the file as it was.
    left = list(made.splitlines(keepends=True))
    kept = [line for line in left if line not in came] + gone
    assert sorted(kept) == sorted(line for line in raw.splitlines(keepends=True) if line not in came)
