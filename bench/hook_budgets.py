"""Measure what hooks cost and whether they keep up; print a table with verdicts and write bench/results.

    python bench/hook_budgets.py [--repo CLONE]…

Works in scratch clones, with the shims of hooks/ behind `core.hooksPath` as an installer writes them: first in a small
repository that it makes, then in a clone of each --repo (a folder, or a bare Git directory). Run it on a machine that
does nothing else; the load is printed and written down. `--only commits,rebases` runs a part.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from budget_measures import Bench, warm_up
from budgets import BUSY, row, scratch_clone
from hook_measures import Hooks, checkouts, commits, judging, keeping_up, rebases, refreshing
from stopwatch import machine

HERE = Path(__file__).parent
PARTS = {one.__name__: one for one in (commits, judging, keeping_up, refreshing, rebases, checkouts)}
SMALL = 1200  # commits of the repository that is made


def main() -> None:
    """Measure, print and write."""
    given = _parse()
    began = machine()
    print(f"{began['cores']} cores, load {began['load']}, Python {began['python']}, git {began['git']}")
    measures = []
    with tempfile.TemporaryDirectory(dir=given.scratch) as scratch:
        made = small_repository(Path(scratch) / "made" / "small")
        for number, source in enumerate((made, *given.repo)):
            bench = Bench(scratch_clone(source, Path(scratch) / f"clone {number}", None), "price", given.rounds)
            warm_up(bench)
            hooks = Hooks(bench, Path(scratch) / f"hooks {number}")
            for part in given.only:
                for one in PARTS[part](hooks):
                    print(row(one), flush=True)
                    measures.append({**one._asdict(), "kept": one.kept})
    ended = machine()["load"]
    busy = max(float(str(began["load"])), float(str(ended))) > BUSY
    print(f"load at the end {ended}" + ("; too busy to trust the verdicts" if busy else ""))
    report = {"machine": began, "load at the end": ended, "rounds": given.rounds, "measures": measures}
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    sys.exit(0 if all(one["kept"] for one in measures) else 1)


def small_repository(place: Path) -> Path:
    """A repository of 1,200 commits that change one of forty small files each."""
    stream = []
    for number in range(SMALL):
        message = f"Set price {number}\n"
        text = f"PRICE = {number}\n\n\ndef price():\n    return PRICE\n"
        stream += [
            "commit refs/heads/main",
            f"committer Jane Doe <jane@example.org> {1_700_000_000 + 600 * number} +0000",
            f"data {len(message)}\n{message}M 100644 inline src/price_{number % 40}.py",
            f"data {len(text)}\n{text}",
        ]
    subprocess.run(["git", "init", "-q", "-b", "main", str(place)], check=True)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=place, input="\n".join(stream), text=True, check=True)
    return place


def _parts(text: str) -> list[str]:
    names = text.split(",")
    if unknown := [name for name in names if name not in PARTS]:
        raise argparse.ArgumentTypeError(f"no part {unknown[0]}: {', '.join(PARTS)}")
    return names


def _parse() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--repo", type=Path, action="append", default=[], help="a clone to measure in (it is copied)")
    asked.add_argument("--only", type=_parts, default=list(PARTS), help=f"parts to run, of {','.join(PARTS)}")
    asked.add_argument("--rounds", type=int, default=50, help="pairs of commits; a fifth of them for what takes longer")
    asked.add_argument("--scratch", help="folder for the scratch clones")
    today = datetime.date.today().isoformat()
    asked.add_argument("--out", type=Path, default=HERE / "results" / f"{today}-hook-budgets.json")
    return asked.parse_args()


if __name__ == "__main__":
    main()
