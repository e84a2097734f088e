"""Reports of unexpected errors.

Owns the file a maintainer needs to understand one. Must not raise, whatever the state of the machine.
"""

from __future__ import annotations

import os
import sys
import time
import traceback

from kontext import __version__
from kontext.errors import KontextError


def write_report(error: BaseException, argv: list[str]) -> str:
    """Write what is known about `error` and return the file's name; without any writable folder, the reason itself."""
    text = "".join(
        [
            f"kontext {__version__}, Python {sys.version.split()[0]} on {sys.platform}\n",
            f"arguments: {argv!r}\n\n",
            *traceback.format_exception(error),
        ]
    )
    name = f"report-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    for place in (_repository_folder, _temporary_folder):
        try:
            folder = place()
            os.makedirs(folder, exist_ok=True)
            file = os.path.join(folder, name)
            with open(file, "x", encoding="utf-8", errors="replace") as out:
                out.write(text)
        except (OSError, KontextError):
            continue
        return file
    return f"no file, as none could be written: {error}"


def _repository_folder() -> str:
    from kontext.git.repo import open_repo

    return os.path.join(open_repo(".", os.environ).git_dir, "kontext")


def _temporary_folder() -> str:
    import tempfile

    return tempfile.mkdtemp(prefix="kontext-")
