r"""Answers as stable lines, for scripts: `--porcelain`, documented in the man pages.

Owns the format. A record is a keyword and its fields; a keyword never changes the number, order or meaning of its
fields, and new facts get new keywords, so a reader skips what it does not know. As lines, fields are separated by
a TAB and `\`, TAB, CR and LF inside one are escaped; with `nul` every field ends in NUL and nothing is escaped.
Must not colour, cut or translate anything.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kontext.model import Hit, Note, SearchResult, Signal
    from kontext.why.answer import CommitDetail, Decision, Origin, Past, Why

    Field = str | int | float | bool

# keyword -> names of its fields, as the man pages list them
FIELDS = {
    "target": "kind path first last rev text",
    "verdict": "source score text",
    "code": "line text",
    "origin": "oid date author subject",
    "reason": "text",
    "trailer": "token value",
    "link": "text url",
    "span": "first last",
    "boundary": "",
    "git-note": "ref text",
    "signal": "name weight",
    "seen": "oid date author subject why",
    "earlier": "oid date author subject",
    "decision": "id kind status live stale date path because title",
    "module": "id kind status live stale date path because title",
    "entry": "id kind status live stale date path because title",
    "history": "oid date author subject score latest",
    "commit": "oid date author subject",
    "body": "text",
    "file": "status path",
    "now": "path now",
    "hit": "rank score kind uri path oid date status live source title",
    "contribution": "source rank weight amount score",
    "finding": "oid level rule message",
    "adapter": "text",
    "note": "text",
    "incomplete": "text",
    "snapshot": "head indexed",
    "end": "",
}

_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def why_porcelain(why: Why, nul: bool = False) -> str:
    """Return the records of one answer of `git why`; `end` closes it."""
    return join_records(_why(why), nul)


def search_porcelain(result: SearchResult, nul: bool = False) -> str:
    """Return the records of a ranked list; `end` closes it."""
    return join_records(_search(result), nul)


def join_records(records: Iterable[tuple[Field, ...]], nul: bool) -> str:
    """Return records as text: TAB between fields and a newline behind, or with `nul` a NUL behind each field."""
    if nul:
        return "".join(f"{_text(field)}\0" for record in records for field in record)
    return "".join("\t".join(_text(field).translate(_ESCAPES) for field in record) + "\n" for record in records)


def _text(field: Field) -> str:
    if isinstance(field, bool):
        return "1" if field else "0"
    return f"{field:.6g}" if isinstance(field, float) else str(field)


def _why(why: Why) -> Iterator[tuple[Field, ...]]:
    target = why.target
    yield "target", target.kind, target.path, target.first, target.last, target.rev, target.text
    yield "verdict", why.verdict.source, why.verdict.score, why.verdict.text
    for line, text in why.code:
        yield "code", line, text
    for origin in why.lines:
        yield from _origin(origin)
    for seen in why.seen:
        yield "seen", seen.oid, seen.date, seen.author, seen.subject, seen.why
    for earlier in why.lineage:
        yield "earlier", earlier.oid, earlier.date, earlier.author, earlier.subject
        yield from _reason(earlier.reason)
        yield from _signals(earlier.signals)
    for decision in why.decisions:
        yield _decision("decision", decision)
    if why.module:
        yield _decision("module", why.module)
    if why.entry:
        yield _decision("entry", why.entry)
    if why.commit:
        yield from _commit(why.commit)
    for past in (*why.commits, *why.history):
        yield from _past(past)
    yield from _hits(why.hits)
    for one in why.findings:
        yield "finding", one.oid, one.level, one.rule, one.message
    for adapter in why.adapters:
        yield "adapter", adapter
    yield from _tail(why)


def _search(result: SearchResult) -> Iterator[tuple[Field, ...]]:
    yield from _hits(result.hits)
    yield from _tail(result)


def _tail(answer: Why | SearchResult) -> Iterator[tuple[Field, ...]]:
    for note in answer.notes:
        yield "note", note
    for one in answer.incomplete:
        yield "incomplete", one
    yield "snapshot", answer.snapshot.head, answer.snapshot.indexed
    yield ("end",)


def _origin(origin: Origin) -> Iterator[tuple[Field, ...]]:
    yield "origin", origin.oid, origin.date, origin.author, origin.subject
    yield from _reason(origin.reason)
    for trailer in origin.trailers:
        yield "trailer", trailer.token, trailer.value
    for one in origin.links:
        yield "link", one.text, one.url
    for span in origin.spans:
        yield "span", span.first, span.last
    if origin.boundary:
        yield ("boundary",)
    yield from _git_notes(origin.git_notes)
    yield from _signals(origin.signals)


def _past(past: Past) -> Iterator[tuple[Field, ...]]:
    yield "history", past.oid, past.date, past.author, past.subject, past.score, past.latest
    yield from _signals(past.signals)


def _commit(detail: CommitDetail) -> Iterator[tuple[Field, ...]]:
    yield "commit", detail.oid, detail.date, detail.author, detail.subject
    for line in detail.body.splitlines():
        yield "body", line
    for trailer in detail.trailers:
        yield "trailer", trailer.token, trailer.value
    for one in detail.links:
        yield "link", one.text, one.url
    yield from _git_notes(detail.git_notes)
    for status, path in detail.files:
        yield "file", status, path
    for old, new in detail.now_at:
        yield "now", old, new


def _git_notes(noted: Iterable[Note]) -> Iterator[tuple[Field, ...]]:
    for note in noted:
        yield "git-note", note.ref, note.text


def _decision(keyword: str, one: Decision) -> tuple[Field, ...]:
    return (
        keyword,
        one.id,
        one.kind,
        one.status,
        one.live,
        one.stale,
        one.date,
        one.path,
        one.because,
        one.title,
    )


def _hits(hits: Iterable[Hit]) -> Iterator[tuple[Field, ...]]:
    for rank, hit in enumerate(hits, 1):
        yield (
            "hit",
            rank,
            hit.score,
            hit.kind,
            hit.uri,
            hit.path,
            hit.oid,
            hit.date,
            hit.status,
            hit.live,
            hit.source,
            hit.title,
        )
        for one in hit.contributions:
            yield "contribution", one.source, one.rank, one.weight, one.amount, one.score


def _reason(text: str) -> Iterator[tuple[Field, ...]]:
    if text:
        yield "reason", text


def _signals(signals: Iterable[Signal]) -> Iterator[tuple[Field, ...]]:
    for signal in signals:
        yield "signal", signal.name, signal.weight
