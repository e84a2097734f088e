"""Measure what our hooks add to a commit by each route they can take.

    python bench/framework_costs.py --repo CLONE

For each route (files, Git's configuration where Git is new enough, pre-commit, prek) two scratch clones are made, one
of them with the default set of hooks: the refresh and the check of messages. Commits in the two are made in turn. On a
busy machine read the fastest, and the processor time of all that a commit waits for. The frameworks have to be
installed beside this interpreter; they install the project, as it is committed, before the first commit.
"""

from __future__ import annotations

import argparse
import datetime
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from budgets import scratch_clone
from stopwatch import Cost, Program, costs, environment, machine

from kontext import __version__

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent
ME = ("-c", "user.name=Jane Doe", "-c", "user.email=jane@example.org", "-c", "commit.gpgSign=false")
COMMIT = ("git", *ME, "commit", "-q", "--allow-empty", "-m", "Round prices to the nearest cent")
AWAKE = {"KONTEXT_SKIP": None}  # any variable of ours has the check of messages ask what it says
SETTLED = 1.0  # seconds for the background work of the run before
PREPARE = {"pre-commit": "install-hooks", "prek": "prepare-hooks"}
ROUTES = ("files", "config", *PREPARE)


def main() -> None:
    """Measure, print and write."""
    given = _parse()
    began = machine()
    taken = {}
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        project = place / "kontext"
        subprocess.run(["git", "clone", "-q", str(HERE.parent), str(project)], check=True)
        subprocess.run(["git", "tag", f"v{__version__}"], cwd=project, check=False)  # it may be there
        for route in ROUTES:
            clones = {which: scratch_clone(given.repo, place / route / which, None) for which in ("without", "with")}
            if not _set_up(route, clones["with"], project):
                print(f"{route:12} NOT MEASURED: it cannot be set up here")
                continue
            programs = {
                which: Program(COMMIT, clone, {"KONTEXT_SKIP": "0"}, _settle) for which, clone in clones.items()
            }
            taken[route] = _times(costs(programs, given.pairs))
            for what, took in taken[route].items():
                more = took["with"] - took["without"]
                print(f"{route:12} {more:7.1f} ms over {took['without']:.1f} ms ({what})", flush=True)
    report = {"machine": began, "load at the end": machine()["load"], "pairs": given.pairs, "milliseconds": taken}
    given.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def _set_up(route: str, clone: Path, project: Path) -> bool:
    """Install the default set in a clone; tell whether that worked."""
    options = {"files": (), "config": ("--config",)}.get(route, ("--pre-commit", str(project)))
    steps: list[tuple[str, ...]] = [("kontext", "hooks", "install", *options)]
    if route in PREPARE:
        (clone / ".pre-commit-config.yaml").unlink(missing_ok=True)  # its own hooks are not ours to measure
        steps += [("git", "add", "."), (str(BIN / route), "install"), (str(BIN / route), PREPARE[route]), COMMIT]
    return all(_works(step, clone) for step in steps)


def _times(runs: Mapping[str, Sequence[Cost]]) -> dict[str, dict[str, float]]:
    """Milliseconds without and with hooks: the median and the fastest run, and the median of processor time."""
    measures: dict[str, Callable[[Sequence[Cost]], float]] = {
        "median": lambda taken: statistics.median(one.wall for one in taken),
        "fastest": lambda taken: min(one.wall for one in taken),
        "processor": lambda taken: statistics.median(one.cpu for one in taken),
    }
    return {
        what: {which: round(measure(taken) * 1000, 1) for which, taken in runs.items()}
        for what, measure in measures.items()
    }


def _works(step: tuple[str, ...], clone: Path) -> bool:
    try:
        done = subprocess.run(step, cwd=clone, env=environment(), capture_output=True, check=False)
    except FileNotFoundError:
        return False
    return done.returncode == 0


def _settle() -> None:
    time.sleep(SETTLED)


def _parse() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--repo", type=Path, required=True, help="a clone to measure in (it is copied)")
    asked.add_argument("--pairs", type=int, default=20)
    today = datetime.date.today().isoformat()
    asked.add_argument("--out", type=Path, default=HERE / "results" / f"{today}-framework-costs.json")
    return asked.parse_args()


if __name__ == "__main__":
    main()
