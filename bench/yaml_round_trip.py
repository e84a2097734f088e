"""Edit real YAML files and undo the edit: comments, order and quoting must survive byte for byte.

    python bench/yaml_round_trip.py --clones DIR [--count 100] [--seed N]

Takes YAML files that are tables at the top from the clones, drawn by a seed. In each, one existing scalar is changed
and changed back, and one new key is set and deleted; after each pair the file must be what it was, and after the first
edit of each pair exactly the lines of that key may differ. Prints one line a failure and the counts.
"""

from __future__ import annotations

import argparse
import difflib
import json
import random
import sys
from collections import Counter
from pathlib import Path

from kontext.errors import KontextError
from kontext.yamlio import RoundTrip, load

NEW_KEY = "kontext_new_key"


def scalar_key(data: object) -> tuple[list[str], object] | None:
    """A path to some plain scalar of a table, at most three levels down."""
    if not isinstance(data, dict):
        return None
    for key, value in data.items():
        if isinstance(key, str) and isinstance(value, str | int | bool) and value != "" and "\n" not in str(value):
            return [key], value
    for key, value in data.items():
        if isinstance(key, str):
            inner = scalar_key(value)
            if inner is not None and len(inner[0]) < 3:
                return [key, *inner[0]], inner[1]
    return None


def changed_lines(before: str, after: str) -> int:
    """How many lines differ, as a diff counts them."""
    # A last line without an end gets one when a line follows it: that is no change of what it says.
    diff = difflib.ndiff(before.splitlines(), after.splitlines())
    return sum(line[:1] in "+-" for line in diff)


def judge(text: str, name: str) -> str:
    """ "same", or what went wrong."""
    found = scalar_key(load(text, name))
    if found is None:
        return "no scalar"
    keys, value = found
    edit = RoundTrip(text, name)
    other = (not value) if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}x"
    edit.set(keys, other)
    if changed_lines(text, edit.text) > 2:
        return f"changing {'.'.join(keys)} touched {changed_lines(text, edit.text)} lines"
    edit.set(keys, value)
    if load(edit.text, name) != load(text, name) or changed_lines(text, edit.text) > 2:
        return f"{'.'.join(keys)} does not come back"
    added = RoundTrip(text, name)
    added.set([NEW_KEY], "x")
    if changed_lines(text, added.text) > 2:
        return f"a new key touched {changed_lines(text, added.text)} lines"
    added.delete([NEW_KEY])
    return "same" if added.text in (text, text + "\n") else "a deleted key leaves something behind"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clones", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=30112026)
    options = parser.parse_args()
    files = sorted(path for suffix in ("*.yml", "*.yaml") for path in options.clones.glob(f"*/**/{suffix}"))
    random.Random(options.seed).shuffle(files)
    counts: Counter[str] = Counter()
    judged = 0
    for file in files:
        if judged == options.count:
            break
        try:
            text = file.read_bytes().decode()
            verdict = judge(text, file.name)
        except (UnicodeDecodeError, OSError):
            continue
        except KontextError as refused:
            verdict = f"refused: {refused}"
        if verdict == "no scalar":
            continue
        judged += 1
        kind = verdict.partition(":")[0] if verdict.startswith("refused") else verdict if verdict == "same" else "wrong"
        counts[kind] += 1
        if verdict != "same":
            print(f"{file.relative_to(options.clones)}: {verdict}", file=sys.stderr)
    print(json.dumps({"files": judged, **counts}))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
