"""From the targets of a request to their answers.

Owns the choice of the kind of answer, and what all kinds have in common. Must not know how any of them is composed.
"""

from __future__ import annotations

from kontext.errors import PathProblem, UsageError
from kontext.git.renames import last_change
from kontext.git.repo import find_commit
from kontext.store.ids import find_entries_named
from kontext.why.ground import Ground
from kontext.why.marks import findings_of
from kontext.why.path import explain_path, follow, is_there, is_untracked
from kontext.why.target import Place, Questions, Wanted, decide, decide_commit, decide_path, decide_ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kontext.model import RepoPath
    from kontext.refresh import Session
    from kontext.why.ahead import Ahead
    from kontext.why.answer import Why
    from kontext.why.request import Request


# Each kind brings its own modules along, lines a dozen: they are imported when they are asked about.


def _lines(ground: Ground, wanted: Wanted) -> Why:
    from kontext.why.lines import explain_lines

    return explain_lines(ground, wanted)


def _commit(ground: Ground, wanted: Wanted) -> Why:
    from kontext.why.commit import explain_commit

    return explain_commit(ground, wanted)


def _range(ground: Ground, wanted: Wanted) -> Why:
    from kontext.why.commit import explain_range

    return explain_range(ground, wanted)


def _entry(ground: Ground, wanted: Wanted) -> Why:
    from kontext.why.entry import explain_entry

    return explain_entry(ground, wanted)


def _topic(ground: Ground, wanted: Wanted) -> Why:
    from kontext.why.topic import explain_topic

    return explain_topic(ground, wanted)


_ANSWERS: dict[str, Callable[[Ground, Wanted], Why]] = {
    "lines": _lines,
    "path": explain_path,
    "commit": _commit,
    "range": _range,
    "entry": _entry,
    "topic": _topic,
}


def answer(session: Session, request: Request, ahead: Ahead | None) -> list[Why]:
    """Answer every target of a request; see `kontext.why.explain`."""
    if not request.texts:
        raise UsageError("nothing to explain", "name a file, FILE:LINE, a commit, a decision or a topic")
    if request.ranges and len(request.texts) != 1:
        raise UsageError("-L goes with exactly one path", "git why -L 10,20 PATH")
    return session.ask(lambda: [_explain_one(session, request, text, ahead) for text in request.texts])


def _explain_one(session: Session, request: Request, text: str, ahead: Ahead | None) -> Why:
    ground = Ground(session, request, ahead)
    if request.rev and find_commit(session.repo, request.rev) is None:
        from kontext.errors import UnknownRevision

        raise UnknownRevision(request.rev)
    wanted = _as_spelled(ground, _decide(ground, text))
    if wanted.also:
        ground.say(f"'{text}' is also a {wanted.also}: --commit asks about that")
    if wanted.kind == "lines" and not is_there(ground, wanted.path):
        path, _ = follow(ground, wanted.path)
        if not path:
            raise PathProblem("\n".join(ground.notes), f"git why {wanted.path} shows its history", wanted.path)
        wanted = wanted._replace(path=path)
    why = _ANSWERS[wanted.kind](ground, wanted)
    findings = findings_of(ground, why)
    snapshot = ground.snapshot()  # opens the index where nothing has: what there is to say about it comes after
    return why._replace(
        findings=findings,
        notes=(*session.notes, *(note for note in ground.notes if note not in session.notes)),
        incomplete=tuple(dict.fromkeys(ground.incomplete)),
        snapshot=snapshot,
    )


def _as_spelled(ground: Ground, wanted: Wanted) -> Wanted:
    """The path as Git has it, where only its letters are composed in another way (as some systems and editors do)."""
    twin = _twin(ground, wanted.path)
    if not twin:
        return wanted
    ground.say(f"{twin} is spelled in another Unicode form in Git than as asked; asking there")
    return wanted._replace(path=twin)


def _twin(ground: Ground, path: RepoPath) -> RepoPath:
    """The name of a file that differs from a path, which is none, in its Unicode form alone; "" when there is none."""
    if path.isascii() or is_there(ground, path) or is_untracked(ground, path):
        return ""
    from unicodedata import normalize

    forms = (normalize("NFC", path), normalize("NFD", path))
    return next((form for form in forms if form != path and is_there(ground, form)), "")


def _decide(ground: Ground, text: str) -> Wanted:
    """What the text means; the options --, -L and --commit force a meaning."""
    request, repo = ground.request, ground.repo
    place = Place(repo.top, repo.prefix)
    if request.commits_only:
        return decide_commit(text)
    if request.ranges:
        return decide_ranges(list(request.ranges), text, place)
    if request.paths_only:
        return decide_path(text, place)
    rev = request.rev or "HEAD"

    def has_twin(path: RepoPath) -> bool:
        return _twin(ground, path) != ""

    return decide(
        text,
        place,
        Questions(
            is_path=lambda path: not path or is_there(ground, path) or is_untracked(ground, path) or has_twin(path),
            was_path=lambda path: bool(repo.head) and last_change(repo, path, rev) is not None,
            is_commit=lambda name: find_commit(repo, name) is not None,
            is_entry=lambda name: bool(find_entries_named(ground.entries(), name)),
            is_symbol=lambda name: False,
        ),
    )
