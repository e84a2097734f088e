"""The place an answer is shown in.

Owns what stdout can do (colour, width, links), the pager, and the writing itself. Must not know any answer. What
Git's configuration says about colours and pagers comes in with the session, which has read it anyway.
"""

from __future__ import annotations

import os
import sys

from kontext import process
from kontext.git.repo import decode
from kontext.render.cells import raw, valid
from kontext.render.style import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NARROW, WIDE = 60, 100
_NO = ("false", "no", "off", "0", "never", "")
_YES = ("true", "yes", "on", "1", "auto")


class Screen:
    """Stdout, for one command."""

    __slots__ = ("_environ", "_git", "is_terminal", "name")

    def __init__(self, name: str, environ: Mapping[str, str], git_values: Iterable[tuple[str, str]] = ()) -> None:
        """Take the command's name as in `pager.<name>`, the environment and (variable, value) pairs of Git's."""
        self.name = name
        self.is_terminal = os.isatty(1)
        self._environ = environ
        self._git = dict(git_values)

    def style(self, when: str = "", commit_url: str = "") -> Style:
        """Return how to render for this place; `when` is what --color says ("" = nothing)."""
        links = self._is_capable() and self.is_terminal
        return Style(self._wants_colour(when), self._width(), links, commit_url)

    def show(self, text: str, pager: bool = True) -> None:
        """Write text for people: through Git's pager when it is taller than the terminal."""
        data = valid(text).encode()
        if not (pager and self.is_terminal and text.count("\n") >= _size().lines and self._page(data)):
            write(data)

    def _wants_colour(self, when: str) -> bool:
        when = when or ("never" if self._environ.get("NO_COLOR") else "")
        when = when or self._git.get("color.kontext", self._git.get("color.ui", "auto")).lower()
        if when in _NO:
            return False
        return when == "always" or self._is_capable()

    def _is_capable(self) -> bool:
        """True on a terminal that is not dumb, and in a pager that Git has started for us."""
        if self._environ.get("GIT_PAGER_IN_USE") in ("true", "1"):
            return True
        return self.is_terminal and self._environ.get("TERM", "dumb") != "dumb"

    def _width(self) -> int:
        given = self._environ.get("COLUMNS", "")
        if given.isdecimal() and int(given):
            return min(WIDE, max(NARROW, int(given)))
        return min(WIDE, max(NARROW, _size().columns)) if self.is_terminal else 0

    def _page(self, data: bytes) -> bool:
        """Show through the pager the user chose for Git; False when there is none."""
        environ = self._environ
        pager = self._git.get(f"pager.{self.name}", "true")
        if environ.get("GIT_PAGER_IN_USE") or pager.lower() in _NO:
            return False
        if pager.lower() in _YES:
            pager = decode(process.run(["git", "var", "GIT_PAGER"], env=environ).stdout.strip())
        if pager in ("", "cat"):
            return False
        env = {"LESS": "FRX", "LV": "-c", **environ, "GIT_PAGER_IN_USE": "true"}
        # 126 and 127 are the shell's own: there is no such pager, and the text must not be lost with it.
        return process.present(["sh", "-c", pager], data, env=env) not in (126, 127)


def write(data: bytes) -> None:
    """Write bytes to stdout, whole."""
    sys.stdout.flush()
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]


def write_machine(text: str) -> None:
    """Write text for programs: names keep the bytes that Git has for them."""
    write(raw(text))


def _size() -> os.terminal_size:
    try:
        return os.get_terminal_size(1)
    except OSError:
        return os.terminal_size((80, 24))
