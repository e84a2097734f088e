"""What seeing through costs over plain blame, in processor time, so that a busy machine does not change the figures.

    costs.py --cases CASES.jsonl --repos FOLDER [--out FILE]

CASES has one JSON object a line with "repo" ("owner/name", found as FOLDER/owner+name, or FOLDER/synth/owner+name with
"synth"), "path" and "line". Figures are milliseconds of this process and of the Git programs it started.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kontext.git.blame import blame
from kontext.git.repo import open_repo
from kontext.lineage import trace
from kontext.model import LineSpan


def spent() -> float:
    parts = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return 1000 * sum(part.ru_utime + part.ru_stime for part in parts)


def quantiles(values: list[float]) -> dict[str, float]:
    values = sorted(values)
    return {"p50": round(values[len(values) // 2], 1), "p95": round(values[int(len(values) * 0.95)], 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", required=True)
    parser.add_argument("--repos", required=True)
    parser.add_argument("--out")
    args = parser.parse_args()
    plain, over, per_step, steps = [], [], [], []
    for row in Path(args.cases).read_text().splitlines():
        case = json.loads(row)
        folder = Path(args.repos) / ("synth" if case.get("synth") else "") / case["repo"].replace("/", "+")
        repo = open_repo(str(folder), os.environ)
        span = [LineSpan(case["line"], case["line"])]
        blame(repo, case["path"], span, rev="HEAD")
        before = spent()
        blame(repo, case["path"], span, rev="HEAD")
        between = spent()
        found = trace(repo, case["path"], span, rev="HEAD", budget_ms=0)
        after = spent()
        seen = len({one.oid for origin in found for one in origin.seen_through})
        plain.append(between - before)
        over.append(after - between - (between - before))
        per_step.append(over[-1] / (seen + 1))
        steps.append(float(seen))
    result = {
        "cases": len(over),
        "plain": quantiles(plain),
        "over_plain": quantiles(over),
        "over_plain_per_commit_judged": quantiles(per_step),
        "commits_seen_through": quantiles(steps),
    }
    print(json.dumps(result))
    if args.out:
        Path(args.out).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
