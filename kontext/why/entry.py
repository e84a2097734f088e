"""The answer for a decision record: what it says, what it replaced, the commits that carry it, the paths it governs.

Owns the composition. Must not know how records are written.
"""

from __future__ import annotations

import re

from kontext.git.messages import commits_with_tokens
from kontext.model import Query
from kontext.signals import score_commit
from kontext.store.governs import is_live
from kontext.store.ids import stem_of
from kontext.why.answer import Past, Target, Verdict, Why
from kontext.why.decisions import as_decision
from kontext.why.ground import RECORD_TOKENS
from kontext.why.history import history_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import Entry, Oid
    from kontext.why.answer import Decision
    from kontext.why.ground import Ground
    from kontext.why.target import Wanted

_SECONDS = 0.3  # that reading messages may take; the indexed ones are asked then
_VALUE = re.compile(rf"^(?:{'|'.join(RECORD_TOKENS)})[ \t]*:[ \t]*(\S.*?)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_CANDIDATES = 200  # commits whose words look as if they named the record, of each way to name it


def explain_entry(ground: Ground, wanted: Wanted) -> Why:
    """Answer for a record; raise EntryNotFound or DuplicateId."""
    entry = ground.entry(wanted.text.removeprefix("kx:"))
    past = history_of(ground, entry.path)
    return Why(
        target=Target("entry", wanted.text, entry.path),
        verdict=Verdict(entry.summary or entry.title, f"kx:{entry.id}"),
        entry=as_decision(ground, entry, ", ".join(entry.paths)),
        record=entry,
        decisions=tuple(_chain(ground, entry)),
        commits=tuple(_carrying(ground, entry)),
        history=past.chosen,
        history_total=past.total,
        history_more=past.more,
    )


def _chain(ground: Ground, entry: Entry) -> list[Decision]:
    """The whole chain of supersession: what is in force first, then backwards to what was replaced first."""
    after = _reached(ground, entry, "superseded_by")
    before = _reached(ground, entry, "supersedes")
    newest = sorted(after, key=lambda one: is_live(one), reverse=True)
    paths = {one.path for one in after}
    return [
        *(as_decision(ground, one, "replaces it") for one in newest),
        *(as_decision(ground, one, "replaced by it") for one in before if one.path not in paths),
    ]


def _reached(ground: Ground, entry: Entry, field: str) -> list[Entry]:
    """Every record that links of one direction lead to, nearest first; in a circle each once."""
    by_id = {one.id: one for one in ground.entries()}
    seen = {entry.id}
    queue = [entry]
    for one in queue:
        for name in getattr(one, field):
            if name in by_id and name not in seen:
                seen.add(name)
                queue.append(by_id[name])
    return queue[1:]


def _carrying(ground: Ground, entry: Entry) -> list[Past]:
    """Commits that name the record in a trailer or that it lists, newest first."""
    reader = ground.session.text()
    listed = {oid for prefix in entry.commits if len(prefix) >= 7 for oid in reader.with_prefix(prefix.lower(), 1)}
    commits = ground.commits(sorted(listed | _naming(ground, entry)))
    trailers = ground.trailers(commits.values())
    found = []
    for commit in sorted(commits.values(), key=lambda one: -one.committed):
        mine = trailers.get(commit.oid, ())
        named = (value for one in mine if one.token.lower() in RECORD_TOKENS for value in one.value.split(","))
        if commit.oid in listed or any(ground.named(value) == entry for value in named):
            score, signals = score_commit(commit.author, commit.subject, commit.body, mine)
            found.append(Past(commit.oid, commit.date, commit.author, commit.subject, score, signals))
    return found[: ground.limit]


def _naming(ground: Ground, entry: Entry) -> set[Oid]:
    """Commits with a line that names the record as a trailer would, in any of the ways it can be named."""
    answers: dict[str, bool] = {}
    found = set()
    try:
        for commit in commits_with_tokens(ground.repo, RECORD_TOKENS, timeout=_SECONDS):
            for value in _VALUE.findall(commit.body):
                if value not in answers:
                    answers[value] = any(ground.named(name) == entry for name in value.split(","))
                if answers[value]:
                    found.add(commit.oid)
    except TimeoutError:
        ground.incomplete.append("commits")
        ground.say("older commits were not searched for trailers that name the record")
        found |= {oid for phrase in _mentions(entry) for oid in _saying(ground, phrase)}
    return found


def _mentions(entry: Entry) -> list[str]:
    """What a trailer that names the record may say."""
    names = [entry.id, stem_of(entry.path)]
    if entry.number is not None:
        names += [str(entry.number), f"{entry.number:04d}"]
    return [f"{token} {name}" for token in dict.fromkeys(("decision", entry.kind)) for name in dict.fromkeys(names)]


def _saying(ground: Ground, phrase: str) -> list[Oid]:
    query = Query(phrase, phrases=(phrase,), kinds=("commit",))
    return [hit.oid for hit in ground.session.text().search(query, limit=_CANDIDATES).hits]
