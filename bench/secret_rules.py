"""Recall of the rules for secrets on made-up tokens, and their findings in the text of public repositories.

    python bench/secret_rules.py [--draws 200] CLONE…

Recall: every shape of tests/secret_shapes.py (the pages that document them are named in kontext/secrets/rules.py) is
drawn from a seed as often as asked. A token counts as found when its own rule finds it on its line, and nothing else is
told. Findings: every tracked text file of the clones is looked through as a commit would have it; all are listed, to be
read. Prints JSON; a repository that holds none of its own keys has only false ones.
"""

from __future__ import annotations

import argparse
import collections
import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from kontext.secrets import find_secrets
from kontext.secrets.rules import HIGH
from secret_shapes import SHAPES, samples

_HEAD = 8000


def recall(draws: int) -> dict[str, object]:
    """How many tokens were found, over all draws, and the shapes that were missed."""
    found, missed = 0, collections.Counter[str]()
    for seed in range(draws):
        for one in samples(seed):
            text = f"# Why\n\n{one.text}\n\nSo be it.\n".encode()
            if [secret.rule for secret in find_secrets(text)] == [one.rule]:
                found += 1
            else:
                missed[one.name] += 1
    total = draws * len(SHAPES)
    return {"shapes": len(SHAPES), "tokens": total, "found": found, "recall": found / total, "missed": dict(missed)}


def findings(clone: Path) -> dict[str, object]:
    """What is told about the tracked text files of a clone, the sizes and the time."""
    listed = subprocess.run(["git", "-C", clone, "ls-files", "-z"], capture_output=True, check=True).stdout
    files = [clone / name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0") if name]
    texts, size, seconds = 0, 0, 0.0
    told: list[str] = []
    counts: collections.Counter[str] = collections.Counter()
    for file in files:
        raw = file.read_bytes() if file.is_file() and not file.is_symlink() else b"\0"
        if b"\0" in raw[:_HEAD]:
            continue
        texts, size = texts + 1, size + len(raw)
        start = time.perf_counter()
        secrets = find_secrets(raw)
        seconds += time.perf_counter() - start
        for one in secrets:
            counts["high" if one.severity == HIGH else "medium"] += 1
            told.append(f"{file.relative_to(clone)}:{one.line} {one.rule} {one.shown}")
    commit = subprocess.run(["git", "-C", clone, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    rates = {level: round(counts[level] * 10_000 / texts, 1) for level in ("high", "medium")}
    return {
        "commit": commit.stdout.strip(),
        "texts": texts,
        "megabytes": round(size / 1e6, 1),
        "megabytes_a_second": round(size / 1e6 / seconds, 1),
        "told": dict(counts),
        "told_in_10000_files": rates,
        "findings": told,
    }


def long_line() -> dict[str, float]:
    """Seconds for 20 MB on one line: prose, minified code, the dearest pieces that we know of."""
    lines = {
        "words": b"the price of a cart is an integer number of cents ",
        "code": b"var token=a.b(c);if(key.d){e('f')}",
        "random": bytes(range(48, 123)) * 7,
        "beginnings of keys": b"-----BEGIN " + b"PRIVATE KEY-----",
        "names without values": b"secret_access_key=",
        "beginnings of web tokens": b"-eyJ",
        "beginnings of GitHub tokens": b"-ghs_1_eyJ",
    }
    found = {}
    for name, piece in lines.items():
        text = piece * (20_000_000 // len(piece))
        start = time.perf_counter()
        find_secrets(text)
        found[name] = round(time.perf_counter() - start, 2)
    return found


def main() -> int:
    """Print recall, time and findings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("clones", type=Path, nargs="*")
    given = parser.parse_args()
    result = {
        "recall": recall(given.draws),
        "seconds_for_20_megabytes_on_a_line": long_line(),
        "repositories": {clone.name: findings(clone) for clone in given.clones},
    }
    print(json.dumps(result, indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
