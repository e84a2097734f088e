"""The check of a message that lies in a file, as Git hands it to a hook, or comes from a pipe.

Owns which kind of message a file holds, and the copy that is kept of one that is stopped. Must not know how a verdict
is shown.
"""

from __future__ import annotations

import os

from kontext.checks.cleanup import WHITESPACE, Cleanup, clean, read_cleanup
from kontext.checks.known import staged_records
from kontext.checks.messages import COMMIT, SQUASH, Verdict, check_message
from kontext.checks.named import Records
from kontext.errors import UsageError
from kontext.files import read_bytes, write_atomic
from kontext.git.repo import decode
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.config import Config
    from kontext.git.repo import Repo

# What of Git's configuration this check wants to be told.
GIT_KEYS = r"^(kontext|color)\.|^core\.comment(char|string)$|^commit\.cleanup$"
_REBASE = "rebase-merge"
KEPT = "COMMIT_EDITMSG.kontext"
# How a commit may have been begun, for the command that begins it again.
COMMIT_STEP, AMEND, EITHER = "commit", "amend", "either"
_NEVER_AMENDED = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD")  # Git refuses to, while there is one
_AMENDING = ("reword", "r", "squash", "s", "fixup", "f")  # steps of a rebase that amend what was picked
_LARGEST = 32 << 20  # a message with the patch of `git commit -v` below it


class Judged(Record):
    """A verdict, its source (COMMIT or SQUASH), and the path of the kept copy (absolute, "" when there is none)."""

    verdict: Verdict
    source: str
    kept: str = ""
    comment: str = "#"
    step: str = COMMIT_STEP  # how the commit was begun: one of the three constants
    is_rebase: bool = False


def check_file(repo: Repo, config: Config, git_values: Iterable[tuple[str, str]], path: str, is_edited: bool) -> Judged:
    """Judge a message file. One in the Git folder is a commit's, any other the text a forge will squash with.

    A commit's message that is stopped is kept beside it, corrected where it can be. `is_edited` tells that the user
    saw it in an editor. Raises UsageError for what cannot be read.
    """
    raw = _read(path)
    if not _is_inside(repo.git_dir, path):
        return check_text(repo, config, raw)
    if not config.get("hooks.commit_msg"):
        return Judged(Verdict(), COMMIT)
    message = decode(raw)
    cleanup = read_cleanup(git_values, is_edited, message)
    verdict = check_message(repo, message, _staged(repo, config), config, COMMIT, cleanup)
    if not verdict.is_stopped:
        return Judged(verdict, COMMIT)
    text = verdict.corrected or clean(message, cleanup).text
    kept = os.path.join(repo.git_dir, KEPT)
    try:
        _make_private(kept)
        write_atomic(kept, text.encode("utf-8", "surrogateescape"))
    except OSError:
        kept = ""  # a read-only or full disk: the words are said all the same
    is_rebase = os.path.isdir(os.path.join(repo.git_dir, _REBASE))
    return Judged(verdict, COMMIT, kept, cleanup.comment, _step(repo, is_rebase), is_rebase)


def check_text(repo: Repo, config: Config, raw: bytes) -> Judged:
    """Judge a text that a forge will make a commit of: title, blank line, body."""
    return Judged(check_message(repo, decode(raw), _staged(repo, config), config, SQUASH, Cleanup(WHITESPACE)), SQUASH)


def _make_private(path: str) -> None:
    """Make a file that only its owner reads, or an older one so: a message that is stopped may hold a secret."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(handle, 0o600)
    finally:
        os.close(handle)


def _step(repo: Repo, is_rebase: bool) -> str:
    """Whether the commit amends HEAD. Git tells no hook, and a subject like HEAD's proves nothing; some cases do."""
    if not repo.head or any(os.path.exists(os.path.join(repo.git_dir, name)) for name in _NEVER_AMENDED):
        return COMMIT_STEP
    if not is_rebase:
        return EITHER
    done = read_bytes(os.path.join(repo.git_dir, _REBASE, "done"), _LARGEST) or b""
    lines = [line for line in decode(done).split("\n") if line.strip()]
    return AMEND if lines and lines[-1].split()[0] in _AMENDING else EITHER


def _staged(repo: Repo, config: Config) -> Records:
    return Records(lambda: staged_records(repo, config))


def _read(path: str) -> bytes:
    try:
        raw = read_bytes(path, _LARGEST)
    except OSError as error:
        raise UsageError(
            f"cannot read '{path}': {error.strerror or error}", "name a message file, or - for stdin"
        ) from None
    if raw is None:
        raise UsageError(
            f"'{path}' is larger than {_LARGEST >> 20} MB, too large for a message to be judged",
            "git commit --no-verify commits it without a check",
        )
    if b"\0" in raw:
        raise UsageError(f"'{path}' is no commit message", "a commit-msg hook gets the name of the message file")
    return raw


def _is_inside(git_dir: str, path: str) -> bool:
    return os.path.dirname(os.path.realpath(path)) == os.path.realpath(git_dir)
