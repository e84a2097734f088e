"""The command line that starts our server from another program.

Owns finding it: the program may have another PATH, or none. Must not know who starts it.
"""

from __future__ import annotations

import os
import sys

from kontext.connect.clients import SERVER


def launch_command(is_portable: bool = False) -> tuple[str, ...]:
    """Return the script beside this interpreter, else the interpreter with the module; portable, the name alone."""
    if is_portable:
        return SERVER, "mcp"
    from shutil import which

    script = which(SERVER, path=os.path.dirname(sys.executable))
    # Without -P, Python would take modules from the folder it is started in, which may be anybody's.
    return (script, "mcp") if script else (sys.executable, "-P", "-m", "kontext.cli", "mcp")


def can_serve() -> bool:
    """Tell whether what the server needs beyond the basic installation is there."""
    from importlib.util import find_spec

    return find_spec("mcp") is not None
