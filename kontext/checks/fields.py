"""What a record says about itself: title, kind, status, date, length, and files that cannot be read.

Owns these rules. Must not know other records.
"""

from __future__ import annotations

import re

from kontext.checks.findings import error, warning
from kontext.globs import compile_globs
from kontext.store import claims
from kontext.store.active import CORE, is_active
from kontext.store.dates import find_date
from kontext.store.kinds import DECISION, FOLDERS, find_kind
from kontext.store.parse import LARGEST, TOO_LARGE, front_matter_problem
from kontext.store.places import STORE
from kontext.store.words import NOTHING, fold
from kontext.text import file_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kontext.checks.findings import Found
    from kontext.checks.knowledge import Knowledge
    from kontext.checks.source import Source
    from kontext.git.repo import Repo
    from kontext.model import RepoPath
    from kontext.store.parse import NotARecord

NO_TITLE = "no title"  # as the reader of records says it
_TEMPLATE = "a template"
_DATES = ("date", "created")
_MOST_RENAMES = 50  # patterns that history is asked about
_ESCAPED = re.compile(r"\\(.)")


def unreadable(knowledge: Knowledge) -> Iterator[Found]:
    """Yield what cannot be read: a file of the store that is no record, front matter that is no YAML."""
    for problem in knowledge.problems:
        place = knowledge.judge.place(problem.path)
        reason = _plain(problem.message, problem.path)
        trouble = _front_matter_trouble(knowledge, problem.path) if reason == NO_TITLE else None
        if trouble is not None:
            remedy = "correct its front matter"
            yield error("unparsable", problem.path, trouble.line, _plain(trouble.reason, problem.path), remedy)
        elif reason == NO_TITLE:
            remedy = "give it a title: a line '# Title', or the key title"
            yield error("missing-title", problem.path, problem.line, "a record without a title", remedy)
        elif reason == TOO_LARGE:
            message = f"{reason}: more than {LARGEST:,} characters are not read"
            remedy = "keep what was decided and why, move the rest to another file"
            yield error("too-large", problem.path, 1, message, remedy)
        elif place is None or place.threshold != STORE:
            remedy = "correct it: what cannot be read is taken line by line, and may be missed"
            yield warning("front-matter", problem.path, problem.line, reason, remedy)
        elif not reason.startswith(_TEMPLATE):
            remedy = "correct it, or move the file out of the folder of records"
            yield error("unparsable", problem.path, problem.line, reason, remedy)


def encoding(knowledge: Knowledge) -> Iterator[Found]:
    """Yield records that are not UTF-8: what cannot be read of them is replaced."""
    for path, line, why in knowledge.encodings:
        yield warning("encoding", path, line, f"not UTF-8: {why}", "save it as UTF-8")


def kind(knowledge: Knowledge) -> Iterator[Found]:
    """Yield kinds that nobody knows. Outside the store `type` means many things, so only `kind` counts there."""
    for source in knowledge.sources:
        found = source.front("kind")
        if found is None or found[1] is None or not (source.in_store or fold(found[0]) == "kind"):
            continue
        word = str(found[1])
        if not find_kind(word, knowledge.kinds):
            known = ", ".join((*FOLDERS, *knowledge.kinds))
            yield error("unknown-kind", source.path, source.line("kind"), f"unknown kind '{word}'", f"one of: {known}")


def status(knowledge: Knowledge) -> Iterator[Found]:
    """Yield decisions without a status, and statuses that are none of the known words."""
    words = ", ".join(CORE)
    for source in _readable(knowledge):
        said = source.entry.status
        if not said and source.entry.kind == DECISION:
            remedy = f"state one: {words}"
            yield warning("no-status", source.path, source.line("status"), "a decision without a status", remedy)
        elif said and said not in CORE:
            remedy = f"one of: {words}"
            yield warning("unknown-status", source.path, source.line("status"), f"unknown status '{said}'", remedy)


def date(knowledge: Knowledge) -> Iterator[Found]:
    """Yield decisions without a date, and dates that cannot be read as one."""
    for source in _readable(knowledge):
        bad = [
            claim
            for claim in source.claims
            if claim.field in _DATES and claim.where <= claims.SECTION and _is_no_date(claim.value)
        ]
        if bad:
            said = " ".join(bad[0].value.split())[:40]
            line = source.page.first + bad[0].line if bad[0].line >= 0 else source.line(bad[0].field)
            yield warning("malformed-date", source.path, line, f"'{said}' is no date", "write it as 2026-09-28")
        elif not source.entry.date and source.entry.kind == DECISION:
            remedy = "state when it was decided, as 2026-09-28"
            yield warning("no-date", source.path, source.line("date"), "a decision without a date", remedy)


def length(knowledge: Knowledge) -> Iterator[Found]:
    """Yield bodies over the configured number of lines."""
    for source in knowledge.sources:
        lines = source.entry.body.count("\n") + 1
        if lines > knowledge.longest:
            message = f"{lines} lines, more than {knowledge.longest}"
            remedy = "keep what was decided and why, move the rest to a doc (store.max_body_lines sets the bound)"
            yield warning("too-long", source.path, source.page.first + knowledge.longest, message, remedy)


def governed_paths(knowledge: Knowledge) -> Iterator[Found]:
    """Yield patterns of records in force that no file matches, and that name no file by an earlier name."""
    asked = 0
    for source in _readable(knowledge):
        if not is_active(source.entry.status) or source.entry.superseded_by:
            continue
        for pattern in source.entry.paths:
            globs = compile_globs((pattern,))
            if pattern in knowledge.tree.every or any(map(globs.matches, knowledge.tree.every)):
                continue
            is_judged = knowledge.tree.changed is None or source.path in knowledge.tree.changed
            if is_judged and asked < _MOST_RENAMES and (name := _plain_path(pattern)):
                asked += 1
                if _is_renamed(knowledge.repo, name):
                    continue
            message = f"no file matches '{pattern}'"
            remedy = "name the files it governs today, or leave the pattern out"
            yield warning("no-such-path", source.path, source.line("paths"), message, remedy)


def _plain_path(pattern: str) -> RepoPath:
    """The file or folder that a pattern names, "" for one that matches by its letters."""
    path = pattern.removesuffix("**").strip("/")
    bare = _ESCAPED.sub("", path)
    return "" if any(sign in bare for sign in "*?[{\\") else _ESCAPED.sub(r"\1", path)


def _is_renamed(repo: Repo, path: RepoPath) -> bool:
    """Whether what had this name once has another one now: a record governs it under both."""
    from kontext.git.renames import renamed_to

    found = renamed_to(repo, path) if repo.head else None
    return found is not None and bool(found[0])


def _readable(knowledge: Knowledge) -> Iterator[Source]:
    """The records whose files say what they mean to say: of others nothing is missing for certain."""
    broken = {problem.path for problem in knowledge.problems}
    return (source for source in knowledge.sources if source.path not in broken)


def _front_matter_trouble(knowledge: Knowledge, path: RepoPath) -> NotARecord | None:
    raw = knowledge.tree.read(path)
    return front_matter_problem(path, file_text(raw)) if raw else None


def _plain(reason: str, path: RepoPath) -> str:
    """A reason without the file and line it may start with: a finding has them anyway."""
    rest = reason.removeprefix(f"{path}:")
    return rest.lstrip("0123456789").removeprefix(": ") if rest != reason else reason


def _is_no_date(value: str) -> bool:
    """Whether a value says something, and that is no date."""
    return bool(fold(value)) and fold(value) not in NOTHING and not find_date(value)
