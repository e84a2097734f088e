"""The answer of `git why` for people.

Owns the order of its parts and their layout: left edge = the thing itself, two spaces = its detail. Must not decide
what belongs to an answer.
"""

from __future__ import annotations

from kontext.render.cells import clean, fit, flat, pad, width, wrap
from kontext.render.detail_text import render_commit, render_entry, render_git_notes, render_range
from kontext.render.search_text import hit_lines, note_lines
from kontext.render.style import ABBREVIATED, Style, commit, day, paint, person
from kontext.signals import KNOWLEDGE_TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kontext.model import Finding, Signal, Trailer
    from kontext.why.answer import Decision, Origin, Past, Target, Verdict, Why

NAME = 18  # widest column of authors
MARGIN = 100  # prose never runs wider
SUPERSEDED = 12  # records that are listed before the others are counted
NOTHING = "No recorded reason."
_INDENT = " " * 11  # of what is said about a commit


def render_why(why: Why, style: Style, explain: bool = False, *, advises: bool = True) -> str:
    """Return the whole answer, ending in a newline; `advises` names the command that records a reason."""
    parts = [
        _head(why, style),
        _verdict(why, style, advises),
        _lines(why, style, explain),
        _earlier(why, style, explain),
        render_commit(why.commit, style) if why.commit else [],
        render_entry(why.entry, style) if why.entry else [],
        render_range(why.commits, why.history_total if why.target.kind == "range" else 0, style),
        hit_lines(why.hits, style, explain),
        _decisions(why.decisions, style, explain),
        _module(why.module, style),
        _history(why, style, explain),
        _findings(why.findings, style),
        _adapters(why.adapters, style),
        note_lines(why.notes, why.incomplete, style),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def render_oneline(why: Why, style: Style) -> str:
    """Return the verdict only, on one line that ends in a newline."""
    text = flat(why.verdict.text)
    source = _source(why.verdict, style)
    if source:
        return f"{text}  ({source})\n"
    if why.hits:
        return f"{flat(why.hits[0].title)}  ({clean(why.hits[0].uri)})\n"
    if why.commit:
        return f"{flat(why.commit.subject)}  ({commit(style, why.commit.oid)})\n"
    if why.commits:
        return f"{len(why.commits)} commits, the latest: {flat(why.commits[0].subject)}\n"
    return flat(f"{text or NOTHING} {_last_change(why)}") + "\n"


def where(target: Target) -> str:
    """Return a target as a user would type it."""
    if not target.path:
        return clean(target.text)
    lines = ""
    if target.first:
        lines = f":{target.first}" if target.last in (0, target.first) else f":{target.first}-{target.last}"
    at = f"  (at {target.rev})" if target.rev else ""
    return clean(target.path + lines + at)


def _head(why: Why, style: Style) -> list[str]:
    room = style.width - 4 if style.width else 0
    code = [text.expandtabs(4) for _, text in why.code]
    margin = min((len(text) - len(text.lstrip()) for text in code if text.strip()), default=0)
    return [
        paint(style, "heading", where(why.target)),
        *(("    " + fit(clean(text[margin:]), room)).rstrip() for text in code),
    ]


def _verdict(why: Why, style: Style, advises: bool) -> list[str]:
    verdict = why.verdict
    if not verdict.source:
        if why.target.kind != "lines":  # a path has no reason of its own: its answer is the lists
            return wrap(flat(verdict.text), _prose(style))
        rows = wrap(f"{flat(verdict.text) or NOTHING} {_last_change(why)}", _prose(style))
        newest = max(why.lines, key=lambda one: one.date[:19], default=None)
        if newest and newest.has_more and not newest.reason:
            rows.append(paint(style, "dim", f"Its whole message: kontext read git:{newest.oid[:ABBREVIATED]}"))
        is_cut = any(one.boundary for one in why.lines)
        is_done = why.decisions or why.target.rev or is_cut or not advises
        return rows if is_done else [*rows, _how_to_record(why.target)]
    backing = [f"from {_source(verdict, style)}"]
    backing += [
        f"decision {clean(one.id)} ({clean(one.status)})"
        for one in why.decisions[:1]
        if one.because == "trailer" and not verdict.source.startswith("kx:")
    ]
    return [*wrap(flat(verdict.text), _prose(style)), "  " + ", and ".join(backing)]


def _how_to_record(target: Target) -> str:
    """The command that writes a record about what nothing says a reason for."""
    import shlex

    return f"To record one: kontext capture --paths {shlex.quote(clean(target.path))}"


def _source(verdict: Verdict, style: Style) -> str:
    source = verdict.source.removeprefix("git:")
    if source.startswith("note:"):
        return f"note of {commit(style, source.removeprefix('note:'))}"
    if not source or ":" in source:
        return clean(source)
    return commit(style, source)


def _last_change(why: Why) -> str:
    changes: list[Origin | Past] = [*why.lines] or [*why.history]
    if not changes or any(one.boundary for one in why.lines):
        return ""
    newest = max(changes, key=lambda one: one.date[:19])
    return flat(f"Last changed by {newest.oid[:7]}, {newest.date[:10]}, {person(newest.author)}: {newest.subject}")


def _lines(why: Why, style: Style, explain: bool) -> list[str]:
    if not why.lines or (not why.verdict.source and not explain and _says_nothing_more(why.lines)):
        return []
    column = min(NAME, max(width(flat(person(one.author))) for one in why.lines))
    seen = {one.oid: one for one in why.seen}
    rows = [paint(style, "heading", "Lines")]
    several = len(why.lines) > 1
    for origin in why.lines:
        rows += _origin(origin, style, column, several)
        through = [seen[oid] for oid in origin.seen_through if oid in seen]
        if through:
            said = [f"{one.oid[:7]} {flat(one.subject)} ({one.why})" for one in through]
            rows += _detail(style, "seen through: " + ", ".join(said))
        if explain:
            rows += _signals(origin.signals, style)
    return rows


def _says_nothing_more(lines: tuple[Origin, ...]) -> bool:
    """True for one bare commit, which the verdict has named already."""
    first = lines[0]
    links = [one for one in first.links if one.url or one.text not in first.subject]
    knowledge = any(True for _ in _knowledge(first))
    told = first.reason or links or first.seen_through or first.boundary or knowledge or first.git_notes
    return len(lines) == 1 and not told


def _origin(origin: Origin, style: Style, column: int, several: bool) -> list[str]:
    marks = []
    if several and origin.spans:
        marks.append("line " + ", ".join(_span(span.first, span.last) for span in origin.spans[:4]))
    if origin.boundary:
        marks.append("history is cut off here")
    mark = "  " + "; ".join(marks) if marks else ""
    name = flat(person(origin.author))
    taken = 2 + 7 + 2 + 10 + 2 + column + 2 + len(mark)
    subject = fit(flat(origin.subject), max(24, style.width - taken) if style.width else 0)
    rows = [
        f"  {commit(style, origin.oid)}  {day(style, origin.date)}  {pad(fit(name, column), column)}  "
        f"{subject}{paint(style, 'dim', mark)}"
    ]
    if origin.reason and flat(origin.reason) != flat(origin.subject):
        rows += _detail(style, flat(origin.reason))
    for trailer in _knowledge(origin):
        rows += _detail(style, flat(f"{trailer.token}: {trailer.value}"))
    for one in origin.links:
        if one.url or one.text not in origin.subject:
            rows += _detail(style, flat(one.url or one.text))
    rows += render_git_notes(origin.git_notes, style, _INDENT)
    return rows + _patch(origin.patch, style)


def _patch(patch: str, style: Style) -> list[str]:
    """The lines of a hunk, below their commit."""
    slots = {"+": "live", "-": "warning"}
    return [
        " " * 11 + paint(style, slots.get(line[:1], "dim"), clean(line.expandtabs(4)))
        for line in patch.split("\n")
        if line
    ]


def _knowledge(origin: Origin) -> Iterator[Trailer]:
    """The trailers that say why; who signed off and reviewed is for `--json`."""
    return (trailer for trailer in origin.trailers if trailer.token.lower() in KNOWLEDGE_TOKENS)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _detail(style: Style, text: str) -> list[str]:
    return wrap(text, _prose(style), _INDENT)


def _prose(style: Style) -> int:
    return min(style.width or MARGIN, MARGIN)


def _signals(signals: tuple[Signal, ...], style: Style) -> list[str]:
    if not signals:
        return []
    total = sum(signal.weight for signal in signals)
    reasons = ", ".join(f"{signal.name} {signal.weight:+g}" for signal in signals)
    return [paint(style, "dim", line) for line in _detail(style, flat(f"score {total:g}: {reasons}"))]


def _earlier(why: Why, style: Style, explain: bool) -> list[str]:
    if not why.lineage:
        return []
    rows = [paint(style, "heading", "Earlier")]
    for one in why.lineage:
        subject = fit(flat(one.subject), style.width - 23 if style.width else 0)
        rows.append(f"  {commit(style, one.oid)}  {day(style, one.date)}  {subject}")
        if one.reason and flat(one.reason) != flat(one.subject):
            rows += _detail(style, flat(one.reason))
        rows += _patch(one.patch, style)
        if explain:
            rows += _signals(one.signals, style)
    return rows


def _decisions(decisions: tuple[Decision, ...], style: Style, explain: bool) -> list[str]:
    if not decisions:
        return []
    ids = max(min(width(_short_id(one)), 40) for one in decisions)
    rows = [paint(style, "heading", "Decisions")]
    dead = [one for one in decisions if one.live]
    for one in (one for one in decisions if not one.live or one in dead[:SUPERSEDED]):
        state = f"superseded by {one.live}" if one.live else one.status + (", stale" if one.stale else "")
        slot = "dead" if one.live else "warning" if one.stale else "live"
        taken = 2 + 10 + 2 + ids + 2 + max(11, len(state)) + 2
        title = "" if one.live else fit(flat(one.title), max(20, style.width - taken) if style.width else 0)
        name = fit(_short_id(one), ids)
        shown = paint(style, slot, name) + " " * (ids - width(name))
        rows.append(f"  {day(style, one.date)}  {shown}  {pad(clean(state), 11)}  {title}".rstrip())
        if explain:
            rows.append(paint(style, "dim", f"              because of {flat(one.because)}; {clean(one.path)}"))
    if len(dead) > SUPERSEDED:
        rows.append(paint(style, "dim", f"  … and {len(dead) - SUPERSEDED} superseded"))
    return rows


def _short_id(decision: Decision) -> str:
    """The id without the date that stands in front of it anyway."""
    dated = decision.date + "-"
    return clean(decision.id.removeprefix(dated) if len(dated) == 11 else decision.id)


def _module(module: Decision | None, style: Style) -> list[str]:
    if module is None:
        return []
    said = flat(f"{module.title}: {module.summary}" if module.summary else module.title)
    return [paint(style, "heading", "Module"), "  " + fit(f"{said}  ({clean(module.path)})", max(0, style.width - 2))]


def _history(why: Why, style: Style, explain: bool) -> list[str]:
    if not why.history:
        return []
    total = max(why.history_total, len(why.history))
    of = f"the newest {total}" if why.history_more else str(total)
    left_out = f"{len(why.history)} of {of}, decisions first" if total > len(why.history) else f"{total}"
    title = f"History of {clean(why.target.path) or '.'}" if why.target.kind != "topic" else "History"
    rows = [f"{paint(style, 'heading', title)}  {paint(style, 'dim', f'({left_out})')}"]
    for past in why.history:
        rows += _past(past, style, explain)
    return rows


def _past(past: Past, style: Style, explain: bool) -> list[str]:
    mark = "  latest" if past.latest else ""
    subject = fit(flat(past.subject), style.width - 23 - len(mark) if style.width else 0)
    row = f"  {commit(style, past.oid)}  {day(style, past.date)}  {subject}{paint(style, 'dim', mark)}"
    return [row, *(_signals(past.signals, style) if explain else [])]


def _findings(findings: tuple[Finding, ...], style: Style) -> list[str]:
    """What is wrong with the trailers of commits above."""
    if not findings:
        return []
    rows = [paint(style, "heading", "Trailers")]
    for one in findings:
        first, *more = wrap(flat(one.message), _prose(style) - 11)
        rows += [f"  {commit(style, one.oid)}  {paint(style, 'warning', first)}"]
        rows += [" " * 11 + paint(style, "warning", line) for line in more]
    return rows


def _adapters(adapters: tuple[str, ...], style: Style) -> list[str]:
    return [paint(style, "heading", "Elsewhere"), *("  " + flat(line) for line in adapters)] if adapters else []
