"""What the command line advises, said to somebody who has tools instead of a shell.

Owns the table from one to the other. Remedies and notes are written once, for a command line; here each command becomes
the call that asks the same. What only a person may do is handed to the user, never to the agent. Must not know where a
sentence came from.
"""

from __future__ import annotations

import re

_WORD = r"('[^']*'|\"[^\"]*\"|[^\s,;:]+(?::[^\s,;:]+)*)"

# What is said on a command line -> what is said here; of several that match at one place, the first.
_CALLS = (
    (r"git kx-log --kind all", "ctx_log kind=all"),
    (rf"git kx-search {_WORD}", r"ctx_search query=\1"),
    (rf"kontext read {_WORD}", r"ctx_read uri=\1"),
    (r"'([^']+)' is also a commit: --commit asks about that", r"'\1' is also a commit: ctx_read uri=git:\1"),
    (r"ask inside it: git -C (\S+) why …", r"ask inside it: dir=\1"),
    (rf"git (?:kx-)?why (?!-){_WORD}", r"ctx_why target=\1"),
    (rf"kontext capture --(paths|title|supersedes) {_WORD}", r"ctx_capture \1=\2"),
    (r"kontext capture\b", "ctx_capture"),
    (r"kontext check\b", "ctx_check"),
    (r"git ls-files lists them(?: all)?", "list the folder with your own tools, or ask ctx_search in words"),
    (
        r"To add an exception for this directory, call:.*",
        "whose repositories Git may trust is for the user to decide; say so, and change no configuration yourself",
    ),
)
_COMMAND = r"\b(?:git|kontext) (?:-\S+ )*[a-z][a-z-]+\b"
_SENTENCE = r"\b(?:git|kontext) (?:is|was|has|had|reads|failed|needs|says|process|cannot|does)\b"


def as_calls(said: str) -> str:
    """Return a remedy or note in which commands are calls of tools; one that only a person may run is left to one."""
    for pattern, call in _CALLS:
        said = re.sub(pattern, call, said, flags=re.DOTALL)
    commands = [found[0] for found in re.finditer(_COMMAND, said) if not re.match(_SENTENCE, found[0])]
    return f"{said} (a command: leave it to the user)" if commands else said
