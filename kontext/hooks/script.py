"""The text of one hook file: how ours stands alone, within a shell script, or before another program.

Owns the three forms and the way back from each, byte for byte. Pure: bytes in, bytes out. Must not know where hook
files lie.
"""

from __future__ import annotations

import re

from kontext.hooks.shims import MARK

CHAINED = ".kontext-chained"  # ending of a hook that was moved aside, and is called by ours

_SHELL = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-S[ \t]+)?)?(?:sh|bash|dash|ash|ksh|zsh)(?:[ \t][^\r\n]*)?\n")
_BLOCK = re.compile(
    rb"^" + MARK.encode() + rb"begin [a-z-]+ \d+.*?^" + MARK.encode() + rb"end\n", re.MULTILINE | re.DOTALL
)
_OWN = re.compile(rb"#![^\n]*\n" + MARK.encode() + rb"([a-z-]+) (\d+)\n")
_CHAINING = b"""#!/bin/sh
@BLOCK@next=${0%/*}/@EVENT@.kontext-chained
[ -x "$next" ] || exit 0 # Git would not run it either
exec "$next" "$@"
"""
_CHAINS = re.compile(rb'^exec "\$next" "\$@"\n\Z', re.MULTILINE)
# What Git tells a pre-push hook on stdin is wanted twice, here and by what follows.
_BOTH = (
    b"kontext_stdin=$(cat)\n"
    b'if [ -n "$kontext_stdin" ]; then\n'
    b'printf "%s\\n" "$kontext_stdin" |\n'
    b"@BLOCK@"
    b"exec <<KONTEXT_STDIN\n$kontext_stdin\nKONTEXT_STDIN\n"
    b"fi\n"
)


def is_shell(text: bytes) -> bool:
    """Tell whether a script begins with a line that makes a shell run it."""
    return _SHELL.match(text) is not None


def within(text: bytes, shim: bytes) -> bytes:
    """Return a shell script with our block behind its first line (before it, when that is no `#!`)."""
    first = _SHELL.match(text)
    at = first.end() if first else 0
    return text[:at] + _block(shim) + text[at:]


def chaining(shim: bytes) -> bytes:
    """Return the script that runs our block and then the hook that was moved aside."""
    own = _OWN.match(shim)
    assert own is not None, "a shim without its line"
    return _CHAINING.replace(b"@BLOCK@", _block(shim)).replace(b"@EVENT@", own[1])


def without(text: bytes) -> bytes:
    """Return a script without our block, as it was before `within`."""
    return _BLOCK.sub(b"", text, count=1)


def is_own(text: bytes) -> bool:
    """Tell whether a whole file is ours, of whatever version."""
    return _OWN.match(text) is not None


def has_block(text: bytes) -> bool:
    """Tell whether a script holds a block of ours, of whatever version."""
    return _BLOCK.search(text) is not None


def is_chaining(text: bytes) -> bool:
    """Tell whether a script is the one of `chaining`, of whatever version."""
    return has_block(text) and _CHAINS.search(text) is not None


def version(text: bytes) -> int:
    """Return the version of the shim in a text, 0 without one."""
    found = re.search(MARK.encode() + rb"(?:begin )?[a-z-]+ (\d+)\n", text)
    return int(found[1]) if found else 0


def _block(shim: bytes) -> bytes:
    """Our shim as a part of a script: in a shell of its own, so that it neither ends nor changes the rest."""
    _, _, body = shim.partition(b"\n")  # without #!
    own = _OWN.match(shim)
    assert own is not None, "a shim without its line"
    event = own[1].decode()
    shell = b"(\n" + body + b")" + (b"\n" if event.startswith("post-") else b" || exit $?\n")
    if event == "pre-push":
        shell = _BOTH.replace(b"@BLOCK@", shell)
    return MARK.encode() + b"begin %b %b\n" % (own[1], own[2]) + shell + MARK.encode() + b"end\n"
