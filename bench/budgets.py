"""Measure the speed budgets as ratios in one run; print a table with verdicts and write bench/results.

    python bench/budgets.py --repo CLONE [--big CLONE]

--repo has at least 5,000 commits (and, best, docs); --big has more than 30,000 and is indexed whole. Both are cloned
aside first (`git clone --local`), so nothing is written to them. Run it on a machine that does nothing else; the load
is printed and written down. Budgets of hooks are measured by `bench/hook_budgets.py`.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from budget_measures import (
    Bench,
    Measure,
    build_memory,
    cold_lines,
    cold_questions,
    first_build,
    index_size,
    resident_question,
    warm_up,
)
from stopwatch import machine, output

HERE = Path(__file__).parent
BUSY = 1.5  # load above which verdicts are not to be trusted; measuring alone is a load of one
LEAST = {"repo": 5000, "big": 30_000}
QUESTION = "wrong result when the file is empty"


def main() -> None:
    """Measure, print and write."""
    given = _parse()
    began = machine()
    print(f"{began['cores']} cores, load {began['load']}, Python {began['python']}, git {began['git']}")
    measures: list[Measure] = []
    facts: dict[str, object] = {}
    with tempfile.TemporaryDirectory(dir=given.scratch) as scratch:
        for role, source in (("repo", given.repo), ("big", given.big)):
            if source:
                clone = scratch_clone(source, Path(scratch) / role, None if given.small else LEAST[role])
                bench = Bench(clone, given.question, given.rounds, whole=role == "big")
                for one in measure_all(bench, facts):
                    print(row(one), flush=True)
                    measures.append(one)
    ended = machine()
    busy = max(float(str(began["load"])), float(str(ended["load"]))) > BUSY
    print(f"load at the end {ended['load']}" + ("; too busy to trust the verdicts" if busy else ""))
    for name, value in facts.items():
        print(f"{name}: {value}")
    report = {
        "machine": began,
        "load at the end": ended["load"],
        "facts": facts,
        "measures": [{**one._asdict(), "kept": one.kept, "ratio": round(one.ratio, 3)} for one in measures],
    }
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    sys.exit(0 if all(one.kept for one in measures) else 1)


def measure_all(bench: Bench, facts: dict[str, object]) -> Iterator[Measure]:
    """Every measure that applies to a clone; `facts` gets what has no budget."""
    commits = int(output(("git", "rev-list", "--count", "HEAD"), bench.clone))
    warm_up(bench)
    sections = sections_of(bench)
    facts[f"commits, sections{bench.label}"] = f"{commits}, {sections}"
    facts[f"index size, complete{bench.label}"] = f"{index_size(bench):.1f} MB"
    yield from first_build(bench, sections)
    yield from build_memory(bench)
    facts[f"index size, first build{bench.label}"] = f"{index_size(bench):.1f} MB"
    warm_up(bench)
    yield from cold_questions(bench)
    yield from cold_lines(bench)
    yield from resident_question(bench)


def sections_of(bench: Bench) -> int:
    """How many sections of docs the index of a clone holds."""
    argv = ("env", *(f"{name}={value}" for name, value in bench.env.items()), "kontext", "status", "--json")
    return int(json.loads(output(argv, bench.clone))["index"]["counts"].get("doc", 0))


def scratch_clone(source: Path, scratch: Path, least: int | None) -> Path:
    """A clone to write to, checked out; exits when the history is shorter than `least`.

    It is named after the folder given, or after the one around it for a bare Git directory.
    """
    place = source.resolve()
    clone = scratch / (place.parent.name if (place / "HEAD").exists() else place.name)
    subprocess.run(["git", "clone", "-q", "--local", str(source), str(clone)], check=True)
    commits = int(output(("git", "rev-list", "--count", "HEAD"), clone))
    if least and commits < least:
        sys.exit(f"{source} has {commits} commits, the budget is for {least} or more (--small measures all the same)")
    return clone


def row(one: Measure) -> str:
    """One line of the table."""
    verdict = "kept  " if one.kept else "MISSED"
    figures = f"{one.took:9.1f} of {one.allowed:9.1f} {one.unit}"
    return f"{verdict} {one.ratio:5.2f}  {figures}  {one.name}: {one.how}"


def _parse() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--repo", type=Path, required=True, help="a clone with 5,000 commits or more")
    asked.add_argument("--big", type=Path, help="a clone with more than 30,000 commits")
    asked.add_argument("--question", default=QUESTION)
    asked.add_argument("--rounds", type=int, default=21)
    asked.add_argument("--small", action="store_true", help="measure a shorter history all the same")
    asked.add_argument("--scratch", default=os.environ.get("TMPDIR"), help="folder for the scratch clones")
    today = datetime.date.today().isoformat()
    asked.add_argument("--out", type=Path, default=HERE / "results" / f"{today}-budgets.json")
    return asked.parse_args()


if __name__ == "__main__":
    main()
