"""Where the shell shims lie that Git runs.

Owns the look-up: a wheel carries the repository's `hooks/` inside the package, an editable install has it beside the
package. Must not know how they are installed into a repository.
"""

from __future__ import annotations

import os

import kontext
from kontext.errors import KontextError

EVENTS = ("post-commit", "post-merge", "post-checkout", "post-rewrite")
MARK = "# kontext-hook: "


def shim_folder() -> str:
    """Return the absolute folder that holds one shim per event. Raises KontextError when the package lacks them."""
    package = os.path.dirname(os.path.abspath(kontext.__file__))
    for folder in (os.path.join(package, "_hooks"), os.path.join(os.path.dirname(package), "hooks")):
        if _is_ours(os.path.join(folder, EVENTS[0])):
            return folder
    raise KontextError("this installation carries no hook scripts", "install git-kontext again")


def _is_ours(path: str) -> bool:
    """The folder beside a package may be anybody's: the second line of a shim of ours says so."""
    try:
        with open(path, encoding="utf-8") as file:
            file.readline()
            return file.readline().startswith(MARK)
    except (OSError, UnicodeDecodeError):
        return False
