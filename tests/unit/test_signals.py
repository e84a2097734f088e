"""Decision signals: the table of weights, its traps, and the sentence that carries the reason."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.model import Trailer
from kontext.signals import DECISION_SCORE, reason_sentence, score_commit, subject_reason
from kontext.signals.english import ENGLISH
from kontext.signals.languages import wording_table
from kontext.signals.slovak import SLOVAK

JANE = "Jane Doe <jane@example.org>"


def score(subject: str, body: str = "", author: str = JANE) -> float:
    return score_commit(author, subject, body)[0]


def names(subject: str, body: str = "") -> list[str]:
    return [signal.name for signal in score_commit(JANE, subject, body)[1]]


@pytest.mark.parametrize(
    "subject",
    [
        "Migrate the build to hatch",
        "Switch to PostgreSQL",
        "Switch the parser from yacc to hand-written code",
        "Replace MySQL with PostgreSQL",
        "Use cents in favour of floats",
        "Use cents in favor of floats",
        "Adopt trunk-based development",
        "Deprecate the v1 API",
        "Decide on one date format",
        "Record the trade-off between size and speed",
        "Rewrite the scheduler",
        "Redesign the cache",
        "Consolidate three loggers",
        "Standardise on UTC",
        "Make the store the single source of truth",
    ],
)
def test_strong_wording_makes_a_decision(subject: str) -> None:
    assert score(subject) >= 3
    assert any(name.startswith("wording: ") for name in names(subject))


def test_strong_wording_counts_once() -> None:
    assert score("Migrate to and standardise on UTC, a redesign") == 3


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("Introduce a queue", 0.75),
        ("Drop Python 3.8", 0.75),
        ("Remove support for Windows XP", 0.75),
        ("Move the lexer into its own module", 0.75),
        ("Split cart into cart and order", 0.75),
        ("Introduce a policy, a limit and a guard; drop the fallback", 2.25),
        ("Update the README", 0),
        ("", 0),
    ],
)
def test_policy_wording_adds_up_to_a_bound(subject: str, expected: float) -> None:
    assert score(subject) == expected


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("Store prices as cents, not floats", 2),
        ("Never retry a payment", 2.75),
        ("Prices no longer depend on the locale", 2.75),
        ("The old cache is gone", 2),
        ("Use cents instead of floats", 5),
    ],
)
def test_contrast_in_the_subject(subject: str, expected: float) -> None:
    assert score(subject) == expected


def test_contrast_and_rationale_in_the_body() -> None:
    assert score("Prices", "The locale is gone.") == 0.75
    assert score("Prices", "This is needed because floats round.") == 1
    assert score("Prices", "Needed because floats round, so that sums are right.") == 1.5
    assert score("Prices", "Because a, because b, because c.") == 1


def test_in_a_body_only_statements_about_the_change_count() -> None:
    assert score("Cache", "The caller may drop the lock and the tool will split it; users always move to it.") == 0
    assert score("Cache", "We drop the lock. Split it into two. Now we never wait.") > 1.5
    assert "wording: rewrite" in names("Cache", "- rewrite the eviction")
    assert "wording: rewrite" not in names("Cache", "a pass to rewrite blobs")


def test_a_comparison_in_a_body_alone_is_no_decision_yet() -> None:
    assert score("Cache", "It reads one byte instead of two.") == 1.5
    assert score("Cache", "It reads one byte instead of two, because two may be torn.") == 2.5


@pytest.mark.parametrize(
    ("subject", "body", "expected"),
    [
        ("refactor: tidy", "", 1),
        ("REFACTOR(core): tidy", "", 1),
        ("revert: tidy", "", 1),
        ('Revert "Tidy"', "", 1),
        ("feat: a button", "", 0.5),
        ("perf: a loop", "", 0.5),
        ("fix: a crash", "", -0.5),
        ("http: fix a crash", "", -0.5),
        ("chore: tidy", "", -0.5),
        ("test: a case", "", -0.5),
        ("style: tidy", "", -0.5),
        ("ci: a job", "", -0.5),
        ("build: a flag", "", -0.5),
        ("docs: a page", "", -0.5),
        ("docs(adr): prices are cents", "", 2),
        ("fix: cents, not floats", "", 2),
        ("docs: use British spelling of names", "", -0.5),
        ("feat!: a button", "", 2.5),
        ("feat: a button", "BREAKING CHANGE: the old one is away", 2.5),
        ("note: a word before a colon", "", 0),
    ],
)
def test_types_of_conventional_commits(subject: str, body: str, expected: float) -> None:
    assert score(subject, body) == expected


def test_long_explanations_count_without_their_attributions() -> None:
    words = "Plain words about a thing here. "
    assert [score("Thing", words * count) for count in (5, 12, 25, 45)] == [0, 0.5, 1, 1.5]
    assert score("Thing", "Short.\n\n" + "Reviewed-by: Somebody With A Long Name <somebody@example.org>\n" * 20) == 0


@pytest.mark.parametrize(
    "token", ["Decision", "Convention", "Learning", "Incident", "Constraint", "Rejected", "Directive"]
)
def test_a_knowledge_trailer_decides(token: str) -> None:
    assert score_commit(JANE, "Cents", "", (Trailer(token, "x"),))[0] == 4
    assert score("Cents", f"Some words.\n\n{token}: 0007-cents\nReviewed-by: Joe <joe@example.org>") == 4
    assert score("Cents", f"{token}: elsewhere\n\nSome words.") < 4


def test_touch_ups_stay_below_a_decision() -> None:
    assert score("Replace typo in comment") < DECISION_SCORE
    assert score("Replace 'teh' with 'the': typo") < DECISION_SCORE
    assert score("Fix a typo", "We no longer say so, because it was wrong, instead of right.") < DECISION_SCORE


def test_machines_decide_nothing() -> None:
    changelog = "## Changelog\n- We decided to migrate to v5 instead of v4 because v4 is deprecated.\n" * 20
    assert score("Bump lodash from 4.17.20 to 4.17.21", changelog) == 0
    assert score("Migrate to v5", changelog, "renovate[bot] <bot@example.org>") == 0
    assert score("chore(deps): bump actions/cache from 4 to 5") <= 0
    value, signals = score_commit(JANE, "Bump a from 1.0 to 2.0", changelog)
    assert value == sum(signal.weight for signal in signals) == 0


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Prejsť na PostgreSQL", ""),
        ("Nahradiť MySQL databázou PostgreSQL", ""),
        ("Sumy v centoch namiesto desatinných čísel", ""),
        ("Sumy v centoch", "Rozhodli sme sa pre ne, pretože zaokrúhľovanie robilo chyby."),
        ("Zrušiť staré rozhranie, už nie je potrebné", ""),
        ("Nikdy neopakovať platbu", ""),
    ],
)
def test_slovak_decisions_are_known_with_and_without_diacritics(subject: str, body: str) -> None:
    from kontext.text import fold

    assert score(subject, body) >= DECISION_SCORE
    assert score(fold(subject), fold(body)) == score(subject, body)


@pytest.mark.parametrize("language", [ENGLISH, SLOVAK])
def test_every_pattern_of_a_language_is_found_in_a_subject(language: object) -> None:
    from kontext.text import fold

    assert isinstance(language, type(ENGLISH))
    lists = (
        language.strong,
        language.comparing,
        language.policy,
        language.contrast,
        language.trivial,
        *language.rationale,
    )
    lines = [line.strip() for text in lists for line in text.split("\n") if line.strip()]
    assert len(lines) > 30
    for line in lines:
        assert line == fold(line).replace("...", "…")
        sample = " ".join(slot.split("|")[0] for slot in line.removeprefix("!").split()).replace("…", "it")
        found = wording_table().find("it " + sample.replace(" ,", ","), is_subject=True)
        assert any(found), line


@settings(max_examples=100)
@given(st.text(max_size=200), st.text(max_size=300))
def test_the_score_is_the_sum_of_its_signals(subject: str, body: str) -> None:
    value, signals = score_commit(JANE, subject, body)
    assert value == sum(signal.weight for signal in signals)
    assert reason_sentence(subject, body) == "" or not set(reason_sentence(subject, body).split()) - set(body.split())


def test_the_reason_is_the_sentence_that_says_why() -> None:
    body = (
        "This touches the cart.\n\nWe now store an integer number of cents. Floats were dropped\nbecause sums of "
        "them drift, e.g. by a cent a day. Tests are added.\n\nSigned-off-by: Jane <jane@example.org>\n"
    )
    assert reason_sentence("Cents", body) == "Floats were dropped because sums of them drift, e.g. by a cent a day."


def test_a_reason_in_a_list_is_shown_without_its_bullet() -> None:
    assert (
        reason_sentence("Cents", "- add tests\n- use cents, because floats drift\n")
        == "use cents, because floats drift"
    )


def test_without_a_reason_there_is_none() -> None:
    assert reason_sentence("Cents", "Tests are added.\n\nReviewed-by: Because <b@example.org>") == ""
    assert reason_sentence("Cents", "") == ""
    assert reason_sentence("Cents", "Decision: 2024-03-09-cents") == ""
    assert reason_sentence("Use cents because floats drift", "Use cents because floats drift") == ""
    assert reason_sentence("Cents", "```\nx = 1  # because\ny = 2\n```") == ""


SQUASHED = """
* Draw the cart with the new grid
* Round totals at the edges to avoid a cent too much
* Let the mailer retry, because the relay is slow
"""


def test_of_a_list_of_changes_only_the_item_about_the_lines_is_their_reason() -> None:
    about = "src/cart/totals.py total = round_total(lines)"
    assert reason_sentence("Release work", SQUASHED, about) == "Round totals at the edges to avoid a cent too much"
    assert reason_sentence("Release work", SQUASHED, "src/mailer.py relay.send(message)").startswith("Let the mailer")
    assert reason_sentence("Release work", SQUASHED, "docs/index.css margin: 0") == ""


def test_a_sentence_that_leans_on_another_comes_with_it_or_not_at_all() -> None:
    body = "The old walk held the whole tree. Otherwise only one node could be compared, which means slow diffs."
    assert reason_sentence("Walk both trees", body).startswith("The old walk held the whole tree. Otherwise")
    assert reason_sentence("Walk both trees", "Otherwise it fails.") == ""
    assert reason_sentence("Print errors as JSON", "Previously, they were printed as text.") == ""


@pytest.mark.parametrize(
    "body",
    [
        "This rule is required for the new formatter.",
        "This makes fixing files with many offences much faster.",
        "Every test file should be related to a tested file.",
        "Vypínač je zrušený, aby sa nedal zabudnúť.",
    ],
)
def test_one_plain_sentence_of_purpose_is_a_reason(body: str) -> None:
    assert reason_sentence("Change it", body) == body


@pytest.mark.parametrize("body", ["Add failing tests for issue 1139.", "Fix the broken build.", "Updated the docs."])
def test_a_sentence_that_only_names_the_change_is_none(body: str) -> None:
    assert reason_sentence("Change it", body) == ""


@pytest.mark.parametrize(
    "subject",
    [
        "Add a struct to ease creating renderers",
        "refactor: use integers instead of floats",
        "Replace float prices by integer cents",
        "Switch from deprecated imp to importlib",
        "fix(cart): lock the row so that it cannot be sold twice",
    ],
)
def test_a_subject_can_be_a_reason(subject: str) -> None:
    assert subject_reason(subject) == subject


@pytest.mark.parametrize(
    "subject",
    [
        "Consolidate tests",
        "rewrite tutorial docs and example",
        "Allow templates in mails",
        "Release 1.4.0",
        "Update the guide   * Deprecated builders removed   * Channels instead of actors",
    ],
)
def test_a_subject_that_names_the_change_is_no_reason(subject: str) -> None:
    assert subject_reason(subject) == ""


def test_remarks_about_the_request_and_its_author_are_no_reason() -> None:
    for remark in ("This PR depends on most others, so they should be merged first.", "I am new here, sorry for that."):
        assert reason_sentence("Change it", remark) == ""


def test_below_the_first_paragraph_of_a_long_message_a_reason_must_be_about_the_lines() -> None:
    body = (
        "The cart is drawn anew.\n\nThe mailer retries, to avoid lost mails.\n\nThe grid has gaps now.\n\n"
        "Rates are rounded late, to keep sums exact.\n"
    )
    assert reason_sentence("Release", body, "rates.py rate = exact(rates)").startswith("Rates are rounded")
    assert reason_sentence("Release", body, "index.css margin: 0") == ""


CRLF = (
    "update_metadata rebuilt the file from its lines, so a write of\nmetadata converted every line ending to LF."
    " Detect the dominant ending once.\n\nThe other writers were mended in #343 (#339, #340)."
)
OTHERS = "\n\nAlso sort the names.\n\nTidy the tests.\n\nWrite the docs.\n"


@pytest.mark.parametrize(
    ("subject", "body", "reason"),
    [
        ("fix: keep CRLF", CRLF, "update_metadata rebuilt the file from its lines, so a write of metadata"),
        ("Fix the clock", "The clock read local time. Use UTC.", "The clock read local time."),
        ("Read UTC", "The clock read local time. Use UTC.", ""),  # no repair: what was is not what was wrong
        ("Fix the clock", "The clock read local time. It has a new face.", ""),
        ("Fix the clock", "Add a test that was lost. Use UTC.", ""),
        ("Keep it", "#343 #339, #340\n\nOlder readers would fail to avoid the gap." + OTHERS, "Older readers"),
        ("Keep it", "Fixes: https://example.org/1\n\nIt is kept to avoid a gap." + OTHERS, "It is kept"),
        ("Keep it", "## Summary\n\nKeep.\n\n## Why\n\nThe file is sent to the bank." + OTHERS, "The file is sent"),
        ("Keep it", "Motivation:\nThe bank reads it line by line." + OTHERS, "The bank reads it"),
        ("Keep it", "Keep the file.\n\nReasons\n-------\n- the bank reads it\n- so does the tax" + OTHERS, "the bank"),
        ("Keep it", "Keep the file.\n\n**Background**\n\n- the bank reads it\n- so does the tax", "the bank reads it"),
        ("Keep it", "Problem: the bank reads it line by line.\n\nKeep the file." + OTHERS, "Problem: the bank"),
        ("Keep it", "## Changes\n\nThe file is sent to the bank." + OTHERS, ""),
        ("Mend it", "The reader didn't close the file, because it doesn't own it.", "The reader didn't close"),
        ("Bump it", "This brings in a fix for this bug:", ""),
        ("Bump it", "Fixes #12\n\nFixes a number of bugs.", ""),
    ],
)
def test_where_in_a_message_the_reason_stands(subject: str, body: str, reason: str) -> None:
    for about in ("", "writer.py\nkept = True"):
        found = reason_sentence(subject, body, about)
        assert found.startswith(reason), (about, found)
        assert bool(found) == bool(reason), (about, found)


def test_trouble_in_short_forms_counts() -> None:
    assert reason_sentence("Stop", "It doesn't work.") == "It doesn't work."
    assert reason_sentence("Stop", "I'm sure that it doesn't work.") == ""
