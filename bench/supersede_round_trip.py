"""Supersede real records: how many lines are touched, which of them need not be, and which records are refused.

    python bench/supersede_round_trip.py FOLDER [RECORDS]

FOLDER holds clones. In each, up to RECORDS (200) pairs of neighbouring records are edited in memory, as `kontext
supersede` would; each result is read again, compared line by line with what it was, and put back from the difference
alone. Nothing is written to the clones. "strays" are lines that went and held neither the status nor a link.
"""

from __future__ import annotations

import collections
import difflib
import itertools
import json
import os
import random
import sys
import time
from pathlib import Path

from kontext.capture.mark import Marker
from kontext.checks.knowledge import gather, setting_of
from kontext.checks.tree import work_tree
from kontext.config import load_config, store_dirs
from kontext.errors import KontextError
from kontext.git.repo import open_repo

TODAY = time.strftime("%Y-%m-%d")


def touched(before: bytes, after: bytes) -> tuple[list[bytes], int]:
    """The lines removed, and how many were added; the difference must lead back to every byte."""
    matcher = difflib.SequenceMatcher(
        None, before.splitlines(keepends=True), after.splitlines(keepends=True), autojunk=False
    )
    ops = [op for op in matcher.get_opcodes() if op[0] != "equal"]
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    kept = [old[op[1] : op[2]] if op[0] != "equal" else new[op[3] : op[4]] for op in matcher.get_opcodes()]
    assert b"".join(line for part in kept for line in part) == before
    return [line for op in ops for line in old[op[1] : op[2]]], sum(op[4] - op[3] for op in ops)


def one_clone(folder: Path, most: int) -> dict[str, object]:
    repo = open_repo(str(folder), os.environ)
    config = load_config(repo, (), {}, {})
    tree = work_tree(repo, store_dirs(config))
    knowledge = gather(repo, config, tree, setting_of(config, tree))
    entries = [source.entry for source in knowledge.sources]
    marker = Marker(knowledge.judge, entries, TODAY)
    pairs = [(old, new) for old, new in itertools.pairwise(entries) if old.path != new.path]
    random.Random(7).shuffle(pairs)
    counts: collections.Counter[str] = collections.Counter()
    lines: collections.Counter[str] = collections.Counter()
    refused = []
    for old, new in pairs[:most]:
        for entry, field, other in ((old, "superseded_by", new), (new, "supersedes", old)):
            raw = tree.read(entry.path)
            assert raw is not None
            try:
                made = marker.mark(entry, raw, field, other)
            except KontextError:
                counts["refused"] += 1
                refused.append(f"{entry.path} ({entry.dialect}, {field})")
                continue
            removed, added = touched(raw, made)
            counts["said already" if made == raw else "edited"] += 1
            lines[f"{entry.dialect} {field}: -{len(removed)} +{added}"] += 1
            said = entry.status_text.split()[:1] or ["status"]
            counts["strays"] += sum(
                said[0].encode() not in line and b"supersede" not in line.lower() for line in removed
            )
    return {"records": len(entries), **counts, "touched": dict(sorted(lines.items())), "cannot": refused}


def main() -> None:
    clones = sorted(path for path in Path(sys.argv[1]).iterdir() if (path / ".git").exists())
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    total: collections.Counter[str] = collections.Counter()
    lines: collections.Counter[str] = collections.Counter()
    cannot = []
    for clone in clones:
        result = one_clone(clone, max(1, most // len(clones)))
        for key in ("records", "edited", "said already", "refused", "strays"):
            total[key] += int(str(result.get(key, 0)))
        lines.update(result["touched"])  # type: ignore[arg-type]
        cannot += [f"{clone.name}: {one}" for one in result["cannot"]]  # type: ignore[attr-defined]
    print(json.dumps({"day": TODAY, "clones": len(clones), **total, "touched": lines, "cannot": cannot}, indent=1))


if __name__ == "__main__":
    main()
