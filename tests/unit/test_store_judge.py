"""What is a record and what only stands beside records; and that no text, however garbled, stops the reader."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kontext.model import Entry
from kontext.store.discover import Judge, find_entries, looks_like_record
from kontext.store.parse import NotARecord, parse_entry
from kontext.store.places import DECISIONS, ELSEWHERE, STORE, Places, find_store

NYGARD = "# 7. Use Postgres\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nx\n\n## Decision\n\ny\n"

TEMPLATES = [
    "# [short title]\n\n* Status: [proposed | rejected | accepted]\n* Date: [YYYY-MM-DD of it]\n\n## Context\n",
    "# ADR Template\n\nDate: YYYY-MM-DD\n\n## Status\n\nProposed | Accepted | Dropped\n\n## Context\n\n[what it is]\n",
    "# Plantilla ADR\n\n- Estado: propuesto\n- Fecha: dd/mm/aa\n\n## Contexto\n\n## Decisión\n",
    "---\nstatus: {proposed | accepted}\ndate: {YYYY-MM-DD}\n---\n# {title of the problem}\n\n## Context\n",
    "# NNN - Title\n\n## Status\n\nOne of: proposed, accepted, rejected\n\n## Context\n\n## Decision\n",
]
BESIDE = [
    (
        "docs/adr/README.md",
        "# Decisions\n\n| ADR | Title | Status | Date |\n|---|---|---|---|\n| 1 | A | Accepted | 2020-01-01 |\n",
    ),
    (
        "docs/adr/README.md",
        "# What is a record?\n\nEach has:\n\n- **Status:** Proposed / Accepted / Rejected\n- **Context:** why\n",
    ),
    ("docs/adr/README.md", "# How to\n\n```markdown\n# 1. Title\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n```\n"),
    ("docs/report.md", "# Phase 2\n\n**Status:** Completed\n**Date:** 2024-01-01\n\n## Summary\n\n## Risks\n"),
    ("docs/notes.md", "# Meeting\n\nDate: 2024-01-01\n\n## Decisions\n\n- none\n"),
    ("docs/api.md", "# API\n\n## Status\n\nReturns the state of the job.\n"),
]


def _find(files: dict[str, str]) -> list[str]:
    raw = {path: text.encode() for path, text in files.items()}
    return [entry.path for entry in find_entries(raw.get, raw).entries]


@pytest.mark.parametrize("text", TEMPLATES)
def test_a_template_is_none(text: str) -> None:
    assert _find({"docs/adr/0000-template.md": text}) == []


@pytest.mark.parametrize(
    "date", ["DATE", "date", "<date>", "{date}", "{{ date }}", "[Date of it]", "{DATE_TODAY}", "YYYY-MM-DD", "Datum"]
)
def test_a_page_whose_date_says_what_belongs_there_is_a_template(date: str) -> None:
    text = NYGARD.replace("# 7. ", "# ").replace("2020-01-01", date)
    assert _find({"src/init.md": text, "docs/adr/init.md": text}) == []
    forgotten = ["docs/adr/0007-init.md", "docs/adr/2020-01-01-init.md", ".kontext/decisions/init.md"]
    assert sorted(_find(dict.fromkeys(forgotten, text))) == sorted(forgotten)


@pytest.mark.parametrize("date", ["TBD", "2020-01-01", "", "last week", "(date unknown)", "2020-01-01 (YYYY-MM-DD)"])
def test_a_date_that_is_missing_or_vague_makes_no_template(date: str) -> None:
    text = NYGARD.replace("2020-01-01", date)
    assert _find({"docs/adr/init.md": text}) == ["docs/adr/init.md"]


def test_a_filled_in_record_named_template_is_one() -> None:
    assert _find({"docs/adr/0000-template.md": NYGARD}) == ["docs/adr/0000-template.md"]


@pytest.mark.parametrize(("path", "text"), BESIDE)
def test_what_stands_beside_records_is_none(path: str, text: str) -> None:
    assert _find({path: text}) == []


def test_the_readme_of_a_folder_can_be_the_record() -> None:
    assert _find({"decision-records/2022-02-03-tests/README.md": NYGARD}) == [
        "decision-records/2022-02-03-tests/README.md"
    ]


def test_elsewhere_a_record_needs_its_status_and_sections() -> None:
    assert _find({"docs/backend/storage.md": NYGARD}) == ["docs/backend/storage.md"]
    assert _find({"docs/backend/storage.md": NYGARD.replace("## Status", "## Remarks")}) == []


def test_a_numbered_proposal_elsewhere_may_keep_no_status() -> None:
    text = (
        "- Feature Name: `slices`\n- Start Date: 2015-03-04\n\n# Summary\n\nx\n\n# Motivation\n\nx\n\n"
        "# Detailed design\n\nx\n\n# Drawbacks\n\nx\n\n# Alternatives\n\nx\n"
    )
    assert _find({"text/0042-slices.md": text, "text/slices.md": text}) == ["text/0042-slices.md"]


def test_places() -> None:
    places = Places(adr_dir="./doc/arch/", store_dir=".kontext")
    assert places.find(".kontext/learnings/a.md").threshold == STORE  # type: ignore[union-attr]
    assert places.find("doc/arch/a.md").threshold == DECISIONS  # type: ignore[union-attr]
    assert places.find("x/Entscheidungen/a.md").threshold == DECISIONS  # type: ignore[union-attr]
    assert places.find("x/Decision_Records/old/a.rst").threshold == DECISIONS  # type: ignore[union-attr]
    assert places.find("docs/a.md").threshold == ELSEWHERE  # type: ignore[union-attr]
    assert places.find("docs/ADR-12.md").threshold == DECISIONS  # type: ignore[union-attr]
    assert places.find("node_modules/adr/a.md") is None
    assert places.find("docs/adr/a.py") is None
    assert find_store(["a.md", ".ai/x.md", ".kontext/y.md"]) == ".kontext"


def test_the_cheap_look_knows_every_language() -> None:
    for line in ("Status: x", "* Statut : x", "| **Situação** | x |", "## 状态", "> Статус: x", "СТАТУС: x"):
        assert looks_like_record(f"# T\n\n{line}\n".encode()), line
    assert not looks_like_record(b"# T\n\nThe status is fine.\n")


def test_a_broken_record_is_read_and_told() -> None:
    text = "---\ntitle: [open\nstatus: accepted\ndate: 2024-01-02\n---\n# A\n"
    files = {".kontext/decisions/a.md": text.encode()}
    view = find_entries(files.get, files)
    assert [(e.title, e.status, e.date) for e in view.entries] == [("[open", "accepted", "2024-01-02")]
    assert [problem.path for problem in view.problems] == [".kontext/decisions/a.md"]


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
@example(b"\xff\xfe#\x00")
@example(b"---\n\x00: \xff\n---\n# a")
def test_any_bytes_are_judged(raw: bytes) -> None:
    for path in ("docs/adr/1.md", "docs/adr/1.rst", "x.md", ".kontext/decisions/x.md"):
        assert isinstance(Judge(store_dir=".kontext").parse(path, raw), Entry | NotARecord)


_MARKS = (
    "# |## Status\n|Status: |**|\n|\n\n|- |> |[a](b.md)|Superseded by |ADR-|0009|2024-01-02|---\n|```\n|<!--|{|]|"
    "状态|被|取代|: |:\n|~~|`"
)
_PIECES = st.sampled_from([*_MARKS.split("|"), "| ", "|---|", "\t", "  ", "=", "===\n", "\\"])


@settings(max_examples=150, deadline=None)
@given(st.lists(_PIECES, max_size=40))
def test_any_mixture_of_marks_is_judged(pieces: list[str]) -> None:
    text = "".join(pieces)
    for path in ("docs/adr/0001-x.md", "docs/adr/0001-x.rst", "notes.md"):
        assert isinstance(parse_entry(path, text), Entry | NotARecord)


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "1",
        "-",
        "- ",
        "a-",
        "1.",
        "|",
        "a|",
        "*",
        "**a",
        "[",
        "[a](",
        "(",
        " ",
        "a ",
        "A-",
        "_",
        "a_",
        "`",
        "<td>",
        "20",
        ": ",
        "a: ",
    ],
)
def test_long_lines_of_one_kind_do_not_stop_the_reader(piece: str) -> None:
    long = piece * 4000
    text = f"# {long}\n\nStatus: {long}\n{long}\n\n## Status\n\nSuperseded by {long}\n\n## {long}\n\n{long}\n"
    assert isinstance(parse_entry("docs/adr/0001-x.md", text), Entry | NotARecord)
    assert isinstance(parse_entry(f"docs/adr/{piece * 60}.md", text), Entry | NotARecord)
