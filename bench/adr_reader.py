"""Print the records of a checkout as JSON, for the scorer of record readers: `adr_reader.py CHECKOUT`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from kontext.store.discover import find_entries


def main(top: str) -> None:
    root = Path(top)
    listed = subprocess.run(["git", "-C", top, "ls-files", "-z"], capture_output=True, check=True).stdout
    paths = [name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0") if name]

    def read(path: str) -> bytes | None:
        try:
            return (root / path).read_bytes()
        except OSError:
            return None

    adr_dir = read(".adr-dir")
    view = find_entries(read, paths, adr_dir.decode().strip() if adr_dir else "")
    keys = ("id", "kind", "number", "title", "status", "date", "authors", "supersedes", "superseded_by", "path", "tags")
    records = [{key: getattr(entry, key) for key in keys} for entry in view.entries]
    json.dump(records, sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main(sys.argv[1])
