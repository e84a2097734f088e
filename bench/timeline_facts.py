"""Does the timeline name the commit that first held each record?

    python bench/timeline_facts.py FACTS.jsonl CLONES [--verbose]

FACTS holds one record a line: repo (OWNER/NAME), path, first_commit and accept_first_commit (further right answers,
such as the same file added on two branches). CLONES is a folder of clones named OWNER+NAME, checked out where the facts
were taken. `git log --follow --diff-filter=A` is run beside it, as the answer to beat.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from pathlib import Path

from kontext.git.repo import open_repo
from kontext.timeline.origins import find_origins


def main() -> int:
    """Print a line a repository and the sums; the status is 1 when an answer is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("facts", type=Path)
    parser.add_argument("clones", type=Path)
    parser.add_argument("--verbose", action="store_true", help="name every wrong answer")
    given = parser.parse_args()
    facts: dict[str, list[dict]] = {}
    for line in given.facts.read_text().splitlines():
        fact = json.loads(line)
        facts.setdefault(fact["repo"], []).append(fact)
    totals = [0, 0, 0]
    for name, records in facts.items():
        folder = given.clones / name.replace("/", "+")
        if not (folder / ".git").exists():
            print(f"{name:50} no clone")
            continue
        counts = judge(folder, records, given.verbose)
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
    asked, right, follow = totals
    print(f"{'all':50} {right}/{asked} right; git log --follow {follow}/{asked}")
    return 0 if right == asked else 1


def judge(folder: Path, records: list[dict], verbose: bool) -> tuple[int, int, int]:
    """Return how many were asked, how many are right, and how many --follow gets right."""
    repo = open_repo(str(folder), os.environ)
    started = time.monotonic()
    origins = find_origins(repo, [fact["path"] for fact in records])
    seconds = time.monotonic() - started
    right = follow = 0
    for fact in records:
        accepted = {fact["first_commit"], *fact.get("accept_first_commit", ())}
        found = origins[fact["path"]]
        right += found.oid in accepted
        follow += followed(folder, fact["path"]) in accepted
        if verbose and found.oid not in accepted:
            print(f"    {fact['path']}: {found.oid or found.label}, not {fact['first_commit']}")
    print(f"{folder.name:50} {right}/{len(records)} right; git log --follow {follow}; {seconds:.2f} s")
    return len(records), right, follow


def followed(folder: Path, path: str) -> str:
    """The oldest commit that `git log --follow` says added a file, "" when it fails."""
    argv = ["git", "-C", str(folder), "log", "--follow", "--diff-filter=A", "--format=%H", "--", path]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    return (done.stdout.split() or [""])[-1]


if __name__ == "__main__":
    raise SystemExit(main())
