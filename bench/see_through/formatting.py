"""How many of the lines that real formatters changed are seen through, beside `git blame -w -M`.

    formatting.py --repo DIR [--repo DIR …] [--tool NAME …] [--files 24] [--lines 150] [--seed 31] [--out FILE] [-v]

For each tool a history of two commits is made: real files as they are, and as the tool leaves them. Lines that plain
blame gives to the second commit are drawn, at most `lines` over all files. Seen through = the first commit is named;
ours is the whole way through Git without a clock. -w -M is asked about whole files, where it does best.
"""

# ruff: noqa: E402 (the project is put on the path first)
from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from reformat import TOOLS, Tool, find_program, source_files

from kontext.git.objects import open_objects
from kontext.git.repo import open_repo
from kontext.lineage import trace
from kontext.model import LineSpan

PINNED = {
    **os.environ,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


def git(folder: str, *args: str) -> str:
    done = subprocess.run(["git", "-C", folder, *args], capture_output=True, check=True, env=PINNED)
    return done.stdout.decode(errors="surrogateescape")


def owners(folder: str, path: str, *options: str) -> list[str]:
    """The commit of every line, by Git."""
    rows = git(folder, "blame", "-s", "-l", "--root", *options, "HEAD", "--", path).split("\n")
    return [row.split(" ", 1)[0].lstrip("^") for row in rows if row]


def pairs(tool: Tool, repos: list[str], wanted: int, seed: int) -> list[tuple[Path, str, str]]:
    found = []
    for repo in repos:
        paths = source_files(repo, tool.suffixes)
        random.Random(f"{seed} {Path(repo).name}").shuffle(paths)
        share = 0
        for path in paths[:200]:
            pair = tool.pair(path) if share < max(1, wanted // len(repos)) else None
            if pair:
                share += 1
                found.append((path, *pair))
    return found[:wanted]


def commit(folder: str, texts: dict[str, str]) -> str:
    for name, text in texts.items():
        Path(folder, name).write_bytes(text.encode(errors="surrogateescape"))
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x")
    return git(folder, "rev-parse", "HEAD").strip()


def measure(tool: Tool, args: argparse.Namespace) -> dict:
    found = pairs(tool, args.repo, args.files, args.seed)
    named = {f"{at:02}_{path.name}": (old, new) for at, (path, old, new) in enumerate(found)}
    with tempfile.TemporaryDirectory() as folder:
        git(folder, "init", "-q")
        first = commit(folder, {name: old for name, (old, _) in named.items()})
        second = commit(folder, {name: new for name, (_, new) in named.items()})
        pool, theirs = [], {}
        for name, (_, new) in named.items():
            texts = new.split("\n")
            theirs[name] = owners(folder, name, "-w", "-M")
            pool += [
                (name, line)
                for line, oid in enumerate(owners(folder, name), 1)
                if oid == second and any(map(str.isalnum, texts[line - 1]))
            ]
        asked = sorted(random.Random(args.seed).sample(pool, min(args.lines, len(pool))))
        repo = open_repo(folder, PINNED)
        door = open_objects(repo)
        missed = []
        for name, line in asked:
            span = [LineSpan(line, line)]
            origins = trace(repo, name, span, rev="HEAD", budget_ms=0, objects=door)
            if origins[0].hunk.oid != first:
                missed.append(f"{name}:{line}: {named[name][1].split(chr(10))[line - 1].strip()}")
        door.close()
    count = len(asked)
    plain = sum(theirs[name][line - 1] == first for name, line in asked)
    return {
        "files": len(named),
        "lines": count,
        "seen_through": round(1 - len(missed) / count, 3) if count else None,
        "git_w_M": round(plain / count, 3) if count else None,
        "missed": missed,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repo", action="append", required=True)
    parser.add_argument("--tool", action="append")
    parser.add_argument("--files", type=int, default=24)
    parser.add_argument("--lines", type=int, default=150)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--out", help="results by tool are added to this file")
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args()
    results = json.loads(Path(args.out).read_text()) if args.out and Path(args.out).exists() else {}
    for name in args.tool or TOOLS:
        if not find_program(TOOLS[name].program):
            print(f"{name}: not there")
            continue
        row = measure(TOOLS[name], args)
        if not row["lines"]:
            print(f"{name}: nothing to format")
            continue
        where = [Path(repo).name for repo in args.repo]
        results[name] = {"repositories": where, "seed": args.seed, **row}
        print(
            f"{name}: {row['seen_through']} of {row['lines']}, -w -M {row['git_w_M']}, {row['files']} files", flush=True
        )
        for missed in row["missed"] if args.verbose else ():
            print("   missed:", missed)
    if args.out:
        Path(args.out).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
