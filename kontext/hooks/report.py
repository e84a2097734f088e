"""The line that answers a commit, for those who want it (`hooks.report: line`).

Owns its words, and the file by which the shim knows that it is wanted: a shell cannot read our configuration, and a
commit must not start an interpreter to find out. A refresh that a hook started has read the configuration anyway; it
leaves the file for the next commit, or takes it away. Must not print; may raise, as the caller fails open.
"""

from __future__ import annotations

import os

from kontext.config import load_config
from kontext.git.repo import open_with_config
from kontext.hooks.shims import REPORT
from kontext.layout import kontext_folder, make_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from kontext.checks.ranges import Judged
    from kontext.config import Config
    from kontext.git.repo import Repo

_LINE = "line"


def note_report(repo: Repo, config: Config) -> None:
    """Leave the file by which the shim of post-commit knows that a line is wanted here, or take it away."""
    file = os.path.join(make_folder(kontext_folder(repo.git_dir)), REPORT)
    if _is_wanted(config):
        with open(file, "ab"):
            pass
    elif os.path.exists(file):
        os.unlink(file)


def report(environ: Mapping[str, str]) -> str:
    """Judge the commit at HEAD as a push will; return one line about it, "" where none is wanted."""
    from kontext.checks.known import records_at
    from kontext.checks.named import Records
    from kontext.checks.ranges import judge_commits
    from kontext.checks.tokens import record_tokens

    repo, git_values = open_with_config(".", environ, "^kontext[.]")
    config = load_config(repo, git_values, environ, tolerant=True)
    if not repo.head or not _is_wanted(config):
        return ""
    records = Records(lambda: records_at(repo, config, repo.head))
    (judged,) = judge_commits(repo, [repo.head], config, records)
    return f"kontext: {repo.head[:7]} {_said(judged, record_tokens(config))}\n"


def _is_wanted(config: Config) -> bool:
    return config.get("hooks.report") == _LINE and bool(config.get("hooks.post_commit"))


def _said(judged: Judged, tokens: Mapping[str, str]) -> str:
    from kontext.render.cells import flat

    if judged.findings:
        more = f" (and {len(judged.findings) - 1} more)" if len(judged.findings) > 1 else ""
        return f"has a fault: {flat(judged.findings[0].message)}{more}"
    named = [one.value for one in judged.trailers if one.token.casefold() in tokens]
    return f"names {flat(', '.join(named))}" if named else "names no record, and needs none"
