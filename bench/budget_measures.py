"""The budgets, one function each: what is run, beside what, and how much of it is allowed.

Owns the arithmetic of the budgets. Every measure is a ratio of runs made in the same minutes; bases are a bare
interpreter (`python -c pass`) and the Git command that does the part no answer can do without.
"""

from __future__ import annotations

import json
import random
import shutil
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from stopwatch import Program, medians, output, seconds, works

BARE = (sys.executable, "-c", "pass")
CAP_MS = 300  # for seeing through, after the first blame
SECTION = 0.001  # seconds a section of docs may add to a first build
_SOURCE = (".py", ".c", ".h", ".go", ".rs", ".js", ".ts", ".rb", ".java", ".cc", ".cpp", ".kt", ".php")
_SEED = 20261130

# Builds the whole of what a first answer waits for, and prints the peak of this process alone (not of Git's) in KiB.
_BUILD = """
import os, sys
from kontext.refresh import open_session
session = open_session(".", os.environ)
session.text()
try:
    lines = open("/proc/self/status").read().splitlines()
    print(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")))
except OSError:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak // 1024 if sys.platform == "darwin" else peak)
"""
# Asks as the MCP server does, again and again, looking for changes each time; prints the median in seconds.
_RESIDENT = """
import os, statistics, sys, time
from kontext.mcp_server.residents import Residents
from kontext.search import SearchOptions, search
residents = Residents(os.environ)
options = SearchOptions(now=int(time.time()))
taken = []
for number in range(60):
    began = time.perf_counter()
    with residents.lend(".") as session:
        search(session, sys.argv[1], options)
    taken.append(time.perf_counter() - began)
print(statistics.median(taken[10:]))
"""


class Measure(NamedTuple):
    """One budget: what was measured, how much is allowed (same unit), the sum behind that in words."""

    name: str
    took: float
    allowed: float
    how: str
    unit: str = "ms"

    @property
    def kept(self) -> bool:
        return self.took <= self.allowed

    @property
    def ratio(self) -> float:
        """Share of the allowance that was used; 0 where nothing is allowed."""
        return self.took / self.allowed if self.allowed else 0.0


class Bench(NamedTuple):
    """A scratch clone to measure in: what to ask there, how often, and whether the whole history is indexed."""

    clone: Path
    question: str
    rounds: int
    whole: bool = False

    @property
    def env(self) -> dict[str, str]:
        return {"KONTEXT_INDEX_MAX_COMMITS": "all"} if self.whole else {}

    @property
    def label(self) -> str:
        return f" ({self.clone.name}, whole history)" if self.whole else f" ({self.clone.name})"


def remove_index(clone: Path) -> None:
    """Delete everything kontext keeps in the clone; that is always safe."""
    shutil.rmtree(clone / ".git" / "kontext", ignore_errors=True)


def cold_questions(bench: Bench) -> Iterator[Measure]:
    """Questions in a process of their own, index warm: at most 6 bare starts; the check of a message: at most 8."""
    message = bench.clone / ".git" / "MESSAGE_TO_CHECK"
    message.write_text("Say hello\n\nBecause a greeting is polite.\n", encoding="utf-8")
    asked = {
        "git why PATH": ("git", "why", busiest_file(bench.clone)),
        "git kx-search": ("git", "kx-search", bench.question),
        "git kx-log": ("git", "kx-log"),
        "kontext check --message": ("kontext", "check", "--message", str(message)),
    }
    programs = {name: Program(argv, bench.clone, bench.env) for name, argv in asked.items()}
    took = medians({"bare": Program(BARE, bench.clone), **programs}, bench.rounds)
    for name in programs:
        factor = 8 if "check" in name else 6
        how = f"{factor} x {took['bare'] * 1000:.1f} ms bare"
        yield Measure(name + bench.label, took[name] * 1000, factor * took["bare"] * 1000, how)


def cold_lines(bench: Bench, lines: int = 60, of_each: int = 8) -> Iterator[Measure]:
    """`git why PATH:LINE` against plain blame of that line and 8 bare starts; more for every commit seen through.

    Lines are drawn by a fixed seed. For a commit seen through, one blame of the same line number from its parent
    stands for the blame that is allowed. The reported figures are medians over the lines.
    """
    straight, seeing = [], []
    for path, line in drawn_lines(bench.clone, lines):
        seen = seen_through(bench, path, line)
        if not seen and len(straight) < of_each:
            straight.append((path, line, seen))
        elif seen and len(seeing) < of_each:
            seeing.append((path, line, seen))
    for name, chosen in (("nothing seen through", straight), ("with commits seen through", seeing)):
        if chosen:
            yield from _lines_measures(bench, f"git why PATH:LINE, {name}, {len(chosen)} lines", chosen)


def _lines_measures(bench: Bench, name: str, chosen: list[tuple[str, int, list[str]]]) -> Iterator[Measure]:
    """The median line against its allowance; where something is seen through, also the slowest against the cap."""
    took, allowed, extra, past_blame = [], [], [], []
    rounds = max(3, bench.rounds // 3)
    for path, line, seen in chosen:
        target = f"{path}:{line}"
        programs = {
            "bare": Program(BARE, bench.clone),
            "blame": Program(_blame("HEAD", path, line), bench.clone),
            "listed": Program(_blame("HEAD", path, line, _listed(bench.clone)), bench.clone),
            "why": Program(("git", "why", target), bench.clone, bench.env),
        }
        for number, oid in enumerate(seen):
            argv = _blame(f"{oid}^", path, line)
            if works(argv, bench.clone):
                programs[f"parent {number}"] = Program(argv, bench.clone)
        times = medians(programs, rounds)
        parents = sum(value for one, value in times.items() if one.startswith("parent"))
        took.append(times["why"])
        allowed.append(times["blame"] + parents + (8 + 4 * len(seen)) * times["bare"])
        extra.append(times["listed"] - times["blame"])
        past_blame.append(times["why"] - times["blame"] - 8 * times["bare"])
    worst = max(range(len(took)), key=lambda at: took[at] / allowed[at])
    yield Measure(
        name + bench.label,
        statistics.median(took) * 1000,
        statistics.median(allowed) * 1000,
        f"blame + 8 x bare (+ blame of a parent + 4 x bare a commit); worst {took[worst] / allowed[worst]:.2f} of its; "
        f"passing over the listed commits alone takes Git {statistics.median(extra) * 1000:.0f} ms more",
    )
    if any(seen for *_, seen in chosen):
        cap = f"{CAP_MS} ms after the first blame, besides 8 x bare"
        yield Measure(f"{name}, the slowest{bench.label}", max(past_blame) * 1000, CAP_MS, cap)


def first_build(bench: Bench, sections: int) -> Iterator[Measure]:
    """The first answer in a clone without an index, against the `git log` that feeds it."""
    limit = () if bench.whole else ("-n", "5000")
    log = ("git", "log", "-z", "--name-only", "--format=%H%x00%an%x00%s%x00%b", *limit)
    build = ("git", "kx-search", bench.question)
    programs = {
        "log": Program(log, bench.clone),
        "build": Program(build, bench.clone, bench.env, before=lambda: remove_index(bench.clone)),
    }
    took = medians(programs, 1 if bench.whole else max(3, bench.rounds // 3))
    factor = 2.5 if bench.whole else 4
    allowed = factor * took["log"] + SECTION * sections
    how = f"{factor} x {took['log'] * 1000:.0f} ms git log + {sections} sections"
    yield Measure("first build" + bench.label, took["build"] * 1000, allowed * 1000, how)


def build_memory(bench: Bench) -> Iterator[Measure]:
    """Peak memory of the process that builds, without Git's own."""
    remove_index(bench.clone)
    peak = int(output(("env", *_pairs(bench), sys.executable, "-c", _BUILD), bench.clone)) / 1024
    yield Measure("peak memory of a first build" + bench.label, peak, 200, "200 MB", "MB")


def resident_question(bench: Bench) -> Iterator[Measure]:
    """A question in a process that stays, nothing changed: at most 5 ms at the median."""
    argv = ("env", *_pairs(bench), sys.executable, "-c", _RESIDENT, bench.question)
    yield Measure("question, resident process" + bench.label, float(output(argv, bench.clone)) * 1000, 5, "5 ms")


def index_size(bench: Bench) -> float:
    """MB below .git/kontext."""
    return sum(file.stat().st_size for file in (bench.clone / ".git" / "kontext").rglob("*") if file.is_file()) / 1e6


def busiest_file(clone: Path) -> str:
    """The tracked source file that the newest 2,000 commits changed most often."""
    tracked = set(output(("git", "ls-files"), clone).splitlines())
    changes: dict[str, int] = {}
    for path in output(("git", "log", "-n", "2000", "--format=", "--name-only"), clone).splitlines():
        if path in tracked and path.endswith(_SOURCE):
            changes[path] = changes.get(path, 0) + 1
    if not changes:
        sys.exit(f"{clone} has no source files that I know: --repo another one")
    return max(sorted(changes), key=changes.__getitem__)


def drawn_lines(clone: Path, count: int) -> Iterator[tuple[str, int]]:
    """Lines of source files, (path, 1-based line), drawn by a fixed seed among lines with something on them."""
    draw = random.Random(_SEED)
    paths = [path for path in output(("git", "ls-files"), clone).splitlines() if path.endswith(_SOURCE)]
    for path in draw.choices(sorted(paths), k=count):
        lines = (clone / path).read_text("utf-8", "replace").splitlines()
        speaking = [number for number, line in enumerate(lines, 1) if sum(map(str.isalnum, line)) >= 12]
        if speaking:
            yield path, draw.choice(speaking)


def seen_through(bench: Bench, path: str, line: int) -> list[str]:
    """Oids that `git why` saw through for a line."""
    argv = ("env", *_pairs(bench), "git", "why", f"{path}:{line}", "--json")
    answer = json.loads(output(argv, bench.clone))
    return [one["oid"] for one in answer["lines"] if one["role"] == "seen_through"]


def warm_up(bench: Bench) -> None:
    """Build the index whole, so that no background work is left."""
    seconds(Program((str(Path(sys.executable).parent / "kontext"), "reindex"), bench.clone, bench.env))


def _blame(rev: str, path: str, line: int, more: tuple[str, ...] = ()) -> tuple[str, ...]:
    return ("git", "blame", "--porcelain", *more, "-L", f"{line},{line}", rev, "--", path)


def _listed(clone: Path) -> tuple[str, ...]:
    """What makes Git pass over the commits that the repository lists, as we do without being told."""
    listed = clone / ".git-blame-ignore-revs"
    return (f"--ignore-revs-file={listed}",) if listed.exists() else ()


def _pairs(bench: Bench) -> list[str]:
    return [f"{name}={value}" for name, value in bench.env.items()]
