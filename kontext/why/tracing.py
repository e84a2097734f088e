"""Following lines through history: their origins and, before those, what they were.

Owns the bounds of both walks (the configuration's) and the one door to Git's objects they share. Must not know how a
change is judged, nor what an answer looks like.
"""

from __future__ import annotations

import time

from kontext.git.blame import begin_blame
from kontext.lineage import earlier, trace
from kontext.lineage.lexers import rules_for
from kontext.model import LineSpan
from kontext.secrets import is_secret_file
from kontext.signals import reason_sentence, score_commit
from kontext.text import file_text
from kontext.why.ahead import configured_ignore
from kontext.why.answer import Earlier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.git.blame import Blaming
    from kontext.lineage import EarlierLines
    from kontext.model import LineOrigin, RepoPath
    from kontext.why.ground import Ground

# Lines of many commits: the lineage of the heaviest ones says enough.
_MOST_ORIGINS = 3
# Whoever asks for copies has time: files are read for them by the hundred.
_DEEP_MS = 10_000


class Tracing:
    """One file's lines followed with one configuration; close it."""

    def __init__(self, ground: Ground, path: RepoPath, lines: Sequence[LineSpan | str]) -> None:
        """Start to blame `lines`, spans and what `git blame -L` takes; `origins` tells where they come from."""
        self.path = path
        self.patches: dict[str, str] = {}  # by commit, filled by `lineage` where patches are asked for
        self._ground = ground
        self._lines = lines
        self._objects = ground.session.open_objects()
        ahead = ground.ahead
        self._ignore = ahead.ignore if ahead else configured_ignore(ground.repo, ground.rev, ground.session.git_values)
        if self._ignore.warning:
            ground.say(self._ignore.warning)
        self._begun = ahead.take(path, lines) if ahead else None
        if self._begun is None:
            self._begun = begin_blame(ground.repo, path, lines, rev=ground.rev, ignore=self._ignore)
        self._objects.start()
        rules_for(path)  # the lexer of the language is loaded while Git is at it

    def close(self) -> None:
        """Give back the door to the objects, and end what still runs."""
        self._ground.session.close_objects(self._objects)
        if self._begun is not None:
            self._begun.give_up()

    def origins(self) -> list[LineOrigin]:
        """Return where the lines come from, heaviest first."""
        begun, self._begun = self._begun, None
        return self._trace(self._lines, begun)

    def origins_of(self, line: int) -> list[LineOrigin]:
        """Return where another line of the file comes from."""
        return self._trace([LineSpan(line, line)], None)

    def _keep_patches(self, origin: LineOrigin, before: list[EarlierLines]) -> None:
        """What each commit made of these lines: its state of them against the one before."""
        span = origin.hunk.span
        found = self._objects.read(f"{origin.hunk.oid}:{origin.hunk.path}")
        lines = file_text(found[2], exact=True).split("\n") if found else []
        now = "\n".join(lines[origin.hunk.first - 1 : origin.hunk.first + span.last - span.first])
        states = [(origin.hunk.oid, origin.hunk.path, now), *((one.oid, one.path, one.code) for one in before)]
        for (oid, path, after), (_, old_path, earlier_code) in zip(states, [*states[1:], ("", "", "")], strict=True):
            is_hidden = is_secret_file(path) or is_secret_file(old_path)
            self.patches.setdefault(oid, "" if is_hidden else hunk(earlier_code, after))

    def _trace(self, lines: Sequence[LineSpan | str], begun: Blaming | None) -> list[LineOrigin]:
        config, request = self._ground.session.config, self._ground.request
        budget = int(config.get("why.see_through_ms"))
        found = trace(
            self._ground.repo,
            self.path,
            lines,
            rev=self._ground.rev,
            see_through=request.see_through and bool(config.get("why.see_through")),
            budget_ms=max(budget, _DEEP_MS) if budget and request.deep else budget,
            deep=request.deep,
            ignore=self._ignore,
            objects=self._objects,
            begun=begun,
        )
        return sorted(found, key=lambda origin: -sum(span.last - span.first + 1 for span in origin.spans))

    def lineage(self, origins: list[LineOrigin], about: str) -> tuple[Earlier, ...]:
        """Return the earlier commits of the same lines (`about` is their text), decision-shaped ones first."""
        config = self._ground.session.config
        # With --patch the earlier states are what is asked for; else they get what time a question has left.
        clock = "why.see_through_ms" if self._ground.request.patch else "why.lineage_ms"
        depth, budget = int(config.get("why.lineage_depth")), int(config.get(clock))
        if not depth or not self._ground.request.see_through or any(origin.incomplete for origin in origins):
            return ()  # where the search for the origin ran out of time, this one would, too
        found: dict[str, EarlierLines] = {}
        begun = time.monotonic()
        for origin in origins[:_MOST_ORIGINS]:
            left = budget - 1000 * (time.monotonic() - begun) if budget else 0
            if left <= 0 < budget:
                break
            before = earlier(
                self._ground.repo, origin, depth, budget_ms=left, ignore=self._ignore, objects=self._objects
            )
            if self._ground.request.patch:
                self._keep_patches(origin, before)
            for one in before:
                found.setdefault(one.oid, one)
        known = {origin.hunk.oid for origin in origins}
        made = self._ground.commits(oid for oid, one in found.items() if oid not in known and not one.boundary)
        rows = []
        for oid, commit in made.items():
            score, signals = score_commit(commit.author, commit.subject, commit.body)
            reason = reason_sentence(commit.subject, commit.body, about)
            code = "" if is_secret_file(found[oid].path) else found[oid].code
            patch = self.patches.get(oid, "")
            row = Earlier(oid, commit.date, commit.author, commit.subject, reason, signals, code, patch)
            rows.append((score, commit.committed, row))
        rows.sort(key=lambda row: (-row[0], -row[1]))
        return tuple(row for _, _, row in rows)


def hunk(before: str, after: str) -> str:
    """Return what changed between two states of the same lines, as the body of a unified diff."""
    import difflib

    old, new = before.split("\n") if before else [], after.split("\n") if after else []
    return "\n".join(list(difflib.unified_diff(old, new, lineterm="", n=3))[3:])
