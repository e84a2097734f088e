"""JSON: the documented keys, always there, always valid."""

from __future__ import annotations

import json
from base64 import b64decode

from answers import BLACK, CART, CENTS, COMMIT, LIVE, MOVE, NOTHING, RESULT, WHY
from kontext.model import SearchResult
from kontext.render.as_json import search_json, why_json
from kontext.why.answer import Target, Verdict, Why

KEYS = [
    "schema",
    "target",
    "verdict",
    "lines",
    "lineage",
    "decisions",
    "module",
    "history",
    "findings",
    "adapters",
    "notes",
    "incomplete",
    "snapshot",
]
BASE = {"oid", "date", "author", "subject"}


def test_every_key_is_there_even_when_there_is_nothing() -> None:
    empty = json.loads(why_json(Why(Target("path", "x", "x"), Verdict(""))))
    assert list(empty) == KEYS
    assert empty["schema"] == 1
    assert empty["target"] == {"kind": "path", "path": "x", "first": 0, "last": 0, "rev": "", "text": "x"}
    assert empty["verdict"] == {"text": "", "source": "", "score": 0.0}
    assert [empty[key] for key in KEYS[3:]] == [[], [], [], None, [], [], [], [], [], {"head": "", "indexed": ""}]


def test_lines_hold_origins_first_and_then_what_was_seen_through() -> None:
    lines = json.loads(why_json(WHY))["lines"]
    assert [(line["role"], line["oid"]) for line in lines] == [
        ("origin", CENTS),
        ("seen_through", BLACK),
        ("seen_through", MOVE),
    ]
    assert all(line.keys() >= BASE for line in lines)
    origin = lines[0]
    assert origin["trailers"] == [{"token": "Decision", "value": LIVE.id}]
    assert origin["links"] == [{"text": "#812", "url": "https://example.org/pull/812"}]
    assert origin["spans"] == [{"first": 42, "last": 43}]
    assert origin["boundary"] is False
    assert lines[1]["why"] == "formatting"


def test_lists_carry_what_they_add() -> None:
    answer = json.loads(why_json(WHY))
    assert answer["lineage"][0].keys() >= BASE | {"signals", "code"}
    assert answer["history"][0]["signals"] == [{"name": "trailer", "weight": 4.0}]
    assert answer["decisions"][1]["live"] == LIVE.id
    assert answer["module"]["id"] == "billing"
    assert answer["findings"][0] == {
        "oid": CART,
        "level": "error",
        "rule": "trailer-unknown",
        "message": "no record is named 'x\x1b'",
    }
    assert answer["decisions"][0].keys() >= {"id", "title", "status", "live", "stale", "path", "because"}


def test_each_kind_of_target_adds_its_own_key() -> None:
    commit = json.loads(why_json(COMMIT))["commit"]
    assert commit.keys() == BASE | {"body", "trailers", "files", "now_at", "links", "git_notes"}
    assert commit["files"][0] == {"status": "M", "path": "src/cart.py"}
    assert commit["now_at"][1] == {"path": "old.py", "now": ""}
    entry = json.loads(why_json(Why(Target("entry", "x"), Verdict(""), entry=LIVE)))["entry"]
    assert entry["summary"] == "Floats lose cents"
    topic = json.loads(why_json(Why(Target("topic", "x"), Verdict(""), hits=RESULT.hits)))
    assert [hit["uri"] for hit in topic["hits"]] == [hit.uri for hit in RESULT.hits]
    span = json.loads(why_json(Why(Target("range", "a..b"), Verdict(""), commits=WHY.history)))
    assert len(span["commits"]) == 2
    assert "commit" not in json.loads(why_json(NOTHING))


def test_a_search() -> None:
    answer = json.loads(search_json(RESULT))
    assert list(answer) == ["schema", "query", "hits", "notes", "incomplete", "snapshot"]
    assert answer["hits"][0].keys() >= {
        *("uri", "kind", "title", "snippet", "score", "source"),
        *("path", "oid", "date", "status", "live", "contributions"),
    }
    assert answer["hits"][0]["contributions"] == [
        {"source": "local", "rank": 1, "weight": 1.0, "amount": 0.1111, "score": 3.25}
    ]


def test_one_line_of_valid_utf_8_whatever_the_bytes() -> None:
    text = search_json(SearchResult("a\udcffb\n\u2028č", ()))
    assert text.count("\n") == 1
    assert json.loads(text.encode("utf-8", "strict"))["query"] == "a�b\n\u2028č"


def test_bytes_that_are_no_text_stand_beside_what_can_be_shown() -> None:
    name = "caf\udce9.py"
    answer = json.loads(why_json(WHY._replace(target=WHY.target._replace(path=name), notes=(name, "x"))))
    assert answer["target"]["path"] == "caf\ufffd.py"
    assert b64decode(answer["target"]["path_bytes"]) == b"caf\xe9.py"
    assert [b64decode(one) for one in answer["notes_bytes"]] == [b"caf\xe9.py", b"x"]
    assert "path_bytes" not in answer["decisions"][0]
    assert "_bytes" not in why_json(WHY._replace(notes=("caf\u00e9",)))
