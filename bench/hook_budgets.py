"""Measure what the refresh hooks cost and whether they keep up.

    python bench/hook_budgets.py --repo CLONE

Works in a scratch clone with the shims of hooks/ behind `core.hooksPath`, as an installer writes them. Measures
`git commit` and a rebase of 100 commits with and without them, and whether 40 commits made as fast as Git makes them
are all in the index: at the next question, and two seconds later without one.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from budget_measures import Bench, Measure, warm_up
from budgets import row, scratch_clone
from stopwatch import Program, machine, medians, output, seconds

HERE = Path(__file__).parent
ME = ("-c", "user.name=Jane Doe", "-c", "user.email=jane@example.org", "-c", "commit.gpgSign=false")
AWAKE = {"KONTEXT_SKIP": "0"}
FAST = 40
REBASED = 100
SETTLED = 0.5  # seconds for the background work of the run before
PATIENCE = 2.0  # seconds after which the index must be current without a question


def main() -> None:
    """Measure, print and write."""
    given = _parse()
    began = machine()
    with tempfile.TemporaryDirectory() as scratch:
        clone = scratch_clone(given.repo, Path(scratch), None)
        hooks = shims(Path(scratch) / "hooks")
        bench = Bench(clone, "needle", given.rounds)
        warm_up(bench)
        measures = []
        for one in (*commits(bench, hooks), *rebases(bench, hooks), *keeping_up(bench, hooks)):
            print(row(one), flush=True)
            measures.append({**one._asdict(), "kept": one.kept})
    report = {"machine": began, "load at the end": machine()["load"], "measures": measures}
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    sys.exit(0 if all(one["kept"] for one in measures) else 1)


def shims(folder: Path) -> Path:
    """Copies of the shims that know this interpreter."""
    folder.mkdir()
    for shim in (HERE.parent / "hooks").iterdir():
        copy = folder / shim.name
        copy.write_text(shim.read_text("utf-8").replace("@PYTHON@", sys.executable), encoding="utf-8")
        copy.chmod(0o755)
    return folder


def commits(bench: Bench, hooks: Path) -> Iterator[Measure]:
    """`git commit` with the hooks over one without: at most 5 ms more."""
    took = medians(_both(bench, hooks, "commit", "-q", "--allow-empty", "-m", "Nothing"), bench.rounds)
    more = (took["with"] - took["without"]) * 1000
    yield Measure("git commit with hooks, more than without", more, 5, f"5 ms, over {took['without'] * 1000:.1f} ms")


def rebases(bench: Bench, hooks: Path) -> Iterator[Measure]:
    """A rebase of 100 commits with the hooks: at most 1.1 times one without."""
    for number in range(REBASED):
        (bench.clone / "rebased.txt").write_text(f"{number}\n")
        _git(bench, "add", "rebased.txt")
        _git(bench, "commit", "-q", "-m", f"Count to {number}")
    programs = _both(bench, hooks, "rebase", "-q", "--force-rebase", f"HEAD~{REBASED}")
    took = medians(programs, max(3, bench.rounds // 4))
    how = f"1.1 x {took['without'] * 1000:.0f} ms"
    yield Measure(f"rebase of {REBASED} commits", took["with"] * 1000, 1.1 * took["without"] * 1000, how)


def keeping_up(bench: Bench, hooks: Path) -> Iterator[Measure]:
    """40 commits without a pause: how many are missing at the next question, and two seconds later without one."""
    _fast_commits(bench, hooks, "needle")
    found = ("git", "kx-search", "needle", "--kind", "commit", "--json", "-n", str(2 * FAST))
    hits = json.loads(output(found, bench.clone))["hits"]
    missing = FAST - sum("needle" in hit["title"] for hit in hits)
    yield Measure(f"{FAST} fast commits: missing at the next question", missing, 0, "none", "commits")
    _fast_commits(bench, hooks, "thimble")
    time.sleep(PATIENCE)
    state = json.loads(output(("kontext", "status", "--json"), bench.clone))
    behind = int(output(("git", "rev-list", "--count", f"{state['index']['indexed']}..HEAD"), bench.clone))
    yield Measure(f"{FAST} fast commits: not indexed after {PATIENCE:.0f} s, unasked", behind, 0, "none", "commits")


def _both(bench: Bench, hooks: Path, *args: str) -> dict[str, Program]:
    """The same Git command without and with the hooks; each waits until what the other left behind has ended."""
    return {
        name: Program(_argv(place, *args), bench.clone, AWAKE, before=lambda: time.sleep(SETTLED))
        for name, place in (("without", Path(os.devnull)), ("with", hooks))
    }


def _argv(hooks: Path, *args: str) -> tuple[str, ...]:
    return ("git", *ME, "-c", f"core.hooksPath={hooks}", *args)


def _fast_commits(bench: Bench, hooks: Path, word: str) -> None:
    for number in range(FAST):
        argv = _argv(hooks, "commit", "-q", "--allow-empty", "-m", f"Lose {word} number {number}")
        seconds(Program(argv, bench.clone, AWAKE))


def _git(bench: Bench, *args: str) -> None:
    seconds(Program(_argv(Path(os.devnull), *args), bench.clone))


def _parse() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--repo", type=Path, required=True, help="a clone to measure in (it is copied)")
    asked.add_argument("--rounds", type=int, default=21)
    today = datetime.date.today().isoformat()
    asked.add_argument("--out", type=Path, default=HERE / "results" / f"{today}-hook-budgets.json")
    return asked.parse_args()


if __name__ == "__main__":
    main()
