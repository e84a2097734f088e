"""Which commit added a record: the first one that held it, under any of its names.

Owns following names back through renames, within the folders of records and into them from elsewhere. A copy of a
template or of another record ends the chain: the copy is a new record. Only where a file was copied under its own name
and the source is gone today was it moved, in two steps. Must not know what records say.
"""

from __future__ import annotations

import os

from kontext.git.borders import borders
from kontext.git.repo import literal
from kontext.git.tree import exists_at
from kontext.records import Record
from kontext.store.ids import number_of, stem_of
from kontext.store.series import series_folder
from kontext.timeline.events import ADDED, COPIED, DELETED, RENAMED, events_below, whole_events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kontext.git.repo import Repo
    from kontext.model import Oid, RepoPath
    from kontext.timeline.events import Event, Step

UNCOMMITTED = "not committed"
CUT_OFF = "unknown (history is cut off)"
NOT_FOUND = "unknown"

_MOST_WALKS = 40  # walks back from commits that moved records in from elsewhere
# Two files of one template are this similar without being one record.
_SURELY_SAME = 80
_TEMPLATES = frozenset("template templates vorlage modele plantilla sample example".split())
_OF_TEMPLATES = frozenset("decision record title madr nygard architecture short long full minimal bare file".split())
# Files times commits that are searched for the source of a copy, and bytes that a file takes in the staging area.
_MOST_COMPARED = 400_000
_STAGED_BYTES = 90


class Origin(Record):
    """The commit that added a record. `oid` is "" where it is not known, and `label` then says why."""

    oid: Oid = ""
    date: str = ""  # author date, RFC 3339 with zone
    author: str = ""
    subject: str = ""
    path: RepoPath = ""  # the name it was added under
    label: str = ""


class _Found(Record):
    """One commit that put a file at `path`, or took it away, which is a name that the record `record` has or had."""

    record: RepoPath
    path: RepoPath
    event: Event
    is_gone: bool = False


# name -> the records that have or had it
Names = dict[str, set[str]]


def find_origins(repo: Repo, paths: Iterable[RepoPath]) -> dict[RepoPath, Origin]:
    """Return the origin of every path. Raises GitCommandError when Git fails on the way."""
    wanted = list(dict.fromkeys(paths))
    origins = dict.fromkeys(wanted, Origin(label=UNCOMMITTED))
    if not repo.head:
        return origins
    found: dict[RepoPath, list[_Found]] = {}
    pending: list[tuple[tuple[str, ...], Names]] = [(("HEAD",), {path: {path} for path in wanted})]
    seen: set[tuple[str, str, str]] = set()
    for _ in range(_MOST_WALKS):
        if not pending:
            break
        revisions, names = pending.pop()
        added = list(_trace(events_below(repo, revisions, scopes(names)), names))
        moved, stayed = _look_elsewhere(repo, added)
        for one in stayed:
            found.setdefault(one.record, []).append(one)
        pending += _next_walks(moved, seen)
    cut = borders(repo)
    for record, all_found in found.items():
        first = min(all_found, key=lambda one: one.event.committed)
        origins[record] = Origin(label=CUT_OFF) if first.event.oid in cut else _origin(first)
    return origins


def scopes(names: Iterable[RepoPath]) -> list[str]:
    """Return pathspecs that hold all names: a folder where it holds several, so that renames within it are seen."""
    folders: dict[str, list[RepoPath]] = {}
    for name in names:
        folders.setdefault(series_folder(name), []).append(name)
    specs = []
    for folder, inside in sorted(folders.items()):
        specs += [literal(folder)] if folder and len(inside) > 1 else [literal(name) for name in inside]
    return specs


def is_same_record(old: RepoPath, new: RepoPath, similarity: int) -> bool:
    """Tell whether a rename carried one record on, or Git took a sibling or a template for it."""
    before, after = stem_of(old), stem_of(new)
    if _is_template(before) and not _is_template(after):
        return False
    if before.casefold() == after.casefold() or similarity >= _SURELY_SAME:
        return True
    number = number_of(before)
    if number is not None and number == number_of(after):
        return True
    words, others = _words(before), _words(after)
    return bool(words) and 2 * len(words & others) > max(len(words), len(others))


def _trace(events: Sequence[Event], names: Mapping[str, set[str]]) -> Iterator[_Found]:
    """Follow names back through events, which come children first; yield the commits that put a file there.

    A name is followed beyond the commit that added the file, since it may have been removed and restored, or come
    in by another branch, up to where an older file of that name was renamed to something else. Where a file seems
    to be removed, it may have been renamed to a place that was not looked at: these commits are yielded, too.
    """
    traced: Names = {name: set(records) for name, records in names.items()}
    added: set[str] = set()
    for event in events:
        renamed = [(step.old_path, traced.pop(step.path)) for step in event.steps if _carries_on(step, traced)]
        for step in event.steps:
            if step.status == RENAMED and step.old_path in added:
                traced.pop(step.old_path, None)
            is_gone = step.status == DELETED and step.path in added
            if step.path in traced and (is_gone or step.status in (ADDED, RENAMED, COPIED)):
                added.add(step.path)
                yield from (_Found(record, step.path, event, is_gone) for record in sorted(traced[step.path]))
        for old, records in renamed:
            traced.setdefault(old, set()).update(records)


def _carries_on(step: Step, traced: Names) -> bool:
    return step.status == RENAMED and step.path in traced and is_same_record(step.old_path, step.path, step.similarity)


def _look_elsewhere(repo: Repo, found: Sequence[_Found]) -> tuple[list[tuple[_Found, RepoPath]], list[_Found]]:
    """Part what came in from outside the folders looked at, with its old name, from what was really added.

    `found` has children first. Beyond the commit that brought a record in, or that took an older file of its name
    elsewhere, that name and all before it are another's.
    """
    oids = list(dict.fromkeys(one.event.oid for one in found if one.event.parents))
    asked = {(one.event.oid, one.path) for one in found}
    came: dict[tuple[Oid, RepoPath], RepoPath] = {}
    went: set[tuple[Oid, RepoPath]] = set()
    for event in whole_events(repo, oids, _may_seek_copies(repo, len(oids))):
        for step in event.steps:
            if (event.oid, step.path) in asked and _is_source(repo, step):
                came[event.oid, step.path] = step.old_path
            if (event.oid, step.old_path) in asked and step.status == RENAMED and _is_source(repo, step):
                went.add((event.oid, step.old_path))
    moved, stayed = [], []
    ended: set[RepoPath] = set()
    for one in found:
        key = (one.event.oid, one.path)
        if one.record in ended:
            continue
        if key in (went if one.is_gone else came):
            ended.add(one.record)
            if not one.is_gone:
                moved.append((one, came[key]))
        elif not one.is_gone:
            stayed.append(one)
    return moved, stayed


def _is_source(repo: Repo, step: Step) -> bool:
    """Whether a file went on as the one that this step made."""
    if step.status == RENAMED:
        return is_same_record(step.old_path, step.path, step.similarity)
    if step.status != COPIED or stem_of(step.old_path) != stem_of(step.path):
        return False
    return not exists_at(repo, "HEAD", step.old_path)


def _may_seek_copies(repo: Repo, commits: int) -> bool:
    try:
        files = os.stat(repo.staging_file).st_size // _STAGED_BYTES
    except OSError:
        files = 0  # bare
    return files * commits <= _MOST_COMPARED


def _next_walks(
    moved: Sequence[tuple[_Found, RepoPath]], seen: set[tuple[str, str, str]]
) -> Iterator[tuple[tuple[str, ...], Names]]:
    """One walk for each commit that moved records in, from its parents."""
    walks: dict[tuple[str, ...], Names] = {}
    for one, old in moved:
        key = (one.record, old, one.event.oid)
        if key not in seen:
            seen.add(key)
            walks.setdefault(one.event.parents, {}).setdefault(old, set()).add(one.record)
    yield from walks.items()


def _origin(found: _Found) -> Origin:
    event = found.event
    return Origin(event.oid, event.date, event.author, event.subject, found.path)


def _is_template(stem: str) -> bool:
    """Whether a name says "template", and nothing that a decision could be about."""
    words = _words(stem)
    return not words.isdisjoint(_TEMPLATES) and words <= _TEMPLATES | _OF_TEMPLATES


def _words(stem: str) -> set[str]:
    """The words of a file's name, without numbers and what every record is called."""
    words = "".join(char if char.isalnum() else " " for char in stem.casefold()).split()
    return {word for word in words if not word.isdigit() and word not in ("adr", "adrs", "rfc", "the", "a", "of")}
