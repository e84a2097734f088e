"""The parser class of the Git commands.

Owns argparse with our errors, and the reading of free words: they may stand between options, and what follows `--`
is kept apart. Must not know any command.
"""

from __future__ import annotations

import argparse
import os

from kontext.errors import GitError, UsageError

WIDTH = 80


class Parser(argparse.ArgumentParser):
    """argparse that raises UsageError, and returns the words beside the options in the order they were typed."""

    def __init__(self, prog: str, words: str, summary: str, example: str) -> None:
        super().__init__(
            prog=prog,
            usage=f"{prog} [options] {words}",
            description=summary,
            epilog=f"example:\n{example}",
            formatter_class=_formatter,
        )

    def error(self, message: str) -> None:  # type: ignore[override]
        """Raise instead of printing: the boundary is the one place that speaks."""
        raise UsageError(message, f"{self.prog} -h lists the options")

    def read(self, argv: list[str], *, dashed_words: bool = False) -> Given:
        """Read a command line. With `dashed_words`, unknown words of one dash and two letters or more are words."""
        before, after = _split(argv)
        options, words = self.parse_known_args(_equals(before))
        for word in words:
            if word.startswith("-") and len(word) > 1 and not (dashed_words and _is_dashed_word(word)):
                self.error(f"unknown option '{word}'")
        if options.folder:
            enter(options.folder)
        return Given(options, words, after)


class Given:
    """What was typed: the `options`, the `words` in their order, and what came `after` a `--` (None without one)."""

    __slots__ = ("after", "options", "words")

    def __init__(self, options: argparse.Namespace, words: list[str], after: list[str] | None) -> None:
        self.options = options
        self.words = words
        self.after = after


def enter(folder: str) -> None:
    """Change to `folder`, as `git -C` does; raises GitError."""
    try:
        os.chdir(folder)
    except OSError as error:
        raise GitError(f"cannot change to '{folder}': {error.strerror}") from None


def commas(value: str) -> list[str]:
    """Split a repeatable, comma-separated value."""
    return [part for part in value.split(",") if part]


def count(value: str) -> int:
    """A number of things to list, 1 or more."""
    number = int(value) if value.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{value}' is not a number of things, 1 or more")
    return number


def _formatter(prog: str) -> argparse.HelpFormatter:
    # A width of our own: asking the terminal makes argparse import shutil and the compression modules behind it.
    return argparse.RawDescriptionHelpFormatter(prog, width=WIDTH, max_help_position=26)


def _split(argv: list[str]) -> tuple[list[str], list[str] | None]:
    if "--" not in argv:
        return argv, None
    at = argv.index("--")
    return argv[:at], argv[at + 1 :]


def _equals(argv: list[str]) -> list[str]:
    """`--color` alone means always, and takes no word after it: Git's own habit, which argparse cannot express."""
    return ["--color=always" if word == "--color" else word for word in argv]


def _is_dashed_word(word: str) -> bool:
    return len(word) > 2 and word[1] != "-" and word[1:].isalpha()
