"""kontext/checks/diagnosis.py and correction.py: why a trailer is not read, and the message as it should be."""

from __future__ import annotations

import pytest

from gitbox import GitBox
from kontext.checks.cleanup import STRIP, VERBATIM, WHITESPACE, Cleanup
from kontext.checks.messages import SQUASH
from kontext.trailers import parse_trailers
from records_box import CENTS, judge, repo_of, rules

SEVEN = "0007-orders-in-postgres"
D = f"Decision: {SEVEN}"
CUT = "# ------------------------ >8 ------------------------"

# message -> (reasons, words of the explanation, corrected)
UNREAD: dict[str, tuple[str, list[str], str, str]] = {
    "beside a line of another kind": (
        "S\n\nDecision: prices-are-integer-cents\nFixes #42\n",
        ["mixed"],
        '"Fixes #42" is not a trailer, so Git does not read this paragraph as trailers.',
        f"S\n\nFixes #42\n\nDecision: {CENTS}\n",
    ),
    "below prose": (f"S\n\nbody\n{D}\n", ["joined"], "no blank line stands above it", f"S\n\nbody\n\n{D}\n"),
    "no blank line below the subject": (f"S\n{D}\n", ["title"], "part of the subject", f"S\n\n{D}\n"),
    "the subject itself": (f"{D}\n", ["subject"], "it is the subject", ""),
    "above another block": (
        f"S\n\n{D}\n\nSigned-off-by: A <a@e.org>\n",
        ["body"],
        "in the body; not a Git trailer",
        f"S\n\n{D}\nSigned-off-by: A <a@e.org>\n",
    ),
    "above prose": (f"S\n\n{D}\n\nmore\n", ["body"], "in the body", f"S\n\nmore\n\n{D}\n"),
    "amid prose of the body": (f"S\n\na\n{D}\nb\n\nlast\n", ["body"], "in the body", f"S\n\na\nb\n\nlast\n\n{D}\n"),
    "less than a quarter": (
        f"S\n\na\nb\nc\nd\ne\nf\ng\n{D}\nSigned-off-by: A\n",
        ["share"],
        "only 2 of the 9 lines",
        f"S\n\na\nb\nc\nd\ne\nf\ng\n\n{D}\nSigned-off-by: A\n",
    ),
    "a blank in a token beside it": (
        f"S\n\n{D}\nReviewed by: B\n",
        ["mixed"],
        "Git's tokens have no blank",
        f"S\n\nReviewed by: B\n\n{D}\n",
    ),
    "an underscore in a token beside it": (
        f"S\n\n{D}\nSee_also: B\n",
        ["mixed"],
        "no underscore",
        f"S\n\nSee_also: B\n\n{D}\n",
    ),
    "a blank in its own token": (f"S\n\nThe decision: {SEVEN}\n", ["token"], "no blank", f"S\n\n{D}\n"),
    "an underscore in its own token": (f"S\n\nDecision_id: {SEVEN}\n", ["token"], "no underscore", f"S\n\n{D}\n"),
    "letters of another language": (f"S\n\nDécision: {SEVEN}\n", ["token"], "outside ASCII", f"S\n\n{D}\n"),
    "an equals sign": (f"S\n\nDecision={SEVEN}\n", ["separator"], "a colon stands", f"S\n\n{D}\n"),
    "a list item": (f"S\n\n- {D}\n", ["marked"], "begins with a mark", f"S\n\n{D}\n"),
    "emphasis": (f"S\n\n**Decision:** {SEVEN}\n", ["marked"], "begins with a mark", f"S\n\n{D}\n"),
    "folded into the line above": (
        f"S\n\nSigned-off-by: A\n  {D}\n",
        ["indented"],
        "continuation of the line above",
        f"S\n\nSigned-off-by: A\n{D}\n",
    ),
    "below the scissors": (f"S\n\nbody\n{CUT}\n{D}\n", ["scissors"], "below the scissors", f"S\n\nbody\n\n{D}\n"),
    "several, each with its neighbours": (
        f"S\n\n{D}\nReviewed-by: B\nFixes #1\n",
        ["mixed"],
        '"Fixes #1"',
        f"S\n\nFixes #1\n\n{D}\nReviewed-by: B\n",
    ),
    "an address above it": (
        f"S\n\nhttps://example.org/x\nprose\n{D}\n",
        ["mixed"],
        '"prose"',
        f"S\n\nhttps://example.org/x\nprose\n\n{D}\n",
    ),
    "umlauts around it": (
        f"Größe prüfen\n\nŽiadna zmena\n{D}\n",
        ["joined"],
        "no blank line",
        f"Größe prüfen\n\nŽiadna zmena\n\n{D}\n",
    ),
    "a folded value moves along": (
        f"S\n\n{D}\n and more\nFixes #1\n",
        ["mixed"],
        "Fixes #1",
        f"S\n\nFixes #1\n\n{D}\n and more\n",
    ),
}


@pytest.mark.parametrize("name", UNREAD)
def test_a_trailer_that_is_not_read(box: GitBox, name: str) -> None:
    message, reasons, words, corrected = UNREAD[name]
    verdict = judge(box, message)
    assert [one.reason for one in verdict.unread] == reasons
    assert words in verdict.unread[0].why
    assert verdict.corrected == corrected
    assert verdict.is_stopped
    assert "trailer-unread" in rules(verdict)
    if corrected:
        assert judge(box, corrected).unread == ()
        assert ("Decision", one_value(corrected)) in parse_trailers(repo_of(box), corrected)


def one_value(message: str) -> str:
    """The value of the Decision trailer of a message that has one, unfolded."""
    value = message.partition("Decision: ")[2]
    first, _, rest = value.partition("\n")
    return f"{first}{' ' + rest.strip() if rest.startswith(' ') else ''}"


READ = {
    "alone": f"S\n\n{D}\n",
    "beside others": f"S\n\nbody\n\n{D}\nSigned-off-by: A\n",
    "with a sign-off and prose": f"S\n\na\nb\n{D}\nSigned-off-by: A\n",
    "lower case, no blank": f"S\n\ndecision:{SEVEN}\n",
    "a blank before the colon": f"S\n\nDecision : {SEVEN}\n",
    "folded": f"S\n\nDecision:\n  {SEVEN}\n",
    "windows line ends": f"S\r\n\r\nbody\r\n\r\n{D}\r\n",
    "a cherry-pick note": f"S\n\n{D}\n(cherry picked from commit abc)\n",
    "an address": f"S\n\nhttps://example.org\n{D}\n",
    "a longer rule above": f"S\n\n----\n\n{D}\n",
    "comments around it": f"# a\nS\n\n# b\n{D}\n# c\n",
    "trailing comments": f"S\n\n{D}\n\n# Please enter the message\n",
    "conflicts below": f"S\n\n{D}\n\nConflicts:\n\tfile\n",
    "blank lines above the subject": f"\n\nS\n\n{D}\n",
}


@pytest.mark.parametrize("mode", [STRIP, WHITESPACE, VERBATIM])
@pytest.mark.parametrize("name", READ)
def test_a_trailer_that_is_read_is_left_alone(box: GitBox, name: str, mode: str) -> None:
    verdict = judge(box, READ[name], cleanup=Cleanup(mode))
    assert verdict.findings == ()
    assert verdict.corrected == ""


PROSE = [
    "S\n\nDecision: we keep the old format for now\nbecause nobody asked.\n\nMore.\n",
    "S\n\nThe decision: none of this is final.\n",
    "S\n\nDecision: yes\n\nAnd then we went on.\n",
    "decision = compute(x)\n\nbody with decision=1 in it\n",
    "S\n\nSee Decision: above\n\nThe end.\n",
    "Décision: oui\n\nEt voilà.\n",
    "S\n\n| Decision: |\n\nx\n",
]


@pytest.mark.parametrize("message", PROSE)
def test_prose_is_no_trailer_gone_wrong(box: GitBox, message: str) -> None:
    assert judge(box, message).unread == ()


def test_what_looks_like_an_id_is_told_of_even_when_no_record_has_it(box: GitBox) -> None:
    verdict = judge(box, "S\n\nDecision: not-yet-written\nFixes #1\n")
    assert [one.reason for one in verdict.unread] == ["mixed"]
    assert verdict.corrected == "S\n\nFixes #1\n\nDecision: not-yet-written\n"


@pytest.mark.parametrize("cleanup", [Cleanup(STRIP), Cleanup(WHITESPACE)])
def test_a_comment_warns_and_stops_nothing(box: GitBox, cleanup: Cleanup) -> None:
    verdict = judge(box, f"S\n\nbody\n# {D}\n", cleanup=cleanup)
    assert [(one.level, one.rule, one.line) for one in verdict.findings] == [("warning", "trailer-unread", 4)]
    assert not verdict.is_stopped
    assert verdict.corrected == ""


def test_other_comment_strings_are_heard(box: GitBox) -> None:
    message = f"S\n\n; a note\n{D}\n; another\n"
    assert judge(box, message, cleanup=Cleanup(STRIP, ";")).findings == ()
    unread = judge(box, message, cleanup=Cleanup(WHITESPACE, ";")).unread
    assert [one.culprit for one in unread] == ["; a note"]


def test_a_patch_below_the_scissors_is_not_judged(box: GitBox) -> None:
    patch = f"{CUT}\n# Do not modify\ndiff --git a/x b/x\n-{D}\n+{D}\n {D}\n- {D}\n"
    assert judge(box, f"S\n\nbody\n{patch}").findings == ()


def test_only_scissors_or_nothing_is_no_message(box: GitBox) -> None:
    required = {"trailers.require": [{"keys": ["Decision"]}]}
    for message in ("", "\n\n", f"{CUT}\n{D}\n", "# comment\n"):
        assert judge(box, message, required, cleanup=Cleanup(STRIP)).findings == ()


def test_a_divider_warns_where_mail_would_lose_the_trailer(box: GitBox) -> None:
    verdict = judge(box, f"S\n\nbody\n---\nnotes\n\n{D}\n")
    assert [(one.level, one.rule, one.line) for one in verdict.findings] == [("warning", "trailer-divider", 4)]
    assert judge(box, "S\n\n---\n\nReviewed-by: B\n").findings == ()


def test_lines_are_counted_in_the_file(box: GitBox) -> None:
    verdict = judge(box, f"# one\n\n\nS\n# two\n\nbody\n{D}\n", cleanup=Cleanup(STRIP))
    assert [one.line for one in verdict.findings] == [8]


def test_the_paragraphs_of_a_squash_are_gathered_once_each(box: GitBox) -> None:
    message = (
        "Squashed commit of the following:\n\ncommit abc\nAuthor: A\nDate:   today\n\n    First\n\n    Why.\n\n"
        f"    {D}\n\ncommit def\nAuthor: A\nDate:   today\n\n    Second\n\n    {D}\n    Incident: deploys-on-friday\n"
    )
    verdict = judge(box, message)
    assert [one.trailer for one in verdict.unread] == [
        ("Decision", SEVEN),
        ("Decision", SEVEN),
        ("Incident", "deploys-on-friday"),
    ]
    assert verdict.unread[0].why.startswith("it is in the body; not a Git trailer.")
    assert verdict.corrected.endswith(f"\n\n{D}\nIncident: deploys-on-friday\n")
    assert verdict.corrected.count(D) == 1


def test_a_forge_joins_messages_with_bullets(box: GitBox) -> None:
    message = f"Title (#12)\n\n* First\n\n{D}\n\n* Second\n\n  {D}\n\n---------\n\nCo-authored-by: B <b@e.org>\n"
    verdict = judge(box, message, source=SQUASH)
    assert len(verdict.unread) == 2
    assert verdict.corrected.endswith(f"---------\n\n{D}\nCo-authored-by: B <b@e.org>\n")


def test_bytes_that_are_no_text_survive(box: GitBox) -> None:
    caf = b"caf\xe9".decode("utf-8", "surrogateescape")
    verdict = judge(box, f"{caf}\n\n{caf}\n{D}\n")
    assert verdict.corrected == f"{caf}\n\n{caf}\n\n{D}\n"


def test_settings_of_this_clone_do_not_soften_the_verdict(box: GitBox) -> None:
    box.git("config", "trailer.decision.key", "Decision")
    box.git("config", "trailer.separators", "=:")
    assert [one.reason for one in judge(box, f"S\n\na\nb\nc\n{D}\n").unread] == ["joined"]
    assert [one.reason for one in judge(box, f"S\n\nDecision={SEVEN}\n").unread] == ["separator"]
