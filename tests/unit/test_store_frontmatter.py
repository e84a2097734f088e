"""Entries with front matter, and the store they lie in."""

from __future__ import annotations

from kontext.model import Entry
from kontext.store.discover import find_entries
from kontext.store.page import read_page
from kontext.store.parse import NotARecord, parse_entry

RECORD = """---
id: 2026-09-28-prices-are-integer-cents
kind: decision
title: Prices are integer cents
status: accepted
date: 2026-09-28
summary: Every amount is an integer number of cents.
tags: [billing, money]
paths: [src/billing/**]
supersedes: [2025-01-02-prices-are-floats]
author: Jane Doe
---

## Context

Floats lose cents.
"""
OLD = "---\ntitle: Prices are floats\nstatus: superseded\ndate: 2025-01-02\n---\nText.\n"


def test_every_key_becomes_its_field() -> None:
    entry = parse_entry(".kontext/decisions/2026-09-28-prices-are-integer-cents.md", RECORD)
    assert isinstance(entry, Entry)
    assert entry.id == "2026-09-28-prices-are-integer-cents"
    assert (entry.kind, entry.title, entry.status) == ("decision", "Prices are integer cents", "accepted")
    assert (entry.date, entry.tags, entry.paths) == ("2026-09-28", ("billing", "money"), ("src/billing/**",))
    assert entry.authors == ("Jane Doe",)
    assert entry.body.startswith("## Context")
    assert entry.dialect == "frontmatter"


def test_links_are_resolved_and_stated_on_both_sides() -> None:
    files = {
        ".kontext/decisions/2026-09-28-prices-are-integer-cents.md": RECORD.encode(),
        ".kontext/decisions/2025-01-02-prices-are-floats.md": OLD.encode(),
    }
    old, new = find_entries(files.get, files).entries
    assert new.supersedes == (old.id,) == ("2025-01-02-prices-are-floats",)
    assert old.superseded_by == (new.id,)


def test_the_folder_of_the_store_gives_the_kind() -> None:
    files = {".kontext/learnings/2026-01-01-retry.md": b"---\ntitle: Retry twice\n---\nBecause.\n"}
    (entry,) = find_entries(files.get, files).entries
    assert entry.kind == "learning"


def test_a_decision_folder_anywhere_is_read_and_a_plain_doc_is_not() -> None:
    files = {
        "docs/Design-Decisions/one.md": b"---\nstatus: approved\n---\n# One\n",
        "docs/guide.md": b"---\nstatus: approved\n---\n# Guide\n",
    }
    (entry,) = find_entries(files.get, files).entries
    assert (entry.path, entry.status) == ("docs/Design-Decisions/one.md", "accepted")


def test_a_file_without_title_is_told() -> None:
    files = {".kontext/decisions/a.md": b"---\nstatus: accepted\n---\ntext\n"}
    view = find_entries(files.get, files)
    assert not view.entries
    assert [(p.path, p.line) for p in view.problems] == [(".kontext/decisions/a.md", 1)]
    assert parse_entry("src/a.py", "x") == NotARecord("not a Markdown or reStructuredText file")


def test_front_matter_that_only_costs_time_is_read_line_by_line() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join(['*a' + (str(n - 1) if n > 1 else '')] * 9)}]" for n in range(1, 9)]
    for more in ("\n".join([*lines, "tags: *a8", "paths: *a8"]), f"x: {'[' * 20_000}", "tags: &t [*t]"):
        path = ".kontext/decisions/x.md"
        text = f"---\ntitle: Cents\nstatus: accepted\n{more}\n---\n\nBody.\n"
        view = find_entries({path: text.encode()}.get, [path])
        assert [(entry.title, entry.status) for entry in view.entries] == [("Cents", "accepted")]
        assert [problem.path for problem in view.problems] == [path]
        assert view.problems[0].line > 3


def test_a_long_list_in_broken_front_matter_is_read_once_for_each_item() -> None:
    tags = "".join(f"- t{number}\n" for number in range(30_000))
    entry = parse_entry(
        ".kontext/decisions/x.md", f"---\ntitle: Cents\nstatus: accepted\nbad: [\ntags:\n{tags}---\n\nBody.\n"
    )
    assert isinstance(entry, Entry)
    assert len(entry.tags) == 30_000


def test_a_page_of_nothing_but_headings_is_taken_apart_in_one_pass() -> None:
    page = read_page("x.md", "# Top\n" + "## Context\n\n### Why\n\n" * 20_000)
    assert len(page.headings) == 40_001
    assert [heading.end for heading in page.headings[:4]] == [80_002, 5, 5, 9]
    assert [page.own_end(heading) for heading in page.headings] == [
        *(heading.line for heading in page.headings[1:]),
        80_002,
    ]
