"""Ranking of a fixed history stays what bench/rank_stats.txt says; KONTEXT_UPDATE_RANKS=1 writes it anew."""

from __future__ import annotations

import difflib
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import rank_stats

from gitbox import GitBox
from kontext.evaluation import Case, evaluate
from kontext.refresh import open_session

UPDATE = os.environ.get("KONTEXT_UPDATE_RANKS") == "1"  # before the fixtures clear the environment


def test_ranks_are_those_that_were_written_down(tmp_path: Path) -> None:
    now = rank_stats.stats(tmp_path)
    if UPDATE:
        rank_stats.STATS.write_text(now)
    written = rank_stats.STATS.read_text()
    if now != written:
        diff = "".join(difflib.unified_diff(written.splitlines(True), now.splitlines(True), "written down", "now", n=0))
        remedy = "look at every line, then KONTEXT_UPDATE_RANKS=1, or bench/rank_stats.py --update"
        pytest.fail(f"ranking changed; {remedy}:\n{diff}", pytrace=False)


def test_the_better_ranker_is_the_default() -> None:
    default, reference = (line for line in rank_stats.STATS.read_text().splitlines() if " questions " in line)
    mrr = [float(line.rpartition(" ")[2]) for line in (default, reference)]
    assert default.startswith("default") and reference.startswith("reference")
    assert mrr[0] > mrr[1] + 0.05


def test_every_right_answer_exists_and_every_change_has_a_name_of_its_own() -> None:
    changes = list(rank_stats.parse_corpus(rank_stats.CORPUS.read_text()))
    names = [change.name for change in changes]
    paths = {path for change in changes for path, _, _ in change.edits}
    asked = rank_stats.parse_questions(rank_stats.QUERIES.read_text())
    assert len(set(names)) == len(names) >= 60
    assert len(asked) >= 25
    assert sum(path.startswith("docs/decisions/") for path in paths) == 6
    assert [one for question in asked for one in question.right if one not in {*names, *paths}] == []


def test_a_change_is_committed_as_written(box: GitBox) -> None:
    text = "head\n\n%% one\nAdd\n\nBody.\n@ a.txt\n+x\n+\n+y\n\n%% two | Bot <b@example.org>\nRemove\n@ a.txt\n-x\n"
    oids = rank_stats.build(box, rank_stats.parse_corpus(text))
    assert (box.path / "a.txt").read_text() == "\ny\n"
    assert box.git("log", "--format=%an:%s:%b").replace("\n", "") == "Bot:Remove:Jane Doe:Add:Body."
    assert list(oids) == ["one", "two"] and oids["two"] == box.head


def test_eval_asks_what_users_ask_and_takes_questions_as_words(box: GitBox) -> None:
    sums = box.commit("Round sums half up", {"cart.py": "total = 1\n"})
    box.commit("Send mails from a queue", {"mail.py": "queue = 1\n"})
    cases = [
        Case("fix: rounding of sums", (sums[:12],), "money"),
        Case("queue of mails", (sums,), "mail"),
        Case("queue of mails", ("0" * 40,), "mail"),
    ]
    report = evaluate(open_session(str(box.path), box.env), cases, kinds=("commit",), ranker="default", now=0)
    assert [one.rank for one in report.judged] == [1, 0, 0]
    assert report.judged[1].first == f"git:{box.head}"
    assert report.overall.cases == 3 and report.overall.mrr == pytest.approx(1 / 3)
    assert {name: figures.mrr for name, figures in report.categories.items()} == {"money": 1.0, "mail": 0.0}
