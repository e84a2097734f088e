"""Cases from any repository that lists its noise commits, and how we do on them without that list.

    ignored_lines.py --git DIR [--git DIR …] [--cases 16] [--seed 5] [--out FILE]

A case is a line that plain blame gives to a listed commit. The truth is Git's own whole-file answer with the list and
-w -M -C; lines are left out where that is again a listed commit, a root, a comment, an import, or a text too far from
the line (Git guessed).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
from difflib import SequenceMatcher
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kontext.git.blame import blame
from kontext.git.repo import open_repo
from kontext.lineage import trace
from kontext.model import LineSpan

SUFFIXES = (".py", ".js", ".ts", ".tsx", ".c", ".h", ".rs", ".go", ".vue", ".css", ".rb")
LIST = ".git-blame-ignore-revs"
SKIPPED = re.compile(r"\s*(#|//|/\*|\*|import\b|from\b|\"\"\")")


def git(folder: str, *args: str, data: str | None = None) -> str:
    done = subprocess.run(["git", "-C", folder, *args], input=(data or "").encode(), capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def blamed(folder: str, path: str, *options: str, data: str = "") -> list[tuple[str, str, int, str]]:
    """(oid, path there, line there, text) of every line."""
    found = []
    name: dict[str, str] = {}
    oid, line = "", 0
    for row in git(folder, "blame", "--porcelain", *options, "HEAD", "--", path, data=data).split("\n"):
        head = re.match(r"([0-9a-f]{40}) (\d+) \d+", row)
        if row.startswith("\t"):
            found.append((oid, name.get(oid, path), line, row[1:]))
        elif head:
            oid, line = head[1], int(head[2])
        elif row.startswith("filename "):
            name[oid] = row[9:]
    return found


def cases(folder: str, wanted: int, rng: random.Random) -> list[dict]:
    listed = set(re.findall(r"^[0-9a-f]{40}", git(folder, "show", f"HEAD:{LIST}"), re.MULTILINE))
    names = git(folder, "ls-tree", "-r", "--name-only", "HEAD").split("\n")
    paths = [path for path in names if path.endswith(SUFFIXES)]
    rng.shuffle(paths)
    found: list[dict] = []
    for path in paths[:400]:
        if len(found) >= wanted:
            break
        text = git(folder, "show", f"HEAD:{path}")
        if not 20 < text.count("\n") < 2500:
            continue
        plain = blamed(folder, path, "--no-ignore-revs-file")
        noisy = [
            at
            for at, (oid, _, _, line) in enumerate(plain)
            if oid in listed and not SKIPPED.match(line) and sum(map(str.isalnum, line)) >= 12
        ]
        if not noisy:
            continue
        truth = blamed(folder, path, "-w", "-M", "-C", "--ignore-revs-file=/dev/stdin", data="\n".join(listed) + "\n")
        for at in rng.sample(noisy, min(2, len(noisy))):
            oid, name, line, _ = truth[at]
            if oid in listed or not git(folder, "rev-parse", "-q", "--verify", f"{oid}^"):
                continue
            there = git(folder, "show", f"{oid}:{name}").split("\n")
            squashed = [re.sub(r"[\s'\"]", "", one) for one in (there[line - 1], plain[at][3])]
            if SequenceMatcher(None, *squashed).ratio() >= 0.6:
                found.append({"path": path, "line": at + 1, "truth": oid, "noise": plain[at][0]})
    return found[:wanted]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--git", action="append", required=True)
    parser.add_argument("--cases", type=int, default=16)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out")
    args = parser.parse_args()
    results = {}
    for folder in args.git:
        name = Path(folder).resolve().parent.name if folder.rstrip("/").endswith("repo") else Path(folder).name
        repo = open_repo(folder, os.environ)
        rows, extra = [], []
        for case in cases(folder, args.cases, random.Random(args.seed)):
            span = [LineSpan(case["line"], case["line"])]
            blame(repo, case["path"], span, rev="HEAD")
            begun = time.perf_counter()
            blame(repo, case["path"], span, rev="HEAD")
            plain = time.perf_counter() - begun
            begun = time.perf_counter()
            found = trace(repo, case["path"], span, rev="HEAD", budget_ms=0)
            extra.append((time.perf_counter() - begun - plain) * 1000)
            seen = [one.oid for origin in found for one in origin.seen_through]
            oids = list(dict.fromkeys([origin.hunk.oid for origin in found] + seen))
            rank = oids.index(case["truth"]) + 1 if case["truth"] in oids else 0
            rows.append({**case, "rank": rank, "noise_first": oids[0] == case["noise"], "oids": oids[:5]})
        count = max(1, len(rows))
        extra.sort()
        results[name] = {
            "cases": len(rows),
            "top1": round(sum(row["rank"] == 1 for row in rows) / count, 3),
            "top3": round(sum(0 < row["rank"] <= 3 for row in rows) / count, 3),
            "noise_first": round(sum(row["noise_first"] for row in rows) / count, 3),
            "over_blame_ms_p50": round(extra[len(extra) // 2], 1) if extra else None,
            "over_blame_ms_p95": round(extra[int(len(extra) * 0.95)], 1) if extra else None,
            "missed": [row for row in rows if row["rank"] != 1],
        }
        print(name, {key: value for key, value in results[name].items() if key != "missed"}, flush=True)
        for row in results[name]["missed"]:
            print("  ", row, flush=True)
    if args.out:
        Path(args.out).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
