"""Count what a second reader said: `first_right` and `verdict_right` are "yes", "no" or "unsure" on every line."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path


def main() -> None:
    rows = [json.loads(line) for line in Path(sys.argv[1]).read_text("utf-8").splitlines() if line.strip()]
    for field in ("first_right", "verdict_right"):
        print(field, dict(Counter(row[field] for row in rows)))
    stated = [row for row in rows if row["verdict"]["source"]]
    print("verdicts that claim a reason:", len(stated), dict(Counter(row["verdict_right"] for row in stated)))
    for row in rows:
        if "no" in (row["first_right"], row["verdict_right"]):
            print(f"- {row['repo']} {row['path']}:{row['line']}: {row['note']}")


if __name__ == "__main__":
    main()
