"""Formatters that real teams run, as functions from text to text.

`TOOLS` maps a name to (suffixes, function). Programs are looked for in the folders of KONTEXT_FORMATTERS (separated by
colons), then on PATH; a tool that is not there is left out of a run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path


def find_program(name: str) -> str | None:
    folders = os.environ.get("KONTEXT_FORMATTERS", "").split(":")
    return shutil.which(name, path=os.pathsep.join([*filter(None, folders), os.environ.get("PATH", "")]))


def filtered(program: str, *args: str) -> Callable[[str, str], str | None]:
    """A program that reads a file on stdin and prints it formatted; {name} stands for the file's name."""

    def run(text: str, name: str) -> str | None:
        found = find_program(program)
        if found is None:
            return None
        argv = [found, *(arg.format(name=name) for arg in args)]
        done = subprocess.run(argv, input=text.encode(errors="surrogateescape"), capture_output=True, timeout=60)
        return done.stdout.decode(errors="surrogateescape") if done.returncode == 0 and done.stdout else None

    return run


def untidied(text: str, name: str) -> str | None:
    """The reverse of a formatter for languages whose files are formatted already: depth and signs set loosely."""
    lines = []
    for line in text.split("\n"):
        bare = line.lstrip("\t ")
        depth = len(line) - len(bare)
        lines.append(" " * (depth * 3) + bare if bare else "")
    return "\n".join(lines)


def is_program_there(name: str) -> bool:
    return find_program(name) is not None


_SCRIPT = (".js", ".jsx", ".ts", ".tsx", ".mjs")
_C = (".c", ".h", ".cc", ".cpp")

TOOLS: dict[str, tuple[tuple[str, ...], Callable[[str, str], str | None]]] = {
    "black -l 79": ((".py",), filtered("black", "-q", "-l", "79", "-")),
    "black -l 120 -S": ((".py",), filtered("black", "-q", "-S", "-l", "120", "-")),
    "ruff format, single quotes": (
        (".py",),
        filtered("ruff", "format", "--isolated", "--line-length=100", "--config=format.quote-style='single'", "-"),
    ),
    "isort, google": ((".py",), filtered("isort", "-q", "--profile=google", "-")),
    "prettier, single quotes, no semicolons": (
        _SCRIPT,
        filtered(
            "prettier",
            "--no-config",
            "--single-quote",
            "--no-semi",
            "--tab-width=4",
            "--arrow-parens=avoid",
            "--stdin-filepath={name}",
        ),
    ),
    "prettier, width 70, all commas": (
        _SCRIPT,
        filtered("prettier", "--no-config", "--print-width=70", "--trailing-comma=all", "--stdin-filepath={name}"),
    ),
    "prettier, styles": ((".css", ".scss"), filtered("prettier", "--no-config", "--stdin-filepath={name}")),
    "prettier, data": (
        (".yml", ".yaml", ".json"),
        filtered("prettier", "--no-config", "--tab-width=4", "--print-width=60", "--stdin-filepath={name}"),
    ),
    "prettier, prose": (
        (".md",),
        filtered("prettier", "--no-config", "--prose-wrap=always", "--print-width=70", "--stdin-filepath={name}"),
    ),
    "clang-format, Google": (_C, filtered("clang-format", "--style=Google", "--assume-filename={name}")),
    "clang-format, WebKit": (_C, filtered("clang-format", "--style=WebKit", "--assume-filename={name}")),
    "rustfmt, 70": ((".rs",), filtered("rustfmt", "--edition=2021", "--config=max_width=70,hard_tabs=true")),
    "gofmt, untidied": ((".go",), lambda text, name: untidied(text, name)),
}


def source_files(folder: str, suffixes: tuple[str, ...]) -> list[Path]:
    """Tracked files of a repository with one of these endings, none generated or huge."""
    done = subprocess.run(["git", "-C", folder, "ls-files", "-z"], capture_output=True, check=True)
    names = [name for name in done.stdout.decode(errors="surrogateescape").split("\0") if name.endswith(suffixes)]
    paths = [Path(folder) / name for name in names if not re.search(r"(^|/)(vendor|node_modules|testdata|data)/", name)]
    return [path for path in paths if path.is_file() and 800 < path.stat().st_size < 60_000]
