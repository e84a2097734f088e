"""What each tool answers: the object that its command prints with `--json`, and the same for reading.

Owns the way from arguments to a service and its renderers, one function a tool, and what to ask next. Must not know
the protocol, nor how what is ours is kept apart from what is quoted (framing.py).
"""

from __future__ import annotations

import json

from kontext.brief import brief_of
from kontext.capture.request import Request
from kontext.capture.work_tree import completed, read_work_tree, write_record
from kontext.checks.entries import check_entries
from kontext.checks.ranges import check_range
from kontext.documents import entry_from_extra
from kontext.errors import UsageError
from kontext.git.tree import staged_paths
from kontext.mcp_server.bounds import bytes_of
from kontext.mcp_server.framing import Fitted, Words, fit, framed
from kontext.mcp_server.hints import as_calls
from kontext.reading import read
from kontext.records import Record
from kontext.render.as_json import dump, search_object, why_object
from kontext.render.brief import brief_object, render_brief
from kontext.render.capture import captured_object
from kontext.render.cells import flat
from kontext.render.check_json import findings_object
from kontext.render.check_text import count_of, render_findings
from kontext.render.log_json import log_object
from kontext.render.log_text import render_log
from kontext.render.reading import reading_object
from kontext.render.search_text import render_search
from kontext.render.style import ABBREVIATED, Style, person
from kontext.render.why_text import render_why
from kontext.search import SearchOptions, search
from kontext.timeline import TimelineRequest, build_timeline
from kontext.timeline.filters import is_in_force
from kontext.why import Request as Question
from kontext.why import explain
from kontext.why.target import Place, repo_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kontext.mcp_server.framing import Answer, Shown
    from kontext.model import Finding, RepoPath
    from kontext.refresh import Session
    from kontext.why.answer import Why

    Given = dict[str, Any]

_PLAIN = Style()
# The parts of an answer of `git why` that may be long, those that can be spared first.
_SPARED = ("history", "commits", "lineage", "hits", "lines", "decisions")
_ALIKE = 5  # findings of one rule about one file, where there are many
_MANY = 50


class Now(Record):
    """When a question is asked: seconds since the epoch, and the day where the server runs."""

    seconds: int
    day: str


def answer_search(session: Session, given: Given, now: Now) -> Answer:
    """The best hits for a query."""
    options = SearchOptions(now.seconds, given["limit"], given["kinds"], given["sources"])
    result = search(session, given["query"], options)

    def shown(kept: int) -> Shown:
        some = result._replace(hits=result.hits[:kept])
        return search_object(some), lambda: render_search(some._replace(notes=(), incomplete=()), _PLAIN)

    fitted = fit(len(result.hits), shown, bytes_of(given["budget_tokens"]))
    words = Words(more="budget_tokens bounds them", notes=result.notes, incomplete=result.incomplete)
    return framed(session.repo.top, fitted, len(result.hits) - fitted.kept, words)


def answer_why(session: Session, given: Given, now: Now) -> Answer:
    """Why something is as it is."""
    why = explain(session, Question((given["target"],), now.seconds, limit=given["limit"]))[0]

    def shown(kept: int) -> Shown:
        some = _first_parts(why, kept)
        return why_object(some), lambda: render_why(some._replace(notes=(), incomplete=()), _PLAIN, advises=False)

    count = sum(len(getattr(why, name)) for name in _SPARED)
    fitted = fit(count, shown)
    older = max(0, why.history_total - len(why.history or why.commits))
    more = "commits of the history, by limit" if older else ""
    words = Words(more=more, notes=why.notes, incomplete=why.incomplete, calls=_after_why(why))
    return framed(session.repo.top, fitted, count - fitted.kept + older, words)


def answer_log(session: Session, given: Given, now: Now) -> Answer:
    """The timeline of records."""
    paths = _paths(session, given["paths"])
    request = TimelineRequest(
        now.seconds, kinds=given["kind"], everything=given["all"], limit=given["limit"], paths=paths
    )
    timeline = build_timeline(session, request)

    def shown(kept: int) -> Shown:
        some = timeline._replace(rows=timeline.rows[:kept])
        bare = some._replace(hidden=0, omitted=0, notes=())
        return log_object(some), lambda: render_log(bare, _PLAIN, with_paths=True)

    fitted = fit(len(timeline.rows), shown)
    lines = [f"{timeline.hidden} no longer in force: ctx_log all=true"] if timeline.hidden else []
    calls = () if timeline.rows or not paths else _elsewhere(session)
    more = f"ctx_log limit={len(timeline.rows) + timeline.omitted}" if timeline.omitted else ""
    left_out = len(timeline.rows) - fitted.kept + timeline.omitted
    return framed(session.repo.top, fitted, left_out, Words(tuple(lines), more, timeline.notes, calls=calls))


def answer_read(session: Session, given: Given, now: Now) -> Answer:
    """What stands behind an address."""
    reading = read(session, given["uri"], given["level"])

    def shown(kept: int) -> Shown:
        some = reading._replace(text=reading.text[:kept], omitted=reading.omitted + len(reading.text) - kept)
        facts = (some.kind, flat(some.title), some.date, flat(person(some.author)))
        return reading_object(some), lambda: f"{' · '.join(filter(None, facts))}\n\n{some.text}\n"

    fitted = fit(len(reading.text), shown, within=False)
    omitted = reading.omitted + len(reading.text) - fitted.kept
    deeper = reading.level < 2 and f"characters: ctx_read uri={given['uri']} level=2"
    draft = ("draft: no record until the user, not you, runs kontext promote",)
    return framed(session.repo.top, fitted, omitted, Words(draft if reading.draft else (), deeper or "characters"))


def answer_brief(session: Session, given: Given, now: Now) -> Answer:
    """What one must know before changing some paths."""
    brief = brief_of(session, _paths(session, given["focus"]), given["budget_tokens"])

    def shown(kept: int) -> Shown:
        items, commits = brief.items[:kept], brief.commits[: max(0, kept - len(brief.items))]
        left_out = len(brief.items) + len(brief.commits) - len(items) - len(commits)
        some = brief._replace(items=items, commits=commits, truncated=brief.truncated + left_out)
        bare = some._replace(truncated=0, notes=(), incomplete=())
        return brief_object(some), lambda: render_brief(bare, _PLAIN, advises=False)

    count = len(brief.items) + len(brief.commits)
    fitted = fit(count, shown)
    calls = () if brief.items or (brief.truncated and not brief.commits) else _elsewhere(session)
    words = Words(more="budget_tokens bounds them", notes=brief.notes, incomplete=brief.incomplete, calls=calls)
    return framed(session.repo.top, fitted, count - fitted.kept + brief.truncated, words)


def answer_check(session: Session, given: Given, now: Now) -> Answer:
    """What the checks say."""
    span, repo = given["range"], session.repo
    if span and given["staged"]:
        raise UsageError("'staged' and 'range' exclude each other", "ask for one, then for the other")
    if given["staged"] and repo.is_bare:
        raise UsageError("nothing is staged in a bare repository", "leave 'staged' out: what HEAD holds is judged")
    if span:
        findings, count = check_range(repo, span, session.config)
        judged = _counted(count, "commit")
    else:
        findings = check_entries(repo, session.config, staged=given["staged"])
        judged = _counted(session.ask(lambda: len(session.text().knowledge())), "record")
        if given["staged"]:
            judged = f"{_counted(len(staged_paths(repo)), 'staged file')}, {judged}"
    some = _varied(findings)

    def shown(kept: int) -> Shown:
        counts = {name: findings_object(findings)[name] for name in ("errors", "warnings")}
        told = [one._replace(remedy=as_calls(one.remedy)) for one in some[:kept]]
        return findings_object(some[:kept]) | counts, lambda: render_findings(told, _PLAIN, counts=False)

    fitted = fit(len(some), shown)
    said = f"judged: {judged}: {count_of(findings) or 'no findings'}"
    return framed(repo.top, fitted, len(findings) - fitted.kept, Words((said,)))


def answer_capture(session: Session, given: Given, now: Now) -> Answer:
    """Write a record or a draft of it."""
    tree = read_work_tree(session.repo, session.config)
    request = Request(
        "",
        given["title"],
        now.day,
        body=given["body"].strip("\n"),
        status=given["status"],
        paths=given["paths"],
        tags=given["tags"],
        supersedes=given["supersedes"],
        summary=given["summary"],
    )
    request = completed(tree, given["kind"], request)
    done = write_record(tree, request, draft=given["draft"], today=now.day)
    if done.is_draft:
        lines = (
            f"draft: {done.path}",
            f"It is no record until the user, not you, says: kontext promote {done.id}",
        )
        calls = (f"ctx_read uri=kx:{done.id} shows it",)
    else:
        lines = (f"staged: {done.path}", done.trailer and f"trailer of the commit that carries it out: {done.trailer}")
        calls = ("ctx_check staged=true",)
    fitted = Fitted(json.loads(dump(captured_object(done))), "", 1, 0)
    return framed(session.repo.top, fitted, 0, Words(tuple(filter(None, lines)), notes=done.notes, calls=calls))


def _first_parts(why: Why, kept: int) -> Why:
    """An answer with so many items of its long parts; those that can be spared give theirs up first."""
    parts = {}
    for name in reversed(_SPARED):
        parts[name] = getattr(why, name)[:kept]
        kept -= len(parts[name])
    return why._replace(**parts)


def _after_why(why: Why) -> tuple[str, ...]:
    """What to ask next: where the reason stands in full, or how to record one."""
    source = why.verdict.source.removeprefix("git:").removeprefix("note:")
    if source.startswith("kx:"):
        return (f"ctx_read uri={source} for the whole record",)
    if why.entry:
        return (f"ctx_read uri=kx:{why.entry.id} for the whole record",)
    if why.commit:
        return (f"ctx_read uri=git:{why.commit.oid[:ABBREVIATED]} level=2 for its diff",)
    oid = source if source and ":" not in source else why.lines[0].oid if why.lines else ""
    calls = [f"ctx_read uri=git:{oid[:ABBREVIATED]} for the whole message"] if oid else []
    if why.target.kind == "lines" and not (source or why.decisions):
        calls.append(f"ctx_capture paths={why.target.path} where the user knows the reason")
    return tuple(calls)


def _elsewhere(session: Session) -> tuple[str, ...]:
    """Where to look when nothing governs what was asked about."""
    entries = session.ask(lambda: [entry_from_extra(head.extra) for head in session.text().knowledge()])
    count = sum(map(is_in_force, entries))
    if not count:
        return ()
    return (f"this repository has {_counted(count, 'record')} in force: ctx_log kind=all, or ctx_search by words",)


def _varied(findings: Sequence[Finding]) -> Sequence[Finding]:
    """The findings; of very many, a few of each rule and file, so that one file hides no other."""
    if len(findings) <= _MANY:
        return findings
    seen: dict[tuple[str, str, str], int] = {}
    some = []
    for one in findings:
        alike = one.rule, one.path, one.oid
        seen[alike] = seen.get(alike, 0) + 1
        if seen[alike] <= _ALIKE:
            some.append(one)
    return some


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def _paths(session: Session, typed: Sequence[str]) -> tuple[RepoPath, ...]:
    place = Place(session.repo.top, session.repo.prefix)
    return tuple(repo_path(text, place) for text in typed)
