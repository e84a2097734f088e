"""What status, reindex, clean, read, config and eval print."""

from __future__ import annotations

import json

from kontext.config import Config
from kontext.evaluation.cases import Case
from kontext.evaluation.metrics import metrics_of
from kontext.evaluation.run import Judged, Report
from kontext.model import Finding, RefreshReport
from kontext.reading import Reading
from kontext.refresh.care import Status
from kontext.refresh.unpushed import Refused, Unpushed
from kontext.render.care import ago, reindex_json, render_clean, render_reindex, render_status, size, status_json
from kontext.render.reading import reading_json, render_reading
from kontext.render.scores import render_scores, scores_json
from kontext.render.settings import render_files, render_settings, render_value, settings_json
from kontext.render.style import Style

HEAD = "3f2a1bc".ljust(40, "0")
STATUS = Status(
    state="current",
    head=HEAD,
    indexed=HEAD,
    counts={"commit": 5000, "doc": 412, "decision": 38, "learning": 1},
    commits=5000,
    complete=False,
    pending=3,
    paths_complete=False,
    size=8_100_000,
    refreshed=1000,
    by="post-commit",
    folder="/home/jane/shop/.git/kontext/index/1-x",
)


def test_status() -> None:
    assert render_status(STATUS, "shop", ["odd\x1b"], 1002, Style()) == (
        """\
repository   shop at 3f2a1bc
index        current: 5,000 commits, 412 sections; 8.1 MB; last refresh 2 s ago
             by post-commit; 3 changes still to be read; paths of older commits
             still to be read
records      38 decisions, 1 learning
folder       /home/jane/shop/.git/kontext/index/1-x
note: odd^[
"""
    )
    assert "hooks        post-commit commit-msg\n" in render_status(
        STATUS, "shop", [], 1002, Style(), ["post-commit", "commit-msg"]
    )
    told = json.loads(status_json(STATUS, "shop", "/home/jane/shop", [], ["post-commit"]))
    assert told["hooks"] == ["post-commit"]
    assert told["index"]["counts"]["doc"] == 412
    assert told["head"] == HEAD
    assert (told["project"], told["repository"]) == ("shop", "/home/jane/shop")


def test_no_fact_of_status_is_wider_than_a_terminal() -> None:
    counts = {"commit": 80_000, "doc": 4120, **{f"{letter * 9}": 1000 for letter in "abcdefgh"}}
    stale = tuple(f"2025-01-0{number}-a-decision-with-a-name" for number in range(1, 9))
    many = STATUS._replace(
        counts=counts, live=1200, superseded=300, stale=stale, unpushed=Unpushed(3, note="why " * 40)
    )
    hooks = ["post-commit", "post-checkout", "post-merge", "post-rewrite", "commit-msg", "pre-commit", "pre-push"]
    for columns in (0, 60, 80, 200):
        lines = render_status(many, "shop", [], 1002, Style(width=columns), hooks).splitlines()
        assert [line for line in lines if len(line) > (columns or 80)] == []
        rows = [line.split()[0] for line in lines if not line.startswith(" ")]
        assert rows == ["repository", "index", "records", "decisions", "unpushed", "hooks", "folder"]


def test_what_a_push_would_be_refused_for() -> None:
    def told(ahead: Unpushed | None, width: int = 0) -> str:
        text = render_status(STATUS._replace(unpushed=ahead), "shop", [], 1002, Style(width=width))
        return text.partition("unpushed     ")[2].partition("folder ")[0]

    def refused(count: int, rule: str = "trailer-unknown") -> tuple[Refused, ...]:
        finding = Finding("error", rule, "no record\x1b is named 'nobody'")
        return tuple(Refused(f"{number}{HEAD[1:]}", finding) for number in range(count))

    assert told(None) == told(Unpushed(0)) == ""
    assert told(Unpushed(1)) == "1 commit\n"
    assert told(Unpushed(2, note="not judged")) == "2 commits; not judged\n"
    assert told(Unpushed(5, refused(2))) == (
        f"""2 of your 5 unpushed commits name no live decision
             0{HEAD[1:7]}  no record^[ is named 'nobody'
             1{HEAD[1:7]}  no record^[ is named 'nobody'
"""
    )
    assert told(Unpushed(1, refused(1))).startswith("your unpushed commit names no live decision\n")
    assert told(Unpushed(1000, refused(7))).startswith("7 of your newest 1,000 unpushed commits name no")
    assert told(Unpushed(9, refused(7))).endswith("             and 2 more\n")
    assert told(Unpushed(2, refused(1, "trailer-forbidden"))).startswith(
        "1 of your 2 unpushed commits fails the check of its trailers\n"
    )
    narrow = "  no record^[ is named\n                      'nobody'\n"
    assert narrow in told(Unpushed(1, refused(1)), width=44)
    assert json.loads(status_json(STATUS, "shop", "/shop", []))["unpushed"] is None
    ahead = json.loads(status_json(STATUS._replace(unpushed=Unpushed(3, refused(1))), "shop", "/shop", []))["unpushed"]
    assert (ahead["commits"], ahead["note"]) == (3, "")
    assert [(one["rule"], one["message"]) for one in ahead["refused"]] == [
        ("trailer-unknown", "no record\x1b is named 'nobody'")
    ]


def test_status_before_the_first_question() -> None:
    empty = Status("missing", "", "", {}, 0, False, 0, False, 0, 0, "", "/x")
    text = render_status(empty, "shop", [], 0, Style())
    assert text.splitlines()[:2] == [
        "repository   shop with no commit yet",
        "index        missing: the next question builds it",
    ]


def test_amounts_are_said_as_people_say_them() -> None:
    assert [size(count) for count in (0, 999, 1500, 8_100_000, 3_000_000_000_000)] == [
        *("0 bytes", "999 bytes", "1.5 kB", "8.1 MB", "3000.0 GB")
    ]
    assert [ago(seconds) for seconds in (-5, 2, 119, 120, 7200, 172_800)] == [
        *("0 s ago", "2 s ago", "119 s ago", "2 min ago", "2 h ago", "2 days ago")
    ]


def test_reindex_and_clean() -> None:
    report = RefreshReport(commits=1, entries=2, sections=3, rebuilt=True, seconds=1.26)
    assert render_reindex(report) == "indexed 1 commit, 2 records, 3 sections in 1.3 s\n"
    assert json.loads(reindex_json(report)) == {"schema": 1, "commits": 1, "entries": 2, "sections": 3, "seconds": 1.26}
    assert render_clean(2_000_000) == "removed the index (2.0 MB)\n"
    assert render_clean(0) == "there is no index\n"


def test_reading_is_safe_and_counts_what_is_left_out() -> None:
    reading = Reading("kx:1", "decision", "One", "a\x1b\nb", 1, omitted=1234)
    assert render_reading(reading) == "a^[\nb\n\n… 1,234 more characters: --level 2\n"
    assert json.loads(reading_json(reading))["text"] == "a\x1b\nb"


def test_settings() -> None:
    config = Config({"why.limit": 3}, {"why.limit": ".kontext.yaml:2"}, ["no such key"])
    assert render_settings(config, ["why.limit", "why.see_through"], True) == (
        "why.limit = 3    # .kontext.yaml:2\nwhy.see_through = true    # default\nwarning: no such key\n"
    )
    assert render_settings(config, ["why.limit"], False).startswith("why.limit = 3\n")
    assert json.loads(settings_json(config, ["why.limit"]))["config"] == {
        "why.limit": {"value": 3, "origin": ".kontext.yaml:2"}
    }
    values = (True, False, 12.0, 0.3, ("a", "b"), {"x": {"dir": "d"}}, "", 5)
    assert [render_value(value) for value in values] == ["true", "false", "12s", "0.3s", "a\nb", "x: {dir: d}", "", "5"]
    assert render_files([("user", "/a", False), ("clone", "/b", True)]) == (
        "user        /a  (missing)\nclone       /b\n"
    )


def test_scores() -> None:
    judged = (Judged(Case("one", ("a",), "good"), 1, "file:a"), Judged(Case("two", ("b",), "bad"), 0, ""))
    ranks = {"good": [1], "bad": [0]}
    by_name = {name: metrics_of(found, (1, 3)) for name, found in ranks.items()}
    report = Report(judged, metrics_of([1, 0], (1, 3)), by_name)
    assert render_scores(report, misses=True) == (
        """\
      cases   hit@1   hit@3     mrr
good      1   1.000   1.000   1.000
bad       1   0.000   0.000   0.000
all       2   0.500   0.500   0.500

   -  two  (no hit)
"""
    )
    told = json.loads(scores_json(report))
    assert told["mrr"] == 0.5
    assert told["categories"]["good"]["hit@1"] == 1.0
    assert told["results"][1] == {"query": "two", "category": "bad", "rank": 0, "first": ""}
