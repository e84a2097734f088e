"""The hooks that check: what each looks at, and what it says.

Owns which check belongs to which event, in `CHECKED`: (arguments, environment) in, (words, whether Git has to stop)
out. Must not print; may raise, as the caller fails open. Imports for one event only what that event needs.
"""

from __future__ import annotations

import os

from kontext.config import load_config
from kontext.git.repo import open_with_config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kontext.config import Config
    from kontext.model import Finding

    Checked = Callable[[list[str], Mapping[str, str]], tuple[str, bool]]

_GIT_KEYS = "^kontext[.]"


def commit_msg(arguments: list[str], environ: Mapping[str, str]) -> tuple[str, bool]:
    """Judge the message file that Git hands over."""
    from kontext.checks.message_file import GIT_KEYS, check_file
    from kontext.render.check_message import render_judged
    from kontext.render.style import Style

    repo, git_values = open_with_config(".", environ, GIT_KEYS)
    config = load_config(repo, git_values, environ, tolerant=True)
    is_edited = environ.get("GIT_EDITOR") != ":"
    judged = check_file(repo, config, git_values, arguments[0], is_edited)
    if is_edited and _is_empty(config, git_values, arguments[0]):
        return "kontext: the message has no text but trailers: no commit is made\n", True
    return render_judged(judged, Style(), os.getcwd()), judged.verdict.is_stopped


def pre_commit(arguments: list[str], environ: Mapping[str, str]) -> tuple[str, bool]:
    """Judge what the records would be after the commit."""
    return _records(environ, "hooks.pre_commit")


def pre_merge_commit(arguments: list[str], environ: Mapping[str, str]) -> tuple[str, bool]:
    """Judge what the records would be after the merge."""
    return _records(environ, "hooks.pre_merge_commit")


def pre_push(arguments: list[str], environ: Mapping[str, str]) -> tuple[str, bool]:
    """Judge the messages of the commits that the remote does not have."""
    from kontext.checks.known import records_at
    from kontext.checks.named import Records
    from kontext.checks.ranges import check_commits
    from kontext.hooks.pushed import pushed

    repo, git_values = open_with_config(".", environ, _GIT_KEYS)
    config = load_config(repo, git_values, environ, tolerant=True)
    if not config.get("hooks.pre_push"):
        return "", False
    found: dict[Finding, None] = {}
    for head, revisions in pushed(repo, arguments, environ):
        records = Records(lambda head=head: records_at(repo, config, head))  # type: ignore[misc]
        found |= dict.fromkeys(check_commits(repo, revisions, config, records)[0])
    return _said(list(found))


def prepare_commit_msg(arguments: list[str], environ: Mapping[str, str]) -> tuple[str, bool]:
    """Write the trailers of records that the commit adds, or that its branch is named after, into the message."""
    from kontext.hooks.prepare import prepare

    repo, git_values = open_with_config(".", environ, "^kontext[.]|^core[.]comment(char|string)$|^commit[.]cleanup$")
    config = load_config(repo, git_values, environ, tolerant=True)
    if config.get("hooks.prepare_commit_msg"):
        prepare(repo, config, git_values, arguments[0], (*arguments[1:], environ.get(_SOURCE, ""))[0])
    return "", False


def _is_empty(config: Config, git_values: Sequence[tuple[str, str]], path: str) -> bool:
    """Whether somebody left the editor without a word: Git would take the trailers that we wrote for a message."""
    from kontext.checks.cleanup import clean, read_cleanup
    from kontext.hooks.prepare import is_only_trailers

    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        message = file.read()
    return is_only_trailers(clean(message, read_cleanup(git_values, True, message)).lines, config)


def _records(environ: Mapping[str, str], switch: str) -> tuple[str, bool]:
    from kontext.checks.entries import check_entries

    repo, git_values = open_with_config(".", environ, _GIT_KEYS)
    config = load_config(repo, git_values, environ, tolerant=True)
    # `pre-commit run --all-files`, in CI, is no commit: nothing is staged, and everything is to be judged.
    is_commit = not environ.get("PRE_COMMIT") or "GIT_INDEX_FILE" in environ
    return _said(check_entries(repo, config, staged=is_commit)) if config.get(switch) else ("", False)


def _said(findings: Sequence[Finding]) -> tuple[str, bool]:
    from kontext.checks.findings import is_failure
    from kontext.render.check_text import render_findings
    from kontext.render.style import Style

    return render_findings(findings, Style()), is_failure(findings, strict=False)


_SOURCE = "PRE_COMMIT_COMMIT_MSG_SOURCE"  # the pre-commit framework hands over the file alone
CHECKED: dict[str, Checked] = {
    "prepare-commit-msg": prepare_commit_msg,
    "commit-msg": commit_msg,
    "pre-commit": pre_commit,
    "pre-merge-commit": pre_merge_commit,
    "pre-push": pre_push,
}
