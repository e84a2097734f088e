"""Checking the records: all of them, or what a commit made now would change.

Owns the list of rules, one line each. Must not know what any of them looks at, nor how findings are shown.
"""

from __future__ import annotations

import os

from kontext.checks import fields, identity, secrets, supersession
from kontext.checks.findings import reported
from kontext.checks.knowledge import gather, setting_of
from kontext.checks.tree import staged_tree, work_tree
from kontext.config import store_dirs
from kontext.errors import UsageError
from kontext.store.discover import Judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kontext.checks.findings import Found
    from kontext.checks.knowledge import Knowledge
    from kontext.checks.tree import Tree
    from kontext.config import Config
    from kontext.git.repo import Repo
    from kontext.model import Finding, RepoPath
    from kontext.store.places import Setting

    Rule = Callable[[Knowledge], Iterable[Found]]

RULES: dict[str, Rule] = {
    "unreadable files and missing titles": fields.unreadable,
    "encodings": fields.encoding,
    "kinds": fields.kind,
    "statuses": fields.status,
    "dates": fields.date,
    "length": fields.length,
    "governed paths": fields.governed_paths,
    "ids": identity.ids,
    "numbers": identity.numbers,
    "links": supersession.links,
    "cycles": supersession.cycles,
}
# Asked for on their own: they look beyond the tree.
BRANCH_RULES: dict[str, Rule] = {"numbers of other branches": identity.numbers_of_branches}


def check_entries(
    repo: Repo,
    config: Config,
    *,
    staged: bool = False,
    refs: bool = False,
    paths: Sequence[RepoPath] = (),
) -> list[Finding]:
    """Return the findings about records, in the order of files and lines.

    `staged` judges the tree that a commit made now would hold and reports what its changes may have caused; `refs`
    also compares numbers with other local branches; `paths` limits the report to these files and folders. Raises
    UsageError for one that is not there.
    """
    tree = staged_tree(repo) if staged else work_tree(repo, store_dirs(config))
    _refuse_missing(repo, tree, paths)
    setting = setting_of(config, tree)
    found: list[Found] = []
    records: list[RepoPath] = []
    if refs or _may_find(tree, setting):
        knowledge = gather(repo, config, tree, setting)
        rules = {**RULES, **BRANCH_RULES} if refs else RULES
        found = [one for rule in rules.values() for one in rule(knowledge)]
        records = [*(source.path for source in knowledge.sources), *(one.path for one in knowledge.problems)]
    found += secrets.secrets(tree, config, records)
    findings = reported(found, tree.changed, paths)
    about = {one.path for one in findings}.intersection(records)
    return secrets.without_secrets(findings, config, (tree.read(path) or b"" for path in sorted(about)))


def _refuse_missing(repo: Repo, tree: Tree, paths: Iterable[RepoPath]) -> None:
    """Raise UsageError for what is neither on disk nor in the tree: a check of a misspelt name must not pass."""
    known = (*tree.every, *(tree.changed or ()))
    for path in paths:
        is_there = not path or (not repo.is_bare and os.path.lexists(os.path.join(repo.top, path)))
        if not is_there and not any(f"{one}/".startswith(f"{path.rstrip('/')}/") for one in known):
            raise UsageError(f"no such file or folder: {path}", "name a path of this repository")


def _may_find(tree: Tree, setting: Setting) -> bool:
    """Whether a change touches any file that could be a record: most commits do not, and are not made to wait."""
    if tree.changed is None:
        return True
    judge = Judge(setting.adr_dir, setting.store_dir, setting.kind_paths)
    return any(judge.is_candidate(path) for path in tree.changed)
