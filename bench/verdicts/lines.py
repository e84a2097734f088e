"""Random lines of real repositories, the same ones for a seed."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

CODE = frozenset(
    ".py .js .ts .tsx .jsx .go .rs .c .h .cc .cpp .java .rb .php .swift .kt .scala .sh .sql .css .scss .vue".split()
)


def git(folder: Path, *args: str) -> str:
    """What Git prints in a folder."""
    done = subprocess.run(["git", *args], cwd=folder, capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def clones(folder: Path) -> list[Path]:
    """Every clone below a folder, by name."""
    return sorted(path for path in folder.iterdir() if (path / ".git").exists())


def random_lines(clone: Path, draw: random.Random, suffixes: frozenset[str] = CODE) -> Iterator[tuple[str, int, str]]:
    """Yield (path, line, text) without end: a random file, then a random line with twelve letters or digits."""
    files = [name for name in git(clone, "ls-files", "-z").split("\0") if Path(name).suffix in suffixes]
    while files:
        name = draw.choice(files)
        try:
            lines = (clone / name).read_text("utf-8").split("\n")
        except (OSError, UnicodeDecodeError):
            continue
        number = draw.randrange(len(lines))
        if len(re.findall(r"\w", lines[number])) >= 12:
            yield name, number + 1, lines[number]
