"""The one error boundary of every command.

Owns the mapping from an exception to words on stderr and an exit status. Must not know any command. A stack trace
never reaches the user: it goes to a report file, and one line says where.
"""

from __future__ import annotations

import os
import sys

from kontext.errors import (
    EXIT_GIT_USAGE,
    EXIT_INTERRUPTED,
    EXIT_OK,
    EXIT_UNEXPECTED,
    EXIT_USAGE,
    KontextError,
    UsageError,
)
from kontext.render.cells import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import NoReturn

# What a shell reports for a program that SIGPIPE ended: `git log | head` leaves the same status.
EXIT_PIPE = 141


def guard(command: Callable[[list[str]], int], argv: list[str], usage_status: int = EXIT_GIT_USAGE) -> int:
    """Run a command and return its exit status, whatever happens. `usage_status` is 129 for Git commands, else 2."""
    open_missing()
    try:
        status = command(argv)
        sys.stdout.flush()
    except KontextError as error:
        _say(error.message, error.remedy)
        return usage_status if isinstance(error, UsageError) else error.exit_code
    except SystemExit as stop:  # argparse, after it printed its help
        return stop.code if isinstance(stop.code, int) else EXIT_OK if stop.code is None else EXIT_USAGE
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader went away: nothing to say, and the interpreter must not find the pipe again while it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return EXIT_PIPE
    except BaseException as error:  # also a panic of the engine, which is no Exception
        from kontext.cli.reports import write_report

        where = write_report(error, argv)
        _say(f"unexpected {type(error).__name__}; the details are in {where}", "")
        return EXIT_UNEXPECTED
    return status


def open_missing() -> None:
    """Put the null device where a standard stream is closed, as Git does for its own programs.

    The next file to be opened would get its number, and what is meant for a reader would be written into it.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # takes the lowest number that is free
    # The interpreter has no object for a stream that was closed when it began.
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
        sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


def leave(status: int) -> NoReturn:
    """End this process at once: taking the interpreter apart would cost as much as starting it."""
    try:
        sys.stdout.flush()
    except OSError:
        pass  # the reader of a help text went away
    os._exit(status)


def _say(message: str, remedy: str) -> None:
    first, *further = message.split("\n")
    tell([f"kontext: {first}", *(f"  {line}" for line in (*further, *remedy.splitlines()))])


def tell(lines: Iterable[str]) -> None:
    """Write lines to stderr, where they are in nobody's way."""
    text = "".join(f"{clean(line)}\n" for line in lines)
    try:
        sys.stderr.flush()
        os.write(2, text.encode())
    except OSError:
        pass  # stderr is closed: the exit status still tells
