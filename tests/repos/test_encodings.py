"""Records, docs and code that are not UTF-8: read by one rule everywhere, and named by the check."""

from __future__ import annotations

import pytest

from gitbox import GitBox
from indexes import record, sit, uris
from kontext.checks.entries import check_entries
from kontext.reading import read
from kontext.why import Request, explain

TITLE = "Ceny s\u00fa v centoch"
RECORDS = {
    ".kontext/decisions/cents.md": record("cents", TITLE, body="Rounding drifted."),
    "docs/adr/0001-dni.md": f"# 1. {TITLE}\n\nStatus: Accepted\n\nRounding drifted.\n",
    "notes/why.md": f"# {TITLE}\n\nStatus: Accepted\n\n## Context\n\nRounding drifted.\n\n## Decision\n\nCents.\n",
}


@pytest.mark.parametrize(
    ("encoding", "seen", "why"),
    [
        ("utf-8-sig", TITLE, ""),
        ("utf-16", TITLE, "not UTF-8: UTF-16"),
        ("utf-32", TITLE, "not UTF-8: UTF-32"),
        ("cp1250", TITLE.replace("\u00fa", "\ufffd"), "not UTF-8: byte 0xfa is no UTF-8"),
    ],
)
def test_one_rule_for_records_docs_and_code(box: GitBox, encoding: str, seen: str, why: str) -> None:
    files = {**RECORDS, "docs/guide.md": f"# {TITLE}\n\nGuiding words.\n", "src/a.py": f"name = '{TITLE}'\nb = 1\n"}
    box.commit("Begin", {path: text.encode(encoding) for path, text in files.items()})
    session = sit(box)
    text = session.text()
    for path in RECORDS:
        (one,) = text.group(path)
        assert (one.kind, one.title) == ("decision", seen)
    assert "file:docs/guide.md" in uris(session, "guiding")
    assert text.group("docs/guide.md")[0].title == seen
    assert seen in read(session, "docs/guide.md").text
    (answer,) = explain(session, Request(("src/a.py:1",), 0))
    ((_, line),) = answer.code
    assert line.encode("utf-8", "surrogateescape").decode("utf-8", "replace") == f"name = '{seen}'"
    found = [one for one in check_entries(session.repo, session.config) if one.rule == "encoding"]
    assert [(one.path, one.level, one.message) for one in found] == [
        (path, "warning", why) for path in sorted(RECORDS) if why
    ]
