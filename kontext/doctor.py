"""What is not as it should be around a repository, each with its remedy.

Owns the list of things that are looked at, one function each. Must not repair anything, and must not know how hooks
are installed: what is known about them comes in.
"""

from __future__ import annotations

import os

from kontext.git.commit_graph import count_commits, has_path_filters
from kontext.git.version import git_version
from kontext.index.manifest import CORRUPT, OTHER_SCHEMA
from kontext.layout import kontext_folder
from kontext.model import Finding
from kontext.records import Record
from kontext.refresh.care import status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kontext.refresh import Session

ERROR, WARNING, ADVICE = "error", "warning", "advice"
OLDEST_GIT = (2, 31)
LARGE = 20_000  # commits from which changed-path filters are worth a word


class Hooks(Record):
    """What is known about hooks: `rows` of (event, state, what else runs there), and where they cannot be ours."""

    rows: Sequence[tuple[str, str, str]] = ()
    outside: str = ""  # a folder that serves other repositories, too
    framework: Sequence[str] = ()  # events for which the pre-commit framework is configured to run us
    conflict: tuple[str, str] = ("", "")  # why nothing can be known, and the remedy


class Surroundings(Record):
    """All that is looked at."""

    session: Session
    hooks: Hooks
    environ: Mapping[str, str]


def examine(session: Session, hooks: Hooks, environ: Mapping[str, str]) -> list[Finding]:
    """Return what was found: errors (it cannot work), warnings (it does not do what was meant) and advice."""
    around = Surroundings(session, hooks, environ)
    found = [one for look in LOOKS for one in look(around)]
    return sorted(found, key=lambda one: (ERROR, WARNING, ADVICE).index(one.level))


def _git(around: Surroundings) -> Iterator[Finding]:
    version = git_version(around.environ)
    if version and version < OLDEST_GIT:
        shown = ".".join(map(str, version))
        yield Finding(
            ERROR, "old-git", f"Git {shown} is too old: 2.31 is the first that will do", "install a newer Git"
        )


def _command(around: Surroundings) -> Iterator[Finding]:
    programs = [os.path.join(folder, "git-why") for folder in around.environ.get("PATH", "").split(os.pathsep)]
    first = next((path for path in programs if os.path.isfile(path) and os.access(path, os.X_OK)), "")
    if not first:
        yield Finding(
            WARNING, "no-git-why", "git why does not work: git-why is not on PATH", "put the folder it is in on PATH"
        )
    elif not _is_ours(first):
        yield Finding(
            WARNING,
            "other-git-why",
            f"another program answers to git why: {first}",
            "use git kx-why, or put the folder of ours first in PATH",
        )


def _framework(around: Surroundings) -> Iterator[Finding]:
    beside = {event: other for event, _, other in around.hooks.rows}
    missing = [event for event in around.hooks.framework if beside.get(event) != "pre-commit"]
    if missing:
        types = " ".join(f"--hook-type {event}" for event in missing)
        yield Finding(
            WARNING,
            "framework-not-installed",
            f"our hooks for {', '.join(missing)} are configured in pre-commit but not installed",
            f"pre-commit install {types}",
        )


def _hooks(around: Surroundings) -> Iterator[Finding]:
    if around.hooks.conflict[0]:
        yield Finding(WARNING, "hooks-path", *around.hooks.conflict)
    states = {event: state for event, state, _ in around.hooks.rows}
    outdated = [event for event, state in states.items() if state == "outdated"]
    edited = [event for event, state in states.items() if state == "edited"]
    if outdated:
        said = f"hooks of another version or with a lost interpreter: {', '.join(outdated)}"
        yield Finding(WARNING, "outdated-hooks", said, f"kontext hooks install --only {','.join(outdated)}")
    if edited:
        said = f"hooks of ours that were changed by hand: {', '.join(edited)}"
        yield Finding(ADVICE, "edited-hooks", said, "kontext hooks install leaves them as they are")
    if around.hooks.outside and "ours" not in states.values():
        said = f"core.hooksPath is {around.hooks.outside}: Git runs no hooks of this repository"
        yield Finding(ADVICE, "hooks-path", said, "kontext hooks install lists what can be done")


def _blame(around: Surroundings) -> Iterator[Finding]:
    for name, value in around.session.git_values:
        path = value.removeprefix(":(optional)")
        if name != "blame.ignorerevsfile" or not value or path != value:
            continue
        if not os.path.exists(os.path.join(around.session.repo.top, os.path.expanduser(path))):
            said = f"blame.ignoreRevsFile names {value}, which does not exist: every git blame fails"
            yield Finding(WARNING, "no-ignore-revs", said, "make that file, or git config --unset blame.ignoreRevsFile")


def _history(around: Surroundings) -> Iterator[Finding]:
    repo = around.session.repo
    if repo.is_shallow:
        said = "this clone is shallow: the origin of a line may lie beyond its end"
        yield Finding(WARNING, "shallow", said, "git fetch --unshallow")
    if any(name.endswith(".promisor") and value != "false" for name, value in around.session.git_values):
        said = "this is a partial clone: what it lacks is not asked about"
        yield Finding(ADVICE, "partial", said, "git fetch --refetch --no-filter")
    count = count_commits(repo)
    if count >= LARGE and not has_path_filters(repo):
        said = f"{count:,} commits without changed-path filters: blame would be about twice as fast"
        yield Finding(ADVICE, "no-path-filters", said, "git commit-graph write --reachable --changed-paths")


def _index(around: Surroundings) -> Iterator[Finding]:
    git_dir = around.session.repo.git_dir
    folder = kontext_folder(git_dir)
    if os.path.lexists(folder) and not os.path.isdir(folder):
        said = f"{folder} is no folder: no index, no draft and no setting can be kept"
        yield Finding(WARNING, "no-folder", said, "move it to another name")
    if not os.access(git_dir, os.W_OK):
        said = f"{git_dir} cannot be written: every question is answered from memory, and takes longer"
        yield Finding(WARNING, "read-only", said, "make it writable")
    state = status(around.session).state
    if state in (CORRUPT, OTHER_SCHEMA):
        yield Finding(WARNING, "index", f"the index cannot be used: {state}", "kontext reindex")


def _configuration(around: Surroundings) -> Iterator[Finding]:
    for warning in around.session.config.warnings:
        yield Finding(WARNING, "configuration", warning, "kontext config show --origin says where values come from")


def _is_ours(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return b"kontext" in file.read(4096)
    except OSError:
        return False


LOOKS: tuple[Callable[[Surroundings], Iterator[Finding]], ...] = (
    _git,
    _command,
    _framework,
    _hooks,
    _blame,
    _history,
    _index,
    _configuration,
)
