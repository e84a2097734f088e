"""What `git why FILE:LINE` costs as a command over plain `git blame -L` of the same line, by the wall clock.

    command_costs.py --cases CASES.jsonl --repos FOLDER [--rounds 3] [--scratch DIR] [--out FILE]

CASES as for costs.py, with the revision to check out as "rev". Repositories are cloned aside, the index is built before
anything is timed, background work is off, and both programs take turns. The load of the machine is written down: above
2 on two cores the figures say little.
"""

# ruff: noqa: E402 (the project is put on the path first)
from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parent)]

from costs import quantiles
from stopwatch import Program, medians, output


def clone(source: Path, rev: str, scratch: Path) -> Path:
    folder = scratch / f"{'synth+' if 'synth' in source.parts else ''}{source.name}+{rev[:12]}"
    if not folder.exists():
        output(["git", "clone", "-q", "--shared", "--no-checkout", str(source), str(folder)], scratch)
        output(["git", "-c", "advice.detachedHead=false", "checkout", "-q", rev], folder)
        output(["git", "why", "--json", "."], folder)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", required=True)
    parser.add_argument("--repos", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scratch", default=tempfile.gettempdir())
    parser.add_argument("--out", help="results by file of cases are added to this one")
    args = parser.parse_args()
    before = os.getloadavg()[0]
    rows = []
    for text in Path(args.cases).read_text().splitlines():
        case = json.loads(text)
        source = Path(args.repos) / ("synth" if case.get("synth") else "") / case["repo"].replace("/", "+")
        folder = clone(source, case["rev"], Path(args.scratch))
        line = case["line"]
        programs = {
            "blame": Program(["git", "blame", "-L", f"{line},{line}", "--", case["path"]], folder),
            "why": Program(["git", "why", "--json", f"{case['path']}:{line}"], folder),
            "python": Program([sys.executable, "-c", "pass"], folder),
        }
        rows.append({name: took * 1000 for name, took in medians(programs, args.rounds).items()})
    python = sorted(row["python"] for row in rows)[len(rows) // 2]
    result = {
        "cases": len(rows),
        "load_before_and_after": [round(before, 2), round(os.getloadavg()[0], 2)],
        "bare_python_p50_ms": round(python, 1),
        "blame_ms": quantiles([row["blame"] for row in rows]),
        "git_why_ms": quantiles([row["why"] for row in rows]),
        "over_blame_ms": quantiles([row["why"] - row["blame"] for row in rows]),
        "over_blame_in_bare_pythons": quantiles([(row["why"] - row["blame"]) / python for row in rows]),
    }
    print(json.dumps(result))
    if args.out:
        held = json.loads(Path(args.out).read_text()) if Path(args.out).exists() else {}
        held[Path(args.cases).stem] = result
        Path(args.out).write_text(json.dumps(held, indent=1) + "\n")


if __name__ == "__main__":
    main()
