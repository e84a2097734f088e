"""One name, one record: ids, file names and numbers, in this tree and on other branches.

Owns these rules. Must not know what records say beside their names.
"""

from __future__ import annotations

from kontext.checks.findings import error, warning
from kontext.errors import GitCommandError
from kontext.git.branches import local_branches
from kontext.git.repo import decode, literal
from kontext.store.ids import number_of, stem_of
from kontext.store.places import ELSEWHERE
from kontext.store.series import series_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kontext.checks.findings import Found
    from kontext.checks.knowledge import Knowledge
    from kontext.checks.source import Source
    from kontext.git.repo import Repo
    from kontext.model import RepoPath

    Number = tuple[str, int]  # folder of the series, number


def ids(knowledge: Knowledge) -> Iterator[Found]:
    """Yield ids that several records have. Equal file names in folders beside the store are only warned about."""
    by_id: dict[str, list[Source]] = {}
    for source in knowledge.sources:
        by_id.setdefault(source.stated.id.casefold(), []).append(source)
    for all_same in by_id.values():
        if len(all_same) == 1:
            continue
        same = _changed_last(knowledge, all_same)
        stated = [source for source in same if source.stated_id()]
        if len(stated) > 1:
            yield from _equal_ids(stated)
        elif all(source.in_store for source in same):
            yield from _equal_ids(same)
        else:
            first, *rest = same
            for source in rest:
                message = f"its file name is also that of {first.path}"
                remedy = f"name it as {source.entry.id} where it has to be told apart"
                yield warning("equal-names", source.path, source.line("id"), message, remedy, [first.path])


def numbers(knowledge: Knowledge) -> Iterator[Found]:
    """Yield numbers that several records of one folder have."""
    for (_, number), same in _by_number(knowledge).items():
        first, *rest = _changed_last(knowledge, same)
        for source in rest:
            message = f"number {number} is also that of {first.path}"
            remedy = "give the newer record the next free number"
            yield warning("equal-numbers", source.path, source.line("number"), message, remedy, [first.path])


def numbers_of_branches(knowledge: Knowledge) -> Iterator[Found]:
    """Yield numbers that another local branch has given to another record since it left this one."""
    here = _by_number(knowledge)
    folders = sorted({folder for folder, _ in here})
    taken: dict[Number, tuple[RepoPath, str]] = {}
    for branch, added in _added_on_branches(knowledge.repo, folders):
        for path in added:
            place = knowledge.judge.place(path)
            number = number_of(stem_of(path))
            if place is None or place.threshold == ELSEWHERE or number is None or path in knowledge.tree.every:
                continue
            key = (series_folder(path), number)
            if key in here:
                source = here[key][0]
                message = f"number {number} is also that of {path} on branch {branch}"
                remedy = "give one of them the next free number before the branches meet"
                yield warning("number-on-branch", source.path, source.line("number"), message, remedy)
            elif key in taken and taken[key][0] != path:
                other, where = taken[key]
                message = f"number {number} on branch {branch} is also that of {other} on branch {where}"
                remedy = "give one of them the next free number before the branches meet"
                yield warning("number-on-branch", path, 0, message, remedy)
            else:
                taken.setdefault(key, (path, branch))


def _changed_last(knowledge: Knowledge, same: Iterable[Source]) -> list[Source]:
    """Records of one name, those that a commit would change last: the finding is about them."""
    changed = knowledge.tree.changed or frozenset()
    return sorted(same, key=lambda source: (source.path in changed, source.path))


def _equal_ids(same: list[Source]) -> Iterator[Found]:
    first, *rest = same
    for source in rest:
        message = f"id '{source.stated.id}' is also that of {first.path}"
        remedy = "ids name one record each: change the newer one"
        yield error("duplicate-id", source.path, source.line("id"), message, remedy, [first.path])


def _by_number(knowledge: Knowledge) -> dict[Number, list[Source]]:
    found: dict[Number, list[Source]] = {}
    for source in knowledge.sources:
        number = source.entry.number
        if number is not None:
            found.setdefault((series_folder(source.path), number), []).append(source)
    return found


def _added_on_branches(repo: Repo, folders: Iterable[RepoPath]) -> Iterator[tuple[str, list[RepoPath]]]:
    """Yield (branch, files it added below the folders since it parted from HEAD) of every other local branch."""
    if not repo.head:
        return
    specs = [literal(folder) if folder else ":(top)" for folder in folders]
    for name in local_branches(repo) if specs else ():
        try:
            raw = repo.ask(
                *("diff", "--name-only", "-z", "--diff-filter=A", "--no-renames", "--no-ext-diff", "--no-relative"),
                *(f"HEAD...{name}", "--", *specs),
            )
        except GitCommandError:
            continue  # no common commit, as between a project and its pages
        added = [path for path in decode(raw).split("\0") if path]
        if added:
            yield name.removeprefix("refs/heads/"), added
