"""Answers as the services give them, for the tests of rendering."""

from __future__ import annotations

from kontext.model import Contribution, Finding, Hit, LineSpan, Note, SearchResult, Signal, Snapshot, Trailer
from kontext.why.answer import (
    CommitDetail,
    Decision,
    Earlier,
    Link,
    Origin,
    Past,
    Seen,
    Target,
    Verdict,
    Why,
)

CENTS, CART, BLACK, MOVE = (
    "3f2a1bc".ljust(40, "0"),
    "81d0c77".ljust(40, "0"),
    "9ac01d2".ljust(40, "0"),
    "e11f0aa".ljust(40, "0"),
)
JANE = "Jane Doe <jane@example.org>"
DAY = "2026-09-28T10:00:00+02:00"

LIVE = Decision(
    id="2026-09-28-prices-are-integer-cents",
    title="Every amount is an integer",
    status="accepted",
    live="",
    stale=False,
    path="docs/decisions/cents.md",
    because="trailer",
    date="2026-09-28",
    summary="Floats lose cents",
)
DEAD = Decision(
    id="2025-01-14-prices-are-decimal",
    title="Prices are decimal",
    status="superseded",
    live=LIVE.id,
    stale=False,
    path="docs/decisions/decimal.md",
    because="paths src/billing/**",
    date="2025-01-14",
)

WHY = Why(
    target=Target("lines", "cart.py:42", "src/billing/cart.py", 42, 42),
    verdict=Verdict("Because floats broke VAT rounding on invoices with many lines.", CENTS, 7.5),
    code=((42, "\ttotal = sum(line.cents)"), (43, "\t\treturn total")),
    lines=(
        Origin(
            CENTS,
            DAY,
            JANE,
            "Replace float prices by integer cents (#812)",
            reason="floats broke VAT rounding on invoices with many lines",
            trailers=(Trailer("Decision", LIVE.id),),
            links=(Link("#812", "https://example.org/pull/812"),),
            spans=(LineSpan(42, 43),),
            seen_through=(BLACK, MOVE),
            signals=(Signal("strong wording", 3.0), Signal("trailer", 4.0)),
            path="src/cart.py",
        ),
    ),
    seen=(
        Seen(BLACK, DAY, JANE, "black 24", "formatting"),
        Seen(MOVE, DAY, JANE, "move cart.py to billing/", "rename"),
    ),
    lineage=(
        Earlier(CART, "2024-02-11T09:00:00Z", "Andrej Novák <a@example.org>", "Introduce the cart", code="x = 1"),
    ),
    decisions=(LIVE, DEAD),
    module=Decision(
        "billing", "Billing", "", "", False, "docs/billing.md", "paths", kind="architecture", summary="Carts"
    ),
    history=(
        Past(CENTS, DAY, JANE, "Replace float prices by integer cents (#812)", 7.5, (Signal("trailer", 4.0),)),
        Past(CART, "2024-02-11T09:00:00Z", JANE, "fix(cart): empty cart has no shipping", latest=True),
    ),
    history_total=37,
    findings=(
        Finding("error", "trailer-unknown", "no record is named 'x\x1b'", oid=CART),
        Finding("warning", "trailer-superseded", "decision decimal is superseded by " + "cents " * 9, oid=CENTS),
    ),
    notes=("the file is missing",),
    incomplete=("see-through",),
    snapshot=Snapshot(CENTS, CART),
)

NOTHING = Why(
    target=Target("lines", "setup.cfg:3", "setup.cfg", 3, 3),
    verdict=Verdict(""),
    code=((3, "version = 1.4.0"),),
    lines=(
        Origin(CART, "2026-03-02T09:00:00Z", "Release Bot <bot@example.org>", "Release 1.4.0", spans=(LineSpan(3, 3),)),
    ),
)

COMMIT = Why(
    target=Target("commit", "3f2a1bc"),
    verdict=Verdict("Floats broke VAT rounding.", CENTS),
    commit=CommitDetail(
        CENTS,
        DAY,
        JANE,
        "Replace float prices",
        "Floats broke VAT rounding.\n\nDecision: cents\n",
        trailers=(Trailer("Decision", "cents"),),
        files=(("M", "src/cart.py"), ("D", "old.py")),
        now_at=(("src/cart.py", "src/billing/cart.py"), ("old.py", "")),
        links=(Link("#812"),),
        git_notes=(Note("refs/notes/commits", "Agreed with the tax office."),),
    ),
)

RESULT = SearchResult(
    query="rounding of prices",
    hits=(
        Hit(
            f"kx:{LIVE.id}",
            "decision",
            "Prices are integer cents",
            "Every amount is stored and computed as an integer number of cents",
            3.25,
            path="docs/decisions/cents.md",
            date="2026-09-28",
            status="accepted",
            marks=((6, 12), (43, 50)),
            contributions=(Contribution("local", 1, 1.0, 0.1111, 3.25),),
            terms=(("cents", 2.5),),
        ),
        Hit(f"git:{CENTS}", "commit", "Replace float prices", "", 2.0, oid=CENTS, date=DAY, author=JANE),
        Hit(
            f"kx:{DEAD.id}", "decision", "Prices are decimal", "", 1.0, status="superseded", live=LIVE.id, source="team"
        ),
    ),
    notes=("adapter 'team' was slow",),
    incomplete=("serena",),
    snapshot=Snapshot(CENTS, CENTS),
)
