"""kontext/checks: what the trailers of a message name, must carry and may not."""

from __future__ import annotations

import pytest

from gitbox import GitBox
from kontext import process
from kontext.checks.cleanup import WHITESPACE, Cleanup
from kontext.checks.messages import SQUASH, check_message, message_kind
from kontext.checks.named import Records
from kontext.config import load_config
from kontext.model import Entry
from records_box import CENTS, RECORDS, judge, repo_of, rules

SEVEN = "0007-orders-in-postgres"


@pytest.mark.parametrize(
    "value",
    [
        SEVEN,
        "7",
        "0007",
        "ADR-7",
        "docs/adr/0007-orders-in-postgres.md",
        "prices-are-integer-cents",
        CENTS.upper(),
        f"7, {CENTS}",
        "none (a typo)",
        "None (a typo, nothing else)",
    ],
)
def test_what_names_a_record(box: GitBox, value: str) -> None:
    assert judge(box, f"S\n\nDecision: {value}\n").findings == ()
    assert judge(box, f"S\n\nDecision:\n  {value}\n").findings == ()


@pytest.mark.parametrize(
    ("value", "rule", "message", "remedy"),
    [
        ("0007-orders-in-postgre-sql", "trailer-unknown", "no record is named", f"did you mean {SEVEN}"),
        ("zzz", "trailer-unknown", "no record is named 'zzz'", "none (why not)"),
        ("8", "trailer-ambiguous", "'8' names 2 records", "name one of: 0008-queues, 0008-topics"),
        ("none", "trailer-value", "gives no reason", "none (why none is needed)"),
        ("", "trailer-value", "names nothing", "none (why none is needed)"),
        ("we just do it", "trailer-text", "names no record", "trailers.free_text"),
        ("7, 0007", "trailer-twice", f"{SEVEN} is named twice", "remove one"),
        (
            "prices-are-decimal",
            "trailer-superseded",
            f"decision prices-are-decimal is superseded by {CENTS} (accepted)",
            f"name the live one, or record a new decision that replaces it:\n  kontext capture --supersedes {CENTS}",
        ),
        ("3", "trailer-superseded", "decision 3 is rejected", "name a record that is in force"),
    ],
)
def test_what_does_not(box: GitBox, value: str, rule: str, message: str, remedy: str) -> None:
    (finding,) = judge(box, f"S\n\nbody\n\nDecision: {value}\n").findings
    assert (finding.level, finding.rule, finding.line) == ("error", rule, 5)
    assert message in finding.message
    assert remedy in finding.remedy


def test_a_value_on_the_next_line_is_judged(box: GitBox) -> None:
    assert rules(judge(box, "S\n\nDecision:\n  nope\n")) == ["trailer-unknown"]


def test_the_same_record_in_two_trailers(box: GitBox) -> None:
    (finding,) = judge(box, f"S\n\nDecision: 7\nReviewed-by: A\nDecision: {SEVEN}\n").findings
    assert (finding.rule, finding.line) == ("trailer-twice", 5)


def test_a_superseded_record_can_be_softened(box: GitBox) -> None:
    verdict = judge(box, "S\n\nDecision: prices-are-decimal\n", {"trailers.superseded": "warn"})
    assert [finding.level for finding in verdict.findings] == ["warning"]
    assert not verdict.is_stopped


@pytest.mark.parametrize(("status", "dead"), [("accepted", True), ("", True), ("proposed", False), ("rejected", False)])
def test_a_record_is_replaced_by_what_is_in_force(box: GitBox, status: str, dead: bool) -> None:
    old = Entry("old", "decision", "", "adr/old.md", "accepted", superseded_by=("new",))
    new = Entry("new", "decision", "", "adr/new.md", status, supersedes=("old",))
    repo = repo_of(box)
    verdict = check_message(repo, "S\n\nDecision: old\n", Records(lambda: (old, new)), load_config(repo, (), {}))
    assert rules(verdict) == (["trailer-superseded"] if dead else [])


def test_sentences_where_they_are_allowed(box: GitBox) -> None:
    allowed = {"trailers.free_text": True}
    assert judge(box, "S\n\nDecision: we keep, for now, what we have\n", allowed).findings == ()
    assert rules(judge(box, "S\n\nDecision: prices-are-integr-cents\n", allowed)) == ["trailer-unknown"]
    verdict = judge(box, "S\n\nprose\nDecision: we keep what we have\n", allowed)
    assert verdict.corrected == "S\n\nprose\n\nDecision: we keep what we have\n"


def test_every_kind_has_its_token(box: GitBox) -> None:
    message = "S\n\nIncident: nope\nLearning: nope\nConvention: nope\nRationale: nope\n"
    assert rules(judge(box, message)) == ["trailer-unknown"] * 3
    kinds = {"store.kinds": {"principle": {"trailer": "Rationale"}}}
    assert rules(judge(box, message, kinds)) == ["trailer-unknown"] * 4


def test_a_record_that_is_not_staged(box: GitBox) -> None:
    box.write("docs/decisions/2026-10-01 rates.md", "# Rates\n")
    (finding,) = judge(box, "S\n\nDecision: 2026-10-01\n").findings
    assert (finding.rule, finding.remedy) == ("trailer-unstaged", "git add 'docs/decisions/2026-10-01 rates.md'")
    assert rules(judge(box, "S\n\nDecision: 2026-10-01\n", source=SQUASH)) == ["trailer-unknown"]


REQUIRE = {"trailers.require": [{"paths": ["src/billing/**"], "keys": ["Decision"], "unless": ["docs", "size<3"]}]}


@pytest.mark.parametrize(
    ("message", "lines", "missing"),
    [
        ("Round\n", 3, True),
        ("Round\n\nDecision: 7\n", 3, False),
        ("Round\n\nDecision: none (a typo)\n", 3, False),
        ("Round\n\nDecision: 7\n\nmore\n", 3, False),  # said already: it is not read
        ("docs(api)!: round\n", 3, False),
        ("feat: round\n", 3, True),
        ("Round\n", 2, False),
    ],
)
def test_a_required_trailer(box: GitBox, message: str, lines: int, missing: bool) -> None:
    box.write("src/billing/cart.py", "x\n" * lines)
    box.write("src/other.py", "y\n" * 50)
    box.git("add", ".")
    found = judge(box, message, REQUIRE).findings
    assert ("trailer-missing" in [one.rule for one in found]) is missing
    if missing:
        assert found[0].message == "a change of src/billing/cart.py needs a Decision trailer"
        assert "Decision: none (why none is needed)" in found[0].remedy


def test_nothing_is_required_of_other_paths_or_of_a_forge(box: GitBox) -> None:
    box.write("src/other.py", "y\n" * 50)
    box.git("add", ".")
    assert judge(box, "S\n", REQUIRE).findings == ()
    everywhere = {"trailers.require": [{"keys": ["Decision", "Incident"]}]}
    assert judge(box, "S\n", everywhere).findings[0].message == (
        "a change of src/other.py needs one of the trailers Decision, Incident"
    )
    assert judge(box, "S\n\nIncident: deploys-on-friday\n", everywhere).findings == ()
    assert judge(box, "S\n", everywhere, source=SQUASH).findings == ()


def test_staged_files_are_those_of_the_staging_area_git_names(box: GitBox) -> None:
    box.commit("First", {"src/billing/a.py": "1\n" * 9})
    box.write("src/billing/a.py", "2\n" * 9)
    assert judge(box, "S\n", REQUIRE).findings == ()
    env = {"GIT_INDEX_FILE": str(box.path / ".git" / "other")}
    box.git("read-tree", "HEAD", env=env)
    box.git("add", ".", env=env)
    other = GitBox(box.path, box.env | env)
    assert rules(judge(other, "S\n", REQUIRE)) == ["trailer-missing"]


def test_a_forbidden_trailer(box: GitBox) -> None:
    forbid = {"trailers.forbid": ["co-authored-by"]}
    (finding,) = judge(box, "S\n\nCo-Authored-By: Bot <b@e.org>\n", forbid).findings
    assert (finding.rule, finding.line) == ("trailer-forbidden", 3)
    assert judge(box, "S\n\nReviewed-by: A\n", forbid).findings == ()


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("fixup! S", "fixup"),
        ("squash! S", "squash"),
        ("amend! S", "amend"),
        ("Merge branch 'x'", "merge"),
        ('Revert "S"', "revert"),
        ("S\n\n(cherry picked from commit abc)", "cherry-pick"),
        ("Merging things", ""),
        ("", ""),
    ],
)
def test_kinds_of_messages(box: GitBox, message: str, kind: str) -> None:
    assert message_kind(message.split("\n")) == kind
    bad = f"{message}\n\nDecision: nope\n"
    skipped = kind in ("fixup", "squash", "amend", "merge", "revert")
    assert (rules(judge(box, bad)) == []) is (skipped or not message)
    if message:
        assert "trailer-unknown" in rules(judge(box, bad, {"trailers.skip": []}))
        assert rules(judge(box, bad, {"trailers.skip": [kind or "x"]})) == ([] if kind else ["trailer-unknown"])


def test_a_merge_is_one_whatever_its_words(box: GitBox) -> None:
    box.commit("First", {"a": "1\n"})
    box.git("checkout", "-q", "-b", "side")
    box.commit("Side", {"b": "1\n"})
    box.git("checkout", "-q", "main")
    box.commit("Main", {"c": "1\n"})
    box.git("merge", "-q", "--no-commit", "--no-ff", "side")
    assert judge(box, "Bring both together\n\nDecision: nope\n").findings == ()


def test_a_message_of_no_interest_starts_nothing_and_reads_no_record(
    box: GitBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = repo_of(box)
    config = load_config(repo, (), {})
    monkeypatch.setattr(process, "run", None)
    none = Records(lambda: (_ for _ in ()).throw(AssertionError))  # type: ignore[arg-type]
    for message in (
        "S\n",
        "S\n\nbody: text\n\nReviewed-by: A\n",
        "S\n\ndecisions: were made\n",
        "S\n\nin the end: decided\n",
    ):
        assert check_message(repo, message, none, config, cleanup=Cleanup(WHITESPACE)).findings == ()


def test_records_are_read_once(box: GitBox) -> None:
    calls: list[int] = []
    records = Records(lambda: (calls.append(1), RECORDS)[1])
    repo = repo_of(box)
    check_message(repo, "S\n\nDecision: 7\nDecision: 8\n", records, load_config(repo, (), {}))
    assert calls == [1]
