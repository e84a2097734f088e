"""Draw lines, ask the installed `git why`, write one JSON object a line for a second reader."""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from pathlib import Path

from lines import clones, git, random_lines


def answer(clone: Path, path: str, line: int) -> dict[str, object]:
    """The answer of the installed command."""
    done = subprocess.run(
        ["git", "why", "--json", f"{path}:{line}"], cwd=clone, capture_output=True, check=False, timeout=60
    )
    return json.loads(done.stdout) if done.returncode == 0 else {"error": done.stderr.decode()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=30112026)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    places = clones(options.clones)
    streams = {clone: random_lines(clone, draw) for clone in places}
    for number in range(options.count):
        clone = places[number % len(places)]
        path, line, text = next(streams[clone])
        why = answer(clone, path, line)
        first = next((one for one in why.get("lines", ()) if one["role"] == "origin"), None)
        oid = first["oid"] if first else ""
        row = {
            "id": number,
            "repo": clone.name,
            "rev": git(clone, "rev-parse", "HEAD").strip(),
            "path": path,
            "line": line,
            "text": text.strip(),
            "verdict": why.get("verdict"),
            "first": oid,
            "first_subject": first["subject"] if first else "",
            "seen_through": [
                f"{one['oid'][:9]} {one['why']}: {one['subject']}"
                for one in why.get("lines", ())
                if one["role"] != "origin"
            ],
            "earlier": [f"{one['oid'][:9]} {one['subject']}" for one in why.get("lineage", ())],
        }
        print(json.dumps(row, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
