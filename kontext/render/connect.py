"""How a client is connected, for people and for programs.

Owns the layout and the keys. Must not decide anything.
"""

from __future__ import annotations

from kontext.connect import PROJECT
from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.connect import Done, Plan

_SAID = {
    "written": "{path}: kontext is in",
    "unchanged": "{path}: kontext is in already",
    "removed": "{path}: kontext is out",
    "restored": "{path}: as it was before",
    "deleted": "{path}: removed, nothing else was in it",
    "absent": "{path}: kontext is not in",
}
_MISSING = "The server needs a further package: pip install 'git-kontext[mcp]'"
_HINT = "Agents use it when AGENTS.md or CLAUDE.md says so: Before changing files, call ctx_brief with their paths."


def render_plan(plan: Plan, can_serve: bool = True) -> str:
    """Return what to put where, and how to have it done; `can_serve` tells whether the server could start."""
    further = _further(can_serve)
    if plan.command:
        from shlex import join

        return "\n".join([clean(join(plan.command)), "", *further]) + "\n"
    rows = [clean(plan.path), "", *map(clean, plan.snippet.splitlines()), ""]
    rows.append(f"To put it there: kontext connect {plan.client.name} --scope {plan.scope} --write")
    if plan.scope == PROJECT:
        rows.append("Everybody who clones the project gets this file once it is committed: --portable names no folder.")
    return "\n".join([*rows, *further]) + "\n"


def render_done(plan: Plan, done: Done, can_serve: bool = True) -> str:
    """Return what was done, one line; others for the copy that is kept and for what is left to do."""
    rows = [_SAID[done.action].format(path=clean(plan.path))]
    if done.backup:
        rows.append(f"  as it was before: {clean(done.backup)}")
    if done.action == "written":
        rows += [f"  {row}" for row in _further(can_serve)]
    return "\n".join(rows) + "\n"


def _further(can_serve: bool) -> list[str]:
    return [_HINT] if can_serve else [_MISSING, _HINT]


def connection_json(plan: Plan, done: Done | None) -> str:
    """Return the plan, and what was done with it, as one line of JSON."""
    return dump(
        {
            "schema": SCHEMA,
            "client": plan.client.name,
            "scope": plan.scope,
            "path": plan.path,
            "entry": plan.entry,
            "snippet": plan.snippet,
            "command": list(plan.command),
            "docs": plan.client.docs,
            "done": done.action if done else "",
            "backup": done.backup if done else "",
        }
    )
