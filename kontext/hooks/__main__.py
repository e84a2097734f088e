"""`python -m kontext.hooks EVENT [argument …]`: the work behind a hook, in a process of its own.

Owns the way from an event to its handler. Fails open: whatever goes wrong, nothing is printed and the status is 0.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def main(argv: list[str], environ: Mapping[str, str]) -> int:
    """Run the handler of `argv[0]`; unknown events and failures are silent. Always returns 0."""
    if not argv or environ.get("KONTEXT_SKIP") == "1":
        return 0
    try:
        _step_back()
        handler = _handlers().get(argv[0])
        if handler:
            handler(argv, environ)
    except Exception:
        # An optimisation must never be heard of: the next question compares HEAD itself and catches up.
        return 0
    return 0


def _handlers() -> dict[str, Callable[[list[str], Mapping[str, str]], None]]:
    from kontext.hooks.handlers import HANDLERS

    return HANDLERS


def _step_back() -> None:
    """Leave the terminal's process group, so that Ctrl-C does not reach us, and let everything else run first."""
    os.setpriority(os.PRIO_PROCESS, 0, 10)
    try:
        os.setsid()
    except OSError:
        pass  # whoever started us has done it already


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
