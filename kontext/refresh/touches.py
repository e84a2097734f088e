"""What the path part keeps of each commit: the names it touched, and what it says about records.

Owns the way from a commit to its document there. A message that may mention records is read whole, and its trailers by
Git: those commits are set aside and read hundreds at a time, so that a history without any costs no process. Must not
know which commits are wanted, nor judge what they say: that changes with every record (checks/verdicts.py).
"""

from __future__ import annotations

from kontext.checks.mentions import may_mention, read_mentions
from kontext.checks.tokens import record_tokens
from kontext.index.paths import Touch, to_tantivy
from kontext.signals import knowledge_token, score_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.index.folder import Writer
    from kontext.model import Commit, Mention, Oid

_BATCH = 400  # commits whose messages are read together


class Touches:
    """Writes commits into the path part. Use as a context manager: what was set aside is written at its end."""

    __slots__ = ("_aside", "_repo", "_tokens", "_writer")

    def __init__(self, repo: Repo, config: Config, writer: Writer) -> None:
        self._repo = repo
        self._tokens = record_tokens(config)
        self._writer = writer
        self._aside: dict[Oid, tuple[Commit, int]] = {}

    def __enter__(self) -> Touches:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            self._read_aside()

    def delete(self, oid: Oid) -> None:
        """Delete a commit; one that was set aside is still to be written."""
        self._writer.delete("key", oid)

    def add(self, commit: Commit, order: int, cleaned: str | None = None) -> None:
        """Add a commit. `order` grows with history; `cleaned` is its body without trailers of tools, where known."""
        if may_mention(commit.subject, commit.body, self._tokens):
            self._aside[commit.oid] = (commit, order)
            if len(self._aside) == _BATCH:
                self._read_aside()
        elif len(commit.parents) < 2:
            self._write(commit, order, (), cleaned)

    def _read_aside(self) -> None:
        found = read_mentions(self._repo, list(self._aside), self._tokens)
        for oid, (commit, order) in self._aside.items():
            mentions = found.get(oid, ())
            if mentions or len(commit.parents) < 2:
                self._write(commit, order, mentions)
        self._aside.clear()

    def _write(self, commit: Commit, order: int, mentions: tuple[Mention, ...], cleaned: str | None = None) -> None:
        score, _ = score_commit(commit.author, commit.subject, commit.body, cleaned=cleaned)
        names = [change.path for change in commit.changes]
        renames = tuple((change.old_path, change.path) for change in commit.changes if change.status == "R")
        names += [old for old, _ in renames]
        self._writer.add(
            to_tantivy(
                Touch(
                    oid=commit.oid,
                    committed=commit.committed,
                    date=commit.date,
                    author=commit.author,
                    subject=commit.subject,
                    score=score,
                    paths=tuple(names),
                    renames=renames,
                    cites=bool(knowledge_token(commit.body)),
                    order=order,
                    mentions=mentions,
                    is_merge=len(commit.parents) > 1,
                )
            )
        )
