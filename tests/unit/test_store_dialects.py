"""Records in every dialect, each written for this test: what a reader makes of them."""

from __future__ import annotations

import pytest

from dialects import facts_of
from kontext.model import Entry
from kontext.store.parse import parse_entry

# path, text, (title, number, status, date, supersedes, superseded by)
RECORDS = [
    (
        "adr/12.md",
        (
            "# 12: Use it\n"
            "\n"
            "> | Field | Value |\n"
            "> |---|---|\n"
            "> | Status | `Accepted` |\n"
            "> | Date | `5 Mar 2024` |\n"
            "> | Supersedes | [ADR 3][3] |\n"
            "\n"
            "[3]: ./0003-old.md\n"
            "\n"
            "## Context\n"
        ),
        ("Use it", 12, "accepted", "2024-03-05", ("./0003-old.md",), ()),
    ),
    (
        "adr/13.md",
        ("# ADR-13 ~~Use it~~\n\n## Status\n\n- [ ] Proposed\n- [x] Accepted\n- [ ] Rejected\n\n## Context\n"),
        ("Use it", 13, "accepted", "", (), ()),
    ),
    (
        "adr/14.md",
        ("# Use it\n\n## Status\n\nProposed | **Accepted** | Rejected\n\n## Context\n"),
        ("Use it", 14, "accepted", "", (), ()),
    ),
    (
        "adr/15.md",
        (
            "# Use it\n"
            "\n"
            "## Context\n"
            "x\n"
            "## Decision\n"
            "y\n"
            "## Change log\n"
            "\n"
            "- 2024-01-02: Proposed\n"
            "- 2024-02-03: Accepted\n"
            "- 2024-05-06: Superseded by ADR-16\n"
        ),
        ("Use it", 15, "superseded", "2024-05-06", (), ("ADR-16",)),
    ),
    (
        "adr/16.md",
        (
            "# Use it\n"
            "\n"
            "## Status history\n"
            "\n"
            "| Date | Status |\n"
            "|---|---|\n"
            "| 2024-01-02 | Proposed |\n"
            "| 2024-02-03 | Accepted |\n"
            "\n"
            "## Decision\n"
            "y\n"
        ),
        ("Use it", 16, "accepted", "2024-02-03", (), ()),
    ),
    (
        "adr/17.md",
        ("---\nstatus: accepted\ndate: 2024-01-02\nsuperseded-by: ADR-0019\n---\n# Use it\n"),
        ("Use it", 17, "accepted", "2024-01-02", (), ("ADR-0019",)),
    ),
    (
        "adr/18.md",
        ("---\nstatus: „accepted“\ndate: 2024-01-02 # iso: yes\ntitle: |\n  A long\n  title\n---\nText\n"),
        ("A long title", 18, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/19.md",
        ("# ADR-019: Use it\n\n**Status**: ✅ Accepted | **Date**: 2024-01-02 | **Deciders**: Bob\n\n## Decision\n"),
        ("Use it", 19, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/20.md",
        (
            "# Use it\n"
            "\n"
            "![Status](https://img.shields.io/badge/status-superseded-red)\n"
            "\n"
            '!!! warning "Superseded by [ADR 21](0021-x.md)"\n'
            "\n"
            "## Context\n"
            "## Decision\n"
        ),
        ("Use it", 20, "superseded", "", (), ("0021-x.md",)),
    ),
    (
        "adr/21.md",
        ("# Use it\n\n*Status: Accepted, Sep 5th, 2023*\n\n## Context\n## Decision\n"),
        ("Use it", 21, "accepted", "2023-09-05", (), ()),
    ),
    (
        "adr/22.md",
        ("# Use it\n\n## Status: Deprecated (2021-10-5)\n\n## Context\n## Decision\n"),
        ("Use it", 22, "deprecated", "2021-10-05", (), ()),
    ),
    (
        "adr/23.md",
        ("# Use it\n\nStatus\n: Accepted\n\nDate\n: 2024-01-02\n\n## Context\n## Decision\n"),
        ("Use it", 23, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/24.md",
        (
            "# Use it\n"
            "\n"
            "<table><tr><td><b>Status</b></td><td>Accepted</td></tr><tr><td>Date</td><td>2024-01-02</td></tr></table>\n"
            "\n"
            "## Context\n"
            "## Decision\n"
        ),
        ("Use it", 24, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/25.md",
        ("# Use it\n\n## Context\nx\n## Decision\ny\n\n---\nStatus: Accepted\nDate: 2024-01-02\n"),
        ("Use it", 25, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/26.rst",
        (
            "========\n"
            "Use Kafka\n"
            "========\n"
            "\n"
            ":Status: Superseded by :doc:`0009-nats`\n"
            ":Date: 2024-01-02\n"
            "\n"
            "Context\n"
            "=======\n"
            "\n"
            "x\n"
        ),
        ("Use Kafka", 26, "superseded", "2024-01-02", (), ("0009-nats",)),
    ),
    (
        "adr/27.rst",
        (
            "Use Kafka\n"
            "#########\n"
            "\n"
            "Status\n"
            "******\n"
            "\n"
            "**Replaced by** `ADR 9 <0009-nats.rst>`_\n"
            "\n"
            "Context\n"
            "*******\n"
            "\n"
            "x\n"
        ),
        ("Use Kafka", 27, "superseded", "", (), ("0009-nats.rst",)),
    ),
    (
        "adr/29.md",
        ("# Use it\n\n**Status**\n\nAccepted\n\n**Date**\n\n2024-01-02\n\n**Context**\n\nx\n\n**Decision**\n\ny\n"),
        ("Use it", 29, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/30.md",
        (
            "# Use it\n"
            "\n"
            "Status: Superseded\n"
            "Supersedes: n/a\n"
            "Superseded by:\n"
            "- [0031](0031-x.md)\n"
            "- ADR-32\n"
            "\n"
            "## Context\n"
        ),
        ("Use it", 30, "superseded", "", (), ("0031-x.md", "ADR-32")),
    ),
    (
        "adr/31.md",
        (
            "# 31. Use it\n"
            "\n"
            "## Status\n"
            "\n"
            "Accepted\n"
            "\n"
            "Supersedes [5. Old](0005-old.md)\n"
            "\n"
            "Amends [6. Other](0006-other.md)\n"
            "\n"
            "Supersedes [7. Older](0007-older.md)\n"
            "\n"
            "## Context\n"
        ),
        ("Use it", 31, "accepted", "", ("0005-old.md", "0007-older.md"), ()),
    ),
    (
        "adr/32.md",
        ("| Status | Date | Author |\n|---|---|---|\n| Accepted | 2024-01-02 | Bob |\n\n# Use it\n\n## Context\n"),
        ("Use it", 32, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/33.md",
        ("# ADR 33: Use it (Superseded)\n\n## Context\n## Decision\n"),
        ("Use it", 33, "superseded", "", (), ()),
    ),
    (
        "keps/sig-node/127-user-namespaces/README.md",
        (
            "# KEP-127: Support User Namespaces\n"
            "\n"
            "## Summary\n"
            "## Motivation\n"
            "## Proposal\n"
            "## Drawbacks\n"
            "## Alternatives\n"
        ),
        ("Support User Namespaces", 127, "", "", (), ()),
    ),
    (
        "peps/pep-0008.rst",
        (
            "PEP: 8\n"
            "Title: Style Guide for Python Code\n"
            "Author: Guido van Rossum <guido@python.org>,\n"
            "        Barry Warsaw <barry@python.org>\n"
            "Status: Active\n"
            "Type: Process\n"
            "Created: 05-Jul-2001\n"
            "Post-History: 05-Jul-2001, 01-Aug-2013\n"
            "\n"
            "Introduction\n"
            "============\n"
            "\n"
            "This\n"
        ),
        ("Style Guide for Python Code", 8, "accepted", "2001-07-05", (), ()),
    ),
    (
        "docs/adr/adr001.md",
        (
            "---\n"
            "id: adrs-adr001\n"
            "title: 'ADR001: Architecture Decision Record (ADR) log'\n"
            "sidebar_label: ADR001\n"
            "# prettier-ignore\n"
            "description: Architecture Decision Record (ADR)\n"
            "---\n"
            "\n"
            "## Decision\n"
            "\n"
            "We\n"
        ),
        ("Architecture Decision Record (ADR) log", 1, "", "", (), ()),
    ),
    (
        "adr/more/0008-en.md",
        ("# ADR 8: Kafka\n\nStatus: Accepted (supersedes ADR 3 and ADR 4)\nDate: March 5, 2024\n\n## Context\n"),
        ("Kafka", 8, "accepted", "2024-03-05", ("ADR 3", "ADR 4"), ()),
    ),
    (
        "adr/more/0009-en.md",
        (
            "# ADR 9: Kafka\n"
            "\n"
            "**Status** : Accepted – partially superseded by ADR 12\n"
            "**Last updated** : 2024-01-02\n"
            "\n"
            "## Context\n"
        ),
        ("Kafka", 9, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/more/0010-en.md",
        (
            "# Kafka\n"
            "\n"
            "> **Status:** `Superseded`\n"
            "> **Superseded by:** `0009`, `0012`\n"
            "> **Date:** `2024-01-02`\n"
            "\n"
            "## Context\n"
        ),
        ("Kafka", 10, "superseded", "2024-01-02", (), ("0009", "0012")),
    ),
    (
        "adr/more/0011-en.md",
        ("# 11. Kafka\n\nDate: 2024-01-02\n\n## Status\n\n~~Proposed~~\n\nAccepted\n\n## Context\n"),
        ("Kafka", 11, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/more/0012-en.md",
        (
            "# 12. Kafka\n"
            "\n"
            "## Status\n"
            "\n"
            "Accepted on 2024-01-02 by the board.\n"
            "\n"
            "Superseded on 2024-05-02 by [ADR 14](/docs/adr/14).\n"
            "\n"
            "## Context\n"
        ),
        ("Kafka", 12, "superseded", "2024-01-02", (), ("/docs/adr/14",)),
    ),
    (
        "adr/more/0013-en.md",
        ("<!-- Status: Draft -->\n# 13. Kafka\n\n:::info\nStatus: Accepted\n:::\n\n## Context\n## Decision\n"),
        ("Kafka", 13, "accepted", "", (), ()),
    ),
    (
        "adr/more/0014-en.md",
        (
            "# RFC: Kafka\n"
            "\n"
            "- **Authors**: @a, @b\n"
            "- **State**: Withdrawn\n"
            "- **Created**: 2021/10/05\n"
            "\n"
            "## Motivation\n"
            "## Proposal\n"
        ),
        ("Kafka", 14, "rejected", "2021-10-05", (), ()),
    ),
    (
        "adr/more/0015-en.md",
        (
            "---\n"
            "layout: adr\n"
            'title: "ADR-015: Kafka"\n'
            "adr:\n"
            "  status: accepted\n"
            "  date: 2024-01-02\n"
            "tags: [Accepted]\n"
            "---\n"
            "\n"
            "## Context\n"
        ),
        ("Kafka", 15, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/more/0016-en.md",
        ("---\ntags: [Accepted, infra]\n---\n# Kafka\n\n## Context\n## Decision\n"),
        ("Kafka", 16, "accepted", "", (), ()),
    ),
    (
        "adr/more/0017-en.md",
        ("# Kafka\n\n## Metadata\n\n- Decision date: 2024-01-02\n- Current status: Approved\n\n## Context\n"),
        ("Kafka", 17, "accepted", "2024-01-02", (), ()),
    ),
    (
        "adr/more/0018-en.md",
        ("# Kafka\n\n## 1. Status\n\n**Accepted**\n\n## 2. Date\n\n02 January 2024\n\n## 3. Context\n"),
        ("Kafka", 18, "accepted", "2024-01-02", (), ()),
    ),
]


@pytest.mark.parametrize(("path", "text", "expected"), RECORDS, ids=[record[0] for record in RECORDS])
def test_a_record_of_this_dialect_is_read(path: str, text: str, expected: tuple[object, ...]) -> None:
    assert facts_of(path, text) == expected


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("---\nstatus: accepted\n---\n# A\n", "frontmatter"),
        ("# A\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n", "nygard"),
        ("# A\n\n* Status: accepted\n* Date: 2020-01-01\n", "fields"),
        ("# A\n\n| Status | Accepted |\n|---|---|\n| Date | 2020-01-01 |\n", "table"),
    ],
)
def test_the_dialect_is_named_for_those_who_write_beside_it(text: str, dialect: str) -> None:
    entry = parse_entry("adr/0001-a.md", text)
    assert isinstance(entry, Entry)
    assert entry.dialect == dialect
