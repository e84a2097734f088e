"""Formatters that real teams run, as functions from text to text.

`TOOLS` maps a name to a `Tool`. Programs are looked for in the folders of KONTEXT_FORMATTERS (separated by colons),
then on PATH; a tool that is not there is left out of a run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Format = Callable[[str, str], "str | None"]


@dataclass(frozen=True)
class Tool:
    """A formatter for files with these endings: `run(text, name)` gives the text formatted, None where it refuses.

    `loosen` makes badly formatted text of files that were formatted long ago; without it files are taken as they are.
    `program` is what has to be there.
    """

    suffixes: tuple[str, ...]
    run: Format
    program: str
    loosen: Callable[[str], str] | None = None

    def pair(self, path: Path) -> tuple[str, str] | None:
        """A file before and after, None where there is nothing to format or the tool refuses."""
        old = path.read_bytes().decode("utf-8", "surrogateescape")
        if "\0" in old:
            return None
        old = self.loosen(old) if self.loosen else old
        try:
            new = self.run(old, path.name)
        except subprocess.TimeoutExpired:
            return None
        return None if new is None or new == old else (old, new)


def find_program(name: str) -> str | None:
    folders = os.environ.get("KONTEXT_FORMATTERS", "").split(":")
    return shutil.which(name, path=os.pathsep.join([*filter(None, folders), os.environ.get("PATH", "")]))


def filtered(
    suffixes: str, program: str, *args: str, loosen: Callable[[str], str] | None = None, worst: int = 0
) -> Tool:
    """A program that reads a file on stdin and prints it formatted; {name} stands for the file's name.

    An exit status above `worst` means that it refuses.
    """

    def run(text: str, name: str) -> str | None:
        found = find_program(program)
        if found is None:
            return None
        argv = [found, *(arg.format(name=name) for arg in args)]
        # Plugins of a Node program are looked for from the folder it was installed in.
        home = Path(found).parents[2] if Path(found).parent.name == ".bin" else None
        done = subprocess.run(
            argv, input=text.encode(errors="surrogateescape"), capture_output=True, timeout=60, cwd=home, check=False
        )
        return done.stdout.decode(errors="surrogateescape") if done.returncode <= worst and done.stdout else None

    return Tool(tuple(suffixes.split()), run, program, loosen)


def loosened_go(text: str) -> str:
    """Go as people typed it before gofmt: depth in spaces, no alignment, signs without space; literals are left."""
    lines = []
    in_raw = False
    for line in text.split("\n"):
        was_raw = in_raw
        in_raw ^= line.count("`") % 2 == 1
        if was_raw or line.lstrip().startswith(("//", "*", "/*")):
            lines.append(line)
            continue
        bare = line.lstrip("\t ")
        depth = len(line) - len(bare)
        if not re.search(r"[\"'`]|//|/\*", bare):
            bare = re.sub(r" +", " ", bare)
            bare = re.sub(r" (:=|=|\+|==|&&) ", r"\1", bare)
            bare = re.sub(r", (?=\w)", ",", bare)
        lines.append(" " * (depth * 2) + bare if bare else "")
    return "\n".join(lines)


def loosened_shell(text: str) -> str:
    """Shell with depth in two spaces; here documents and files with strings over several lines are left."""
    if "<<" in text:
        return text
    return re.sub(r"^\t+", lambda match: "  " * len(match.group()), text, flags=re.MULTILINE)


_SCRIPT = ".js .jsx .ts .tsx .mjs"
_C = ".c .h .cc .cpp"
_PLAIN = ("--no-config", "--stdin-filepath={name}")
_RUBOCOP = str(Path(__file__).resolve().parent / "rubocop.yml")

TOOLS: dict[str, Tool] = {
    "black -l 79": filtered(".py", "black", "-q", "-l", "79", "-"),
    "black -l 120 -S": filtered(".py", "black", "-q", "-S", "-l", "120", "-"),
    "ruff format, single quotes": filtered(
        ".py", "ruff", "format", "--isolated", "--line-length=100", "--config=format.quote-style='single'", "-"
    ),
    "isort, google": filtered(".py", "isort", "-q", "--profile=google", "-"),
    "isort, black": filtered(".py", "isort", "-q", "--profile=black", "-l", "72", "-"),
    "prettier, single quotes, no semicolons": filtered(
        _SCRIPT, "prettier", *_PLAIN, "--single-quote", "--no-semi", "--tab-width=4", "--arrow-parens=avoid"
    ),
    "prettier, width 70, all commas": filtered(
        _SCRIPT, "prettier", *_PLAIN, "--print-width=70", "--trailing-comma=all"
    ),
    "prettier, styles": filtered(".css .scss", "prettier", *_PLAIN),
    "prettier, data": filtered(".yml .yaml .json", "prettier", *_PLAIN, "--tab-width=4", "--print-width=60"),
    "prettier, prose": filtered(".md", "prettier", *_PLAIN, "--prose-wrap=always", "--print-width=70"),
    "prettier, php": filtered(".php", "prettier", *_PLAIN, "--plugin=@prettier/plugin-php"),
    "clang-format, Google": filtered(_C, "clang-format", "--style=Google", "--assume-filename={name}"),
    "clang-format, WebKit": filtered(_C, "clang-format", "--style=WebKit", "--assume-filename={name}"),
    "gofmt -s": filtered(".go", "gofmt", "-s"),
    "gofmt, loosened": filtered(".go", "gofmt", loosen=loosened_go),
    "rustfmt": filtered(".rs", "rustfmt", "--edition=2021"),
    "rustfmt, 70": filtered(".rs", "rustfmt", "--edition=2021", "--config=max_width=70,hard_tabs=true"),
    "rubocop, layout and quotes": filtered(
        ".rb",
        "rubocop",
        "--config",
        _RUBOCOP,
        "--cache=false",
        "--autocorrect",
        "--stderr",
        "--stdin",
        "{name}",
        worst=1,
    ),
    "prettier, ruby": filtered(".rb", "prettier", *_PLAIN, "--plugin=@prettier/plugin-ruby", "--parser=ruby"),
    "shfmt -i 4": filtered(".sh .bash", "shfmt", "-i", "4"),
    "shfmt, loosened": filtered(".sh .bash", "shfmt", "-ci", "-sr", loosen=loosened_shell),
    "sql-formatter": filtered(".sql", "sql-formatter", "--language=postgresql"),
    "sqlformat": filtered(".sql", "sqlformat", "--reindent", "--keywords=upper", "-"),
    "taplo": filtered(".toml", "taplo", "format", "--no-auto-config", "-o", "column_width=60", "-"),
}


def source_files(folder: str, suffixes: tuple[str, ...]) -> list[Path]:
    """Tracked files of a repository with one of these endings, none generated or huge."""
    done = subprocess.run(["git", "-C", folder, "ls-files", "-z"], capture_output=True, check=True)
    names = [name for name in done.stdout.decode(errors="surrogateescape").split("\0") if name.endswith(suffixes)]
    paths = [Path(folder) / name for name in names if not re.search(r"(^|/)(vendor|node_modules|testdata|data)/", name)]
    return [path for path in paths if path.is_file() and 800 < path.stat().st_size < 60_000]
