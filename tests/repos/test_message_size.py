"""What messages hold in bulk: the index keeps a bounded part, and the verdicts stay those of the messages' ends."""

from __future__ import annotations

import pytest

from gitbox import GitBox
from kontext.checks.mentions import MOST, mentions_of, read_mentions
from kontext.checks.named import Records, Rules, check_values
from kontext.checks.ranges import judge_commits
from kontext.checks.tokens import record_tokens
from kontext.config import load_config
from kontext.git.bounded import LONGEST
from kontext.git.messages import read_messages
from kontext.model import Entry, Trailer
from records_box import RECORDS, judge, repo_of

LINES = 10_000


def committed(box: GitBox, message: str) -> str:
    (box.path / "message").write_text(message)
    box.git("commit", "-q", "--allow-empty", "-F", "message")
    return str(box.head)


@pytest.mark.parametrize("tail", ["Fixes #1", "Signed-off-by: A <a@e.org>"])
def test_of_thousands_of_lines_a_hundred_are_kept(box: GitBox, tail: str) -> None:
    oid = committed(box, "S\n\n" + "Decision: ok\n" * LINES + tail)
    repo = repo_of(box)
    config = load_config(repo, (), {})
    said = read_mentions(repo, [oid], record_tokens(config))[oid]
    assert len(said) == MOST
    assert len(read_messages(repo, [oid])[oid]) <= LONGEST + 10
    found = judge_commits(repo, [oid], config, Records(lambda: RECORDS))[0].findings
    assert len(found) == MOST + 1
    assert found[-1].message.startswith("\u2026 and ")


def test_a_trailer_below_a_long_text_is_read(box: GitBox) -> None:
    oid = committed(box, "S\n\n" + "words of a log\n" * LINES + "\nDecision: 7")
    repo = repo_of(box)
    tokens = record_tokens(load_config(repo, (), {}))
    assert [(one.value, one.why) for one in read_mentions(repo, [oid], tokens)[oid]] == [("7", "")]


def test_lines_of_a_paragraph_share_it(box: GitBox) -> None:
    unread = judge(box, "S\n\n" + "Decision: 7\n" * LINES + "Fixes #1").unread
    assert len(unread) == LINES
    assert len({id(one.shown) for one in unread}) == 1


def test_a_folded_value_is_matched_to_its_line() -> None:
    message = "S\n\nDecision: 0007-orders\n  -in-postgres\nDecision: 8\n"
    read = [Trailer("Decision", "0007-orders -in-postgres"), Trailer("Decision", "8")]
    assert [one.why for one in mentions_of(message, read, {"decision": "Decision"})] == ["", ""]


def test_what_is_not_staged_is_asked_once() -> None:
    asked: list[str] = []

    def unstaged() -> list[str]:
        asked.append("once")
        return ["docs/adr/0042-new.md"]

    trailers = [(Trailer("Decision", f"x{number}-y, 42"), 0) for number in range(100)]
    found = check_values(trailers, Records(lambda: RECORDS), Rules(False, "error", unstaged))
    assert asked == ["once"]
    assert {one.rule for one in found} == {"trailer-unknown", "trailer-unstaged"}


@pytest.mark.parametrize(
    "name", ["0007", "7", "ADR-7", "#7", "0007-o", "ORDERS-IN-POSTGRES", "./docs/adr/0007-orders-in-postgres.md", "x"]
)
def test_a_name_is_found_as_if_every_record_were_compared(name: str) -> None:
    from kontext.store.ids import find_entries_named

    entries = (*RECORDS, Entry("2026-01-02-Orders-In-Postgres", "decision", "", "docs/x.md", "accepted"))
    assert Records(lambda: entries).named(name) == find_entries_named(entries, name)
