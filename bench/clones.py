"""Clones of the repositories that are measured on, at the commits they are pinned to.

    python bench/clones.py [--from FOLDER_OR_URL]     clone what is missing, check out the pins

Owns bench/repositories.json and where the clones lie (KONTEXT_BENCH_CLONES, else ~/.cache/kontext-bench-own). Must
not know what is measured.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

CLONES = Path(os.environ.get("KONTEXT_BENCH_CLONES", "~/.cache/kontext-bench-own")).expanduser()
GITHUB = "https://github.com/{repo}.git"
_LIST = Path(__file__).parent / "repositories.json"


class Repository(NamedTuple):
    """One repository: owner/name, pinned commit, language, notes files, folders of fragments.

    Notes count up to the first line that starts with `until`: below it, numbers are those of an older tracker.
    """

    repo: str
    pin: str
    language: str
    notes: tuple[str, ...]
    fragments: tuple[str, ...] = ()
    until: str = ""


def load_repositories() -> list[Repository]:
    """The repositories of bench/repositories.json."""
    return [
        Repository(
            repo=one["repo"],
            pin=one["pin"],
            language=one["language"],
            notes=tuple(one["notes"]),
            fragments=tuple(one.get("fragments", ())),
            until=one.get("until", ""),
        )
        for one in json.loads(_LIST.read_text(encoding="utf-8"))
    ]


def clone_of(clones: Path, repo: str) -> Path:
    """Where the clone of owner/name lies."""
    return clones / repo.replace("/", "+")


def at_pin(clones: Path, repo: str, pin: str) -> Path:
    """The clone of owner/name; exits with one line when it is missing or at another commit."""
    clone = clone_of(clones, repo)
    if not (clone / ".git").exists():
        sys.exit(f"{clone} is missing: python bench/clones.py makes it")
    head = subprocess.run(["git", "-C", str(clone), "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    if head.stdout.strip() != pin:
        sys.exit(f"{clone} is at {head.stdout[:12]}, the cases want {pin[:12]}: check that out first")
    return clone


def main() -> None:
    """Clone what is missing and check out the pins."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--clones", type=Path, default=CLONES)
    asked.add_argument("--from", dest="source", default=GITHUB, help="with {repo} or {folder} (OWNER+NAME) in it")
    given = asked.parse_args()
    for one in load_repositories():
        clone = clone_of(given.clones, one.repo)
        if not clone.exists():
            source = given.source.format(repo=one.repo, folder=clone.name)
            subprocess.run(["git", "clone", "-q", "--no-checkout", source, str(clone)], check=True)
        subprocess.run(["git", "-C", str(clone), "checkout", "-q", "--detach", one.pin], check=True)


if __name__ == "__main__":
    main()
