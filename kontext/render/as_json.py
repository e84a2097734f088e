"""Answers as JSON, for programs and agents.

Owns the names of the keys and their order; they are only ever added to, and `SCHEMA` grows when one changes its
meaning. Must not know who asked. The text is always valid UTF-8: undecodable bytes become U+FFFD, and what they were
stands beside.
"""

from __future__ import annotations

import json

from kontext.render.cells import is_valid, raw, valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.model import Entry, Hit, Note, SearchResult, Snapshot, Trailer
    from kontext.why.answer import CommitDetail, Decision, Earlier, Link, Origin, Past, Seen, Why

    Json = dict[str, object]

# 1: first version
SCHEMA = 1


def dump(value: Json) -> str:
    """Return one line of JSON, ending in a newline."""
    text = json.dumps(value, ensure_ascii=False)
    if not is_valid(text):
        text = valid(json.dumps(with_bytes(value), ensure_ascii=False))
    return text + "\n"


def with_bytes(value: object) -> object:
    """Return a value of JSON in which every text with undecodable bytes has them beside it, in base64.

    A name or message may be in any encoding, and U+FFFD is the same for all bytes: under the key and `_bytes` stands
    what Git has. Of a list of texts all are there.
    """
    if isinstance(value, list):
        return [with_bytes(one) for one in value]
    if not isinstance(value, dict):
        return value
    made: Json = {}
    for key, one in value.items():
        made[key] = with_bytes(one)
        if isinstance(one, str) and not is_valid(one):
            made[f"{key}_bytes"] = _base64(one)
        elif isinstance(one, list) and any(isinstance(text, str) and not is_valid(text) for text in one):
            made[f"{key}_bytes"] = [_base64(text) for text in one]
    return made


def _base64(text: str) -> str:
    from binascii import b2a_base64

    return b2a_base64(raw(text), newline=False).decode("ascii")


def why_json(why: Why) -> str:
    """Return the answer of `git why` as one line of JSON."""
    return dump(why_object(why))


def why_object(why: Why) -> Json:
    """Return the answer of `git why` as the object that JSON and agents get."""
    target = why.target
    answer: Json = {
        "schema": SCHEMA,
        "target": {
            "kind": target.kind,
            "path": target.path,
            "first": target.first,
            "last": target.last,
            "rev": target.rev,
            "text": target.text,
        },
        "verdict": {"text": why.verdict.text, "source": why.verdict.source, "score": why.verdict.score},
        "lines": [*map(_origin, why.lines), *map(_seen, why.seen)],
        "lineage": [_earlier(one) for one in why.lineage],
        "decisions": [_decision(one) for one in why.decisions],
        "module": _decision(why.module) if why.module else None,
        "history": [_past(one) for one in why.history],
        "findings": [
            {"oid": one.oid, "level": one.level, "rule": one.rule, "message": one.message} for one in why.findings
        ],
        "adapters": list(why.adapters),
        "notes": list(why.notes),
        "incomplete": list(why.incomplete),
        "snapshot": _snapshot(why.snapshot),
    }
    return answer | _of_kind(why)


def search_json(result: SearchResult) -> str:
    """Return a ranked list as one line of JSON."""
    return dump(search_object(result))


def search_object(result: SearchResult) -> Json:
    """Return a ranked list as the object that JSON and agents get."""
    return {
        "schema": SCHEMA,
        "query": result.query,
        "hits": [_hit(hit) for hit in result.hits],
        "notes": list(result.notes),
        "incomplete": list(result.incomplete),
        "snapshot": _snapshot(result.snapshot),
    }


def _of_kind(why: Why) -> Json:
    """The keys that only answers for one kind of target have."""
    kind = why.target.kind
    if kind == "commit":
        return {"commit": _commit(why.commit) if why.commit else None}
    if kind == "entry":
        entry = _decision(why.entry) | (_record(why.record) if why.record else {}) if why.entry else None
        return {"entry": entry, "commits": [_past(one) for one in why.commits]}
    if kind == "topic":
        return {"hits": [_hit(hit) for hit in why.hits]}
    if kind == "range":
        return {"commits": [_past(one) for one in why.commits]}
    return {}


def _base(one: Origin | Seen | Earlier | Past | CommitDetail) -> Json:
    return {"oid": one.oid, "date": one.date, "author": one.author, "subject": one.subject}


def _origin(one: Origin) -> Json:
    return _base(one) | {
        "role": "origin",
        "reason": one.reason,
        "merge": one.merge,
        "patch": one.patch,
        "trailers": _trailers(one.trailers),
        "links": _links(one.links),
        "spans": [{"first": span.first, "last": span.last} for span in one.spans],
        "boundary": one.boundary,
        "path": one.path,
        "seen_through": list(one.seen_through),
        "signals": _signals(one),
        "git_notes": _git_notes(one.git_notes),
    }


def _seen(one: Seen) -> Json:
    return _base(one) | {"role": "seen_through", "why": one.why}


def _earlier(one: Earlier) -> Json:
    return _base(one) | {"reason": one.reason, "signals": _signals(one), "code": one.code, "patch": one.patch}


def _past(one: Past) -> Json:
    return _base(one) | {"score": one.score, "signals": _signals(one), "latest": one.latest}


def _commit(one: CommitDetail) -> Json:
    return _base(one) | {
        "body": one.body,
        "trailers": _trailers(one.trailers),
        "files": [{"status": status, "path": path} for status, path in one.files],
        "now_at": [{"path": old, "now": new} for old, new in one.now_at],
        "links": _links(one.links),
        "git_notes": _git_notes(one.git_notes),
    }


def _git_notes(noted: Iterable[Note]) -> list[Json]:
    return [{"ref": note.ref, "text": note.text} for note in noted]


def _decision(one: Decision) -> Json:
    return {
        "id": one.id,
        "kind": one.kind,
        "title": one.title,
        "status": one.status,
        "live": one.live,
        "stale": one.stale,
        "date": one.date,
        "path": one.path,
        "because": one.because,
        "summary": one.summary,
    }


def _record(entry: Entry) -> Json:
    return {
        "number": entry.number,
        "status_text": entry.status_text,
        "authors": list(entry.authors),
        "supersedes": list(entry.supersedes),
        "superseded_by": list(entry.superseded_by),
        "paths": list(entry.paths),
        "tags": list(entry.tags),
    }


def _hit(hit: Hit) -> Json:
    return {
        "uri": hit.uri,
        "kind": hit.kind,
        "title": hit.title,
        "snippet": hit.snippet,
        "score": hit.score,
        "source": hit.source,
        "path": hit.path,
        "oid": hit.oid,
        "date": hit.date,
        "author": hit.author,
        "status": hit.status,
        "live": hit.live,
        "contributions": [
            {"source": one.source, "rank": one.rank, "weight": one.weight, "amount": one.amount, "score": one.score}
            for one in hit.contributions
        ],
        "terms": [{"name": name, "score": score} for name, score in hit.terms],
    }


def _snapshot(snapshot: Snapshot) -> Json:
    return {"head": snapshot.head, "indexed": snapshot.indexed}


def _trailers(trailers: Iterable[Trailer]) -> list[Json]:
    return [{"token": one.token, "value": one.value} for one in trailers]


def _links(links: Iterable[Link]) -> list[Json]:
    return [{"text": one.text, "url": one.url} for one in links]


def _signals(one: Origin | Earlier | Past) -> list[Json]:
    return [{"name": signal.name, "weight": signal.weight} for signal in one.signals]
