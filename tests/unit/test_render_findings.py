"""Findings as text, JSON, workflow commands and SARIF."""

from __future__ import annotations

import json

from kontext.model import Finding
from kontext.render.check_github import findings_github
from kontext.render.check_json import findings_json
from kontext.render.check_sarif import findings_sarif
from kontext.render.check_text import render_findings
from kontext.render.style import Style

BAD = b"d\xff.md".decode("utf-8", "surrogateescape")
ERROR = Finding("error", "duplicate-id", "id 'x' is also that of a.md", "change the newer one", "docs/b, c:.md", 3)
WARNING = Finding("warning", "no-status", "50% sure\nor not", "", BAD)
COMMIT = Finding("error", "unknown-id", "no such record", "name one", oid="3f2a1bc9999")


def test_text_names_file_line_rule_and_remedy() -> None:
    assert render_findings([ERROR, WARNING, COMMIT], Style()).splitlines() == [
        "docs/b, c:.md:3: error: id 'x' is also that of a.md  [duplicate-id]",
        "  change the newer one",
        "d\ufffd.md: warning: 50% sure or not  [no-status]",
        "3f2a1bc999: error: no such record  [unknown-id]",
        "  name one",
        "2 errors, 1 warning",
    ]
    assert render_findings([], Style()) == ""


def test_text_sends_no_control_characters() -> None:
    assert "\x1b" not in render_findings([ERROR._replace(message="a\x1b[2J", path="b\x1b.md")], Style())


def test_json_counts_and_has_every_key() -> None:
    answer = json.loads(findings_json([ERROR, WARNING]))
    assert (answer["schema"], answer["errors"], answer["warnings"]) == (1, 1, 1)
    assert answer["findings"][0] == {**ERROR._asdict()}
    assert answer["findings"][1]["path"] == "d\ufffd.md"
    assert json.loads(findings_json([])) == {"schema": 1, "findings": [], "errors": 0, "warnings": 0}


def test_workflow_commands_escape_what_would_end_them() -> None:
    assert findings_github([ERROR, WARNING, COMMIT]).splitlines() == [
        "::error file=docs/b%2C c%3A.md,line=3,title=kontext duplicate-id"
        "::id 'x' is also that of a.md%0Achange the newer one",
        "::warning file=d\ufffd.md,title=kontext no-status::50%25 sure%0Aor not",
        "::error title=kontext unknown-id::3f2a1bc999: no such record%0Aname one",
    ]
    assert findings_github([]) == ""


def test_sarif_is_one_run_with_its_rules() -> None:
    log = json.loads(findings_sarif([ERROR, WARNING, COMMIT]))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["duplicate-id", "no-status", "unknown-id"]
    first, second, third = run["results"]
    assert (first["ruleId"], first["level"]) == ("duplicate-id", "error")
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "docs/b%2C%20c%3A.md", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 3}
    assert second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "d%FF.md"
    assert "region" not in second["locations"][0]["physicalLocation"]
    assert "locations" not in third
    assert json.loads(findings_sarif([]))["runs"][0]["results"] == []
