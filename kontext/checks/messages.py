"""The check of one commit message.

Owns which rules a message is judged by, in which order, and what is said about lines that Git will not read. Must not
know where the message came from: a hook's file, a pull request and a stored commit are told apart by `source`.
"""

from __future__ import annotations

import os

from kontext.checks.cleanup import COMMENT, Cleaned, Cleanup, clean
from kontext.checks.correction import corrected_message
from kontext.checks.diagnosis import SUBJECT, Unread, find_unread, may_name_records
from kontext.checks.findings import ERROR, MOST, WARNING, bounded
from kontext.checks.named import Records, check_values, rules_of
from kontext.checks.paragraphs import is_trailer_line, split_paragraphs
from kontext.checks.required import check_forbidden, check_required
from kontext.checks.secrets import hider, without_secrets
from kontext.checks.tokens import record_tokens
from kontext.git.changes import staged_sizes
from kontext.git.tree import untracked_below
from kontext.model import Finding
from kontext.records import Record
from kontext.trailers import parse_trailers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kontext.config import Config
    from kontext.git.changes import ChangedFile
    from kontext.git.repo import Repo
    from kontext.model import Trailer

# Where a message comes from: the file of a hook, a text that a forge will make a commit of, a commit.
COMMIT, SQUASH, STORED = "commit", "squash", "stored"

_HOW = {SUBJECT: "write a subject and a blank line above it", COMMENT: "to have it in the commit, write"}
SQUASHED = ("Squashed commit of the following:", "This is a combination of ")
_PREFIXES = {
    "fixup": ("fixup! ",),
    "squash": ("squash! ",),
    "amend": ("amend! ",),
    "merge": ("Merge ",),
    "revert": ('Revert "', 'Reapply "'),
}


class Verdict(Record):
    """What a check of one message found; `corrected` is the whole message as it should be, "" when there is none."""

    findings: tuple[Finding, ...] = ()
    corrected: str = ""
    unread: tuple[Unread, ...] = ()
    hide: Callable[[str], str] = str  # for what is shown of the message: takes the secrets out

    @property
    def is_stopped(self) -> bool:
        """Whether the commit may not be made like this."""
        return any(finding.level == ERROR for finding in self.findings)


class Judge:
    """The rules of one repository, for any number of messages."""

    __slots__ = ("config", "records", "tokens", "values")

    def __init__(self, config: Config, records: Records, unstaged: Callable[[], Sequence[str]] | None = None) -> None:
        """Take the configuration, the records, and what lists files that are not staged (None = not looked for)."""
        self.config = config
        self.records = records
        self.tokens = record_tokens(config)
        self.values = rules_of(config, unstaged)

    def is_of_interest(self, cleaned: Cleaned) -> bool:
        """Tell, without Git and without records, whether there is anything in a message to judge."""
        if self.config.get("trailers.require"):
            return True
        forbidden = {word.casefold() for word in self.config.get("trailers.forbid")}
        if forbidden and any(line.partition(":")[0].strip().casefold() in forbidden for line in cleaned.lines):
            return True
        return may_name_records(cleaned, self.tokens)

    def unread(self, cleaned: Cleaned, read: Sequence[Trailer], is_squash: bool) -> list[Unread]:
        """Return the lines that Git will not read, given those it reads."""
        resolve = self.records.resolve
        return find_unread(cleaned, read, self.tokens, resolve, free_text=self.values.free_text, is_squash=is_squash)

    def judge(
        self,
        cleaned: Cleaned,
        read: Sequence[Trailer],
        unread: Sequence[Unread],
        kind: str,
        changed: Callable[[], Sequence[ChangedFile]],
    ) -> list[Finding]:
        """Return the findings of a cleaned message, whatever its source."""
        placed = _placed(cleaned, read)
        findings = [unread_finding(one) for one in unread]
        named = [(trailer, line) for trailer, line in placed if trailer.token.casefold() in self.tokens]
        findings += check_values(named, self.records, self.values)
        findings += check_forbidden(self.config.get("trailers.forbid"), placed)
        findings += _below_divider(cleaned, named)
        present = [*(trailer.token for trailer in read), *(one.trailer[0] for one in unread if one.reason != COMMENT)]
        subject = cleaned.lines[0] if cleaned.lines else ""
        findings += check_required(self.config.get("trailers.require"), subject, kind, present, changed)
        return without_secrets(bounded(findings), self.config, [_raw(cleaned.text)])


def check_message(
    repo: Repo,
    message: str,
    records: Records,
    config: Config,
    source: str = COMMIT,
    cleanup: Cleanup = Cleanup(),  # noqa: B008 - a value that cannot change
) -> Verdict:
    """Judge a message file (`source` COMMIT, its changes are what is staged) or a text a forge will squash with.

    Kinds of messages in trailers.skip are not judged under COMMIT. Starts Git only when there is something to judge.
    """
    cleaned = clean(message, cleanup)
    kind = message_kind(cleaned.lines, is_merge=source == COMMIT and _is_merging(repo))
    judge = Judge(config, records, (lambda: untracked_below(repo, ("",))) if source == COMMIT else None)
    if not cleaned.lines or (source == COMMIT and kind in config.get("trailers.skip")):
        return Verdict()
    if not judge.is_of_interest(cleaned):
        return Verdict()
    read = parse_trailers(repo, cleaned.text)
    is_squash = source == SQUASH or any(words in message for words in SQUASHED)
    unread = judge.unread(cleaned, read, is_squash)
    changed = (lambda: staged_sizes(repo)) if source == COMMIT else list
    findings = judge.judge(cleaned, read, unread, kind, changed)
    hide = hider(config, [_raw(cleaned.text)]) if findings else str
    return Verdict(tuple(findings), _verified(repo, cleaned, read, unread), tuple(unread), hide)


def message_kind(lines: Sequence[str], is_merge: bool = False) -> str:
    """Return "merge", "fixup", "squash", "amend", "revert", "cherry-pick", or "" for a message of no special kind."""
    subject = lines[0] if lines else ""
    if is_merge:
        return "merge"
    for kind, prefixes in _PREFIXES.items():
        if subject.startswith(prefixes):
            return kind
    return "cherry-pick" if any(line.startswith("(cherry picked from commit ") for line in lines) else ""


def unread_finding(one: Unread) -> Finding:
    """Return what is said about a line that Git will not read."""
    level = WARNING if one.reason == COMMENT else ERROR
    message = f'Git will not read "{one.text.strip()}": {one.why}'
    remedy = f"{_HOW.get(one.reason, 'write it in a last paragraph of its own')}: {one.trailer[0]}: {one.trailer[1]}"
    return Finding(level, "trailer-unread", message, remedy, line=one.number)


def _raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _is_merging(repo: Repo) -> bool:
    # Git keeps this one as a file under every format of references.
    return os.path.exists(os.path.join(repo.git_dir, "MERGE_HEAD"))


def _placed(cleaned: Cleaned, read: Sequence[Trailer]) -> list[tuple[Trailer, int]]:
    """Each trailer with its line in the message file, 0 where it cannot be told."""
    paragraphs = split_paragraphs(cleaned.lines)
    own: dict[str, list[int]] = {}  # token -> its lines, the last one first
    for at in reversed(paragraphs[-1].indexes if paragraphs else ()):
        if is_trailer_line(cleaned.lines[at]):
            own.setdefault(cleaned.lines[at].partition(":")[0].strip().casefold(), []).append(cleaned.numbers[at])
    places = (own.get(trailer.token.casefold()) for trailer in read)
    return [(trailer, lines.pop() if lines else 0) for trailer, lines in zip(read, places, strict=True)]


def _below_divider(cleaned: Cleaned, named: Sequence[tuple[Trailer, int]]) -> list[Finding]:
    """What stands below `---` is in the commit, but programs that work with mail drop it."""
    at = next((at for at, line in enumerate(cleaned.lines) if line == "---" or line.startswith("--- ")), None)
    if at is None or not named:
        return []
    number = cleaned.numbers[at]
    message = f'the trailers stand below "---": git log reads them, but a patch sent by mail loses them (line {number})'
    return [Finding(WARNING, "trailer-divider", message, 'write "----" or "***" instead', line=number)]


def _verified(repo: Repo, cleaned: Cleaned, read: Sequence[Trailer], unread: Sequence[Unread]) -> str:
    """The corrected message, if Git reads from it all that was meant and all that it read before.

    A message with hundreds of trailers gone wrong was made by no person, and is not put right by us.
    """
    if len(unread) + len(read) > MOST:
        return ""
    corrected = corrected_message(cleaned.lines, unread) if unread else ""
    if not corrected:
        return ""
    there = [(trailer.token.casefold(), trailer.value) for trailer in parse_trailers(repo, corrected)]
    # What was folded into a value by mistake leaves it.
    keeps = all(any(one.token.casefold() == t and v and one.value.startswith(v) for t, v in there) for one in read)
    meant = [(one.trailer[0].casefold(), " ".join(one.trailer[1].split())) for one in unread if one.reason != COMMENT]
    has_all = all(any(token == t and v.startswith(value) for t, v in there) for token, value in meant)
    return corrected if keeps and has_all else ""
