"""A small shop: code with a reason behind it, records that govern it, and the question why."""

from __future__ import annotations

import pytest

from gitbox import GitBox
from indexes import NOW, sit
from kontext.errors import KontextError
from kontext.why import Request, explain
from kontext.why.answer import Why

RECORD = "---\nid: {id}\nkind: {kind}\ntitle: {title}\nstatus: accepted\ndate: 2023-11-01\n{more}---\n\n{body}\n"


REPLACE = "Replace float prices by integer cents (#812)"


def record(name: str, title: str, more: str = "", kind: str = "decision", body: str = "So be it.") -> str:
    return RECORD.format(id=name, title=title, more=more, kind=kind, body=body)


def why(box: GitBox, *texts: str, folder: str = "", **options: object) -> Why:
    """The answer for one target, without a clock."""
    session = sit(box, folder, why_see_through_ms="0")
    answers = explain(session, Request(tuple(texts), NOW, **options))
    assert len(answers) == 1
    return answers[0]


def refused(box: GitBox, *texts: str, folder: str = "", **options: object) -> KontextError:
    with pytest.raises(KontextError) as caught:
        why(box, *texts, folder=folder, **options)
    return caught.value


def fill_shop(box: GitBox) -> GitBox:
    """Code with a reason, formatted since, governed by records."""
    box.commit("Introduce the cart", {"src/cart.py": "def total(lines):\n    return 1.0\n", "README.md": "# Shop\n"})
    cents = record("cents", "Prices are integer cents", "supersedes: [decimals]\npaths: [src/cart.py]\n")
    billing = record("billing", "Billing in one place", "paths: [src/]\n", "architecture")
    box.commit(
        "Replace float prices by integer cents (#812)\n\n"
        "Floats broke VAT rounding, so that invoices were wrong.\n\nDecision: cents\n",
        {
            "src/cart.py": "def total(lines):\n    return sum(line.cents for line in lines)\n",
            ".kontext/decisions/cents.md": cents,
            ".kontext/decisions/decimals.md": record("decimals", "Prices are decimals", "paths: [src/**]\n"),
            ".kontext/architecture/billing.md": billing,
        },
    )
    box.git("remote", "add", "origin", "https://github.com/acme/shop.git")
    return box
