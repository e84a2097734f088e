"""What hooks cost and whether they keep up, one function each.

Owns the sets of hooks that are compared, how they are put behind `core.hooksPath`, and what must have ended before
the next run. Every figure is a difference or a ratio of runs made in turn. The floor is a hook that does nothing
(`#!/bin/sh`, `exit 0`): what is above it is ours, what is below is Git starting a program.
"""

from __future__ import annotations

import fcntl
import json
import os
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from budget_measures import BARE, Bench, Measure, busiest_file
from stopwatch import Cost, Program, cost, costs, medians, output, seconds

HERE = Path(__file__).parent
ME = ("-c", "user.name=Jane Doe", "-c", "user.email=jane@example.org", "-c", "commit.gpgSign=false")
AWAKE: Mapping[str, str | None] = {"KONTEXT_SKIP": None, "GIT_EDITOR": "true"}
REFRESH = ("post-commit", "post-merge", "post-checkout", "post-rewrite")
DEFAULT = (*REFRESH, "commit-msg")
CHECKS = (*DEFAULT, "prepare-commit-msg", "pre-commit", "pre-merge-commit", "pre-push")
MESSAGE = "Round prices to the nearest cent\n\nThe total of a cart was off by one where two lines had half cents.\n"
FAST = 40  # commits without a pause
REBASED = 100
APART = 1000  # commits between two branches
PATIENCE = 2.0  # seconds after which the index must be current without a question
SETTLED = 60.0  # seconds that background work may take before a measurement gives up


class Hooks:
    """Folders of hooks for one clone, each by the name of its set; `log` counts the Pythons of the set `counted`."""

    def __init__(self, bench: Bench, place: Path) -> None:
        self.bench = bench
        self.log = place / "starts"
        counting = place / "python"
        counting.parent.mkdir(parents=True)
        counting.write_text(f'#!/bin/sh\necho "$4" >>"{self.log}"\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        counting.chmod(0o755)
        self.folders = {"none": Path(os.devnull)}
        for name, events, python in (
            ("refresh", REFRESH, Path(sys.executable)),
            ("default", DEFAULT, Path(sys.executable)),
            ("checks", CHECKS, Path(sys.executable)),
            ("counted", CHECKS, counting),
        ):
            self.folders[name] = place / name
            for event in events:
                _write(place / name / event, (HERE.parent / "hooks" / event).read_text("utf-8"), python)
        for name, events in (("refresh", REFRESH), ("checks", CHECKS)):
            self.folders[f"empty {name}"] = place / f"empty {name}"
            for event in events:
                _write(place / f"empty {name}" / event, "#!/bin/sh\nexit 0\n", Path())

    def argv(self, name: str, *args: str) -> tuple[str, ...]:
        """A Git command with a set of hooks."""
        return ("git", *ME, "-c", f"core.hooksPath={self.folders[name]}", *args)

    def git(self, name: str, *args: str) -> Cost:
        """Run a Git command with a set of hooks."""
        return cost(Program(self.argv(name, *args), self.bench.clone, AWAKE))

    def compare(
        self, names: Sequence[str], rounds: int, *args: str, before: Sequence[str] = ()
    ) -> dict[str, list[Cost]]:
        """The same Git command with each set in turn; before each, `before` without hooks, and background work ends."""

        def prepare() -> None:
            if before:
                self.git("none", *before)
            settle(self.bench.clone)

        return costs({n: Program(self.argv(n, *args), self.bench.clone, AWAKE, prepare) for n in names}, rounds)

    def starts(self) -> list[str]:
        """The events that a Python was started for since the last call."""
        settle(self.bench.clone)
        started = self.log.read_text("utf-8").split() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return started


def settle(clone: Path) -> None:
    """Wait until no background work is left in a clone."""
    ours = clone / ".git" / "kontext"
    until = time.monotonic() + SETTLED
    time.sleep(0.1)  # a process that was just started holds nothing yet
    while (ours / "told").exists() or any(map(_is_locked, [ours / "hook.lock", *ours.glob("index/*/*.lock")])):
        if time.monotonic() > until:
            sys.exit(f"background work in {clone} does not end")
        time.sleep(0.05)


def commits(hooks: Hooks) -> Iterator[Measure]:
    """`git commit -m` with each set of hooks over one without, pair by pair: at most 5 ms more for the refresh."""
    bench = hooks.bench
    names = ("none", "empty refresh", "refresh", "default", "empty checks", "checks")
    took = hooks.compare(names, bench.rounds, "commit", "-q", "--allow-empty", "-m", MESSAGE)
    for name, allowed in (("refresh", 5), ("default", 10), ("checks", 25)):
        how = f"{allowed} ms, over {_median(took['none']):.1f} ms; {_rest(took, name)}"
        if f"empty {name}" in took:
            how += f"; hooks that do nothing {_more(took, f'empty {name}'):.1f} ms"
        yield Measure(f"git commit, {name} hooks, more than without{bench.label}", _more(took, name), allowed, how)


def rebases(hooks: Hooks) -> Iterator[Measure]:
    """A rebase of 100 commits: at most 1.1 times one with hooks that do nothing. What those cost is Git's own."""
    bench = hooks.bench
    for number in range(REBASED):
        (bench.clone / "rebased.txt").write_text(f"{number}\n")
        hooks.git("none", "add", "rebased.txt")
        hooks.git("none", "commit", "-q", "-m", f"Count to {number}")
    rebase = ("rebase", "-q", "--force-rebase", f"HEAD~{REBASED}")
    names = ("none", "empty refresh", "refresh", "empty checks", "checks")
    took = hooks.compare(names, max(5, bench.rounds // 5), *rebase)
    for name in ("refresh", "checks"):
        base = f"empty {name}"
        how = f"1.1 x {_median(took[base]):.0f} ms of hooks that do nothing; {_rest(took, name, base)}"
        how += f"; over no hooks: {_rest(took, name)}; {_rest(took, base)}"
        label = f"rebase of {REBASED} commits, {name} hooks{bench.label}"
        yield Measure(label, _median(took[name]), 1.1 * _median(took[base]), how)
    hooks.starts()
    hooks.git("counted", *rebase)
    started = hooks.starts()
    label = f"rebase of {REBASED} commits: Pythons started, every hook set{bench.label}"
    yield Measure(label, len(started), 3, " ".join(started), "")


def checkouts(hooks: Hooks) -> Iterator[Measure]:
    """Checkouts 1,000 commits apart: 1.1 times one without hooks, and the next `git why` is right at once."""
    bench = hooks.bench
    home = "near"
    hooks.git("none", "checkout", "-q", "-B", home)  # a clone of a pinned commit is on no branch
    hooks.git("none", "branch", "-f", "far", f"HEAD~{APART}")
    path = busiest_file(bench.clone)
    rounds = max(5, bench.rounds // 5)
    for there, back in (("far", home), (home, "far")):
        took = hooks.compare(
            ("none", "empty refresh", "refresh"), rounds, "checkout", "-q", there, before=("checkout", "-q", back)
        )
        how = f"1.1 x {_median(took['none']):.0f} ms; {_rest(took, 'refresh')}; {_rest(took, 'empty refresh')}"
        label = f"git checkout {APART} commits {'back' if there == 'far' else 'on'}"
        yield Measure(label + bench.label, _median(took["refresh"]), 1.1 * _median(took["none"]), how)
    wrong = 0
    for there in ("far", home):
        hooks.git("refresh", "checkout", "-q", there)
        at_once = json.loads(output(("git", "why", path, "--json"), bench.clone))
        settle(bench.clone)
        output(("kontext", "reindex"), bench.clone)
        wrong += at_once != json.loads(output(("git", "why", path, "--json"), bench.clone))
    yield Measure(f"checkouts: answers at once unlike those of a new index{bench.label}", wrong, 0, f"of 2, {path}", "")


def judging(hooks: Hooks) -> Iterator[Measure]:
    """commit-msg over a bare start of Python (at most 8 times), and the shim over `sh` where nothing needs judging."""
    bench = hooks.bench
    plain, named = bench.clone / ".git" / "PLAIN", bench.clone / ".git" / "NAMED"
    plain.write_text(MESSAGE, encoding="utf-8")
    named.write_text(f"{MESSAGE}\nDecision: none (a fault, not a choice)\n", encoding="utf-8")
    shim = str(hooks.folders["default"] / "commit-msg")
    programs = {
        "bare": Program(BARE, bench.clone),
        "sh": Program(("sh", "-c", ":"), bench.clone),
        "judged": Program((shim, str(named)), bench.clone, AWAKE),
        "not judged": Program((shim, str(plain)), bench.clone, AWAKE),
    }
    took = medians(programs, bench.rounds)
    bare = took["bare"] * 1000
    how = f"8 x {bare:.1f} ms bare; {took['judged'] / took['bare']:.1f} x"
    yield Measure("commit-msg, a trailer judged" + bench.label, took["judged"] * 1000, 8 * bare, how)
    how = f"1 x {bare:.1f} ms bare; an sh takes {took['sh'] * 1000:.1f} ms"
    yield Measure("commit-msg, nothing to judge" + bench.label, took["not judged"] * 1000, bare, how)
    hooks.starts()
    hooks.git("counted", "commit", "-q", "--allow-empty", "-m", MESSAGE)
    waited = [event for event in hooks.starts() if event not in REFRESH]
    label = f"git commit -m, nothing to judge: Pythons waited for, every hook set{bench.label}"
    yield Measure(label, len(waited), 0, "none", "")


def keeping_up(hooks: Hooks) -> Iterator[Measure]:
    """40 commits without a pause: what is missing at the next question, and two seconds later without one."""
    bench = hooks.bench
    settle(bench.clone)
    _fast_commits(hooks, "refresh", "needle")
    found = ("git", "kx-search", "needle", "--kind", "commit", "--json", "-n", str(2 * FAST))
    hits = json.loads(output(found, bench.clone))["hits"]
    missing = FAST - sum("needle" in hit["title"] for hit in hits)
    yield Measure(f"{FAST} fast commits: missing at the next question{bench.label}", missing, 0, "none", "")
    settle(bench.clone)
    took = _fast_commits(hooks, "refresh", "thimble")
    time.sleep(PATIENCE)
    state = json.loads(output(("kontext", "status", "--json"), bench.clone))
    behind = int(output(("git", "rev-list", "--count", f"{state['index']['indexed']}..HEAD"), bench.clone))
    how = f"none; made in {took:.1f} s"
    yield Measure(f"{FAST} fast commits: not indexed {PATIENCE:.0f} s later, unasked{bench.label}", behind, 0, how, "")
    settle(bench.clone)
    hooks.starts()
    took = _fast_commits(hooks, "counted", "button")
    started = hooks.starts()
    how = f"half of them; made in {took:.1f} s"
    yield Measure(f"{FAST} fast commits: Pythons started{bench.label}", len(started), FAST / 2, how, "")


def refreshing(hooks: Hooks) -> Iterator[Measure]:
    """Time and memory of the process behind a refresh hook, after one commit."""
    bench = hooks.bench

    def prepare() -> None:
        settle(bench.clone)
        hooks.git("none", "commit", "-q", "--allow-empty", "-m", MESSAGE)

    argv = (sys.executable, "-P", "-m", "kontext.hooks", "post-commit")
    programs = {
        "bare": Program(BARE, bench.clone),
        "refresh": Program(argv, bench.clone, AWAKE, prepare),
        "idle": Program(argv, bench.clone, AWAKE, lambda: settle(bench.clone)),
    }
    took = costs(programs, max(5, bench.rounds // 5))
    bare = _median(took["bare"])
    for name, words in (("refresh", "of one commit"), ("idle", "with nothing new")):
        used = statistics.median(one.cpu for one in took[name]) * 1000
        how = f"20 x {bare:.1f} ms bare; processor time {used:.0f} ms"
        yield Measure(f"refresh {words}, detached{bench.label}", _median(took[name]), 20 * bare, how)
    peak = max(one.peak for one in took["refresh"]) / 1024
    yield Measure(f"peak memory of a refresh{bench.label}", peak, 100, "100 MB", "MB")


def _fast_commits(hooks: Hooks, name: str, word: str) -> float:
    """Make the commits; return how many seconds that took."""
    began = time.perf_counter()
    for number in range(FAST):
        argv = hooks.argv(name, "commit", "-q", "--allow-empty", "-m", f"Lose {word} number {number}")
        seconds(Program(argv, hooks.bench.clone, AWAKE))
    return time.perf_counter() - began


def _write(file: Path, text: str, python: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text.replace("@PYTHON@", str(python)), encoding="utf-8")
    file.chmod(0o755)


def _is_locked(file: Path) -> bool:
    try:
        with file.open("r+") as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _median(taken: Sequence[Cost]) -> float:
    """Median wall time in ms."""
    return statistics.median(one.wall for one in taken) * 1000


def _more(took: Mapping[str, Sequence[Cost]], name: str) -> float:
    """By how many ms a set takes longer than no hooks, at the median of all pairs."""
    return statistics.median(a.wall - b.wall for a, b in zip(took[name], took["none"], strict=True)) * 1000


def _rest(took: Mapping[str, Sequence[Cost]], name: str, base: str = "none") -> str:
    """The ratio of medians, and what the fastest run and processor time say, which a busy machine changes less."""
    one, other = took[name], took[base]
    fastest = [min(run.wall for run in runs) * 1000 for runs in (one, other)]
    used = [statistics.median(run.cpu for run in runs) * 1000 for runs in (one, other)]
    return (
        f"{name} {_median(one) / _median(other):.2f} x, fastest {fastest[0]:.1f} over {fastest[1]:.1f} ms,"
        f" processor {used[0]:.1f} over {used[1]:.1f} ms"
    )
