"""Print the lineage of one line as JSON for the scorer: origins first, then what was seen through, oldest first.

trace_line.py REPO PATH LINE [--no-ignore] [--budget MS]
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kontext.git.blame import blame, ignore_revs
from kontext.git.repo import open_repo
from kontext.lineage import trace
from kontext.model import LineSpan


def main(argv: list[str]) -> None:
    folder, path, line = argv[:3]
    budget = float(argv[argv.index("--budget") + 1]) if "--budget" in argv else 0
    repo = open_repo(folder, os.environ)
    ignore = None if "--no-ignore" in argv else ignore_revs(repo)
    span = LineSpan(int(line), int(line))
    begun = time.perf_counter()
    origins = trace(repo, path, [span], rev="HEAD", ignore=ignore, budget_ms=budget)
    spent = time.perf_counter() - begun
    begun = time.perf_counter()
    blame(repo, path, [span], rev="HEAD", ignore=ignore)
    plain = time.perf_counter() - begun
    seen = [one for origin in origins for one in origin.seen_through]
    lines = [{"oid": origin.hunk.oid, "role": "origin"} for origin in origins]
    lines += [{"oid": one.oid, "role": "seen_through", "why": one.why} for one in seen]
    print(json.dumps({"lines": lines, "ms": round(spent * 1000, 1), "plain_ms": round(plain * 1000, 1)}))


if __name__ == "__main__":
    main(sys.argv[1:])
