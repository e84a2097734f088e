"""The shell shims that Git runs, and which events have one.

Owns the events, the line that marks what is ours, and the look-up: a wheel carries the repository's `hooks/` inside
the package, an editable install has it beside the package. Must not know how shims get into a repository.
"""

from __future__ import annotations

import os
import re
import sys

import kontext
from kontext.errors import KontextError

EVENTS = ("post-commit", "post-merge", "post-checkout", "post-rewrite")
CHECKS = ("prepare-commit-msg", "commit-msg", "pre-commit", "pre-merge-commit", "pre-push")
DEFAULT = (*EVENTS, "commit-msg")
ALL = (*EVENTS, *CHECKS)
OTHERS = ("refresh", "deepen")  # work without an event: for frameworks that do not tell it, and for ourselves
REPORT = "report"  # what post-commit asks for in the foreground, and the file by which it knows that it may
MARK = "# kontext-hook: "

_PYTHON = re.compile(rb"^python=.*$", re.MULTILINE)


def shim_folder() -> str:
    """Return the absolute folder that holds one shim per event. Raises KontextError when the package lacks them."""
    package = os.path.dirname(os.path.abspath(kontext.__file__))
    for folder in (os.path.join(package, "_hooks"), os.path.join(os.path.dirname(package), "hooks")):
        if _is_ours(os.path.join(folder, EVENTS[0])):
            return folder
    raise KontextError("this installation carries no hook scripts", "install git-kontext again")


def shim(event: str, python: str = sys.executable) -> bytes:
    """Return the shim of an event, which runs `python` where that exists and else the `kontext` on PATH."""
    with open(os.path.join(shim_folder(), event), "rb") as file:
        text = file.read()
    quoted = python.replace("'", "'\\''")
    return _PYTHON.sub(lambda _: b"python=" + os.fsencode(f"'{quoted}'"), text, count=1)


def interpreter(text: bytes) -> str:
    """Return the interpreter a shim was installed with, "" for none."""
    found = _PYTHON.search(text)
    written = os.fsdecode(found[0])[len("python=") :] if found else ""
    return written.strip("'").replace("'\\''", "'")


def without_interpreter(text: bytes) -> bytes:
    """Return a shim's text as every installation has it, to compare two."""
    return _PYTHON.sub(b"python=", text)


def _is_ours(path: str) -> bool:
    """The folder beside a package may be anybody's: the second line of a shim of ours says so."""
    try:
        with open(path, encoding="utf-8") as file:
            file.readline()
            return file.readline().startswith(MARK)
    except (OSError, UnicodeDecodeError):
        return False
