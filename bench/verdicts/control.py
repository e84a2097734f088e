"""Lines whose origin says nothing: does the verdict say so?

The origin is judged by its message alone, before the answer is looked at: no body (attribution aside), and a subject
that is a version bump, a release, an import or generated, or of one or two words.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from pathlib import Path

from lines import CODE, clones, git, random_lines
from sample import answer

SILENT = re.compile(
    r"(?:initial (?:commit|import|revision|checkin).*|first commit|import .*|add files|update .{0,20}|updates?|wip"
    r"|cleanup|typos?|bump .*|release .*|v?\d+\.\d+.*|regenerate.*|generated .*"
    r"|update (?:generated|version|snapshots?|deps|dependencies).*|\S+(?: \S+)?)\.?",
    re.IGNORECASE,
)
ATTRIBUTION = re.compile(r"^[\w-]+-by:.*$|^git-svn-id:.*$|^\s*$", re.MULTILINE | re.IGNORECASE)


def is_silent(clone: Path, oid: str) -> bool:
    """True for a message without a reason in it."""
    subject, _, body = git(clone, "log", "-1", "--format=%s%n%b", oid).partition("\n")
    return not ATTRIBUTION.sub("", body).strip() and SILENT.fullmatch(subject.strip()) is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=30112026)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    places = clones(options.clones)
    streams = {clone: random_lines(clone, draw, CODE | {".json", ".toml", ".cfg"}) for clone in places}
    asked, claimed, tries = 0, [], 0
    while asked < options.count and tries < 100 * options.count:
        clone = places[tries % len(places)]
        tries += 1
        path, line, _text = next(streams[clone])
        blamed = git(clone, "blame", "--porcelain", "-L", f"{line},{line}", "--", path).split(" ", 1)[0]
        if not is_silent(clone, blamed):
            continue
        why = answer(clone, path, line)
        first = next((one for one in why.get("lines", ()) if one["role"] == "origin"), None)
        if first is None or not is_silent(clone, first["oid"]):
            continue  # seen through to a commit that does say something
        asked += 1
        if why["verdict"]["source"]:
            claimed.append(f"{clone.name} {path}:{line} {first['oid'][:9]} {first['subject']!r} -> {why['verdict']}")
    print(json.dumps({"asked": asked, "claimed": len(claimed), "tries": tries, "claims": claimed}, indent=1))


if __name__ == "__main__":
    main()
