"""The timeline as text, JSON and porcelain."""

from __future__ import annotations

import json

from kontext.model import Entry, Finding
from kontext.render.log_json import log_json
from kontext.render.log_porcelain import FIELDS, log_porcelain
from kontext.render.log_text import render_log
from kontext.render.style import Style
from kontext.timeline import Origin, Row, Timeline

OID = "3f2a1bc".ljust(40, "0")
ADDED = Origin(OID, "2026-09-28T10:00:00+02:00", "Jane Doe <jane@example.org>", "Cents", "a.md")
CENTS = Row(
    Entry(
        "2026-09-28-prices-are-integer-cents",
        "decision",
        "Prices are integer cents",
        ".kontext/decisions/2026-09-28-prices-are-integer-cents.md",
        "accepted",
        "accepted",
        "2026-09-28",
        authors=("Ada",),
        tags=("money",),
        paths=("src/**",),
        supersedes=("2025-01-14-prices-are-decimal",),
    ),
    "",
    ADDED,
)
ORDERS = Row(
    Entry("0007-orders", "decision", "Orders live in PostgreSQL", "adr/0007-orders.md", "accepted", number=7), "", ADDED
)
DECIMAL = Row(
    Entry(
        "2025-01-14-prices-are-decimal",
        "decision",
        "Prices are\tdecimals",
        "old.md",
        "superseded",
        date="2025-01-14",
        superseded_by=(CENTS.entry.id,),
    ),
    CENTS.entry.id,
    Origin(label="unknown (history is cut off)"),
    (False,),
)


def test_columns_say_day_name_title_status_commit_and_successor() -> None:
    text = render_log(Timeline((CENTS, ORDERS, DECIMAL)), Style())
    assert text.splitlines() == [
        "2026-09-28   prices-are-integer-cents  Prices are integer cents   accepted    3f2a1bc",
        "~2026-09-28  0007                      Orders live in PostgreSQL  accepted    3f2a1bc",
        "2025-01-14   └─prices-are-decimal      Prices are decimals        superseded  unknown (history is cut off)"
        "  -> prices-are-integer-cents",
    ]


def test_a_number_that_two_rows_share_is_no_name() -> None:
    other = ORDERS._replace(entry=ORDERS.entry._replace(id="0007-carts", path="adr/0007-carts.md"))
    text = render_log(Timeline((ORDERS, other)), Style())
    assert "0007-orders" in text
    assert "0007-carts" in text


def test_rows_fit_the_screen_and_what_is_left_out_is_counted() -> None:
    long = ORDERS._replace(entry=ORDERS.entry._replace(title="very " * 40, status="in consideration by many people"))
    text = render_log(Timeline((long,), hidden=2, omitted=3, notes=("a note",)), Style(width=80))
    lines = text.splitlines()
    assert len(lines[0]) <= 80
    assert "…" in lines[0]
    assert lines[1] == "… 2 no longer in force: --all; 3 more: -n 4"
    assert "a note" in lines[-1]
    assert render_log(Timeline(()), Style()) == "No records.\n"


def test_a_successor_is_called_as_its_own_row_and_leaves_room_on_the_screen() -> None:
    old = DECIMAL._replace(live="0007-orders")
    assert render_log(Timeline((ORDERS, old)), Style()).splitlines()[1].endswith("-> 0007")
    assert render_log(Timeline((old,)), Style()).splitlines()[0].endswith("-> 0007-orders")
    wide = DECIMAL._replace(entry=DECIMAL.entry._replace(title="very " * 40), added=ADDED)
    lines = render_log(Timeline((wide, CENTS)), Style(width=100)).splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[0].endswith("-> prices-are-integer-cents")


def test_kinds_are_told_apart_where_there_are_several() -> None:
    rule = ORDERS._replace(entry=ORDERS.entry._replace(kind="convention", status=""))
    message = Row(Entry(f"git:{OID}", "constraint", "never floats", "", date="2026-01-01"), "", ADDED)
    lines = render_log(Timeline((CENTS, rule, message)), Style()).splitlines()
    assert "decision, accepted" in lines[0]
    assert "convention, -" in lines[1]
    assert "(commit)" in lines[2]
    assert "constraint" in lines[2]


def test_control_characters_never_reach_a_terminal_and_colours_only_where_wanted() -> None:
    evil = CENTS._replace(entry=CENTS.entry._replace(title="a\x1b[31mred", id="x\x07y", status="\x9bbad"))
    plain = render_log(Timeline((evil,)), Style())
    assert not {"\x1b", "\x07", "\x9b"} & set(plain)
    assert "\x1b[2;9m" in render_log(Timeline((DECIMAL,)), Style(colour=True))
    assert "\x1b[32m" in render_log(Timeline((CENTS,)), Style(colour=True))


def test_what_is_wrong_with_a_trailer_stands_below_its_row() -> None:
    finding = Finding("error", "trailer-unknown", "no record is named 'x\x1b'")
    row = Row(Entry(f"git:{OID}", "decision", "x", "", date="2026-09-28"), "", ADDED, finding=finding)
    assert render_log(Timeline((row,)), Style()) == (
        "2026-09-28  (commit)  x  decision  3f2a1bc\n  no record is named 'x^['\n"
    )
    assert json.loads(log_json(Timeline((row,))))["entries"][0]["finding"] == finding.message
    assert "\nfinding\terror\ttrailer-unknown\tno record is named 'x\x1b'\n" in log_porcelain(Timeline((row,)))


def test_json_has_every_key_always() -> None:
    answer = json.loads(log_json(Timeline((CENTS, DECIMAL), hidden=1, notes=("a note",))))
    assert list(answer) == ["schema", "entries", "notes"]
    first, second = answer["entries"]
    assert first == {
        "id": CENTS.entry.id,
        "kind": "decision",
        "number": None,
        "title": "Prices are integer cents",
        "status": "accepted",
        "status_text": "accepted",
        "date": "2026-09-28",
        "authors": ["Ada"],
        "supersedes": ["2025-01-14-prices-are-decimal"],
        "superseded_by": [],
        "live": "",
        "paths": ["src/**"],
        "tags": ["money"],
        "path": ".kontext/decisions/2026-09-28-prices-are-integer-cents.md",
        "commit": OID,
        "finding": "",
    }
    assert list(second) == list(first)
    assert (second["live"], second["commit"]) == (CENTS.entry.id, "")
    assert answer["notes"] == ["a note"]


def test_porcelain_has_a_line_a_record() -> None:
    lines = log_porcelain(Timeline((DECIMAL,), notes=("a note",))).splitlines()
    keyword, *fields = lines[0].split("\t")
    assert dict(zip(FIELDS[keyword].split(), fields, strict=True)) == {
        "id": DECIMAL.entry.id,
        "kind": "decision",
        "status": "superseded",
        "live": CENTS.entry.id,
        "date": "2025-01-14",
        "number": "",
        "path": "old.md",
        "commit": "",
        "title": "Prices are\\tdecimals",
    }
    assert lines[1:] == ["note\ta note", "end"]
    assert log_porcelain(Timeline((ORDERS,)), nul=True).split("\0")[6] == "7"
