"""`python -m kontext.hooks EVENT [argument …]`: the work behind a hook, in a process of its own.

Owns the way from an event to its handler, and that hooks fail open. A refresh prints nothing and ends with 0 whatever
goes wrong, and so does the line about a commit. A check ends with STOP for its findings only; when it cannot be made,
one line says so and Git goes on.
"""

from __future__ import annotations

import os
import sys

from kontext.hooks.shims import CHECKS, REPORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# The status of findings. A missing or broken installation ends with 1 or 2, and must not stop anybody.
STOP = 10


def main(argv: list[str], environ: Mapping[str, str]) -> int:
    """Run the handler of `argv[0]`. Returns 0, or STOP for the findings of a check; unknown events are silent."""
    if not argv or environ.get("KONTEXT_SKIP") == "1":
        return 0
    if argv[0] in CHECKS:
        return STOP if is_stopped(argv, environ) else 0
    if argv[0] == REPORT:
        tell(environ)
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


def is_stopped(argv: list[str], environ: Mapping[str, str]) -> bool:
    """Make the check of `argv[0]`, say what it found, and tell whether Git has to stop."""
    try:
        from kontext.hooks.checks import CHECKED

        text, is_failure = CHECKED[argv[0]](argv[1:], environ)
    except KeyboardInterrupt:
        return True  # Git was told to stop, too
    except Exception as error:
        said = (str(error) or type(error).__name__).splitlines()[0]
        text, is_failure = f"kontext: {argv[0]} was not checked: {said}\n", False
    try:
        os.write(2, text.encode("utf-8", "replace"))
    except OSError:
        pass  # nobody reads it: the status tells
    return is_failure


def tell(environ: Mapping[str, str]) -> None:
    """Print the line about a commit where one is wanted; what goes wrong is not heard of."""
    try:
        from kontext.hooks.report import report

        os.write(1, report(environ).encode("utf-8", "replace"))
    except Exception:
        return


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
