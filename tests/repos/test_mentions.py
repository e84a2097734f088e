"""What is kept of a message (checks/mentions.py) gives, with any records, the verdict of the range check."""

from __future__ import annotations

from random import Random

import pytest

from gitbox import GitBox
from kontext.checks.mentions import may_mention, read_mentions
from kontext.checks.named import Records, Rules, rules_of
from kontext.checks.ranges import judge_commits
from kontext.checks.tokens import record_tokens
from kontext.checks.verdicts import judge_mentions
from kontext.config import load_config
from kontext.git.history import read_commits
from kontext.model import Entry, Finding
from records_box import CENTS, RECORDS, repo_of

LINES = [
    *["", "", "", "", "prose of the body", "Fixes #1", "Signed-off-by: A <a@e.org>", "  folded", "---", "# a comment"],
    *[
        "Decision: 7",
        "Decision: 7",
        "decision:0007",
        "Decision: nope",
        "Decision: 7, 3",
        "Decision: prices-are-decimal",
    ],
    *["Decision: prices-are-decimal", "Incident: deploys-on-friday"],
    *["Decision: 8", "Decision: none (a test)", "Decision: none", "Decision: word"],
    *["Decision: a whole sentence", "Décision: 7", "Decision_id: 7", "- Decision: 7", "  Decision: 7", "Decision=7"],
    *["**Decision**: 3", "# Decision: 7", "(cherry picked from commit abc)", "größer: als", "The decision was taken"],
    *["# ------------------------ >8 ------------------------", "Runbook: 7", "Squashed commit of the following:"],
]
SETTINGS: list[dict[str, object]] = [
    {},
    {"trailers.free_text": True, "trailers.superseded": "warn", "store.kinds": {"runbook": {"trailer": "Runbook"}}},
]
STATES = [RECORDS, (), tuple(one._replace(status="accepted", superseded_by=()) for one in RECORDS)]


def messages(random: Random, count: int) -> list[str]:
    made = []
    for _ in range(count):
        subject = random.choice(["S", "S", "Decision: 7", "The decision", "fixup! S", "S\nDecision: 7"])
        lines = random.choices(LINES, k=random.randint(1, 8))
        made.append("\n".join([subject, *random.choice([[""], [""], []]), *lines]))
    return made


def store(box: GitBox, texts: list[str]) -> list[str]:
    """One commit a message on main, byte for byte, through one process; all oids there, oldest first."""
    parent = box.git("rev-parse", "-q", "--verify", "main", check=False)
    stream = []
    for number, text in enumerate(texts, 1):
        raw = text.encode("utf-8", "surrogateescape")
        head = f"commit refs/heads/main\ncommitter A <a@e.org> {1_700_000_000 + number} +0000\n"
        begin = f"from {parent}\n" if parent and number == 1 else ""
        stream.append(f"{head}data {len(raw)}\n".encode() + raw + f"\n{begin}".encode())
    box.git("fast-import", "--quiet", data=b"".join(stream))
    return box.git("rev-list", "--reverse", "main").split()


def comparable(findings: list[Finding] | tuple[Finding, ...]) -> list[Finding]:
    """Without places, and without advice to the author of a message that is not stored yet."""
    kept = [one for one in findings if one.rule != "trailer-divider" and (one.level, one.rule) != COMMENTED]
    return sorted(one._replace(oid="", line=0) for one in kept)


COMMENTED = ("warning", "trailer-unread")


@pytest.mark.parametrize("settings", SETTINGS, ids=["plain", "loose"])
@pytest.mark.parametrize("seed", [1, 2])
def test_facts_and_records_give_the_verdict_of_a_range(box: GitBox, settings: dict[str, object], seed: int) -> None:
    oids = store(box, messages(Random(seed), 250))
    repo = repo_of(box)
    config = load_config(repo, (), {}, settings)
    tokens = record_tokens(config)
    said = read_mentions(repo, oids, tokens)
    assert sum(map(bool, said.values())) > 100
    rules = rules_of(config)
    found = 0
    for state in STATES:
        records = Records(lambda state=state: state)
        for judged in judge_commits(repo, oids, config, records):
            expected = comparable(judged.findings)
            found += len(expected)
            assert comparable(judge_mentions(said[judged.oid], records, rules)) == expected
    assert found > 300


def test_what_is_passed_over_unread_mentions_nothing(box: GitBox) -> None:
    texts = messages(Random(3), 250)
    oids = store(box, texts)
    repo = repo_of(box)
    tokens = record_tokens(load_config(repo, (), {}, SETTINGS[1]))
    said = read_mentions(repo, oids, tokens)
    passed = [one.oid for one in read_commits(repo, oids) if not may_mention(one.subject, one.body, tokens)]
    assert len(passed) > 10
    assert not any(said[oid] for oid in passed)


def test_most_messages_are_passed_over() -> None:
    tokens = {"decision": "Decision"}
    assert not may_mention("Decide", "Because of a decision of theirs.\n\nSigned-off-by: A <a@e.org>", tokens)
    assert may_mention("S", "Decision: 7", tokens)
    assert may_mention("S", "DÉCISION: 7", tokens)
    assert may_mention("S Decision: 7", "", tokens)


def test_a_record_that_is_superseded_later_changes_the_verdict_and_no_fact(box: GitBox) -> None:
    (oid,) = store(box, ["S\n\nDecision: prices-are-decimal\n"])
    repo = repo_of(box)
    (mention,) = read_mentions(repo, [oid], {"decision": "Decision"})[oid]
    assert (mention.token, mention.value, mention.why) == ("Decision", "prices-are-decimal", "")
    before = Records(lambda: (Entry("prices-are-decimal", "decision", "", "docs/decisions/old.md", "accepted"),))
    assert judge_mentions([mention], before, Rules(False, "error")) == []
    (finding,) = judge_mentions([mention], Records(lambda: RECORDS), Rules(False, "error"))
    assert finding.message == f"decision prices-are-decimal is superseded by {CENTS} (accepted)"


def test_messages_in_any_encoding(box: GitBox) -> None:
    box.git("config", "i18n.commitEncoding", "ISO-8859-1")
    latin = box.commit("Größe\n\nDécision: 0007-größe\n".encode("latin-1"))
    box.git("config", "--unset", "i18n.commitEncoding")
    latin, broken = store(box, ["S\n\nDecision: \udcff\udcfe\n"])
    found = read_mentions(repo_of(box), [latin, broken], {"decision": "Decision"})
    assert [(one.value, one.reason) for one in found[latin]] == [("0007-größe", "token")]
    assert [one.value.encode("utf-8", "surrogateescape") for one in found[broken]] == [b"\xff\xfe"]
