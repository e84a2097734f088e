"""Records and messages for the tests of message checks."""

from __future__ import annotations

from gitbox import GitBox
from kontext.checks.cleanup import WHITESPACE, Cleanup
from kontext.checks.messages import COMMIT, Verdict, check_message
from kontext.checks.named import Records
from kontext.config import load_config
from kontext.git.repo import Repo, open_repo
from kontext.model import Entry

CENTS = "2026-09-28-prices-are-integer-cents"
RECORDS = (
    Entry(CENTS, "decision", "", f"docs/decisions/{CENTS}.md", "accepted", supersedes=("prices-are-decimal",)),
    Entry("prices-are-decimal", "decision", "", "docs/decisions/old.md", "superseded", superseded_by=(CENTS,)),
    Entry("0003-use-redis", "decision", "", "docs/adr/0003-use-redis.md", "rejected", number=3),
    Entry("0007-orders-in-postgres", "decision", "", "docs/adr/0007-orders-in-postgres.md", "accepted", number=7),
    Entry("0008-queues", "decision", "", "docs/adr/0008-queues.md", "accepted", number=8),
    Entry("0008-topics", "decision", "", "docs/adr/0008-topics.md", "accepted", number=8),
    Entry("deploys-on-friday", "incident", "", ".kontext/incidents/deploys-on-friday.md"),
)


def repo_of(box: GitBox) -> Repo:
    return open_repo(str(box.path), box.env)


def judge(
    box: GitBox,
    message: str,
    settings: dict[str, object] | None = None,
    source: str = COMMIT,
    cleanup: Cleanup | None = None,
) -> Verdict:
    """The verdict on a message in a repository with RECORDS."""
    repo = repo_of(box)
    config = load_config(repo, (), {}, settings or {})
    return check_message(repo, message, Records(lambda: RECORDS), config, source, cleanup or Cleanup(WHITESPACE))


def rules(verdict: Verdict) -> list[str]:
    return [finding.rule for finding in verdict.findings]
